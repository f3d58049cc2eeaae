/** References to secrets that are kept outside: which are refused when a job is saved, and what an owner can learn of others by them. */
import { asJobId } from '#common/domain/ids.js';
import { secretProviders } from '#common/config/secret-providers.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';

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
  for (const body of [
    { id: 'free', name: 'Free', image: 'x', env: { DB_HOST: 'db' } },
    {
      id: 'rich',
      name: 'Rich',
      image: 'x',
      command: ['report'],
      serviceAccount: 'robot',
      envFrom: [{ secret: 'yl.env', key: 'db', as: 'DB_HOST' }],
      jobFields: ['env.API_KEY'],
    },
    { id: 'host', name: 'Host', engine: 'process', command: ['report'], jobFields: ['env.API_KEY'] },
  ])
    await api.ask('POST', '/workers', { body });
  obligingScheduler(api);
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

describe('S1: a secret is no way around the rules for variables', () => {
  const X = { from: 'files', path: 'ibm/x' };
  interface Answer {
    readonly status: number;
    readonly body: { readonly id?: string; readonly errors?: readonly { readonly path: string }[] };
  }
  const paths = ({ body }: Answer): string[] => (body.errors ?? []).map(({ path }) => path);
  const by = (token: string | null): { token?: string } => (token === null ? {} : { token });
  const make = async (token: string | null, worker: string, as: string, more: Loose = {}): Promise<Answer> =>
    api.ask('POST', '/jobs', {
      ...by(token),
      body: { tenant: 'ibm', name: `${worker} ${Math.random()}`, worker, secretsFrom: [{ ...X, as }], ...more },
    });
  const patch = async (token: string | null, { body }: Answer, change: Loose): Promise<Answer> =>
    api.ask('PATCH', `/jobs/${body.id ?? ''}`, { ...by(token), body: change });

  test.each(['NODE_OPTIONS', 'LD_PRELOAD', 'PATHS', 'HTTPS_PROXY'])(
    'an editor sets %s neither for a worker with rights of its own nor for a process',
    async (as) => {
      for (const worker of ['rich', 'host']) {
        const refused = await make(editor, worker, as);
        expect([worker, refused.status, paths(refused)]).toEqual([worker, 403, ['secretsFrom.0.as']]);
        const before = await make(editor, worker, 'API_KEY');
        expect(before.status).toBe(201);
        const edited = await patch(editor, before, { secretsFrom: [{ ...X, as }] });
        expect([worker, edited.status, paths(edited)]).toEqual([worker, 403, ['secretsFrom.0.as']]);
      }
      expect((await make(editor, 'free', as)).status).toBe(201);
      expect((await make(editor, 'hook', as)).status).toBe(201);
      const task = await make(editor, 'free', as, { tasks: [{ name: 'a', worker: 'rich' }, { name: 'b' }] });
      expect([task.status, paths(task)]).toEqual([403, ['secretsFrom.0.as']]);
    },
  );

  test.each(['DB_HOST', 'JOB_SECURE_PARAMS', 'TASK_NAME', 'VC_A_HOSTS', 'PATH'])(
    'nobody replaces %s, which the worker or Carillon sets',
    async (as) => {
      const refused = await make(null, as === 'DB_HOST' ? 'rich' : 'host', as);
      expect([refused.status, paths(refused)]).toEqual([400, ['secretsFrom.0.as']]);
      const plain = await make(editor, 'free', as);
      expect([plain.status, paths(plain)]).toEqual([400, ['secretsFrom.0.as']]);
    },
  );

  test('who may not see the secrets of a job changes no variable of it', async () => {
    const made = await make(null, 'free', 'API_KEY', { secureParameters: { password: 'hunter2' } });
    const refused = await patch(editor, made, { secretsFrom: [{ ...X, as: 'NODE_OPTIONS' }] });
    expect([refused.status, paths(refused)]).toEqual([403, ['secretsFrom']]);
    expect((await patch(editor, made, { labels: { a: 'b' } })).status).toBe(200);
  });

  test('what an admin has allowed stays while nobody else changes it; an unchanged job that an admin saves is allowed', async () => {
    const made = await make(null, 'host', 'NODE_OPTIONS');
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('ByAdmin');
    expect((await patch(editor, made, { labels: { a: 'b' } })).status).toBe(200);
    expect(paths(await patch(editor, made, { secretsFrom: [{ ...X, path: 'ibm/y', as: 'NODE_OPTIONS' }] }))).toEqual([
      'secretsFrom.0.as',
    ]);
    const jobs = new JobsStore(api.mongo);
    const stored = async (): Promise<StoredJob> => (await jobs.load(asJobId(made.body.id ?? '')))!;
    const job = await stored();
    expect(job.spec.secretsByAdmin).toBe(true);
    // As a job was stored before these variables were judged.
    const { secretsByAdmin: _mark, ...spec } = job.spec;
    expect(await jobs.save({ ...job, spec, rev: job.rev + 1 }, job, 'test')).toBe('saved');
    expect(paths(await patch(editor, made, { labels: { a: 'c' } }))).toEqual(['secretsFrom.0.as']);
    expect((await stored()).spec.secretsByAdmin).toBeUndefined();
    const doctor = async (): Promise<string> => {
      const { body } = await api.ask<{ findings: { check: string; message: string }[] }>('GET', '/admin/doctor');
      return body.findings.flatMap(({ check, message }) => (check === 'variables' ? message : [])).join(' ');
    };
    expect(await doctor()).toMatch(new RegExp(`refused .SecretVariableRefused.,.*: ${job.id}\\.$`));
    expect((await patch(null, made, {})).status).toBe(200);
    expect((await stored()).spec.secretsByAdmin).toBe(true);
    expect(await doctor()).toBe('No job has a variable of secretsFrom that is refused when it starts.');
  });
});
