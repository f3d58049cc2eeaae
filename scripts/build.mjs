// Compiles every TypeScript file to dist/ with swc, and the web UI with Vite; types are checked by `npm run verify`.
// Nothing is written when nothing changed, so that a build beside running services does not change their files.
// `--fast`: a first build compresses the page less than one that may be released.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { buildUi } from './build-ui.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const folders = [
  'apps',
  'libs',
  'packages',
  'tools',
  'bench',
  'examples',
  'test/simulation',
  'test/soak',
  'test/support',
].filter((folder) => existsSync(join(root, folder)));
/** The web UI is for browsers: build-ui.mjs bundles it. */
const UI = join('apps', 'ui');
const isSource = (file) => !file.endsWith('.spec.ts') && !file.endsWith('.d.ts') && !file.startsWith(UI);
const sources = globSync(
  folders.map((folder) => `${folder}/**/*.ts`),
  { cwd: root },
)
  .filter(isSource)
  .sort();
const stampFile = join(dist, '.sources.json');

/** The state from which each source was compiled: its size and time, and the compiler's settings. */
function stamps() {
  const settings = createHash('sha256')
    .update(readFileSync(join(root, '.swcrc')))
    .digest('hex')
    .slice(0, 8);
  const stampOf = ({ size, mtimeMs }) => `${size} ${mtimeMs} ${settings}`;
  return Object.fromEntries(sources.map((file) => [file, stampOf(statSync(join(root, file)))]));
}

async function compile(source) {
  const target = join(dist, source.replace(/\.ts$/, '.js'));
  const folder = dirname(target);
  const { code, map } = await transformFile(join(root, source), {
    cwd: root,
    configFile: join(root, '.swcrc'),
    sourceFileName: relative(folder, join(root, source)),
  });
  mkdirSync(folder, { recursive: true });
  const name = target.slice(folder.length + 1);
  writeWhole(`${target}.map`, map ?? '');
  writeWhole(target, `${code}//# sourceMappingURL=${name}.map\n`);
}

/** A process that starts meanwhile reads the old file or the new one. */
function writeWhole(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Imports would still find compiled files whose source was removed. */
function removeOrphans() {
  const wanted = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of globSync('**/*.js', { cwd: dist })) {
    if (wanted.has(file) || file.startsWith(UI)) continue;
    rmSync(join(dist, file), { force: true });
    rmSync(join(dist, `${file}.map`), { force: true });
  }
}

const current = stamps();
const before = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
const isFirst = !existsSync(stampFile);
const changed = sources.filter((file) => before[file] !== current[file]);
const isGone = Object.keys(before).some((file) => !(file in current));

async function compileChanged() {
  if (changed.length === 0 && !isGone) return;
  await Promise.all(changed.map(compile));
  removeOrphans();
  writeWhole(stampFile, JSON.stringify(current));
}

await Promise.all([compileChanged(), buildUi({ isFast: isFirst && process.argv.includes('--fast') })]);
