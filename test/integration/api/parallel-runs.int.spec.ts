import type { ParallelSpec } from '#common/spec/tasks.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId, asRunId, asSpecHash } from '#common/domain/ids.js';
import { INDEX_CHUNK_SIZE } from '#common/domain/limits.js';
import { IndexTableEdit } from '#common/run/index-table-edit.js';
import { IndexTable } from '#common/run/index-table.js';
import { storeTable } from '#common/run/stored-tables.js';
import type { Run, TaskState } from '#common/run/run.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import type { RunDetailView, RunView } from '../../../apps/api/src/runs/run.view.js';
import type { IndexView } from '../../../apps/api/src/runs/core/index-views.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  for (const id of ['hook', 'other']) {
    await api.ask('POST', '/workers', { body: { id, name: id, engine: 'webservice', url: `http://${id}.test` } });
  }
  await api.ask('POST', '/workers', { body: { id: 'pods', name: 'Pods', image: 'example.test/x' } });
});
afterAll(async () => api.stop());

const aJob = async (name: string, spec: object): Promise<{ status: number; body: Loose }> =>
  api.ask('POST', '/jobs', { body: { tenant: 'ibm', name, worker: 'hook', ...spec } });

/** A run of the job's snapshot with these successes and failures, stored as its owner stores it. */
async function storeParallelRun(
  id: string,
  spec: ParallelSpec,
  {
    succeeded,
    failed,
    triesOfFirst = 1,
    ...run
  }: Partial<Run> & { succeeded: readonly number[]; failed: readonly number[]; triesOfFirst?: number },
): Promise<Run> {
  const hash = asSpecHash(`spec of ${id}`);
  await new SpecsStore(api.mongo).put({
    hash,
    jobId: 'j1',
    jobVersion: 1,
    workerId: 'hook',
    workerVersion: 1,
    engine: 'webservice',
    job: { tenant: 'ibm', name: 'first', worker: 'hook', ...spec },
    worker: { name: 'Hook', engine: 'webservice' },
    sealed: { secureParameters: null, httpHeaders: {} },
  });
  const indexes = run.change?.parallelism?.withCount ?? spec.completions ?? 0;
  const edit = new IndexTableEdit(IndexTable.load({ count: indexes }));
  for (let tries = 1; tries < triesOfFirst; tries++)
    edit.record(0, tries, { type: 'again', notBefore: 0, counts: true });
  for (const index of succeeded) edit.record(index, index === 0 ? triesOfFirst : 1, { type: 'succeeded' });
  for (const index of failed) edit.record(index, 1, { type: 'failed' });
  const counted = { succeeded: succeeded.length, failed: failed.length };
  const pending = indexes - counted.succeeded - counted.failed;
  const state: TaskState = { name: 'main', indexes, pending, running: 0, terminating: 0, ...counted };
  const { kept, writes } = storeTable(state, edit.finish(), { generation: 0, version: 'v1' });
  await new RunIndexesStore(api.mongo).add(asRunId(id), writes);
  return storeRun(api.mongo, id, { spec: hash, tasks: [{ ...state, ...kept }], ...run });
}

test('a job accepts all fields for parallel runs, and shows them as they were given', async () => {
  const spec = {
    worker: 'pods',
    tasks: [
      { name: 'ps', replicas: 2, policies: [{ event: 'TaskCompleted', action: 'CompleteJob' }] },
      { name: 'worker', replicas: 5, dependsOn: [{ task: 'ps', condition: 'Ready' }], minAvailable: 3, maxRestarts: 2 },
    ],
    policies: [
      { event: 'PodFailed', action: 'RestartJob' },
      { exitCode: 3, action: 'TerminateJob' },
    ],
    minAvailable: 4,
    maxRetry: 2,
    backoffLimit: 10,
    queue: 'default',
    priorityClassName: 'high',
    plugins: { env: [] },
    onFailure: 'WaitForRemaining',
  };
  const made = await aJob('gang', spec);
  expect(made).toMatchObject({ status: 201, body: spec });
  const id = String(made.body['id']);
  const sent = await api.ask('PUT', `/jobs/${id}`, { body: made.body });
  expect(sent).toMatchObject({ status: 200, body: { version: 1, ...spec } });
  const patched = await api.ask('PATCH', `/jobs/${id}`, { body: { tasks: null, minAvailable: null, completions: 4 } });
  expect(patched).toMatchObject({ status: 200, body: { version: 2, completions: 4 } });
  expect(patched.body).not.toHaveProperty('tasks');
});

