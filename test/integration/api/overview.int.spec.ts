import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { MAX_OVERVIEW_NEWEST, MAX_OVERVIEW_RUNS } from '#common/domain/limits.js';
import { FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import type { Run } from '#common/run/run.js';
import { endOfRun, WindowSums, withWindow } from '#common/usage/ledger.js';
import { NO_USAGE } from '#common/usage/usage.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
const HOUR_MS = 3_600_000;

interface Recent {
  items: { job: string; runs: { id: string; state: string }[] }[];
}
interface Overview {
  since: string;
  countedSince: string;
  isPartial: boolean;
  active: number;
  queued: number;
  delayed: number;
  failingJobs: number;
  failing: { job: string; id: string; failures: number }[];
  hours: { finished: number; failed: number }[];
  long: { id: string; usualSeconds: number }[];
  missed: { outcome: string }[];
  tenants: { tenant: string; ended: number; active: number }[];
  ended: {
    since: string | null;
    until: string | null;
    periodSeconds: number;
    periods: {
      finished: number;
      failed: number;
      aborted: number;
      slots: number | null;
      late: number | null;
      latenessMax: number | null;
    }[];
  };
}

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    token: BOOTSTRAP,
    body: { id: 'w', name: 'W', engine: 'process', command: ['true'] },
  });
  for (const id of ['busy', 'tidy', 'patient', 'counted', 'ledgered', 'full', 'often', 'slow'])
    await api.ask('POST', '/tenants', { token: BOOTSTRAP, body: { id, name: id } });
  for (const tenant of ['acme', 'other']) {
    const job = { id: `${tenant}-job`, tenant, name: 'Job', worker: 'w' };
    await api.ask('POST', '/jobs', { token: BOOTSTRAP, body: job });
    const ended = { createdAt: Date.now() + HOUR_MS, phase: 'Failed', finished: Date.now() + HOUR_MS } as const;
    for (const i of [1, 2]) {
      await storeRun(api.mongo, `${tenant}-run-${i}`, { job: job.id as never, tenant: tenant as never, ...ended });
    }
  }
});
afterAll(async () => api.stop());

test('the overview of several jobs shows the newest runs of those that the caller may read', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  const { body } = await api.ask<Recent>('GET', '/recent-runs?job=acme-job&job=other-job&count=1', { token });
  expect(body.items.map(({ job, runs }) => [job, runs.map(({ id }) => id)])).toEqual([['acme-job', ['acme-run-2']]]);
  expect((await api.ask('GET', '/recent-runs?job=acme-job&count=101', { token })).status).toBe(400);
});

test('an overview shows failures in the tenants of the caller, and nothing of others', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  const { body } = await api.ask<Overview>('GET', '/overview', { token });
  expect(body.failing).toMatchObject([{ job: 'acme-job', id: 'acme-run-2', failures: 2 }]);
  expect((await api.ask('GET', '/overview?tenant=other', { token })).status).toBe(403);
});

/** The same hours are answered from memory for some seconds. */
const overviewOf = async (tenant: string, hours = 24): Promise<Overview> =>
  (await api.ask<Overview>('GET', `/overview?tenant=${tenant}&hours=${hours}`, { token: BOOTSTRAP })).body;

/** A job of a tenant, and runs of it that ended an hour from now, or that are under way. */
async function busyJob(
  tenant: string,
  id: string,
): Promise<(run: string, change: object) => ReturnType<typeof storeRun>> {
  await api.ask('POST', '/jobs', { token: BOOTSTRAP, body: { id, tenant, name: id, worker: 'w' } });
  return (run, change) => storeRun(api.mongo, run, { job: id as never, tenant: tenant as never, ...change });
}

