import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';

const SECRET = 'hunter2-the-password';
const HEADER = 'Bearer of-the-worker';
const HOOK = 'T0/B0/key-of-the-channel';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let owner: string;
let editor: string;
let operator: string;
let job: JobView;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  owner = await api.tokenFor(['ibm', 'owner']);
  editor = await api.tokenFor(['ibm', 'editor']);
  operator = await api.tokenFor(['ibm', 'operator']);
  const workers = [
    { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test', httpHeaders: { Authorization: HEADER } },
    { id: 'bare', name: 'Bare', engine: 'webservice', url: 'http://bare.test' },
    { id: 'shell', name: 'Shell', engine: 'process', command: ['sh'] },
  ];
  for (const body of workers) await api.ask('POST', '/workers', { body });
  const body = {
    tenant: 'ibm',
    name: 'with secrets',
    worker: 'bare',
    secureParameters: { password: SECRET, nested: { key: SECRET } },
    httpHeaders: { 'X-Key': SECRET },
    notify: [{ on: ['failed'], webhook: `https://hooks.test/${HOOK}` }],
  };
  job = (await api.ask<JobView>('POST', '/jobs', { token: owner, body })).body;
});
afterAll(async () => api.stop());

const read = async (token: string): Promise<JobView> =>
  (await api.ask<JobView>('GET', `/jobs/${job.id}`, { token })).body;

test('secrets are shown to owners and admins, and masked for all others', async () => {
  expect(job.secureParameters).toEqual({ password: SECRET, nested: { key: SECRET } });
  expect((await read(owner)).httpHeaders).toEqual({ 'X-Key': SECRET });
  const seen = await api.ask<JobView>('GET', `/jobs/${job.id}`, { token: editor });
  expect(seen.body).toMatchObject({
    secureParameters: { password: '***', nested: '***' },
    httpHeaders: { 'X-Key': '***' },
  });
  for (const path of [`/jobs/${job.id}`, '/jobs', `/jobs/${job.id}/versions`]) {
    expect((await api.ask('GET', path, { token: editor })).text).not.toContain(SECRET);
  }
  expect((await api.ask('GET', '/workers/hook', { token: editor })).text).not.toContain(HEADER);
  expect((await api.ask('GET', '/workers/hook', { token: owner })).text).not.toContain(HEADER);
  expect((await api.ask('GET', '/workers/hook')).text).toContain(HEADER);
});

test('addresses of notices are shown in part to callers who may not see secrets, and are kept when these send them back', async () => {
  const seen = await read(editor);
  expect(seen.notify).toEqual([{ on: ['failed'], webhook: 'https://hooks.test/***' }]);
  expect((await read(owner)).notify?.[0]?.webhook).toBe(`https://hooks.test/${HOOK}`);
  for (const path of [`/jobs/${job.id}`, '/jobs', `/jobs/${job.id}/versions`]) {
    expect((await api.ask('GET', path, { token: editor })).text).not.toContain(HOOK);
  }
  const notify = [{ on: ['failed', 'late'], webhook: 'https://hooks.test/***' }];
  const edited = await api.ask<JobView>('PATCH', `/jobs/${job.id}`, { token: editor, body: { notify } });
  expect(edited).toMatchObject({ status: 200, body: { notify } });
  expect((await read(owner)).notify).toEqual([{ on: ['failed', 'late'], webhook: `https://hooks.test/${HOOK}` }]);
});

test('secrets are encrypted in the database, and so are answers stored for repeats', async () => {
  await api.ask('PATCH', `/jobs/${job.id}`, { body: { labels: { a: 'b' } }, headers: { 'idempotency-key': 'keep' } });
  for (const name of ['jobs', 'jobVersions', 'workers', 'idempotency', 'audit'] as const) {
    const all = JSON.stringify(await api.mongo.collection(name).find().sort({ _id: 1 }).toArray());
    expect([name, [SECRET, HEADER, HOOK].filter((each) => all.includes(each))]).toEqual([name, []]);
  }
});

test('a mask that is written back does not change a secret', async () => {
  const masked = await read(editor);
  const edited = await api.ask<JobView>('PUT', `/jobs/${job.id}`, {
    token: editor,
    body: { ...masked, cron: '0 3 * * *' },
  });
  expect(edited.status).toBe(200);
  expect(await read(owner)).toMatchObject({ cron: '0 3 * * *', secureParameters: { password: SECRET } });
  const whole = await api.ask('PUT', `/jobs/${job.id}`, {
    token: editor,
    body: { name: masked.name, worker: 'bare', secureParameters: '***', httpHeaders: '***' },
  });
  expect(whole.status).toBe(200);
  expect((await read(owner)).secureParameters).toEqual({ password: SECRET, nested: { key: SECRET } });
});