test.each<[string, object, string]>([
  ['Furiko 127: an empty set of indexes', { parallelism: { withCount: 0 } }, 'parallelism.withCount'],
  ['Furiko 127: no source of indexes', { parallelism: { completionStrategy: 'AnySuccessful' } }, 'parallelism'],
  ['V36: a task twice', { tasks: [{ name: 'a' }, { name: 'a' }] }, 'tasks.1.name'],
  ['V36: event and exit code', { policies: [{ event: '*', exitCode: 1, action: 'AbortJob' }] }, 'policies.0.exitCode'],
  ['V36: tasks that wait for each other', cycle(), 'tasks'],
  ['V36: an unknown plugin', { plugins: { mpi: [] } }, 'plugins.mpi'],
  ['V36: an unknown queue', { queue: 'gold' }, 'queue'],
  ['a task of another engine', { tasks: [{ name: 'a', worker: 'pods' }] }, 'tasks.0.worker'],
  ['a task with an unknown worker', { tasks: [{ name: 'a', worker: 'nobody' }] }, 'tasks.0.worker'],
  ['volumes of a web service', { volumes: [{ mountPath: '/data' }] }, 'volumes'],
  ['an unknown field of a task', { tasks: [{ name: 'a', replica: 2 }] }, 'tasks.0.replica'],
])('a job is refused at its field: %s', async (name, spec, field) => {
  const { status, body } = await aJob(name, spec);
  expect(status).toBe(400);
  const errors = body['errors'] as readonly { path: string }[];
  expect(errors.map(({ path }) => path).some((path) => path === field || path.startsWith(`${field}.`))).toBe(true);
});

test('a job may wait in a queue of its tenant, which is one of its groups', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'miners', groups: { gold: 2 } } });
  const inQueue = async (queue: string): Promise<number> =>
    (await aJob(`in ${queue}`, { tenant: 'miners', queue })).status;
  expect([await inQueue('gold'), await inQueue('silver')]).toEqual([201, 400]);
});

test('pods may have plugins and volumes, which runs of other engines cannot share', async () => {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const spec = { plugins: { svc: [], ssh: ['--ssh-port=2222'] }, volumes: [{ mountPath: '/out', claim }] };
  const { status, body } = await aJob('sharing', { worker: 'pods', ...spec });
  expect([status, body['plugins'], body['volumes']]).toEqual([201, spec.plugins, spec.volumes]);
  expect((await aJob('calling', { plugins: spec.plugins })).body['errors']).toMatchObject([
    { path: 'plugins.svc' },
    { path: 'plugins.ssh' },
  ]);
});

function cycle(): object {
  const a = { task: 'a' };
  const b = { task: 'b' };
  return {
    tasks: [
      { name: 'a', dependsOn: [b] },
      { name: 'b', dependsOn: [a] },
    ],
  };
}

test('a worker that only a task uses is in use', async () => {
  expect((await aJob('of two', { tasks: [{ name: 'a' }, { name: 'b', worker: 'other' }] })).status).toBe(201);
  expect(await api.ask('DELETE', '/workers/other')).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
});

test('a manual run may have other valid indexes or another bound than its job', async () => {
  const { body } = await aJob('by hand', { parallelism: { withCount: 3 }, successPolicy: rule('0-2') });
  const run = async (parallelism: object): Promise<{ status: number; body: Loose }> =>
    api.ask('POST', `/jobs/${String(body['id'])}/run`, { body: { parallelism } });
  expect((await run({ maxActive: 1 })).status).toBe(202);
  expect(scheduler.admitted.at(-1)).toMatchObject({ parallelism: { maxActive: 1 } });
  expect((await run({ withKeys: ['a', 'b', 'c', 'd'] })).status).toBe(202);
  expect(await run({ withCount: 2 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'successPolicy.rules.0.succeededIndexes' }] },
  });
});

const rule = (succeededIndexes: string): object => ({ rules: [{ succeededIndexes }] });

