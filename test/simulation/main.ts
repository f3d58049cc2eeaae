/**
 * `npm run simulate -- [--slots N] [--seed S]`: lives until N slots (a million) are checked, beginning with seed S or one of
 * chance; `CARILLON_SEED=S` lives that one life again and tells what the schedulers logged.
 */
import { parseArgs } from 'node:util';
import { lives, tell } from './support/lives.js';
import { live } from './support/world.js';

const { values } = parseArgs({ options: { slots: { type: 'string', default: '1000000' }, seed: { type: 'string' } } });
const again = process.env['CARILLON_SEED'];
const began = performance.now();
const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (again !== undefined) {
  const outcome = await live({ seed: Number(again), log: print });
  print(outcome.problems.length === 0 ? `seed ${again}: ${outcome.slots} slots, all is well` : tell(outcome));
  process.exit(outcome.problems.length === 0 ? 0 : 1);
}

const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
print(`seed ${firstSeed}`);
const { slots, failures, seen } = await lives({
  firstSeed,
  slots: Number(values.slots),
  onLife: (outcome, checked) => {
    if (outcome.problems.length > 0) print(tell(outcome));
    else print(`seed ${outcome.seed}: ${outcome.slots} slots, ${checked} checked in ${seconds()}`);
  },
});
for (const [what, count] of [...seen].sort()) print(`  ${what}: ${count}`);
print(`${slots} slots checked in ${seconds()}, ${failures.length} lives failed`);
process.exit(failures.length === 0 ? 0 : 1);
