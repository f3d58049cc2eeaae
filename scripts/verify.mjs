// `npm run verify`: every check that needs no server, each with its time; continues after a failure and names all. `-- --without-tests`
// leaves out the unit tests, for whoever has just run them.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const tool = (path, ...args) => [join(modules, path), ...args];

const STEPS = [
  ['format', tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['types', tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the UI', tool('typescript/bin/tsc', '--noEmit', '-p', 'apps/ui/tsconfig.json')],
  ['lint', tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')],
  ['dependency rules', tool('dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'libs', 'tools', '--no-progress')],
  ['unused code', tool('knip/bin/knip.js', '--no-progress')],
  ['unit tests', [join(root, 'scripts/test.mjs'), '--selectProjects', 'unit', 'contract']],
  ['links of the documents', tool('vitepress/bin/vitepress.js', 'build', 'docs')],
  ['generated documents', [join(root, 'dist/tools/docs/src/main.js'), '--check']],
];

const withoutTests = process.argv.includes('--without-tests');
const results = STEPS.filter(([name]) => !(withoutTests && name === 'unit tests')).map(([name, args]) => {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  return { name, ok: status === 0, seconds: (performance.now() - began) / 1000 };
});

console.log('');
for (const { name, ok, seconds } of results) {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`);
}
const failed = results.filter(({ ok }) => !ok);
console.log(
  failed.length === 0 ? 'verify: all checks passed' : `verify: ${failed.length} of ${results.length} checks failed`,
);
process.exit(failed.length === 0 ? 0 : 1);
