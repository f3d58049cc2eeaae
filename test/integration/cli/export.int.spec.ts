/** An export of everything, applied to an empty server, gives the same export there; no form but the plain one shows a secret. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../../../apps/cli/src/definitions/definition.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

let here: ApiUnderTest;
let there: ApiUnderTest;
let cli: CliUnderTest;

/** Every secret is a text that begins like this. */
const SECRET = 'planted-secret';
const HOOK = `https://chat.acme.test/hooks/${SECRET}-hook?key=${SECRET}`;

/** Written so that each kind comes before what it refers to. */
const DEFINITIONS = `
kind: Trigger
id: release
tenant: acme
job: acme-deploy
webhook: { signature: github, secrets: { now: ${SECRET}-trigger-1, next-one: ${SECRET}-trigger-2 } }
when: [{ body: /action, equals: published }]
options: { version: { body: /tag } }
---
kind: Rule
id: fails
tenant: acme
when: { type: failuresInRow, count: 3 }
channels: [hook]
escalation: { afterSeconds: 600, channels: [ops] }
---
kind: Job
id: acme-deploy
tenant: acme
name: Deploy
worker: acme-web
after: [{ job: acme-build, on: succeeded }]
options: [{ name: version, type: string, default: '1' }, { name: password, type: secret, default: ${SECRET}-option }]
queue: slow
notify:
  - { on: [failed], webhook: '${HOOK}' }
  - { on: [recovered], webhook: 'channel:ops' }
---
kind: Job
id: acme-build
tenant: acme
name: Build
worker: acme-web
url: https://web.acme.test/build?key=${SECRET}-url
cron: H 3 * * *
schedule: { exclude: [holidays], timezone: Europe/Prague }
secureParameters: { token: ${SECRET}-token, nested: { list: [${SECRET}-1, ${SECRET}-2] } }
httpHeaders: { token: ${SECRET}-header }
enabled: false
---
kind: Job
id: acme_build
tenant: acme
name: Another
worker: acme-web
secureParameters: ${SECRET}-whole
---
kind: Monitor
id: backup
tenant: acme
schedule: { every: 86400 }
channels: [ops]
---
kind: Calendar
id: holidays
tenant: acme
dates: ['2026-12-24']
---
kind: Worker
id: acme-web
name: Web
engine: webservice
tenants: [acme]
url: https://web.acme.test/run?key=${SECRET}-run
cancelUrl: https://web.acme.test/cancel?key=${SECRET}-cancel
httpHeaders: { Authorization: Bearer ${SECRET} }
template: { secureParameters: { a: ${SECRET}-template }, notify: [{ on: [failed], webhook: '${HOOK}' }] }
---
kind: Channel
id: ops
tenant: acme
name: Operations
target: { type: slack, url: 'https://hooks.slack.test/${SECRET}-slack' }
---
kind: Channel
id: hook
tenant: acme
target: { type: webhook, url: '${HOOK}', signingSecret: whsec_${Buffer.alloc(32, 1).toString('base64')} }
---
kind: Tenant
id: acme
name: Acme
groups: { slow: 2 }
`;

beforeAll(async () => {
  [here, there] = await Promise.all([startApi(), startApi()]);
  for (const api of [here, there]) obligingScheduler(api);
  cli = new CliUnderTest({ CARILLON_SERVER: here.url, CARILLON_TOKEN: BOOTSTRAP });
});
afterAll(async () => {
  cli.dispose();
  await Promise.all([here.stop(), there.stop()]);
});

const empty = async (): Promise<void> => {
  for (const kind of [...KINDS].reverse()) {
    const name = kind.toLowerCase();
    const env = { CARILLON_SERVER: there.url };
    const ids = (await cli.run(`get ${name}s -o name`, { env })).out
      .split('\n')
      .filter((id) => id !== '' && id !== 'other_webservice');
    if (ids.length > 0) await cli.run(`delete ${name} ${ids.join(' ')} --yes -t acme`, { env });
  }
};

/** The variables of an export, each with the secret that it stands for. */
function variablesOf(text: string): Record<string, string> {
  const names = [...text.matchAll(/!env ([A-Z0-9_]+)/g)].map(([, name = '']) => name);
  expect(new Set(names).size).toBe(names.length);
  const valueOf = (name: string): string =>
    name.endsWith('SIGNINGSECRET')
      ? `whsec_${Buffer.alloc(32, 2).toString('base64')}`
      : /URL$|WEBHOOK$/.test(name)
        ? `https://of.test/${name.toLowerCase()}?key=1`
        : `value-of-${name.toLowerCase()}`;
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(cli.folder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(folder).map((file) => [
      file.slice(join(cli.folder, folder).length),
      readFileSync(file, 'utf8').replace(/^# yaml-language-server.*\n/, ''),
    ]),
  );

// One story: each test continues where the one before has ended.
test('definitions of every kind are applied in the order of their references', async () => {
  const applied = await cli.run('apply -f -', { input: DEFINITIONS });
  expect(applied).toMatchObject({ code: 0, err: '' });
  expect(applied.out).toMatch(/11 created/);
});

test('an export contains every kind, and no secret', async () => {
  for (const form of ['', ' --secrets mask', ' --secrets env']) {
    const { out } = await cli.run(`export${form}`);
    expect(out).not.toContain(SECRET);
    for (const kind of KINDS) expect(out).toContain(`kind: ${kind}\n`);
  }
  expect((await cli.run('export')).out).toContain('webhook: https://chat.acme.test/***\n');
  expect((await cli.run('export')).out).toContain('webhook: channel:ops\n');
});

test('a masked export changes nothing where it comes from', async () => {
  const { out } = await cli.run('export');
  const again = await cli.run('apply -f -', { input: out });
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toMatch(/^11 unchanged in /);
  expect((await cli.run('diff -f -', { input: out })).out).toBe('');
});

test.each(['env', 'plain'])(
  'an export with --secrets %s, applied to an empty server, gives the same export',
  async (form) => {
    const env = { CARILLON_SERVER: there.url };
    await empty();
    const exported = await cli.run(`export -d ${form} --secrets ${form}`);
    expect(exported.code).toBe(0);
    const wanted = contentOf(form);
    expect(Object.keys(wanted)).toHaveLength(11);
    const variables = variablesOf(Object.values(wanted).join('\n'));
    const judged = await cli.run(`apply -f ${form} --dry-run`, { env: { ...env, ...variables } });
    expect(judged).toMatchObject({ code: 0, err: '' });
    const applied = await cli.run(`apply -f ${form}`, { env: { ...env, ...variables } });
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toMatch(/11 created/);
    await cli.run(`export -d ${form}-again --secrets ${form}`, { env });
    expect(contentOf(`${form}-again`)).toEqual(wanted);
  },
);

test('a plain export names the secrets that the server shows to nobody, and only its owner can read its files', async () => {
  const { err } = await cli.run('export -d secret --secrets plain');
  expect(err).toMatch(
    /^the server does not show 5 secrets, so they are written as !env: CHANNEL_ACME_HOOK_TARGET_URL, /,
  );
  for (const file of filesIn('secret')) expect(statSync(file).mode & 0o777).toBe(0o600);
  await cli.run('export -d masked');
  await cli.run('export -d masked --secrets plain');
  for (const file of filesIn('masked')) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(contentOf('secret')['/jobs/acme-build.yaml']).toContain(`${SECRET}-token`);
});
