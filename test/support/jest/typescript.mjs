// Lets Node import the project's TypeScript: each source is compiled once for all workers, and kept in .carillon/compiled-tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';
import { markUsed } from './compiled-cache.mjs';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const settings = join(root, '.swcrc');
const cache = join(root, '.carillon', 'compiled-tests');
const salt = `${version} ${readFileSync(settings, 'utf8')}`;
/** The test's own functions (`test`, `expect`, `jest`) are those of the file that is being run. */
const JEST_GLOBALS = new URL('globals.mjs', import.meta.url).href;

/** Source maps of what has been compiled, by the path of the source and by its URL: stacks name either. */
export const sourceMaps = new Map();

mkdirSync(cache, { recursive: true });
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
    // The sources of `imports` in package.json, where services read what is compiled.
    if (specifier.startsWith('#'))
      return nextResolve(specifier, { ...context, conditions: ['source', ...context.conditions] });
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    // The package imports its schemas as bundlers read them.
    if (/\/@actions\/workflow-parser\/.*\.json$/.test(url))
      return {
        format: 'module',
        source: `export default ${readFileSync(fileURLToPath(url), 'utf8')}`,
        shortCircuit: true,
      };
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const name = createHash('sha256').update(salt).update(path).update(source).digest('hex').slice(0, 32);
  const file = join(cache, `${name}.js`);
  for (const name of [path, pathToFileURL(path).href]) sourceMaps.set(name, `${file}.map`);
  if (existsSync(file)) {
    for (const each of [`${file}.map`, file]) markUsed(each, Date.now());
    return readFileSync(file, 'utf8');
  }
  const { code, map } = transformSync(source, {
    cwd: root,
    configFile: settings,
    filename: path,
    sourceFileName: path,
  });
  // The map first: who finds the code finds its map.
  writeWhole(`${file}.map`, map ?? '');
  writeWhole(file, code);
  return code;
}

/** Workers compile the same file at the same time: each reads a whole one. */
function writeWhole(file, text) {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
