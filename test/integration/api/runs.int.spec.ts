import { contracts } from '#common/messages/registry.js';
import { asJobId, asSpecHash, asTenantId } from '#common/domain/ids.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { withoutEventLog } from '#testing/everything-counted.js';
import { shardOf } from '#testing/shards.js';
import type { Transition } from '#common/run/run.js';
import { MAX_EMBEDDED_TRANSITIONS } from '#common/domain/limits.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { systemClock } from '#common/clock/clock.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { Removals } from '../../../apps/executor/src/sweeps/removals.js';
import { asRunId } from '#common/domain/ids.js';
import type { AttemptView } from '../../../apps/api/src/runs/attempt.view.js';
import type { EventView, RunView } from '../../../apps/api/src/runs/run.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';
import { firstAttempt, liveAttempt, storeRun, T0 } from './stored-runs.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let job: string;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  job = (await api.ask<{ id: string }>('POST', '/jobs', { body: { tenant: 'ibm', name: 'first', worker: 'hook' } }))
    .body.id;
  await new SpecsStore(api.mongo).put({
    hash: asSpecHash('s1'),
    jobId: job,
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

test('a run is shown with its state, its counters and its times', async () => {
  await storeRun(api.mongo, 'shown', {
    job: asJobId('shown-job'),
    phase: 'Completed',
    reason: 'AllIndexesSucceeded',
    started: T0 + 500,
    finished: T0 + 21_000,
    exitCode: 0,
    tasks: [{ name: 'main', indexes: 1, pending: 0, running: 0, succeeded: 1, failed: 0, terminating: 0 }],
  });
  const { body, headers } = await api.ask<RunView>('GET', '/runs/shown');
  expect(headers.get('etag')).toBe('"1"');
  expect(body).toMatchObject({
    id: 'shown',
    state: 'FINISHED',
    phase: 'Completed',
    started: '2026-11-21T10:00:00.500Z',
    finished: '2026-11-21T10:00:21.000Z',
    totals: { pending: 0, running: 0, succeeded: 1, failed: 0, terminating: 0, unknown: 0 },
    tasks: [{ name: 'main', indexes: 1, completedIndexes: '0', failedIndexes: '' }],
  });
});

test('runs are listed newest first, in pages, each run once, under every filter', async () => {
  const owner = asJobId('paged');
  const phases = ['Completed', 'Failed', 'Running'] as const;
  for (let i = 0; i < 23; i++) {
    const phase = phases[i % 3]!;
    // Several of the same instant: the id decides their order.
    await storeRun(api.mongo, `p${String(i).padStart(2, '0')}`, {
      job: owner,
      phase,
      createdAt: T0 + Math.floor(i / 4),
    });
  }
  const pages = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { body: Listed<RunView> } = await api.ask<Listed<RunView>>(
        'GET',
        `/runs?job=paged&limit=4${query}${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.body.items.length).toBeLessThanOrEqual(4);
      ids.push(...page.body.items.map((run) => run.id));
      cursor = page.body.nextCursor;
    }
    return ids;
  };
  const all = Array.from({ length: 23 }, (_, i) => `p${String(22 - i).padStart(2, '0')}`);
  expect(await pages('')).toEqual(all);
  expect(await pages('&tenant=ibm')).toEqual(all);
  expect(await pages('&sort=-createdAt')).toEqual(all);
  expect(await pages('&sort=createdAt')).toEqual(all.toReversed());
  const failed = all.filter((id) => Number(id.slice(1)) % 3 === 1);
  expect(await pages('&state=FAILED')).toEqual(failed);
  expect(await pages('&state=FAILED&sort=createdAt')).toEqual(failed.toReversed());
  expect(await pages('&phase=Failed')).toEqual(failed);
  expect(await pages('&trigger=schedule')).toEqual([]);
  expect(await pages(`&from=${new Date(T0 + 3).toISOString()}&to=${new Date(T0 + 3).toISOString()}`)).toEqual([
    'p15',
    'p14',
    'p13',
    'p12',
  ]);
});

test.each(['duration', 'state', ''])('runs are not sorted by "%s", and the error names the field', async (sort) => {
  expect(await api.ask('GET', `/runs?sort=${sort}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'sort', message: expect.stringContaining('-createdAt') as string }] },
  });
});

