// Bundles the web UI to dist/apps/ui with Vite, where one of its sources has changed.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'dist', 'apps', 'ui');
const stampFile = join(target, '.stamp');

const TEXT = /\.(js|css|html|svg)$/;
/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
/** The most saves each browser a twelfth of what it loads; it takes three seconds of processor time, and a tenth of that is enough on the same machine. */
const BEST = constants.BROTLI_MAX_QUALITY;
const FAST = 5;

/** Writes `.br` and `.gz` beside each text, which the api serves to browsers that take them. */
const compressed = (quality) => ({
  name: 'compressed',
  apply: 'build',
  // Of what was written: chunks are still changed after they are generated.
  async writeBundle({ dir }, bundle) {
    const compressEach = async (name) => {
      const file = join(dir, name);
      const source = await readFile(file);
      if (source.length < MIN_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      const [br, gz] = await Promise.all([promisify(brotliCompress)(source, { params }), promisify(gzip)(source)]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => TEXT.test(name))
        .map(compressEach),
    );
  },
});

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

/**
 * A service that runs meanwhile continues with the files that it has found: the new folder replaces the old one at once. `isFast`: one that
 * only this machine will load need not be compressed as well as it can be.
 */
export async function buildUi({ isFast }) {
  const hash = stampOf();
  const quality = isFast ? FAST : BEST;
  const stampWith = (used) => `${hash} ${used}`;
  const before = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if ([quality, BEST].map(stampWith).includes(before)) return;
  const { build } = await import('vite');
  const draft = `${target}.${process.pid}.new`;
  mkdirSync(dirname(target), { recursive: true });
  await build({
    configFile: join(root, 'apps', 'ui', 'vite.config.mjs'),
    logLevel: 'warn',
    plugins: [compressed(quality)],
    build: { outDir: draft, emptyOutDir: true },
  });
  writeFileSync(join(draft, '.stamp'), stampWith(quality));
  const old = `${target}.${process.pid}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}
