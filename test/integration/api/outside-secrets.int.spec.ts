/** References to secrets that are kept outside: which are refused when a job is saved, and what an owner can learn of others by them. */
import { secretProviders } from '#common/config/secret-providers.js';
import { startApi, type ApiUnderTest, type Loose } from './api-under-test.js';

const VAULT = { kind: 'vault', address: 'https://vault.test', auth: { method: 'token', file: '/token' } };
const PROVIDERS = {
  vault: { ...VAULT, paths: ['secret/data/{tenant}/*'] },
  mail: { ...VAULT, paths: ['secret/data/mail'], tenants: ['acme'] },
  files: { kind: 'files', folder: '/secrets', paths: ['{tenant}/**'] },
};

let api: ApiUnderTest;
let editor: string;

beforeAll(async () => {
  api = await startApi({ env: { SECRET_PROVIDERS: secretProviders.parse(JSON.stringify(PROVIDERS)) } });
  const worker = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };
  await api.ask('POST', '/workers', { body: worker });
  editor = await api.tokenFor(['ibm', 'editor']);
});
afterAll(async () => api.stop());

const save = async (...secretsFrom: Loose[]): Promise<{ status: number; problems: string[] }> => {
  const body = { tenant: 'ibm', name: `Job ${Math.random()}`, worker: 'hook', secretsFrom };
  const answer = await api.ask<{ errors?: { path: string; message: string }[] }>('POST', '/jobs', {
    token: editor,
    body,
  });
  return { status: answer.status, problems: [JSON.stringify(answer.body)] };
};
const DB = { as: 'DB', from: 'vault', path: 'secret/data/ibm/db', key: 'password' };

test('an editor refers to secrets of the tenant, and the references are shown unchanged', async () => {
  const body = {
    tenant: 'ibm',
    name: 'With secrets',
    worker: 'hook',
    secretsFrom: [DB, { as: 'F', from: 'files', path: 'ibm/a/b' }],
  };
  const made = await api.ask<{ id: string }>('POST', '/jobs', { token: editor, body });
  expect(made.status).toBe(201);
  const shown = await api.ask('GET', `/jobs/${made.body.id}`, { token: await api.tokenFor(['ibm', 'viewer']) });
  expect(shown.body['secretsFrom']).toEqual(body.secretsFrom);
});

test.each([
  ['no key', { ...DB, key: undefined }, 'secretsFrom.0.key'],
  ['a key of a file', { as: 'F', from: 'files', path: 'ibm/a', key: 'k' }, 'secretsFrom.0.key'],
  ['a way up', { ...DB, path: 'secret/data/ibm/../acme/db' }, 'secretsFrom.0.path'],
  ['an absolute path', { as: 'F', from: 'files', path: '/etc/passwd' }, 'secretsFrom.0.path'],
  ['a hidden name', { as: 'F', from: 'files', path: 'ibm/..data/key' }, 'secretsFrom.0.path'],
  ['an encoded way up', { ...DB, path: 'secret/data/ibm/%2e%2e/acme' }, 'secretsFrom.0.path'],
  ['an invalid name of a variable', { ...DB, as: 'not a name' }, 'secretsFrom.0.as'],
  ['a version of a file', { as: 'F', from: 'files', path: 'ibm/a', version: 1 }, 'secretsFrom.0.version'],
])('%s is refused at its field', async (_, reference, field) => {
  const { status, problems } = await save(reference);
  expect([status, problems.join().includes(field)]).toEqual([400, true]);
});

test('a variable that is also in env is refused', async () => {
  const body = { tenant: 'ibm', name: 'Twice', worker: 'hook', env: { DB: 'x' }, secretsFrom: [DB] };
  const answer = await api.ask('POST', '/jobs', { token: editor, body });
  expect([answer.status, answer.text.includes('secretsFrom.0.as')]).toEqual([400, true]);
});

test('S11: the answers for a secret of another tenant, a provider for others and a missing provider are the same', async () => {
  const answerTo = async (from: string, path: string): Promise<string> => {
    const { status, problems } = await save({ ...DB, from, path });
    return `${status} ${problems
      .join()
      .replaceAll(path, '…')
      .replaceAll(from, '…')
      .replace(/"requestId":"[^"]*"/, '')}`;
  };
  const none = await answerTo('nothing', 'secret/data/ibm/db');
  expect(none).toMatch(/^400 /);
  expect(await answerTo('vault', 'secret/data/acme/db')).toBe(none);
  expect(await answerTo('mail', 'secret/data/mail')).toBe(none);
});
