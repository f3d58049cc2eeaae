// The web UI as static files: their addresses are relative, so that they are served under any PATH_PREFIX.
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
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
