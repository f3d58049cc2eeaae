/** Writes the generated documents, or with `--check` says which of them are out of date. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { contractsDocument } from './contracts-document.js';
import { DASHBOARDS } from './dashboards/dashboards.js';
import { grafanaDocument } from './dashboards/panel.js';
import { limitsDocument } from './limits-document.js';
import { markedTestsIn, type MarkedTest } from './marked-tests.js';
import { metricsDocument } from './metrics-document.js';
import { clientTypes, openApiOf } from './openapi-files.js';
import { phasesDocument } from './phases-document.js';
import { securityDocument } from './security-document.js';

// dist/tools/docs/src/main.js
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Of every test there is. */
function markedTests(): MarkedTest[] {
  const files = globSync('{apps,libs,test,tools}/**/*.spec.ts', { cwd: root }).sort();
  return files.flatMap((file) => markedTestsIn(file, readFileSync(join(root, file), 'utf8')));
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

async function documents(): Promise<Record<string, string>> {
  const openApi = openApiOf(version);
  return {
    'docs/contracts.md': contractsDocument(),
    'docs/limits.md': limitsDocument(readFileSync(join(root, 'libs/common/src/domain/limits.ts'), 'utf8')),
    'docs/metrics.md': await metricsDocument(),
    'docs/openapi.json': JSON.stringify(openApi),
    'docs/security.md': securityDocument(readFileSync(join(root, 'docs/security.md'), 'utf8'), markedTests()),
    'docs/state-machines.md': phasesDocument(),
    ...Object.fromEntries(
      DASHBOARDS.map((each) => [`deploy/grafana/dashboards/${each.name}.json`, JSON.stringify(grafanaDocument(each))]),
    ),
    'libs/client/src/api-types.ts': await clientTypes(openApi),
  };
}

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, text] of Object.entries(await documents())) {
  const file = join(root, path);
  const wanted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (check) stale.push(path);
  else writeFileSync(file, wanted);
}
if (stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}\nrun "npm run docs" and commit what it writes\n`);
  process.exit(1);
}
