// Compiles every TypeScript file to dist/ with swc; types are checked by `npm run verify`.
// Nothing is written when nothing changed, so that a build beside running services leaves their files alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ['apps', 'libs', 'tools', 'bench', 'examples'].filter((folder) => existsSync(join(root, folder)));
const isSource = (file) => !file.endsWith('.spec.ts') && !file.endsWith('.d.ts');
const sources = globSync(
  folders.map((folder) => `${folder}/**/*.ts`),
  { cwd: root },
).filter(isSource);
const stampFile = join(root, 'dist', '.sources-sha256');

function stamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, '.swcrc')));
  for (const file of sources.sort()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** Compiled files whose source is gone would still be found by imports and by the tests' discovery. */
function removeOrphans() {
  const wanted = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of globSync('**/*.js', { cwd: join(root, 'dist') })) {
    if (wanted.has(file)) continue;
    rmSync(join(root, 'dist', file), { force: true });
    rmSync(join(root, 'dist', `${file}.map`), { force: true });
  }
}

const current = stamp();
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === current) process.exit(0);
const built = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@swc/cli/bin/swc.js'),
    ...folders,
    ...['-d', 'dist', '--config-file', '.swcrc', '--quiet', '--ignore', '**/*.spec.ts'],
  ],
  { cwd: root, stdio: 'inherit' },
);
if (built.error) throw built.error;
if (built.status !== 0) process.exit(built.status ?? 1);
removeOrphans();
writeFileSync(stampFile, current);
