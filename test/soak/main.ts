/**
 * `npm run test:freeze`: jobs run for half an hour while one part after the other, of two replicas of every service, the
 * database and NATS, stands still for up to a minute (SIGSTOP), or is killed after it. Then everything is let go on and must
 * come to its end, and the books are judged. Exits non-zero with what is wrong.
 *
 * CARILLON_SOAK_SECONDS (1800), CARILLON_SOAK_SEED (by the clock), CARILLON_SOAK_REPLICAS (2), CARILLON_SOAK_SCALE (1: so
 * many times the jobs).
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Soak } from './support/soak.js';

const SHOWN = 10;

function setting(name: string, byDefault: number): number {
  const value = Number(process.env[`CARILLON_SOAK_${name}`] ?? byDefault);
  if (!Number.isInteger(value) || value < 1) throw new Error(`CARILLON_SOAK_${name} is no whole number above zero`);
  return value;
}

// dist/test/soak/main.js
const root = fileURLToPath(new URL('../../..', import.meta.url));
const settings = {
  seconds: setting('SECONDS', 1_800),
  seed: setting('SEED', Math.floor(Date.now() / 1_000)),
  replicas: setting('REPLICAS', 2),
  scale: setting('SCALE', 1),
};
const folder = mkdtempSync(join(tmpdir(), 'carillon-soak-'));
const began = performance.now();
const say = (line: string): void => {
  // What a part printed last is in its log.
  const [first = ''] = line.split('\n');
  process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(7)}  ${first}\n`);
};
say(`CARILLON_SOAK_SEED=${settings.seed}`);
const soak = new Soak({ root, folder, say, ...settings });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    say(`stopped by ${signal}`);
    void soak.stop().finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(1);
    });
  });
}
try {
  const report = await soak.run();
  const results = join(root, '.carillon', 'soak');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  const kinds = Object.entries(report.faults);
  if (kinds.length > 0) cpSync(join(folder, 'log'), join(results, 'log'), { recursive: true });
  const { faults: _faults, diary, ...summary } = report;
  process.stdout.write(`${JSON.stringify({ ...summary, strokes: diary.length }, null, 2)}\n`);
  for (const [kind, list] of kinds) {
    process.stdout.write(
      `${kind}: ${list.length}\n${list
        .slice(0, SHOWN)
        .map((each) => `  ${each}\n`)
        .join('')}`,
    );
  }
  const verdict = kinds.length === 0 ? 'nothing is wrong' : `WRONG, all of it and the logs are in ${results}`;
  say(`${verdict} (CARILLON_SOAK_SEED=${settings.seed})`);
  process.exitCode = kinds.length === 0 ? 0 : 1;
} catch (error) {
  say('failed');
  process.stdout.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await soak.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