test('the list of failures has exactly the runs that the overview counts as failed', async () => {
  const store = await busyJob('counted', 'mixed');
  const at = Date.now() - HOUR_MS;
  await store('mixed-failed', { createdAt: at, phase: 'Failed', reason: 'IndexFailed' });
  await store('mixed-terminated', { createdAt: at + 1, phase: 'Terminated', reason: 'Terminated' });
  await store('mixed-silent', { createdAt: at + 2, phase: 'Aborted', reason: 'IdleTimeout' });
  await store('mixed-aborted', { createdAt: at + 3, phase: 'Aborted', reason: 'Aborted' });
  await store('mixed-completed', { createdAt: at + 4, phase: 'Completed', reason: 'Completed' });
  await store('mixed-silent-before', { createdAt: at - 48 * HOUR_MS, phase: 'Aborted', reason: 'IdleTimeout' });
  const overview = await overviewOf('counted');
  const listed = async (query: string): Promise<{ ids: string[]; count: number }> => {
    const path = `/runs?from=${overview.countedSince}&total=true&${query}`;
    const { body } = await api.ask<{ items: { id: string }[]; total: { count: number } }>('GET', path);
    return { ids: body.items.map(({ id }) => id).filter((id) => id.startsWith('mixed')), count: body.total.count };
  };
  const failures = await listed('tenant=counted&failed=true');
  expect(failures).toEqual({ ids: ['mixed-silent', 'mixed-terminated', 'mixed-failed'], count: 3 });
  expect(overview.hours.reduce((sum, { failed }) => sum + failed, 0)).toBe(failures.count);
  expect((await listed('tenant=counted&failed=false')).ids).toEqual(['mixed-completed', 'mixed-aborted']);
  expect((await listed('failed=true')).ids).toEqual(failures.ids);
  expect((await listed('job=mixed&failed=true')).ids).toEqual(failures.ids);
  expect((await listed('failed=true&state=ABORTED')).ids).toEqual(['mixed-silent']);
  expect((await listed('failed=true&trigger=schedule')).ids).toEqual([]);
  expect((await listed('tenant=counted&failed=true&sort=createdAt')).ids).toEqual(failures.ids.toReversed());
});

test('a job that fails is shown whatever the number of later runs, until it succeeds', async () => {
  const runOf = await busyJob('busy', 'broken');
  const at = Date.now() + HOUR_MS;
  const failed = { phase: 'Failed', reason: 'ExitCode', finished: at } as const;
  await runOf('broken-0', { ...failed, createdAt: at - 3_000, phase: 'Completed' });
  await runOf('broken-1', { ...failed, createdAt: at - 2_000 });
  const last = await runOf('broken-2', { ...failed, createdAt: at - 1_000 });
  const failing = new FailingJobsStore(api.mongo);
  await failing.note([last]);
  // A repeat, and a failure that is noted late.
  await failing.note([last, { ...last, id: asRunId('broken-1'), createdAt: at - 2_000 }]);
  const later = Array.from({ length: MAX_OVERVIEW_NEWEST + 1 }, (_, i) => ({
    ...last,
    id: asRunId(`crowd-${i}`),
    job: asJobId('crowd'),
    phase: 'Completed' as const,
    createdAt: at + i,
  }));
  await new RunsStore(api.mongo).insertRuns(later);
  const seen = await overviewOf('busy');
  expect(seen).toMatchObject({ isPartial: true, failingJobs: 1 });
  expect(seen.failing).toMatchObject([{ job: 'broken', id: 'broken-2', failures: 2 }]);
  // All kept runs since then are counted.
  expect(Date.parse(seen.countedSince)).toBe(at + 1);
  await runOf('broken-3', { ...failed, createdAt: at, phase: 'Completed' });
  expect(await overviewOf('busy', 23)).toMatchObject({ failingJobs: 0, failing: [] });
});

test('failures of a job are counted since its last success, however many there are', async () => {
  const runOf = await busyJob('often', 'many-times');
  const at = Date.now() - HOUR_MS;
  let made = 0;
  for (const [count, phase] of [
    [3, 'Failed'],
    [1, 'Completed'],
    [2, 'Aborted'],
    [25, 'Failed'],
  ] as const)
    for (let i = 0; i < count; i++)
      await runOf(`${phase}-${count}-${i}`, { phase, createdAt: at + made++, finished: at });
  await new FailingJobsStore(api.mongo).note([
    await runOf('newest', { phase: 'Failed', createdAt: at + made, finished: at }),
  ]);
  expect((await overviewOf('often')).failing).toMatchObject([{ id: 'newest', failures: 26 }]);
});