test('a cursor of one order is refused in the other', async () => {
  for (const i of [1, 2]) await storeRun(api.mongo, `ordered-${i}`, { job: asJobId('ordered') });
  const at = '/runs?job=ordered&limit=1';
  const { body } = await api.ask<Listed<RunView>>('GET', at);
  expect(await api.ask('GET', `${at}&sort=createdAt&cursor=${body.nextCursor!}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'cursor' }] },
  });
});

test('runs of several tenants are one list in order, page by page, under every filter', async () => {
  const tenants = ['merged-a', 'merged-b', 'merged-c'];
  for (let i = 0; i < 15; i++) {
    await storeRun(api.mongo, `merged-${String(i).padStart(2, '0')}`, {
      tenant: asTenantId(tenants[i % 3]!),
      job: asJobId('of-several'),
      phase: i % 2 === 0 ? 'Terminated' : 'Refused',
      trigger: i % 5 === 0 ? 'backfill' : 'schedule',
      // Several of the same instant: the id decides their order.
      createdAt: T0 + Math.floor(i / 4),
    });
  }
  const token = await api.tokenFor(['merged-a', 'viewer'], ['merged-b', 'viewer'], ['merged-c', 'viewer']);
  const listed = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/runs?limit=2${query}${cursor && `&cursor=${cursor}`}`;
      const page: { body: Listed<RunView> } = await api.ask<Listed<RunView>>('GET', path, { token });
      ids.push(...page.body.items.map((run) => run.id));
      cursor = page.body.nextCursor;
    }
    return ids;
  };
  const numbers = Array.from({ length: 15 }, (_, i) => 14 - i);
  const ids = (wanted: (i: number) => boolean): string[] =>
    numbers.filter(wanted).map((i) => `merged-${String(i).padStart(2, '0')}`);
  expect(await listed('')).toEqual(ids(() => true));
  expect(await listed('&state=FAILED&phase=Terminated')).toEqual(ids((i) => i % 2 === 0));
  expect(await listed('&phase=Refused')).toEqual(ids((i) => i % 2 === 1));
  expect(await listed('&sort=createdAt')).toEqual(ids(() => true).toReversed());
  expect(await listed('&trigger=backfill')).toEqual(ids((i) => i % 5 === 0));
  expect(await listed('&trigger=backfill&phase=Refused&tenant=merged-c')).toEqual(ids((i) => i === 5));
  expect(await listed('&job=of-several&phase=Refused')).toEqual(ids((i) => i % 2 === 1));
  const total = await api.ask('GET', '/runs?limit=2&phase=Refused&total=true', { token });
  expect(total.body).toMatchObject({ total: { count: 7, exact: true } });
});

test('runs that have not ended are one list in order, for any number of tenants', async () => {
  const tenants = Array.from({ length: 20 }, (_, i) => `one-of-many-${i}`);
  const job = asJobId('under-way');
  for (const [i, tenant] of tenants.entries())
    for (const phase of ['Running', 'Backoff', 'Completed'] as const)
      await storeRun(api.mongo, `${tenant}-${phase}`, {
        tenant: asTenantId(tenant),
        job,
        phase,
        createdAt: T0 + (i % 7),
      });
  const reads = new RunReads(api.mongo);
  const asked = {
    tenants,
    job: null,
    state: null,
    phase: 'Backoff' as const,
    trigger: null,
    errorGroup: null,
    from: null,
    to: null,
    begins: new Map<string, number>(),
  };
  for (const order of ['newestFirst', 'oldestFirst'] as const) {
    const ids: string[] = [];
    for (let after: { createdAt: number; id: string } | null | undefined; after !== null;) {
      const page: Awaited<ReturnType<RunReads['list']>> = await reads.list(asked, after ?? null, 3, order);
      ids.push(...page.items.map(({ id }) => id));
      after = page.lastSeen;
    }
    const all = tenants.map((tenant, i) => ({ id: `${tenant}-Backoff`, at: i % 7 }));
    const newest = all.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    expect(ids).toEqual(order === 'newestFirst' ? newest : newest.toReversed());
  }
  expect(await reads.countUpTo({ ...asked, phase: null, state: 'RUNNING' }, 1_000)).toBe(40);
});

