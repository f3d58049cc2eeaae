// `npm test`: every jest project but `faults`, `e2e` and `system` (`npm run test:system`), and `kubernetes`, which needs a cluster. Arguments are jest's own, and two of ours:
//   --changed  unit and contract tests of files that differ from main (from the last commit, on main itself)
//   --long     the long form of every suite that has one (those that import test/support/long-form.ts), of the whole product, too
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prune } from '../test/support/jest/compiled-cache.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const isChanged = given.includes('--changed');
const isLong = given.includes('--long');
const args = given.filter((arg) => arg !== '--changed' && arg !== '--long');
const says = (...options) =>
  args.some((arg) => options.some((option) => arg === option || arg.startsWith(`${option}=`)));

/**
 * Most tests wait, for processes and for time to pass: more workers than there are cores keep the cores busy. Long forms wait less. A test
 * of the whole product starts some ten processes: with one such test for each core they are busy, and beside a further one each is slower
 * than its tests wait for.
 */
const more = given.includes('system') ? 0 : isLong ? 1 : 2;
const workers = says('-w', '--maxWorkers', '-i', '--runInBand')
  ? []
  : [`--maxWorkers=${availableParallelism() + more}`];
const isBranch = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'main'], { cwd: root }).status === 0;
const chosen = [
  ...(isChanged ? [isBranch ? '--changedSince=main' : '--onlyChanged', '--passWithNoTests'] : []),
  ...(isLong ? ['--findRelatedTests', join(root, 'test/support/long-form.ts')] : []),
];
// Last, because these options take every word that follows them.
const projects = isChanged
  ? ['--selectProjects', 'unit', 'contract']
  : ['--ignoreProjects', 'kubernetes', ...(isLong ? [] : ['faults', 'e2e', 'system'])];
prune(join(root, '.carillon', 'compiled-tests'), Date.now());
const jest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...workers,
    ...chosen,
    ...args,
    ...(says('--selectProjects') ? [] : projects),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Tests start hundreds of services and workers of jest: they share a cache of compiled code.
      NODE_COMPILE_CACHE: join(root, '.carillon', 'compile-cache'),
      ...(isLong && { CARILLON_LONG: '1' }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