test.each<[string, number]>([
  ['few', 10],
  ['many', INDEX_CHUNK_SIZE + 10],
])(
  'a run of %s indexes shows which have succeeded and which have failed, and lists them in pages',
  async (id, count) => {
    const last = count - 1;
    await storeParallelRun(id, { completions: count, minSuccess: 3 }, { succeeded: [0, 1, 2, last], failed: [4] });
    const { body } = await api.ask<RunDetailView>('GET', `/runs/${id}`);
    expect(body.tasks).toMatchObject([
      { indexes: count, succeeded: 4, failed: 1, completedIndexes: `0-2,${last}`, failedIndexes: '4' },
    ]);
    // The fields that a list omits.
    const { parameters: _1, options: _2, cause: _3, causedBy: _4, dependents: _5, outputs: _6, ...rest } = body;
    const { items: _7, waitsFor: _8, ...listed } = rest;
    const { items } = (await api.ask<Listed<RunView>>('GET', '/runs?job=j1')).body;
    expect(items.find((each) => each.id === id)).toEqual(listed);
    const page = await api.ask<Listed<IndexView>>('GET', `/runs/${id}/indexes?limit=3`);
    expect(page.body.items.map(({ index, state }) => [index, state])).toEqual([
      [0, 'succeeded'],
      [1, 'succeeded'],
      [2, 'succeeded'],
    ]);
    const next = await api.ask<Listed<IndexView>>('GET', `/runs/${id}/indexes?limit=2&cursor=${page.body.nextCursor!}`);
    expect(next.body.items).toMatchObject([
      { index: 3, state: 'pending', attempts: 0 },
      { index: 4, state: 'failed', attempts: 1, failures: 1 },
    ]);
    const done = await api.ask<Listed<IndexView>>('GET', `/runs/${id}/indexes?state=succeeded`);
    expect(done.body).toMatchObject({ items: [{}, {}, {}, { index: last }], nextCursor: null });
  },
);

test.each([1, 300])(
  'a run of %i indexes whose first index succeeded at its fourth attempt has three retries',
  async (completions) => {
    const succeeded = Array.from({ length: completions }, (_, i) => i);
    const run = {
      succeeded,
      failed: [],
      triesOfFirst: 4,
      phase: 'Completed',
      job: asJobId(`tried-${completions}`),
    } as const;
    const { id, job } = await storeParallelRun(`tried-again-${completions}`, { completions }, run);
    const shown = await api.ask<RunDetailView>('GET', `/runs/${id}`);
    const { items } = (await api.ask<Listed<RunView>>('GET', `/runs?job=${job}`)).body;
    expect([shown.body.retries, ...items.map(({ retries }) => retries)]).toEqual([3, 3]);
  },
);

test('a list of runs shortens long texts of indexes, a single run shows them whole', async () => {
  const evens = Array.from({ length: 5_000 }, (_, at) => at * 2);
  const spec = { completions: 10_000 };
  await storeParallelRun('frayed', spec, { job: asJobId('j2'), succeeded: evens, failed: [] });
  const whole = (await api.ask<RunView>('GET', '/runs/frayed')).body.tasks[0]!.completedIndexes;
  expect(whole).toBe(evens.join(','));
  const [listed] = (await api.ask<Listed<RunView>>('GET', '/runs?job=j2')).body.items;
  const text = listed!.tasks[0]!.completedIndexes;
  expect(text).toMatch(/^0,2,4,[\d,]+,…$/);
  expect(text.length).toBeLessThanOrEqual(1_002);
  expect(whole.startsWith(text.slice(0, -1))).toBe(true);
});

test('a page of very many huge runs reads a bounded number of chunks, and a single run is always complete', async () => {
  const job = asJobId('j3');
  const inEveryChunk = Array.from({ length: 24 }, (_, no) => no * INDEX_CHUNK_SIZE);
  for (let no = 10; no < 22; no++)
    await storeParallelRun(`huge-${no}`, { completions: 100_000 }, { job, succeeded: inEveryChunk, failed: [] });
  const { items } = (await api.ask<Listed<RunView>>('GET', '/runs?job=j3')).body;
  const texts = items.map(({ tasks }) => tasks[0]!.completedIndexes);
  expect(texts).toHaveLength(12);
  expect(texts.filter((text) => text === inEveryChunk.join(','))).toHaveLength(10);
  expect(texts.slice(10)).toEqual(['…', '…']);
  const last = items.at(-1)!;
  expect(last.tasks[0]).toMatchObject({ succeeded: 24, failedIndexes: '' });
  const { body } = await api.ask<RunView>('GET', `/runs/${last.id}`);
  expect(body.tasks[0]!.completedIndexes).toBe(inEveryChunk.join(','));
});

test('a run whose indexes were all done when more were requested still shows which are done', async () => {
  const run = { phase: 'Running' as const, succeeded: [0, 1, 2], failed: [], change: { completions: 5 } };
  await storeParallelRun('grown', { completions: 3 }, run);
  const { body } = await api.ask<RunView>('GET', '/runs/grown');
  expect(body.tasks).toMatchObject([{ indexes: 5, pending: 2, succeeded: 3, completedIndexes: '0-2' }]);
});

