import { MAX_JOBS_PER_BATCH } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { startApi, type ApiUnderTest, type Listed, type Loose, type Reply } from './api-under-test.js';

interface Batch {
  readonly created: number;
  readonly refused: number;
  readonly items: readonly {
    readonly status: number;
    readonly id?: string;
    readonly etag?: string;
    readonly code?: string;
    readonly errors?: readonly { readonly path: string }[];
  }[];
}

let api: ApiUnderTest;
let editor: string;
/** Jobs that the scheduler was told of. */
let told: string[];

beforeAll(async () => {
  api = await startApi();
  const apply = (job: string): { ok: true; jobRev: number; nextSlot: null } => {
    told.push(job);
    return { ok: true, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null };
  };
  api.standIn(contracts.applyJob, ({ job }) => apply(job));
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  editor = await api.tokenFor(['ibm', 'editor']);
});
beforeEach(() => {
  told = [];
});
afterAll(async () => api.stop());

const job = (id: string, rest: Loose = {}): Loose => ({ id, tenant: 'ibm', name: id, worker: 'hook', ...rest });
const batch = (jobs: readonly Loose[], key?: string): Promise<Reply<Batch>> =>
  api.ask<Batch>('POST', '/jobs:batch', {
    token: editor,
    body: { jobs },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

test('each job is judged, stored, audited and told to the scheduler by itself, in the order of the request', async () => {
  const reply = await batch([
    job('ibm-first', { cron: '0 3 * * *' }),
    job('ibm-bad', { cron: '61 3 * * *' }),
    job('acme-theirs', { tenant: 'acme' }),
    job('ibm-lost', { worker: 'nobody' }),
    job('other-id'),
    job('ibm-second'),
    job('ibm-first', { name: 'twice' }),
  ]);
  expect(reply).toMatchObject({ status: 200, body: { created: 2, refused: 5 } });
  expect(reply.body.items.map(({ status, id, code, errors }) => [status, id ?? code, errors?.[0]?.path])).toEqual([
    [201, 'ibm-first', undefined],
    [400, 'VALIDATION_FAILED', 'cron'],
    [403, 'FORBIDDEN', undefined],
    [400, 'VALIDATION_FAILED', 'worker'],
    [400, 'VALIDATION_FAILED', 'id'],
    [201, 'ibm-second', undefined],
    [409, 'ALREADY_EXISTS', undefined],
  ]);
  expect(told.sort()).toEqual(['ibm-first', 'ibm-second']);
  const stored = await api.ask('GET', '/jobs/ibm-first', { token: editor });
  expect(stored.body).toMatchObject({ name: 'ibm-first', version: 1 });
  expect(stored.headers.get('etag')).toBe(reply.body.items[0]?.etag);
  const { body } = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&limit=50');
  const entries = body.items.filter(({ action }) => action === 'jobBatch');
  const accepted = entries.filter(({ refusedWith }) => refusedWith === null).map(({ object }) => object);
  expect(accepted.sort()).toEqual(['job/ibm-first', 'job/ibm-second']);
  expect(entries.filter(({ refusedWith }) => refusedWith === 'ALREADY_EXISTS')).toMatchObject([
    { object: 'job/ibm-first' },
  ]);
});

test('a repeat of the request creates what is missing, and answers for all', async () => {
  const jobs = [job('ibm-whole-a'), job('ibm-whole-b')];
  const first = await batch(jobs, 'whole');
  expect((await batch(jobs, 'whole')).body).toEqual(first.body);
  expect(told).toHaveLength(2);
  // The process died before it answered: one job was stored.
  await api.mongo.collection('idempotency').updateMany({ _id: { $gt: '' } }, { $set: { answer: null, busyUntil: 0 } });
  await api.mongo.collection('jobs').deleteOne({ _id: 'ibm-whole-b' });
  const late = await batch(jobs, 'whole');
  expect(late.body).toEqual(first.body);
  expect((await api.ask('GET', '/jobs/ibm-whole-b', { token: editor })).status).toBe(200);
});

test('a batch of the maximum size is answered completely, and a larger one is refused with the name of its field', async () => {
  const jobs = Array.from({ length: MAX_JOBS_PER_BATCH }, (_, i) => job(`ibm-many-${i}`));
  expect(await batch(jobs)).toMatchObject({ body: { created: MAX_JOBS_PER_BATCH, refused: 0 } });
  expect(await batch([...jobs, job('ibm-more')])).toMatchObject({ status: 400, body: { errors: [{ path: 'jobs' }] } });
  expect(await batch([])).toMatchObject({ status: 400, body: { errors: [{ path: 'jobs' }] } });
  expect(told).toHaveLength(MAX_JOBS_PER_BATCH);
});
