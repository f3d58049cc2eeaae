/** Bulk operations: what they change, whose rights they use, and that they survive the replica that performs them. */
import { asJobId, asRunId, asSpecHash, asTenantId } from '#common/domain/ids.js';
import type { Bulk } from '#common/domain/bulk.js';
import { systemClock } from '#common/clock/clock.js';
import { BulksStore } from '#common/mongo/bulks.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { until } from '#testing/until.js';
import type { BulkView } from '../../../apps/api/src/bulk/bulk.routes.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import {
  BOOTSTRAP,
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Listed,
  type Loose,
} from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  await new SpecsStore(api.mongo).put({
    hash: asSpecHash('s1'),
    jobId: 'j1',
    jobVersion: 1,
    workerId: 'hook',
    workerVersion: 1,
    engine: 'webservice',
    job: { tenant: 'ibm', name: 'first', worker: 'hook' },
    worker: { name: 'Hook', engine: 'webservice' },
    sealed: { secureParameters: null, httpHeaders: {} },
  });
});
afterAll(async () => api.stop());

interface Started {
  readonly bulk: BulkView | null;
  readonly total: number;
  readonly first: readonly string[];
}

/** Jobs of one label, in the order of the list. */
async function madeJobs(tenant: string, group: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `${tenant}-${group}-${at}`);
  for (const id of ids) {
    const body = { id, tenant, name: id, worker: 'hook', labels: { group } };
    expect(await api.ask('POST', '/jobs', { body })).toMatchObject({ status: 201 });
  }
  return ids;
}

async function started(body: Loose, token?: string): Promise<Started> {
  const reply = await api.ask<Started>('POST', '/bulk', { body, ...(token !== undefined && { token }) });
  expect(reply).toMatchObject({ status: 202 });
  return reply.body;
}

async function ended(id: string | undefined): Promise<BulkView> {
  return until('the end of the bulk operation', async () => {
    const { body } = await api.ask<BulkView>('GET', `/bulk/${id}`);
    return body.state === 'Running' ? null : body;
  });
}

const done = async (body: Loose, token?: string): Promise<BulkView> => ended((await started(body, token)).bulk?.id);
const jobsOf = async (group: string): Promise<readonly JobView[]> =>
  (await api.ask<Listed<JobView>>('GET', `/jobs?label=group=${group}&limit=500`)).body.items;

test('a dry run lists the changes, and makes none', async () => {
  const ids = await madeJobs('ibm', 'dry', 3);
  const seen = await started({ action: 'pause', jobs: { label: ['group=dry'] }, dryRun: true });
  expect(seen).toEqual({ bulk: null, total: 3, first: ids });
  expect((await jobsOf('dry')).every(({ paused }) => paused === null)).toBe(true);
});

test('many jobs are paused, resumed, given labels, run and deleted', async () => {
  const ids = await madeJobs('ibm', 'many', 40);
  const jobs = { label: ['group=many'] };
  expect(await done({ action: 'pause', jobs, note: 'moving' })).toMatchObject({
    kind: 'jobs',
    action: 'pause',
    state: 'Completed',
    total: 40,
    done: 40,
    refused: 0,
    refusals: [],
    requestedBy: 'bootstrap',
  });
  expect((await jobsOf('many')).map(({ paused }) => paused?.note)).toEqual(ids.map(() => 'moving'));
  await done({ action: 'resume', jobs });
  expect((await jobsOf('many')).filter(({ paused }) => paused !== null)).toEqual([]);
  await done({ action: 'relabel', jobs, labels: { team: 'reports', 'a.b': '$1' } });
  expect((await jobsOf('many')).map(({ labels }) => labels)).toEqual(
    ids.map(() => ({ group: 'many', team: 'reports', 'a.b': '$1' })),
  );
  await done({ action: 'run', jobs, parameters: { day: 1 } });
  const runs = scheduler.admitted.filter(({ job }) => ids.includes(job));
  expect(runs.map(({ job }) => job).sort()).toEqual([...ids].sort());
  expect(runs.every(({ parameters }) => JSON.stringify(parameters) === '{"day":1}')).toBe(true);
  await done({ action: 'delete', jobs });
  expect(await jobsOf('many')).toEqual([]);
});

