/** What `npm run quickstart` installs is enough for services, tools and page; the rest is for checks, benchmarks and documents. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });
const namesIn = (file: string): string[] => {
  const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(textOf(file)));
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
};
const small = namesIn('package.json');
const further = globSync('scripts/installs/*/package.json', { cwd: root }).flatMap(namesIn);

const IMPORT = /(?:from|import\(|import|\)\.resolve\()\s*'((?:@[\w-]+\/)?[\w.-]+)[^']*'/g;
const NODE = new Set(builtinModules.flatMap((name) => [name, name.split('/')[0]]));
/** The packages that the files import, by file. */
function imported(patterns: readonly string[], isRead: (file: string) => boolean): [string, string][] {
  const files = globSync([...patterns], { cwd: root }).filter(
    (file) => !/node_modules|\.d\.ts$/.test(file) && isRead(file),
  );
  return files.flatMap((file) =>
    [...textOf(file).matchAll(IMPORT)].flatMap(([, name = '']): [string, string][] =>
      NODE.has(name) || name === 'node' || name.startsWith('.') ? [] : [[file, name]],
    ),
  );
}

const OF_SOURCES = [
  '{apps,libs,tools}/**/*.{ts,tsx,mjs}',
  'packages/*/src/**/*.ts',
  'scripts/{bootstrap,build,build-ui,carillon}.mjs',
];
const isForChecks = (file: string): boolean => file.includes('.spec.') || /^tools\/(docs|release)\//.test(file);

test('services, tools and page import only packages of package.json', () => {
  const missing = imported(OF_SOURCES, (file) => !isForChecks(file)).filter(([, name]) => !small.includes(name));
  expect(missing).toEqual([]);
});

test('every further package is used, and none is also in package.json', () => {
  const everything = ['{apps,libs,tools,test,bench,packages,scripts,docs/.vitepress}/**/*.{ts,tsx,mjs}', '*.mjs'];
  const used = new Set(imported(everything, () => true).map(([, name]) => name));
  const started = ['package.json', 'scripts/verify.mjs', 'scripts/test.mjs', 'scripts/packages.mjs', 'tsconfig.json']
    .map(textOf)
    .join();
  const unused = further.filter((name) => !used.has(name) && !name.startsWith('@types/') && !started.includes(name));
  expect(unused).toEqual([]);
  expect(further.filter((name) => small.includes(name))).toEqual([]);
});
