/** `npm run bench -- [name]`: measures on this machine and prints the numbers with what they were measured on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endToEnd } from './end-to-end/end-to-end.js';
import { describeMachine } from './machine.js';

type Benchmark = (root: string) => Promise<Record<string, unknown>>;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = { 'end-to-end': endToEnd };
const DEFAULT_BENCHMARK = 'end-to-end';

// dist/bench/main.js
const root = fileURLToPath(new URL('../..', import.meta.url));
const name = process.argv[2] ?? DEFAULT_BENCHMARK;
const benchmark = BENCHMARKS[name];
if (benchmark === undefined) {
  process.stderr.write(`there is no benchmark "${name}"; there is: ${Object.keys(BENCHMARKS).join(', ')}\n`);
  process.exit(64);
}
const measured = {
  benchmark: name,
  at: new Date().toISOString(),
  ...describeMachine(root),
  ...(await benchmark(root)),
};
const text = JSON.stringify(measured, null, 2);
const folder = join(root, '.carillon', 'bench');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${name}.json`), `${text}\n`);
process.stdout.write(`${text}\n`);
process.exit(0);