test.each([[[SECRET, 1]], [SECRET], [4711], [false], [null]])(
  'secure parameters of the form %j are masked as a whole, and are kept when the mask is sent back',
  async (value) => {
    const at = `/jobs/form-${typeof value}-${Array.isArray(value)}-${value === null}`;
    const body = { id: at.slice(6), tenant: 'ibm', name: at, worker: 'bare', secureParameters: value };
    expect(await api.ask('POST', '/jobs', { body })).toMatchObject({ status: 201, body: { version: 1 } });
    const seen = (await api.ask<JobView>('GET', at, { token: editor })).body;
    expect(seen.secureParameters).toBe('***');
    const sent = await api.ask<JobView>('PUT', at, { token: editor, body: seen });
    expect(sent).toMatchObject({ status: 200, body: { version: 1 } });
    const patched = await api.ask<JobView>('PATCH', at, { token: editor, body: { cron: '0 4 * * *' } });
    expect(patched).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await api.ask<JobView>('GET', at, { token: owner })).body.secureParameters).toEqual(value);
    const changed = await api.ask('PATCH', at, { token: editor, body: { secureParameters: 'mine' } });
    expect(changed).toMatchObject({ status: 403, body: { errors: [{ path: 'secureParameters' }] } });
    const url = await api.ask('PATCH', at, { token: editor, body: { url: 'http://evil.test' } });
    expect(url).toMatchObject({ status: 403, body: { errors: [{ path: 'url' }] } });
    const removed = await api.ask<JobView>('PATCH', at, { token: owner, body: { secureParameters: null } });
    expect(removed.body.secureParameters).toEqual({});
  },
);

const forbidden: [what: string, patch: Loose, path: string][] = [
  ['set one', { secureParameters: { password: 'mine' } }, 'secureParameters'],
  ['add one', { secureParameters: { another: 'mine' } }, 'secureParameters'],
  ['remove one', { secureParameters: { password: null } }, 'secureParameters'],
  ['set a header', { httpHeaders: { 'X-Key': 'mine' } }, 'httpHeaders'],
  ['send them elsewhere', { url: 'http://evil.test' }, 'url'],
  ['give them to another worker', { worker: 'hook' }, 'worker'],
  ['change what is run with them', { command: ['sh', '-c', 'env'] }, 'command'],
  ['change the image', { podTemplate: { spec: { containers: [{ image: 'evil' }] } } }, 'podTemplate'],
  ['make themselves an owner', { owners: ['me'] }, 'owners'],
];
test.each(forbidden)('a caller who may not see the secrets of a job may not %s', async (_what, patch, path) => {
  const reply = await api.ask<{ code: string; errors: { path: string }[] }>('PATCH', `/jobs/${job.id}`, {
    token: editor,
    body: patch,
  });
  expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(reply.body.errors.map((each) => each.path)).toContain(path);
  expect((await api.ask('PATCH', `/jobs/${job.id}`, { token: operator, body: patch })).status).toBe(403);
});

test('an editor can change all other fields of a job with secrets', async () => {
  const patch = { cron: '0 4 * * *', parameters: { a: 1 }, maxAttempts: 2 };
  expect((await api.ask('PATCH', `/jobs/${job.id}`, { token: editor, body: patch })).status).toBe(200);
});

test('an editor creates neither a job with secrets nor one that sends the headers of its worker elsewhere', async () => {
  const base = { tenant: 'ibm', name: 'mine' };
  const withSecret = await api.ask('POST', '/jobs', {
    token: editor,
    body: { ...base, worker: 'bare', secureParameters: { a: 1 } },
  });
  expect(withSecret.status).toBe(403);
  const elsewhere = await api.ask('POST', '/jobs', {
    token: editor,
    body: { ...base, worker: 'hook', url: 'http://evil.test' },
  });
  expect(elsewhere.status).toBe(403);
  const ordinary = await api.ask('POST', '/jobs', { token: editor, body: { ...base, worker: 'hook' } });
  expect(ordinary.status).toBe(201);
});

