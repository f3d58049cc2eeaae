// Bundles the web UI to dist/apps/ui with Vite, where one of its sources has changed.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'dist', 'apps', 'ui');
const stampFile = join(target, '.stamp');

/** A hash of all inputs of the bundle: the sources and the versions of packages. */
function stampOf() {
  // The page imports from all folders of libs/common: a list of single files was soon too short, and the bundle stayed old.
  const sources = globSync(['apps/ui/**/*', 'libs/{client,common}/src/**/*.ts'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...sources, join(root, 'package-lock.json')]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** A service that runs meanwhile continues with the files that it has found: the new folder replaces the old one at once. */
export async function buildUi() {
  const stamp = stampOf();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { build } = await import('vite');
  const draft = `${target}.${process.pid}.new`;
  mkdirSync(dirname(target), { recursive: true });
  await build({
    configFile: join(root, 'apps', 'ui', 'vite.config.mjs'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true },
  });
  writeFileSync(join(draft, '.stamp'), stamp);
  const old = `${target}.${process.pid}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}