test('a total beyond the counted number is an estimate, and is returned only on request', async () => {
  const run = await storeRun(api.mongo, 'very-many', { tenant: asTenantId('crowded'), phase: 'Completed' });
  const more = Array.from({ length: 1_200 }, (_, i) => ({ ...run, id: asRunId(`very-many-${i}`) }));
  await new RunsStore(api.mongo).insertRuns(more);
  const { body } = await api.ask<Listed<RunView>>('GET', '/runs?tenant=crowded&total=true&state=FINISHED');
  expect(body.items).toHaveLength(50);
  const { total } = body as unknown as { total: { count: number; exact: boolean } };
  expect(total.exact).toBe(false);
  expect(total.count).toBeGreaterThan(1_000);
  expect((await api.ask('GET', '/runs?tenant=crowded')).body).not.toHaveProperty('total');
});

test('attempts are listed by their key, live ones among those that have ended', async () => {
  const run = 'attempts';
  const first = firstAttempt(run);
  const second = firstAttempt(run).replace(/1$/, '2') as ReturnType<typeof firstAttempt>;
  const reported = { message: 'half way', progress: { percent: 50 } };
  await storeRun(api.mongo, run, {
    phase: 'Running',
    live: [{ ...liveAttempt(second), lastStatus: reported, name: 'pod-2' }],
  });
  await new AttemptsStore(api.mongo).recordEnd({
    id: first,
    run: asRunId(run),
    tenant: asTenantId('ibm'),
    task: 'main',
    index: 0,
    generation: 0,
    attempt: 1,
    startedAt: T0,
    end: {
      result: 'failed',
      at: T0 + 5,
      exitCode: 3,
      exitCodes: { main: 3, side: 0 },
      reason: 'ExitCode',
      message: 'exit code 3',
    },
    node: 'n1',
    pod: 'pod-1',
    logComplete: true,
    logReason: null,
  });
  const { body } = await api.ask<Listed<AttemptView>>('GET', `/runs/${run}/attempts`);
  expect(body.items).toMatchObject([
    {
      id: first,
      attempt: 1,
      state: 'failed',
      result: 'failed',
      exitCode: 3,
      exitCodes: { main: 3, side: 0 },
      node: 'n1',
      pod: 'pod-1',
      finished: '2026-11-21T10:00:00.005Z',
    },
    {
      id: second,
      attempt: 2,
      state: 'running',
      result: null,
      exitCode: null,
      exitCodes: null,
      started: '2026-11-21T10:00:00.100Z',
      message: 'half way',
      progress: { percent: 50 },
      pod: 'pod-2',
    },
  ]);
  const page = await api.ask<Listed<AttemptView>>('GET', `/runs/${run}/attempts?limit=1`);
  expect(page.body.items.map((each) => each.id)).toEqual([first]);
  const next = await api.ask<Listed<AttemptView>>(
    'GET',
    `/runs/${run}/attempts?limit=1&cursor=${page.body.nextCursor!}`,
  );
  expect(next.body).toMatchObject({ items: [{ id: second }], nextCursor: null });
  const running = await api.ask<Listed<AttemptView>>('GET', `/runs/${run}/attempts?state=running&task=main&index=0`);
  expect(running.body.items.map((each) => each.id)).toEqual([second]);
});