test('S8: a caller who may not see a secret learns nothing by guesses, from refusals, changes or unchanged answers', async () => {
  const url = 'http://bare.test/in?key=';
  const webhook = 'https://hooks.test/';
  const body = { id: 'ibm-guessed', tenant: 'ibm', name: 'guessed', worker: 'bare', url: `${url}right` };
  const option = { name: 'pin', type: 'secret', label: 'PIN' };
  const guessable = {
    secureParameters: { password: 'right' },
    httpHeaders: { 'X-Key': 'right' },
    options: [{ ...option, default: 'right' }],
    notify: [{ on: ['failed'], webhook: `${webhook}right` }],
  };
  await api.ask('POST', '/jobs', { token: owner, body: { ...body, ...guessable } });
  const { id } = (await api.ask<JobView>('POST', '/jobs', { token: owner, body: { ...body, id: 'ibm-open' } })).body;
  const outcome = async (job: string, patch: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const before = (await api.ask<JobView>('GET', `/jobs/${job}`)).body.version;
    const answer = await api.ask('PATCH', `/jobs/${job}`, { token: editor, body: patch, headers });
    const { version } = (await api.ask<JobView>('GET', `/jobs/${job}`)).body;
    const isNew = version !== before;
    if (isNew) await api.ask('POST', `/jobs/${job}/rollback`, { body: { version: before } });
    const told = [answer.status, answer.headers.get('carillon-dry-run'), isNew];
    return answer.status < 400 ? told : [...told, answer.text];
  };
  const guesses: [string, (guess: string) => object][] = [
    ['ibm-guessed', (guess) => ({ secureParameters: { password: guess } })],
    ['ibm-guessed', (guess) => ({ httpHeaders: { 'X-Key': guess } })],
    ['ibm-guessed', (guess) => ({ options: [{ ...option, default: guess }] })],
    ['ibm-guessed', (guess) => ({ notify: [{ on: ['failed'], webhook: webhook + guess }] })],
    ['ibm-guessed', (guess) => ({ url: url + guess })],
    [id, (guess) => ({ url: url + guess })],
  ];
  for (const [job, patch] of guesses)
    for (const headers of [{}, { 'Carillon-Dry-Run': 'true' }]) {
      const right = await outcome(job, patch('right'), headers);
      const wrong = await outcome(job, patch('wrong'), headers);
      expect([job, patch('right'), right]).toEqual([job, patch('right'), wrong]);
    }
  // What is shown to them may be sent back.
  const shown = (await api.ask('GET', '/jobs/ibm-guessed', { token: editor })).body;
  const { secureParameters, httpHeaders, options, notify, url: seen } = shown;
  const back = { secureParameters, httpHeaders, options, notify, url: seen };
  expect(await outcome('ibm-guessed', back)).toEqual([200, null, false]);
});

test("a subject among a job's owners sees its secrets", async () => {
  const me = await api.ask<{ subject: string }>('GET', '/me', { token: operator });
  await api.ask('PATCH', `/jobs/${job.id}`, { token: owner, body: { owners: [me.body.subject] } });
  expect((await read(operator)).secureParameters).toMatchObject({ password: SECRET });
});

test('only admins set what a process runs on the host', async () => {
  const body = { tenant: 'ibm', name: 'shell', worker: 'shell', command: ['sh', '-c', 'id'] };
  expect((await api.ask('POST', '/jobs', { token: owner, body })).status).toBe(403);
  expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
});

test('secure parameters of a manual run require the right to see them, and are sent encrypted', async () => {
  const body = { secureParameters: { password: 'for-this-run' } };
  const path = `/jobs/${job.id}/run`;
  expect((await api.ask('POST', path, { token: editor, body })).status).toBe(403);
  expect((await api.ask('POST', path, { token: owner, body })).status).toBe(202);
  const sealed = scheduler.admitted.at(-1)!.secureParameters!;
  expect(sealed).not.toContain('for-this-run');
  expect(JSON.parse(api.secrets.open(sealed))).toEqual(body.secureParameters);
});

test('a rollback to a version with other secrets requires the right to see them', async () => {
  await api.ask('PATCH', `/jobs/${job.id}`, { token: owner, body: { secureParameters: { password: 'new' } } });
  expect((await api.ask('POST', `/jobs/${job.id}/rollback`, { token: editor, body: { version: 1 } })).status).toBe(403);
  expect((await api.ask('POST', `/jobs/${job.id}/rollback`, { token: owner, body: { version: 1 } })).status).toBe(200);
  expect((await read(owner)).secureParameters).toMatchObject({ password: SECRET });
  const versions = await api.ask<Listed<Loose>>('GET', `/jobs/${job.id}/versions`, { token: editor });
  expect(versions.text).not.toContain('"new"');
});

test('the difference between versions shows a changed secret only to callers who may see it', async () => {
  const path = `/jobs/${job.id}`;
  const change = { secureParameters: { password: `${SECRET}-2` }, maxAttempts: 7 };
  expect((await api.ask('PATCH', path, { token: owner, body: change })).status).toBe(200);
  const seen = await api.ask('GET', `${path}/versions/diff`, { token: editor });
  expect(seen.text).toContain('/maxAttempts');
  expect(seen.text).not.toContain('/secureParameters');
  expect(seen.text).not.toContain(SECRET);
  expect((await api.ask('GET', `${path}/versions/diff`, { token: owner })).text).toContain(`${SECRET}-2`);
});
