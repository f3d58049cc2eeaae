#!/usr/bin/env node
// The program `carillon` of a clone (`npx carillon`, or linked by `npm link`): compiled when something changed, then run in
// the current folder.
process.argv.splice(2, 0, '--small', '--here', 'dist/apps/cli/src/main.js');
await import('./bootstrap.mjs');