test('a run that takes longer than the last success of its job is shown', async () => {
  const runOf = await busyJob('slow', 'slower');
  const now = Date.now();
  await runOf('slower-1', { phase: 'Running', createdAt: now - HOUR_MS, started: now - HOUR_MS });
  expect((await overviewOf('slow')).long).toEqual([]);
  const last = { lastSuccessStart: 1_000, lastSuccessFinish: 61_000 };
  await api.mongo
    .collection<{ _id: string }>('schedules')
    .updateOne({ _id: 'slower' }, { $set: { ...last, tenant: 'slow', jobName: 'Slower' } }, { upsert: true });
  expect((await overviewOf('slow', 23)).long).toMatchObject([{ id: 'slower-1', usualSeconds: 60 }]);
});

test('a failing job that is archived or deleted needs no attention', async () => {
  for (const id of ['put-away', 'removed']) {
    const runOf = await busyJob('tidy', id);
    const run = await runOf(`${id}-1`, { phase: 'Failed', createdAt: Date.now() + HOUR_MS, finished: Date.now() });
    await new FailingJobsStore(api.mongo).note([run]);
  }
  expect((await overviewOf('tidy')).failingJobs).toBe(2);
  await api.ask('POST', '/jobs/put-away/pause', { token: BOOTSTRAP, body: { archive: true } });
  await api.ask('DELETE', '/jobs/removed', { token: BOOTSTRAP });
  expect(await overviewOf('tidy', 23)).toMatchObject({ failingJobs: 0, failing: [] });
});

test('a run whose start time lies ahead counts as delayed, not as active or queued', async () => {
  const runOf = await busyJob('patient', 'later');
  const startAfter = Date.now() + 30 * 24 * HOUR_MS;
  await runOf('later-1', { startAfter, createdAt: Date.now() });
  await runOf('later-2', { startAfter, createdAt: Date.now(), phase: 'Queued' });
  await runOf('later-3', { createdAt: Date.now(), phase: 'Running' });
  await runOf('later-4', { createdAt: Date.now(), phase: 'Queued' });
  expect(await overviewOf('patient')).toMatchObject({ active: 1, running: 1, pending: 0, queued: 1, delayed: 2 });
});

const sumsOf = ({ periods }: Overview['ended']): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const period of periods)
    for (const field of ['finished', 'failed', 'aborted', 'slots', 'late'] as const)
      sums[field] = (sums[field] ?? 0) + (period[field] ?? 0);
  return sums;
};