test('transitions name the pod that they concern, if there is one', async () => {
  const began = {
    at: T0,
    phase: 'Running',
    reason: 'AttemptStarted',
    message: '',
    actor: 'executor',
    pod: 'pod-1',
  } as const;
  const { pod: _pod, ...asked } = began;
  const older = { ...began, at: T0 - 1, pod: 'pod-0' };
  const many = Array.from({ length: MAX_EMBEDDED_TRANSITIONS - 1 }, () => asked);
  const run = await storeRun(api.mongo, 'with-pod', { phase: 'Running', transitions: [...many, began] });
  await api.mongo.collection('runEvents').insertOne({ _id: 'with-pod/000', run: run.id, ...older } as never);
  const { body } = await api.ask<Listed<EventView>>('GET', '/runs/with-pod/events?limit=500');
  expect(body.items.map(({ pod }) => pod)).toEqual(['pod-0', ...many.map(() => null), 'pod-1']);
});

test('transitions are listed oldest first, including those in other documents, in pages', async () => {
  const transition = (i: number): Transition => ({
    at: T0 + Math.floor(i / 3),
    phase: 'Running',
    reason: `r${i}`,
    message: '',
    actor: 'executor',
  });
  const all = Array.from({ length: 100 }, (_, i) => transition(i));
  const run = await storeRun(api.mongo, 'many', { phase: 'Running', transitions: all.slice(36) });
  await api.mongo
    .collection('runEvents')
    .insertMany(
      all.slice(0, 36).map((each, i) => ({ _id: `many/${String(i).padStart(3, '0')}`, run: run.id, ...each })),
    );
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { body: Listed<EventView> } = await api.ask<Listed<EventView>>(
      'GET',
      `/runs/many/events?limit=7${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...page.body.items.map((each) => each.reason));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual(all.map((each) => each.reason));
});

test('a command is stored before it is answered, and its owner is notified', async () => {
  const reported: string[] = [];
  api.nats.listen(contracts.dispatch, {}, ({ run }) => reported.push(run));
  api.nats.listen(contracts.schedulerHint, {}, ({ run }) => reported.push(`queued ${run}`));
  await storeRun(api.mongo, 'running', { phase: 'Running' });
  await storeRun(api.mongo, 'queued', { phase: 'Queued' });
  const body = { command: 'terminate', reason: 'enough', graceSeconds: 5 };
  const headers = { 'idempotency-key': 'c1' };
  const first = await api.ask('POST', '/runs/running/commands', { body, headers });
  expect(first).toMatchObject({ status: 202, body: { run: 'running', command: 'terminate' } });
  expect((await api.ask('POST', '/runs/running/commands', { body, headers })).body).toEqual(first.body);
  expect((await api.ask('POST', '/runs/queued/commands', { body: { command: 'abort' } })).status).toBe(202);
  const stored = await new CommandsStore(api.mongo).ofRuns([asRunId('running')]);
  expect(stored).toMatchObject([
    {
      id: first.body['id'],
      command: 'terminate',
      reason: 'enough',
      graceSeconds: 5,
      actor: 'bootstrap',
      shard: shardOf('running'),
    },
  ]);
  await api.nats.flush();
  expect(reported).toEqual(expect.arrayContaining(['running', 'queued queued']));
});

test('a run that has ended accepts no command but resume, and that only if it was aborted', async () => {
  await storeRun(api.mongo, 'over', { phase: 'Failed' });
  await storeRun(api.mongo, 'aborted', { phase: 'Aborted' });
  const command = async (run: string, name: string): Promise<unknown> =>
    (await api.ask('POST', `/runs/${run}/commands`, { body: { command: name } })).body;
  expect(await command('over', 'abort')).toMatchObject({ status: 409, code: 'RUN_FINAL' });
  expect(await command('over', 'resume')).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(await command('aborted', 'resume')).toMatchObject({ command: 'resume' });
});

test('a rerun starts the current job with the changes that the run had made to it', async () => {
  await storeRun(api.mongo, 'before', { job: asJobId(job), phase: 'Failed', overrides: { parameters: { day: 1 } } });
  await storeRun(api.mongo, 'still', { job: asJobId(job), phase: 'Running' });
  await storeRun(api.mongo, 'fine', { job: asJobId(job), phase: 'Completed' });
  const again = await api.ask<{ run: { id: string } }>('POST', '/runs/before/rerun', { body: { onlyFailed: true } });
  expect(again.status).toBe(202);
  expect(scheduler.admitted.at(-1)).toMatchObject({
    run: again.body.run.id,
    job,
    parameters: { day: 1 },
    requestedBy: 'bootstrap',
    rerunOf: 'before',
  });
  expect(await api.ask('POST', '/runs/still/rerun')).toMatchObject({ status: 409, body: { code: 'RUN_NOT_FINAL' } });
  expect((await api.ask('POST', '/runs/fine/rerun', { body: { onlyFailed: true } })).status).toBe(409);
});

test('a single run shows its input and its origin', async () => {
  const overrides = { parameters: { day: 2 }, rerunOf: 'before' };
  await storeRun(api.mongo, 'repeat', { job: asJobId(job), phase: 'Completed', overrides });
  const slot = `${job}-${T0 / 1000}-bnightly`;
  await storeRun(api.mongo, slot, { job: asJobId(job), phase: 'Completed', trigger: 'backfill' });
  const { body } = await api.ask('GET', '/runs/repeat');
  expect(body).toMatchObject({ parameters: { day: 2 }, options: {}, rerunOf: 'before', backfill: null });
  expect((await api.ask('GET', `/runs/${slot}`)).body).toMatchObject({ rerunOf: null, backfill: 'nightly' });
  // Lists show the origin of a run, and omit fields that may be large.
  const [listed] = (await api.ask<Listed<RunView>>('GET', `/runs?trigger=backfill&job=${job}`)).body.items;
  expect(listed).toMatchObject({ backfill: 'nightly' });
  expect(listed).not.toHaveProperty('parameters');
});

test('a run that has ended is deleted by its owner and no longer shown; its slot stays used', async () => {
  const { mongo } = api;
  const stores = {
    reads: new RunReads(mongo),
    runs: new RunsStore(mongo),
    packs: new ColdPacksStore(mongo),
    ends: withoutEventLog(new UsageStore(mongo)),
  };
  const removals = new Removals(stores, systemClock);
  const answers: unknown[] = [];
  api.standIn(contracts.removeRun, async ({ run }) => {
    const answer = await removals.remove(run);
    answers.push(answer);
    return answer;
  });
  await storeRun(api.mongo, 'gone', { job: asJobId('gone-job'), phase: 'Completed', scheduledFor: T0 });
  await storeRun(api.mongo, 'active', { phase: 'Running' });
  expect(await api.ask('DELETE', '/runs/active')).toMatchObject({ status: 409, body: { code: 'RUN_NOT_FINAL' } });
  expect((await api.ask('DELETE', '/runs/gone')).status).toBe(204);
  expect((await api.ask('GET', '/runs/gone')).status).toBe(404);
  expect((await api.ask('DELETE', '/runs/gone')).status).toBe(404);
  expect((await api.ask<Listed<RunView>>('GET', '/runs?job=gone-job')).body.items).toEqual([]);
  expect((await stores.reads.storedKeys([asRunId('gone')])).get(asRunId('gone'))).toEqual({ kind: 'removed' });
  expect(await removals.remove('active')).toMatchObject({ ok: false, code: 'RUN_NOT_FINAL' });
  expect(answers).toEqual([{ ok: true }]);
});

test('the status of a job counts its unfinished runs, delayed ones apart', async () => {
  await storeRun(api.mongo, 's1', { job: asJobId(job), phase: 'Running' });
  await storeRun(api.mongo, 's2', { job: asJobId(job), phase: 'Queued' });
  await storeRun(api.mongo, 's3', { job: asJobId(job), phase: 'Pending', startAfter: Date.now() + 3_600_000 });
  const { body } = await api.ask<{ status: unknown }>('GET', `/jobs/${job}`);
  expect(body.status).toMatchObject({ activeRuns: 2, queuedRuns: 1, delayedRuns: 1 });
});
