/** Writes the generated documents, or with `--check` reports which of them are out of date. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import * as prettier from 'prettier';
import { parseJson } from '#common/domain/parse-json.js';
import { definitionSchemas } from '#common/spec/definition-schemas.js';
import { breakingChanges } from './contract/breaking.js';
import { contractFacts } from './contract/facts.js';
import { contractsDocument } from './contracts-document.js';
import { DASHBOARDS } from './dashboards/dashboards.js';
import { grafanaDocument } from './dashboards/panel.js';
import { helmChart } from './helm/chart.js';
import { internalLimitsDocument, limitsDocument } from './limits-document.js';
import { markedTestsIn, type MarkedTest } from './marked-tests.js';
import { metricsDocument } from './metrics-document.js';
import { phasesDocument } from './phases-document.js';
import { securityTestsDocument } from './security-tests-document.js';
import { shardKeysDocument } from './shard-keys-document.js';
import { openApiDocument } from '../../../apps/api/src/openapi/document.js';
import { API_PATH, routes } from '../../../apps/api/src/routes.js';

// dist/tools/docs/src/main.js
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The document as every installation serves it, except for the address. */
const openApiOf = (version: string): Record<string, unknown> => openApiDocument(routes, { version, server: API_PATH });

async function clientTypes(document: Record<string, unknown>): Promise<string> {
  // A field with a default is optional in a request.
  const nodes = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  return `// Generated from the routes of apps/api by "npm run docs"; edit the routes, not this file.\n${astToString(nodes)}`;
}

/** The marks of all tests. */
function markedTests(): MarkedTest[] {
  const files = globSync('{apps,libs,packages,test,tools}/**/*.spec.ts', { cwd: root }).sort();
  return files.flatMap((file) => markedTestsIn(file, readFileSync(join(root, file), 'utf8')));
}

const BASELINE = 'docs/api-contract.txt';
/** Written by hand, except for the version of the image. */
const MANIFEST = 'deploy/kubernetes/base/kustomization.yaml';
const check = process.argv.includes('--check');

/**
 * Compares the promises of the API with the committed ones. Additions are added to them; a broken promise is an error, unless
 * `--accept-breaking` is given.
 */
function baselineOf(facts: readonly string[]): readonly string[] {
  const file = join(root, BASELINE);
  const before = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const broken = breakingChanges(before, facts);
  if (broken.length === 0 || (!check && process.argv.includes('--accept-breaking'))) return facts;
  process.stderr.write(`these changes of the API break clients (docs/api-contract.txt):\n  ${broken.join('\n  ')}\n`);
  process.stderr.write('if the changes are intended: npm run docs -- --accept-breaking\n');
  process.exit(1);
}

const { version } = parseJson(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

async function documents(): Promise<Record<string, string>> {
  const openApi = openApiOf(version);
  const limits = readFileSync(join(root, 'libs/common/src/domain/limits.ts'), 'utf8');
  return {
    [BASELINE]: `${baselineOf(contractFacts(openApi)).join('\n')}\n`,
    'docs/contracts.md': contractsDocument(),
    'docs/limits.md': limitsDocument(limits),
    'docs/reference/internal-limits.md': internalLimitsDocument(limits),
    'docs/metrics.md': await metricsDocument(),
    'docs/openapi.json': JSON.stringify(openApi),
    'docs/reference/security-tests.md': securityTestsDocument(
      readFileSync(join(root, 'docs/security.md'), 'utf8'),
      markedTests(),
    ),
    'docs/shard-keys.md': shardKeysDocument(),
    'docs/state-machines.md': phasesDocument(),
    ...Object.fromEntries(
      DASHBOARDS.map((each) => [`deploy/grafana/dashboards/${each.name}.json`, JSON.stringify(grafanaDocument(each))]),
    ),
    'libs/client/src/api-types.ts': await clientTypes(openApi),
    [MANIFEST]: readFileSync(join(root, MANIFEST), 'utf8').replace(/(?<=newTag: ).*/, version),
    ...helmChart((path) => readFileSync(join(root, path), 'utf8'), version),
    ...Object.fromEntries(
      [...definitionSchemas()].map(([name, schema]) => [`schemas/${name}`, JSON.stringify(schema)]),
    ),
  };
}

const stale: string[] = [];
for (const [path, text] of Object.entries(await documents())) {
  const file = join(root, path);
  // Helm templates are no YAML before they are rendered.
  const wanted =
    file.endsWith('.txt') || path.includes('/templates/')
      ? text
      : await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (check) stale.push(path);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  }
}
if (stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}\nrun "npm run docs" and commit the files that it writes\n`);
  process.exit(1);
}