test('ended runs come from the ledger though none is kept, and each newer end is counted once', async () => {
  expect((await overviewOf('ledgered')).ended).toMatchObject({ since: null, until: null, periods: [] });
  const usage = new UsageStore(api.mongo);
  const through = Date.now() - 60_000;
  const since = through - 90 * 60_000;
  const progress = { since: since - 60 * HOUR_MS, through, window: null, hoursSince: since, rev: 1 };
  expect(await usage.saveProgress(progress)).toBe(true);
  const sums = new WindowSums();
  const gone = { tenant: asTenantId('ledgered'), job: asJobId('gone'), createdAt: since, usage: NO_USAGE, logBytes: 0 };
  const generations = { from: 0, to: 0 };
  for (const [i, state] of (['FINISHED', 'FINISHED', 'FAILED', 'ABORTED', 'ABORTED'] as const).entries())
    sums.add({
      ...gone,
      run: asRunId(`gone-${i}`),
      at: through - i,
      state,
      generations,
      isFailure: i === 2 || i === 3,
      latenessMs: i * 40_000,
    });
  // The ledger is ahead of what is counted everywhere.
  for (const part of sums.parts()) expect(await usage.save(withWindow(null, part, through + 10_000)!)).toBe(true);
  const runOf = await busyJob('ledgered', 'newer');
  const endedAt = (at: number): Partial<Run> => ({
    createdAt: at,
    finished: at,
    transitions: [{ at, phase: 'Completed', reason: '', message: '', actor: 'executor' }],
  });
  await runOf('newer-in-ledger', { ...endedAt(through + 10_000), phase: 'Completed' });
  await runOf('newer-failed', { ...endedAt(through + 20_000), phase: 'Failed', reason: 'ExitCode' });
  const apart = await runOf('newer-apart', { ...endedAt(through + 20_000), phase: 'Aborted', reason: 'Aborted' });
  await usage.keepEarlyEnd(endOfRun(apart)!);
  // Of another tenant, and open.
  await (
    await busyJob('counted', 'elsewhere')
  )('elsewhere-1', { ...endedAt(through + 20_000), phase: 'Completed' });
  await runOf('newer-open', { ...endedAt(through + 20_000), phase: 'Running', finished: null });

  const { ended, tenants } = await overviewOf('ledgered', 48);
  expect(sumsOf(ended)).toEqual({ finished: 2, failed: 3, aborted: 2, slots: 5, late: 3 });
  expect(ended).toMatchObject({ since: new Date(since).toISOString(), periodSeconds: 3_600 });
  expect(Date.parse(ended.until!)).toBeGreaterThan(through + 20_000);
  expect(Math.max(...ended.periods.map(({ latenessMax }) => latenessMax ?? 0))).toBe(160);
  expect(tenants).toMatchObject([{ tenant: 'ledgered', ended: 7, active: 1 }]);
  // Longer than hours are kept: by day, without lateness, and as old as the ledger.
  const week = (await overviewOf('ledgered', 168)).ended;
  expect(sumsOf(week)).toEqual({ finished: 2, failed: 2, aborted: 3, slots: 0, late: 0 });
  expect(week).toMatchObject({ since: new Date(progress.since).toISOString(), periodSeconds: 86_400 });
});

test('where more runs are under way than are listed, each kind is counted for itself', async () => {
  const runOf = await busyJob('full', 'many');
  const one = await runOf('many', { phase: 'Pending' });
  await new RunsStore(api.mongo).insertRuns(
    Array.from({ length: MAX_OVERVIEW_RUNS }, (_, i) => ({ ...one, id: asRunId(`many-${i}`) })),
  );
  await runOf('many-queued', { phase: 'Queued' });
  await runOf('many-running', { phase: 'Running' });
  const most = MAX_OVERVIEW_RUNS;
  expect(await overviewOf('full')).toMatchObject({ active: most, pending: most, running: 1, queued: 1, delayed: 0 });
});

test('limits are shown to callers who may read the tenant, replicas to administrators', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  await api.ask('PATCH', '/tenants/acme', { token: BOOTSTRAP, body: { maxActiveRuns: 7, groups: { nightly: 2 } } });
  const { body } = await api.ask<{ items: unknown[] }>('GET', '/tenants/acme/limits', { token });
  expect(body.items).toMatchObject([
    { group: null, size: 7, held: 0 },
    { group: 'nightly', size: 2, holders: [], waiting: [] },
  ]);
  expect((await api.ask('GET', '/tenants/other/limits', { token })).status).toBe(404);
  expect((await api.ask('GET', '/system', { token })).status).toBe(403);
  expect((await api.ask('GET', '/system', { token: BOOTSTRAP })).body).toMatchObject({ shards: 64, replicas: [] });
});

interface System {
  replicas: { service: string; replica: string; lags: { of: string; seconds: number }[] }[];
  dispatches: number | null;
  keys: { key: string; use: string; values: number; collections: unknown[] }[];
  keysCountedAt: string | null;
}