test('only indexes that have not succeeded are run again, as long as the job has the same indexes', async () => {
  const { body } = await aJob('again', { completions: 6 });
  const job = asJobId(String(body['id']));
  const some = { job, phase: 'Failed' as const, succeeded: [0, 1, 5], failed: [2] };
  await storeParallelRun('half', { completions: 6 }, some);
  await storeParallelRun('others', { completions: 7 }, some);
  const rerun = async (run: string, onlyFailed: boolean): Promise<{ status: number; body: Loose }> =>
    api.ask('POST', `/runs/${run}/rerun`, { body: { onlyFailed } });
  expect((await rerun('half', true)).status).toBe(202);
  expect(scheduler.admitted.at(-1)).toMatchObject({ job, succeededBefore: [{ task: 'main', indexes: '0,1,5' }] });
  expect((await rerun('half', false)).status).toBe(202);
  expect(scheduler.admitted.at(-1)).not.toHaveProperty('succeededBefore');
  expect(await rerun('others', true)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('the sizes of a live run are changed by a command that its owner receives', async () => {
  const running = { phase: 'Running' as const, succeeded: [0], failed: [] };
  const run = await storeParallelRun('resized', { completions: 4, parallelism: { maxActive: 2 } }, running);
  const commands = new CommandsStore(api.mongo);
  const runs = new RunsStore(api.mongo);
  const take = async (): Promise<void> => {
    const [command] = await commands.ofRuns([run.id]);
    if (!command?.change) return;
    await runs.save({ ...run, change: command.change, commands: [command.id], rev: run.rev + 1 }, run.rev);
  };
  const stop = api.nats.listen(contracts.dispatch, {}, () => void take());
  const stale = await api.ask('PATCH', '/runs/resized', { body: { completions: 9 }, headers: { 'if-match': '"7"' } });
  expect(stale).toMatchObject({ status: 412 });
  const changed = await api.ask<RunView>('PATCH', '/runs/resized', {
    body: { completions: 9, parallelism: { maxActive: 0 } },
    headers: { 'if-match': '"1"' },
  });
  stop();
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).toBe('"2"');
  expect(changed.body.tasks).toMatchObject([{ indexes: 9, pending: 8, succeeded: 1 }]);
  expect(await commands.ofRuns([run.id])).toMatchObject([
    { command: 'change', change: { completions: 9, parallelism: { maxActive: 0 } }, actor: 'bootstrap' },
  ]);
});

test('a run with a count is resized, and its indexes without success are run again in that size', async () => {
  const counted = { parallelism: { withCount: 4 } };
  const { body: job } = await aJob('counted', counted);
  const of = { job: asJobId(String(job['id'])), phase: 'Running' as const, succeeded: [0, 5], failed: [] };
  const change = { parallelism: { withCount: 7, maxActive: 0 } };
  const run = await storeParallelRun('counted-run', counted, { ...of, change });
  expect((await api.ask('PATCH', `/runs/${run.id}`, { body: { parallelism: { withCount: 9 } } })).status).toBe(200);
  expect(await new CommandsStore(api.mongo).ofRuns([run.id])).toMatchObject([
    { command: 'change', change: { parallelism: { withCount: 9 } } },
  ]);
  const zero = await api.ask('PATCH', `/runs/${run.id}`, { body: { parallelism: { withCount: 0 } } });
  expect(zero).toMatchObject({ status: 400, body: { errors: [{ path: 'parallelism.withCount' }] } });
  await storeParallelRun('counted-over', counted, { ...of, phase: 'Failed', failed: [1], change });
  const again = await api.ask('POST', '/runs/counted-over/rerun', { body: { onlyFailed: true } });
  expect(again.status).toBe(202);
  expect(scheduler.admitted.at(-1)).toMatchObject({
    change: { parallelism: { withCount: 7 } },
    succeededBefore: [{ task: 'main', indexes: '0,5' }],
  });
});

test('a change that is impossible for the run is refused with its field, and stores nothing', async () => {
  const running = { phase: 'Running' as const, succeeded: [], failed: [] };
  const run = await storeParallelRun('fixed', { completions: 4 }, running);
  await storeParallelRun('over', { completions: 4 }, { ...running, phase: 'Completed' });
  const patch = async (id: string, body: object): Promise<unknown> =>
    (await api.ask('PATCH', `/runs/${id}`, { body })).body;
  expect(await patch('fixed', { tasks: [{ name: 'main', replicas: 2 }] })).toMatchObject({
    status: 400,
    errors: [{ path: 'tasks' }],
  });
  expect(await patch('fixed', { minAvailable: 5 })).toMatchObject({ errors: [{ path: 'minAvailable' }] });
  expect(await patch('fixed', { image: 'x' })).toMatchObject({ errors: [{ path: 'image' }] });
  expect(await patch('over', { completions: 5 })).toMatchObject({ status: 409, code: 'RUN_FINAL' });
  expect(await new CommandsStore(api.mongo).ofRuns([run.id])).toEqual([]);
});
