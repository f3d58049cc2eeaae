// `npm run verify`: every check that needs no server of ours, each with its time; continues after a failure and names all. As many run at once as
// there are processors, and each one's output is shown when it ends. `-- --without-tests` leaves out the unit tests, for whoever has just
// run them.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const tool = (path, ...args) => [join(modules, path), ...args];

/** The longest first. */
const STEPS = [
  ['lint', tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')],
  ['format', tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['types', tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the UI', tool('typescript/bin/tsc', '--noEmit', '-p', 'apps/ui/tsconfig.json')],
  ['links of the documents', tool('vitepress/bin/vitepress.js', 'build', 'docs')],
  ['generated documents', [join(root, 'dist/tools/docs/src/main.js'), '--check']],
  [
    'dependency rules',
    tool('dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'libs', 'packages', 'tools', '--no-progress'),
  ],
  ['unused code', tool('knip/bin/knip.js', '--no-progress')],
  ['vulnerabilities', [join(root, 'scripts/dependencies.mjs'), 'vulnerabilities']],
  ['licences', [join(root, 'scripts/dependencies.mjs'), 'licences']],
];
const UNIT_TESTS = ['unit tests', [join(root, 'scripts/test.mjs'), '--selectProjects', 'unit', 'contract']];

/** Runs one to its end and shows what it has written. */
function check([name, args]) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    child.stdout.on('data', (part) => said.push(part));
    child.stderr.on('data', (part) => said.push(part));
    child.once('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (status) => {
      console.log(`\n── ${name}`);
      process.stdout.write(Buffer.concat(said));
      resolve({ name, ok: status === 0, seconds: (performance.now() - began) / 1000 });
    });
  });
}

const waiting = [...STEPS];
const results = [];
async function checkThoseWaiting() {
  for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await check(step));
}
await Promise.all(Array.from({ length: availableParallelism() }, checkThoseWaiting));
// They use all processors by themselves.
if (!process.argv.includes('--without-tests')) results.push(await check(UNIT_TESTS));

console.log('');
for (const { name, ok, seconds } of results) {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`);
}
const failed = results.filter(({ ok }) => !ok);
console.log(
  failed.length === 0 ? 'verify: all checks passed' : `verify: ${failed.length} of ${results.length} checks failed`,
);
process.exit(failed.length === 0 ? 0 : 1);