test('administrators see how far each replica is behind, what waits in NATS, and which values need which key', async () => {
  const members = new MembersStore(api.mongo);
  const lives = { host: 'h', version: '1', clockSkewMs: 0, ready: true, lease: 1, form: 1, expiryMs: 10_000 };
  await members.heartbeat({
    ...lives,
    service: 'executor',
    replica: 'executor-1',
    lags: [{ of: 'starts', seconds: 4 }],
  });
  await members.heartbeat({ ...lives, service: 'scheduler', replica: 'scheduler-1' });
  // One of the previous form.
  await members.heartbeat({ ...lives, service: 'log-collector', replica: 'collector-1' });
  const late = aSchedule({ cron: '0 * * * *' }, Date.now() - 2 * HOUR_MS);
  await new SchedulesStore(api.mongo).insert({ ...late, nextSlotAt: Date.now() - HOUR_MS });
  const begunAt = Date.parse('2026-11-24T00:00:00.000Z');
  await new SealedValuesStore(api.mongo).saveCensus({ begunAt, values: { gone: { jobs: 2, tokens: 1 } } });

  const { body } = await api.ask<System>('GET', '/system', { token: BOOTSTRAP });
  const lagsOf = (service: string) => body.replicas.find((each) => each.service === service)?.lags;
  expect(lagsOf('executor')).toEqual([{ of: 'starts', seconds: 4 }]);
  expect(lagsOf('log-collector')).toEqual([]);
  const [slots] = lagsOf('scheduler') ?? [];
  expect(slots?.of).toBe('slots');
  expect(slots?.seconds).toBeGreaterThanOrEqual(HOUR_MS / 1_000);
  expect(body.dispatches).toBe(0);
  expect(body.keysCountedAt).toBe('2026-11-24T00:00:00.000Z');
  expect(body.keys.map(({ key, use }) => [key, use])).toEqual([
    ...api.secrets.keyIds.map((key) => [key, 'sealing']),
    ['gone', 'missing'],
  ]);
  expect(body.keys.at(-1)).toMatchObject({
    values: 3,
    collections: [
      { collection: 'jobs', values: 2 },
      { collection: 'tokens', values: 1 },
    ],
  });
});

test('everybody sees which services are active, and administrators which replicas are silent', async () => {
  const members = api.mongo.collection<{ _id: string; heartbeatAt: Date }>('members');
  await members.updateOne({ _id: 'executor-1' }, { $set: { heartbeatAt: new Date(Date.now() - 30_000) } });
  const token = await api.tokenFor(['acme', 'viewer']);
  const { body } = await api.ask('GET', '/services', { token });
  expect(body).toEqual({
    items: [
      { service: 'api', replicas: 0 },
      { service: 'scheduler', replicas: 1 },
      { service: 'executor', replicas: 0 },
      { service: 'log-collector', replicas: 1 },
    ],
  });
  interface Replicas {
    replicas: { service: string; silent: boolean; shards: number; lags: { seconds: number }[] }[];
  }
  const system = await api.ask<Replicas>('GET', '/system', { token: BOOTSTRAP });
  expect(system.body.replicas.map(({ service, silent, shards }) => [service, silent, shards])).toEqual([
    ['scheduler', false, 64],
    ['executor', true, 0],
    ['log-collector', false, 64],
  ]);
  // Work that waits for a scheduler that stands still is read from the database, and grows.
  await members.updateOne({ _id: 'scheduler-1' }, { $set: { heartbeatAt: new Date(Date.now() - 30_000) } });
  const later = await api.ask<Replicas>('GET', '/system', { token: BOOTSTRAP });
  const [scheduler] = later.body.replicas;
  expect(scheduler).toMatchObject({ service: 'scheduler', silent: true, shards: 0 });
  expect(scheduler?.lags[0]?.seconds).toBeGreaterThanOrEqual(HOUR_MS / 1_000);
});

interface Outcomes {
  isPartial: boolean;
  days: { day: string; finished: number; failed: number; other: number }[];
}

