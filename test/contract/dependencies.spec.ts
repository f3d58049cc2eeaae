/** What `npm run verify` says of production dependencies: vulnerabilities that a registry knows, licences, and why each one is there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const LIMIT_MS = 60_000;
const root = resolve(import.meta.dirname, '../..');
const script = join(root, 'scripts/dependencies.mjs');
const work = mkdtempSync(join(tmpdir(), 'carillon-dependencies-'));
let registry: Server;
/** The answer to a request for vulnerabilities. */
let answer: { readonly status: number; readonly body: unknown };

beforeAll(async () => {
  registry = createServer((request, response) => {
    const { status, body } = request.method === 'POST' ? answer : { status: 404, body: {} };
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  registry.closeAllConnections();
  await new Promise((done) => registry.close(done));
  rmSync(work, { recursive: true });
});

interface Said {
  readonly code: number;
  readonly output: string;
}

async function check(args: readonly string[], address?: string): Promise<Said> {
  const port = (registry.address() as AddressInfo).port;
  const env = {
    ...process.env,
    npm_config_registry: address ?? `http://127.0.0.1:${port}/`,
    npm_config_cache: join(work, 'npm'),
  };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

const advisory = (severity: string): unknown => [
  { id: 1, url: 'https://example.com/1', title: 'Wrong', severity, vulnerable_versions: '<999', cwe: [] },
];

test(
  'a registry that knows no vulnerability is content',
  async () => {
    answer = { status: 200, body: {} };
    expect(await check(['vulnerabilities'])).toEqual({ code: 0, output: '' });
  },
  LIMIT_MS,
);

test(
  'a vulnerability of any severity fails and is named; one of a package that only builds or tests does not',
  async () => {
    answer = { status: 200, body: { mongoose: advisory('low'), jest: advisory('critical') } };
    expect(await check(['vulnerabilities'])).toEqual({
      code: 1,
      output: 'mongoose: low: Wrong, https://example.com/1\n',
    });
  },
  LIMIT_MS,
);

test.each<[what: string, status: number | null]>([
  ['has no list of them', 404],
  ['does not allow to ask', 405],
  ['is broken', 503],
  ['cannot be reached', null],
])(
  'nothing fails, and it is said that nothing was checked, if the registry %s',
  async (_what, status) => {
    answer = { status: status ?? 0, body: {} };
    const { code, output } = await check(['vulnerabilities'], status === null ? 'http://127.0.0.1:9/' : undefined);
    expect(output).toMatch(/^NOT CHECKED: the registry of npm /);
    expect(code).toBe(0);
  },
  LIMIT_MS,
);

const lock = (ours: string, nested?: string): string => {
  const file = join(work, 'lock.json');
  const packages = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { version: '1', license: 'MIT', dependencies: { b: '1', c: '1' } },
    'node_modules/b': { version: '1', license: ours },
    'node_modules/c': { version: '1', license: 'MIT', dependencies: { b: '2' } },
    'node_modules/c/node_modules/b': { version: '2', license: nested },
    'node_modules/unused': { version: '1', license: 'AGPL-3.0' },
  };
  writeFileSync(file, JSON.stringify({ packages }));
  return file;
};
const refused = (name: string, licence: string): Said => ({
  code: 1,
  output: `${name}: the licence is not allowed in scripts/dependencies.mjs: ${licence}\n`,
});

test('licences of our packages are allowed', async () => {
  expect(await check(['licences'])).toEqual({ code: 0, output: '' });
});

test('a licence that is not allowed is named, also deep below, and so is a package without one', async () => {
  expect(await check(['licences', lock('(GPL-3.0 OR MIT)', 'MIT')])).toEqual({ code: 0, output: '' });
  expect(await check(['licences', lock('GPL-3.0', 'MIT')])).toEqual(refused('b 1', 'GPL-3.0'));
  expect(await check(['licences', lock('MIT', 'MIT AND SSPL-1.0')])).toEqual(refused('b 2', 'MIT AND SSPL-1.0'));
  expect(await check(['licences', lock('MIT')])).toEqual(refused('b 2', 'none is named'));
});

test('docs/packages.md says of each production dependency, and of no other package, why it is there', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const [, table = ''] = readFileSync(join(root, 'docs/packages.md'), 'utf8').split('## Why each dependency');
  const rows = [...table.matchAll(/^\| `([^`]+)` +\| (.{20,}?) +\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies));
});