test('runs are aborted, run again and deleted, and those for which it is impossible are named', async () => {
  const createdAt = systemClock.now();
  await madeJobs('ibm', 'ran', 1);
  const job = asJobId('ibm-ran-0');
  await storeRun(api.mongo, 'ran-1', { job, createdAt, phase: 'Running' });
  await storeRun(api.mongo, 'ran-2', { job, createdAt, phase: 'Completed' });
  expect(await done({ action: 'abort', runs: { job }, reason: 'wrong day' })).toMatchObject({
    kind: 'runs',
    total: 2,
    done: 2,
    refused: 1,
    refusals: [{ id: 'ran-2', code: 'RUN_FINAL' }],
  });
  const [command] = await new CommandsStore(api.mongo).ofRuns([asRunId('ran-1')]);
  expect(command).toMatchObject({ command: 'abort', reason: 'wrong day' });
  expect(await done({ action: 'rerun', runs: { job, state: 'FINISHED' } })).toMatchObject({ total: 1, refused: 0 });
  expect(scheduler.admitted.at(-1)).toMatchObject({ job });
  expect(await done({ action: 'delete', runs: { ids: ['ran-1', 'gone'] } })).toMatchObject({
    total: 2,
    refusals: [{ id: 'ran-1', code: 'RUN_NOT_FINAL' }],
  });
});

test("the active runs of jobs are aborted together, and those of other tenants' jobs are not even counted", async () => {
  const [ours = ''] = await madeJobs('ibm', 'stopped', 1);
  const [theirs = ''] = await madeJobs('kyndryl', 'stopped', 1);
  const createdAt = systemClock.now();
  await storeRun(api.mongo, 'stopped-1', { job: asJobId(ours), createdAt, phase: 'Running' });
  await storeRun(api.mongo, 'stopped-2', { job: asJobId(ours), createdAt, phase: 'Queued' });
  await storeRun(api.mongo, 'stopped-3', { job: asJobId(ours), createdAt, phase: 'Completed' });
  await storeRun(api.mongo, 'stopped-4', {
    job: asJobId(theirs),
    tenant: asTenantId('kyndryl'),
    createdAt,
    phase: 'Running',
  });
  const operator = await api.tokenFor(['ibm', 'operator'], ['kyndryl', 'viewer']);
  const jobs = { label: ['group=stopped'] };
  for (const query of [jobs, { ids: [ours, theirs] }]) {
    const seen = await started({ action: 'abort', jobs: query, dryRun: true }, operator);
    expect([seen.total, [...seen.first].sort()]).toEqual([2, ['stopped-1', 'stopped-2']]);
  }
  expect(await done({ action: 'abort', jobs, reason: 'wrong data' }, operator)).toMatchObject({
    kind: 'runs',
    action: 'abort',
    total: 2,
    done: 2,
    refused: 0,
  });
  const commands = await new CommandsStore(api.mongo).ofRuns(['stopped-1', 'stopped-2', 'stopped-4'].map(asRunId));
  expect(commands.map(({ run, command, reason }) => [run, command, reason]).sort()).toEqual([
    ['stopped-1', 'abort', 'wrong data'],
    ['stopped-2', 'abort', 'wrong data'],
  ]);
});

test('all callers change only what they may change with single requests, and see their own operations', async () => {
  const ours = await madeJobs('ibm', 'rights', 2);
  const theirs = await madeJobs('kyndryl', 'rights', 2);
  const jobs = { label: ['group=rights'] };
  const operator = await api.tokenFor(['ibm', 'operator'], ['kyndryl', 'viewer']);
  expect(await started({ action: 'pause', jobs, dryRun: true }, operator)).toMatchObject({ total: 2, first: ours });
  const editing = await api.ask('POST', '/bulk', { token: operator, body: { action: 'delete', jobs } });
  expect(editing).toMatchObject({ status: 403 });
  const named = await started({ action: 'pause', jobs: { ids: [...ours, ...theirs, 'none'] } }, operator);
  expect(await ended(named.bulk?.id)).toMatchObject({
    total: 5,
    done: 5,
    refused: 3,
    refusals: [...theirs.map((id) => ({ id, code: 'FORBIDDEN' })), { id: 'none', code: 'NOT_FOUND' }],
  });
  const stranger = await api.tokenFor(['ibm', 'owner']);
  expect(await api.ask('GET', `/bulk/${named.bulk?.id}`, { token: stranger })).toMatchObject({ status: 404 });
  expect(await api.ask('GET', `/bulk/${named.bulk?.id}`, { token: operator })).toMatchObject({ status: 200 });
});