test('runs are counted by the days of a time zone, and none of a former job is counted', async () => {
  const body = { id: 'counted', tenant: 'acme', name: 'Counted', worker: 'w' };
  await api.ask('POST', '/jobs', { token: BOOTSTRAP, body });
  // As if a job of that id had been deleted before this one was created, forty days ago.
  const jobs = api.mongo.collection<{ _id: string; createdAt: number; firstVersion: number }>('jobs');
  const $set = { firstVersion: 3, createdAt: Date.now() - 40 * 24 * HOUR_MS };
  await jobs.updateOne({ _id: 'counted' }, { $set });
  const midnight = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 3 * 24 * HOUR_MS;
  const runs = [
    [midnight - 60_000, 'Completed'],
    [midnight + 60_000, 'Completed'],
    [midnight + 120_000, 'Failed'],
    [midnight + 180_000, 'Running'],
    // A run of a former job.
    [midnight - 45 * 24 * HOUR_MS, 'Failed'],
  ] as const;
  for (const [i, [createdAt, phase]] of runs.entries())
    await storeRun(api.mongo, `counted-${i}`, { job: 'counted' as never, tenant: 'acme' as never, createdAt, phase });
  const token = await api.tokenFor(['acme', 'viewer']);
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const counted = async (zone: string): Promise<Outcomes> =>
    (await api.ask<Outcomes>('GET', `/jobs/counted/outcomes?timezone=${zone}`, { token })).body;
  expect(await counted('UTC')).toEqual({
    isPartial: false,
    days: [
      { day: dayOf(midnight - 1), finished: 1, failed: 0, other: 0 },
      { day: dayOf(midnight), finished: 1, failed: 1, other: 1 },
    ],
  });
  expect(await counted('Asia/Tokyo')).toEqual({
    isPartial: false,
    days: [{ day: dayOf(midnight), finished: 2, failed: 1, other: 1 }],
  });
  // The database knows zones by their exact name only.
  expect(await counted('asia/tokyo')).toEqual(await counted('Asia/Tokyo'));
  expect((await api.ask('GET', '/jobs/counted/outcomes?timezone=Mars/Base', { token })).status).toBe(400);
  const stranger = await api.tokenFor(['other', 'viewer']);
  expect((await api.ask('GET', '/jobs/counted/outcomes', { token: stranger })).status).toBe(404);
});

test('workers and tenants are found by a part of their id or name', async () => {
  for (const id of ['reports-eu', 'reports-us', 'mail'])
    await api.ask('POST', '/workers', {
      token: BOOTSTRAP,
      body: { id, name: `Does ${id}`, engine: 'process', command: ['true'] },
    });
  const found = async (place: string): Promise<string[]> =>
    (await api.ask<{ items: { id: string }[] }>('GET', place, { token: BOOTSTRAP })).body.items.map(({ id }) => id);
  expect(await found('/workers?q=DOES%20rep')).toEqual(['reports-eu', 'reports-us']);
  expect(await found('/workers?q=mail')).toEqual(['mail']);
  expect(await found('/tenants?q=OTH')).toEqual(['other']);
});

test('slots that were missed come before those that a job skips as it is configured, which are more and newer', async () => {
  const now = Date.now();
  const job = asJobId('acme-job');
  const of = { job, tenant: asTenantId('acme'), count: 1, recordedAt: now };
  const missed = { ...of, from: now - HOUR_MS, to: now - HOUR_MS, outcome: 'missed', reason: 'MaxMissed' } as const;
  const skipped = Array.from({ length: 60 }, (_, i) => {
    const at = now - 1_000 * (i + 1);
    return { ...of, from: at, to: at, outcome: 'skipped', reason: 'ConcurrencyForbidden' } as const;
  });
  await new GapsStore(api.mongo).record([missed, ...skipped]);
  const token = await api.tokenFor(['acme', 'viewer']);
  // Other hours than another test has read: answers are kept for some seconds.
  const { body } = await api.ask<Overview>('GET', '/overview?hours=5', { token });
  expect(body.missed.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['missed', 'skipped']);
});
