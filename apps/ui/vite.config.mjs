// The web UI as static files: their addresses are relative, so that they are served under any PATH_PREFIX.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const TEXT = /\.(js|css|html|svg)$/;
/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
/** The most: a second or two of each build save each browser a twelfth of what it loads. */
const BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;

/** Writes `.br` and `.gz` beside each text, which the api serves to browsers that take them. */
const compressed = () => ({
  name: 'compressed',
  apply: 'build',
  // Of what was written: chunks are still changed after they are generated.
  async writeBundle({ dir }, bundle) {
    const compressEach = async (name) => {
      const file = join(dir, name);
      const source = await readFile(file);
      if (source.length < MIN_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
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

const root = fileURLToPath(new URL('../..', import.meta.url));

export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [compressed()],
  // Sources, as they are: what other programs are built to may not be there yet.
  resolve: { alias: [{ find: /^#(common|client)\/(.*)\.js$/, replacement: `${root}libs/$1/src/$2.ts` }] },
  css: { postcss: {} },
  build: {
    target: 'es2023',
    // A data: address would need a policy of its own.
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      onwarn(warning, warn) {
        // Packages mark files for servers; there is none here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
};
