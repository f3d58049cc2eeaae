/** Writes the generated documents, or with `--check` says which of them are out of date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { contractsDocument } from './contracts-document.js';
import { limitsDocument } from './limits-document.js';
import { metricsDocument } from './metrics-document.js';
import { phasesDocument } from './phases-document.js';

// dist/tools/docs/src/main.js
const root = fileURLToPath(new URL('../../../..', import.meta.url));

async function documents(): Promise<Record<string, string>> {
  return {
    'docs/contracts.md': contractsDocument(),
    'docs/limits.md': limitsDocument(readFileSync(join(root, 'libs/common/src/domain/limits.ts'), 'utf8')),
    'docs/metrics.md': await metricsDocument(),
    'docs/state-machines.md': phasesDocument(),
  };
}

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, text] of Object.entries(await documents())) {
  const file = join(root, path);
  const wanted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), parser: 'markdown' });
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (check) stale.push(path);
  else writeFileSync(file, wanted);
}
if (stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}\nrun "npm run docs" and commit what it writes\n`);
  process.exit(1);
}