test('each change is in the audit with the address of the caller, after the entry of the operation', async () => {
  const [job] = await madeJobs('ibm', 'audited', 1);
  const asker = { actor: 'bootstrap', address: '127.0.0.1', role: 'admin' };
  const { id } = await done({ action: 'pause', jobs: { tenant: 'ibm', label: ['group=audited'] } });
  const { body } = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&action=startBulk&limit=500');
  expect(body.items.filter(({ detail }) => String(detail).includes(id) || String(detail) === 'pause 1 jobs')).toEqual([
    expect.objectContaining({ object: `job/${job}`, detail: `bulk ${id}: pause, version 1`, ...asker }),
    expect.objectContaining({ object: `bulk/${id}`, detail: 'pause 1 jobs', ...asker }),
  ]);
});

test.each([
  ['no query', { action: 'pause', jobs: {} }],
  ['a query of runs for jobs', { action: 'pause', runs: { job: 'x' } }],
  ['an unknown action', { action: 'explode', jobs: { tenant: 'ibm' } }],
  ['no labels', { action: 'relabel', jobs: { tenant: 'ibm' }, labels: {} }],
])('%s is refused', async (_name, body) => {
  expect(await api.ask('POST', '/bulk', { body })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

/** As it would be found if its replica had died before it recorded anything. */
async function unnoted(id: string, objects: readonly string[], change: Partial<Bulk> = {}): Promise<void> {
  const bulks = new BulksStore(api.mongo);
  const bulk = (await bulks.load(id))!;
  const credential = api.secrets.seal(BOOTSTRAP);
  const begun = { position: 0, state: 'Running' as const, finishedAt: null, leaseUntil: 0, credential };
  // The list of its objects is not kept once it is finished.
  const collection = api.mongo.collection<StoredDocument & { readonly objects?: readonly string[] }>('bulks');
  expect(await collection.findOne({ _id: id })).not.toHaveProperty('objects');
  await collection.updateOne({ _id: id }, { $set: { objects } });
  expect(await bulks.save({ ...bulk, ...begun, ...change })).toBe(true);
}

test('an operation that another replica had begun is continued, and nothing is done twice', async () => {
  const ids = await madeJobs('ibm', 'resumed', 3);
  const before = scheduler.admitted.length;
  const { id } = await done({ action: 'run', jobs: { label: ['group=resumed'] } });
  const runs = new Set(scheduler.admitted.slice(before).map(({ run }) => run));
  await unnoted(id, ids);
  expect(await ended(id)).toMatchObject({ state: 'Completed', done: 3, refused: 0 });
  expect(scheduler.admitted.length).toBe(before + 6);
  expect(new Set(scheduler.admitted.slice(before).map(({ run }) => run))).toEqual(runs);
});

test('an operation ends with the token of its caller, and can be cancelled', async () => {
  const ids = await madeJobs('ibm', 'revoked', 1);
  const { id } = await done({ action: 'resume', jobs: { label: ['group=revoked'] } });
  await unnoted(id, ids, { credential: api.secrets.seal('cts_gone_gone') });
  expect(await ended(id)).toMatchObject({ state: 'Cancelled', done: 0 });
  // Leased by a replica that makes no progress.
  await unnoted(id, ids, { leaseUntil: Number.MAX_SAFE_INTEGER });
  expect(await api.ask('POST', `/bulk/${id}/cancel`, { body: {} })).toMatchObject({
    status: 200,
    body: { state: 'Cancelled', message: 'cancelled by bootstrap' },
  });
});

test('a repeated request is the same operation', async () => {
  await madeJobs('ibm', 'repeated', 1);
  const request = {
    body: { action: 'pause', jobs: { label: ['group=repeated'] } },
    headers: { 'Idempotency-Key': 'bulk-1' },
  };
  const first = await api.ask('POST', '/bulk', request);
  const second = await api.ask('POST', '/bulk', request);
  expect(second.body).toEqual(first.body);
});
