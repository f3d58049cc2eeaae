/**
 * The compose file follows the Compose Specification, of which `test/support/compose/compose-spec.json` is the schema
 * (https://github.com/compose-spec/compose-spec, commit 170098b, Apache License 2.0), and names only what exists.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const FILE = 'deploy/compose/compose.yaml';
interface ComposeService {
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: object;
  readonly volumes: object;
}
const text = readFileSync(FILE, 'utf8');
const read = (source: string): Compose => parse(source, { merge: true }) as Compose;
const compose = read(text);

function problemsOf(document: Compose): string[] {
  // The schema names its meta-schema by an address that the validator does not know.
  const { $schema: _, ...schema } = JSON.parse(readFileSync('test/support/compose/compose-spec.json', 'utf8')) as {
    readonly $schema: string;
  };
  const isValid = new Ajv({ allErrors: true, strict: false, logger: false }).compile(schema);
  return isValid(document)
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

test('the compose file is valid by the specification, and the schema finds errors', () => {
  expect(problemsOf(compose)).toEqual([]);
  expect(problemsOf(read(text.replace('healthcheck:', 'healthchecks:')))).not.toEqual([]);
  expect(problemsOf(read(text.replace('restart: unless-stopped', 'restart: [always]')))).not.toEqual([]);
});

test('the services, networks, volumes and files that the compose file names exist', () => {
  for (const [name, { networks, volumes = [], depends_on: needed = {} }] of Object.entries(compose.services)) {
    const others = Array.isArray(needed) ? (needed as string[]) : Object.keys(needed);
    expect([name, others.filter((each) => !(each in compose.services))]).toEqual([name, []]);
    expect([name, networks.filter((each) => !(each in compose.networks))]).toEqual([name, []]);
    const sources = volumes.map((each) => /^(\$\{.*?\}[^:]*|[^:]*)/.exec(each)?.[1] ?? '');
    const isThere = (source: string): boolean =>
      source.startsWith('.')
        ? existsSync(resolve('deploy/compose', source))
        : source.startsWith('${ACCESS') || source in compose.volumes;
    expect([name, sources.filter((each) => !isThere(each))]).toEqual([name, []]);
  }
});

test('every variable has a default, or says how it is made', () => {
  const uses = [...text.replaceAll(/^\s*#.*$/gm, '').matchAll(/\$\{?(\w+)(:[-?][^}]+)?/g)];
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter(([, , otherwise]) => otherwise === undefined)).toEqual([]);
});
