/** Secrets whose key is no longer in SECRET_KEYS: they hide no other fields, and can be set again. */
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId } from '#common/domain/ids.js';
import { mapSealedTexts } from '#common/domain/sealed-text.js';
import type { JobVersionView, JobView } from '../../../apps/api/src/jobs/job.view.js';
import type { WorkerView } from '../../../apps/api/src/workers/worker.routes.js';
import { type ApiUnderTest, type Listed, type Loose, startWithPeople } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const GONE = new SecretBox([{ id: 'gone', key: Buffer.alloc(32, 9) }]);
const HOOK = 'https://hooks.test/T0/key';
const UNREADABLE = 'https://unreadable.invalid/***';
const BASE = { tenant: 'ibm', worker: 'bare' };
const OPTIONS = [
  { name: 'key', type: 'secret', required: true, default: 'of-the-option' },
  { name: 'rows', type: 'number', default: 7 },
];

let api: ApiUnderTest;
let owner: string;
let editor: string;

beforeAll(async () => {
  ({ api, owner, editor } = await startWithPeople());
  const headers = { Authorization: 'Bearer w', Accept: 'text/plain' };
  for (const body of [
    { id: 'bare', name: 'Bare', engine: 'webservice', url: 'http://bare.test' },
    { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test', httpHeaders: headers },
  ])
    await api.ask('POST', '/workers', { body });
  await api.ask('POST', '/jobs', { body: { ...BASE, id: 'whole', name: 'a readable job' } });
});
afterAll(async () => api.stop());

/** All secrets of the document as if a key that no longer exists had encrypted them. */
async function retire(
  collection: 'jobs' | 'jobVersions' | 'workers' | 'runs' | 'idempotency',
  filter: object,
): Promise<void> {
  const documents = api.mongo.collection<{ _id: string }>(collection);
  const { _id, ...found } = (await documents.findOne(filter))!;
  await documents.replaceOne(
    { _id },
    mapSealedTexts(found, (sealed) => GONE.seal(api.secrets.open(sealed))),
  );
}

async function retiredJob(id: string, more: Loose = {}): Promise<JobView> {
  const body = {
    ...BASE,
    id,
    name: id,
    cron: '0 3 * * *',
    options: OPTIONS,
    secureParameters: { password: 'p', nested: { key: 'n' } },
    httpHeaders: { 'X-Key': 'h' },
    notify: [
      { on: ['failed'], webhook: HOOK },
      { on: ['late'], webhook: `${HOOK}/2` },
    ],
    ...more,
  };
  const made = await api.ask<JobView>('POST', '/jobs', { body });
  expect(made.status).toBe(201);
  await retire('jobs', { _id: id });
  return (await api.ask<JobView>('GET', `/jobs/${id}`, { token: owner })).body;
}

const edit = async (id: string, body: Loose, method = 'PATCH', token = owner): ReturnType<typeof api.ask<JobView>> =>
  api.ask<JobView>(method, `/jobs/${id}`, { token, body });
const stored = async (id: string): Promise<string> => {
  const { spec, sealed } = (await api.mongo
    .collection<{ _id: string; spec: string; sealed: string }>('jobs')
    .findOne({ _id: id }))!;
  return `${spec}${sealed}`;
};

test('a job whose key is missing is listed and read with masks, and a warning that names field and key', async () => {
  const job = await retiredJob('listed');
  expect(job).toMatchObject({
    secureParameters: { '***': '***' },
    httpHeaders: { 'X-Key': '***' },
    options: [{ ...OPTIONS[0], default: '***' }, OPTIONS[1]],
    notify: [{ webhook: UNREADABLE }, { webhook: UNREADABLE }],
  });
  const fields = ['notify.0.webhook', 'notify.1.webhook', 'secureParameters', 'options', 'httpHeaders.X-Key'];
  expect(job.warnings?.map(({ field, reason, key }) => ({ field, reason, key }))).toEqual(
    expect.arrayContaining(fields.map((field) => ({ field, reason: 'SecretKeyMissing', key: 'gone' }))),
  );
  expect(job.warnings?.[0]?.message).toContain('the key "gone", which SECRET_KEYS does not hold');
  for (const token of [owner, editor]) {
    const list = await api.ask<Listed<JobView>>('GET', '/jobs', { token });
    expect(list.status).toBe(200);
    expect(list.body.items.map(({ id }) => id)).toEqual(expect.arrayContaining(['listed', 'whole']));
    expect(list.text).not.toContain('v1.gone.');
  }
  expect((await api.ask<JobView>('GET', '/jobs/whole', { token: owner })).body).not.toHaveProperty('warnings');
});

test('a job that was read can be sent back by callers with and without the right to see secrets, and keeps its encrypted values', async () => {
  await retiredJob('kept');
  const before = await stored('kept');
  for (const token of [owner, editor]) {
    const { body } = await api.ask<JobView>('GET', '/jobs/kept', { token });
    const put = await edit('kept', { ...body, labels: { by: token === owner ? 'owner' : 'editor' } }, 'PUT', token);
    expect(put.status).toBe(200);
    expect((await edit('kept', { cron: '0 4 * * *' }, 'PATCH', token)).status).toBe(200);
    await edit('kept', { cron: '0 3 * * *' }, 'PATCH', token);
  }
  const texts = (text: string): string[] => [...text.matchAll(/v1\.gone\.[\w.-]+/g)].map(String).sort();
  expect(texts(await stored('kept'))).toEqual(texts(before));
  expect(texts(before)).toHaveLength(5);
});

test.each<[what: string, patch: Loose, field: string, shown: Loose]>([
  [
    'secure parameters',
    { secureParameters: { password: 'new' } },
    'secureParameters',
    { secureParameters: { password: 'new' } },
  ],
  ['a header', { httpHeaders: { 'X-Key': 'new' } }, 'httpHeaders.X-Key', { httpHeaders: { 'X-Key': 'new' } }],
  [
    'the default of a secret option',
    { options: [{ ...OPTIONS[0], default: 'new' }] },
    'options',
    { options: [{ ...OPTIONS[0], default: 'new' }] },
  ],
  [
    'the address of a notification',
    { notify: [{ on: ['failed'], webhook: HOOK }] },
    'notify.0.webhook',
    { notify: [{ on: ['failed'], webhook: HOOK }] },
  ],
])('%s can be set again, and the rest does not change', async (_what, patch, field, shown) => {
  const { id, warnings } = await retiredJob(`anew-${field.toLowerCase().replaceAll('.', '-')}`);
  expect((await edit(id, patch, 'PATCH', editor)).status).toBe(field.startsWith('notify') ? 200 : 403);
  const edited = await edit(id, patch);
  expect(edited).toMatchObject({ status: 200, body: shown });
  const left = (edited.body.warnings ?? []).map((each) => each.field);
  expect(left).toEqual(
    warnings?.map((each) => each.field).filter((each) => each.split('.')[0] !== field.split('.')[0]),
  );
});

test('a mask that cannot stand for one of several values is refused by name', async () => {
  await retiredJob('mixed');
  const twice = [OPTIONS[0], { ...OPTIONS[0], name: 'other' }].map((option) => ({ ...option, default: '***' }));
  const mixed = await edit('mixed', { secureParameters: { password: '***', another: 'new' } }, 'PUT');
  expect(mixed.status).toBe(400);
  const body = { options: [twice[0], { ...twice[1], default: 'new' }] };
  const options = await api.ask<{ errors: { path: string }[] }>('PATCH', '/jobs/mixed', { token: owner, body });
  expect(options).toMatchObject({ status: 400, body: { errors: [{ path: 'options.0.default' }] } });
});

test('secrets that cannot be read can be removed', async () => {
  await retiredJob('removed');
  const patch = { secureParameters: null, httpHeaders: null, options: null, notify: null };
  const removed = await edit('removed', patch);
  expect(removed).toMatchObject({ status: 200, body: { secureParameters: {}, httpHeaders: {} } });
  expect(removed.body).not.toHaveProperty('warnings');
  expect(await stored('removed')).not.toContain('v1.gone.');
});

test('versions are listed, and a rollback to one whose key is missing keeps its secrets unchanged', async () => {
  await retiredJob('versions');
  const former = await stored('versions');
  await edit('versions', { secureParameters: { a: 'new' }, notify: null, options: null, httpHeaders: null });
  const list = await api.ask<Listed<JobVersionView>>('GET', '/jobs/versions/versions', { token: owner });
  expect(list.status).toBe(200);
  expect(list.body.items.map(({ job }) => job.warnings?.length ?? 0)).toEqual([0, 5]);
  const back = await api.ask<JobView>('POST', '/jobs/versions/rollback', { token: owner, body: { version: 1 } });
  expect(back).toMatchObject({ status: 200, body: { secureParameters: { '***': '***' } } });
  const texts = (text: string): string[] => [...text.matchAll(/v1\.gone\.[\w.-]+/g)].map(String).sort();
  expect(texts(await stored('versions'))).toEqual(texts(former));
});

test('a worker whose key is missing is listed and read, and its header can be set again', async () => {
  await retire('workers', { _id: 'hook' });
  const list = await api.ask<Listed<WorkerView>>('GET', '/workers', { token: owner });
  expect(list.status).toBe(200);
  const read = await api.ask<WorkerView>('GET', '/workers/hook');
  expect(read.body).toMatchObject({ httpHeaders: { Authorization: '***', Accept: '***' } });
  expect(read.body.warnings?.map(({ field, key }) => [field, key])).toEqual([
    ['httpHeaders.Authorization', 'gone'],
    ['httpHeaders.Accept', 'gone'],
  ]);
  const sentBack = await api.ask<WorkerView>('PUT', '/workers/hook', { body: { ...read.body, description: 'same' } });
  expect(sentBack).toMatchObject({ status: 200, body: { description: 'same', warnings: [{}, {}] } });
  const body = { httpHeaders: { Accept: 'text/html' } };
  const edited = await api.ask<WorkerView>('PATCH', '/workers/hook', { body });
  expect(edited).toMatchObject({ status: 200, body: { httpHeaders: { Authorization: '***', Accept: 'text/html' } } });
  expect(edited.body.warnings).toHaveLength(1);
});

test('unreadable values of an earlier run or request are refused with the name of the key, not with an internal error', async () => {
  await api.ask('POST', '/jobs', { body: { ...BASE, id: 'again', name: 'again', options: OPTIONS } });
  const secretOptions = GONE.seal(JSON.stringify({ key: 'given' }));
  await storeRun(api.mongo, 'run-again', { job: asJobId('again'), phase: 'Completed', overrides: { secretOptions } });
  const rerun = await api.ask<{ detail: string }>('POST', '/runs/run-again/rerun', { token: owner, body: {} });
  expect(rerun.status).toBe(409);
  expect(rerun.body.detail).toContain('the key "gone"');

  const headers = { 'idempotency-key': 'once' };
  const ask = async (): ReturnType<typeof api.ask<{ detail: string }>> =>
    api.ask<{ detail: string }>('POST', '/jobs/again/pause', { token: owner, body: {}, headers });
  expect((await ask()).status).toBe(200);
  const answers = await api.mongo
    .collection<{ _id: string; answer: unknown }>('idempotency')
    .find()
    .sort({ _id: 1 })
    .toArray();
  for (const { _id, answer } of answers) if (answer !== null) await retire('idempotency', { _id });
  const repeated = await ask();
  expect(repeated.status).toBe(409);
  expect(repeated.body.detail).toContain('the key "gone"');
});
