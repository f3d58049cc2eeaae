/** The usage ledger, counted from stored runs and logs, and measured from the job storage. */
import { asJobId, asRunId, asTenantId, attemptId, type RunId } from '#common/domain/ids.js';
import { USAGE_LAG_MS, USAGE_WAIT_MS, USAGE_WINDOW_MS } from '#common/domain/limits.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import type { Run } from '#common/run/run.js';
import type { JsonValue } from '#common/spec/fields.js';
import { endOfRun } from '#common/usage/ledger.js';
import { freshMongo } from '#testing/servers.js';
import { CountedThrough } from '../../../apps/executor/src/usage/counted-through.js';
import { StorageMeter } from '../../../apps/executor/src/usage/storage-meter.js';
import { UsageKeeper } from '../../../apps/executor/src/usage/usage-keeper.js';
import { storeLines, storeRun } from '../api/stored-runs.js';

const BEGIN = Date.parse('2026-11-30T23:50:00.000Z');
const MINUTE_MS = 60_000;
const ibm = asTenantId('ibm');
const used = { attempts: 2, ms: 5_000, cpuMs: 2_500, memoryMibSeconds: 640 };

let mongo: Mongo;
let drop: () => Promise<void>;
let usage: UsageStore;
let runs: RunsStore;
let tenants: TenantsStore;
let keeper: UsageKeeper;
let through = 0;
let now = BEGIN;

beforeEach(async () => {
  ({ mongo, drop } = await freshMongo());
  [usage, runs, tenants] = [new UsageStore(mongo), new RunsStore(mongo), new TenantsStore(mongo)];
  await tenants.ensure(plainTenant(ibm, BEGIN));
  now = BEGIN;
  keeper = new UsageKeeper({ usage, tenants }, { now: () => now }, (counted) => {
    through = counted;
  });
  // Runs are counted from here on.
  await keeper.step();
});
afterEach(() => drop());

const changedAt = (at: number): Run['transitions'] => [
  { at, phase: 'Completed', reason: '', message: '', actor: 'executor' },
];
const endedAt = (id: string, at: number, change: Partial<Run> = {}): Promise<Run> =>
  storeRun(mongo, id, {
    phase: 'Completed',
    createdAt: at,
    finished: at,
    usage: used,
    expireAt: at,
    transitions: changedAt(at),
    ...change,
  });
const attemptOf = (run: RunId, generation: number) =>
  attemptId({ run, generation, task: 'main', index: 0, attempt: 1 });
const logged = (run: string, keptBytes: number, generation = 0): Promise<void> =>
  storeLines(mongo, attemptOf(asRunId(run), generation), { firstSeq: 1, at: BEGIN, texts: ['x'], keptBytes });
const daysOf = async (kind: 'tenant' | 'job', month: string) =>
  Object.fromEntries(
    (await usage.list({ kind, month, tenants: null }, null, 100)).map(({ tenant, job, days }) => [job ?? tenant, days]),
  );

test('ends are summed by day in UTC for their tenant and their job, with what they used and the bytes of their logs', async () => {
  await endedAt('before-midnight', BEGIN + MINUTE_MS);
  await endedAt('failed', BEGIN + MINUTE_MS, { phase: 'Failed', job: asJobId('j2') });
  await endedAt('after-midnight', BEGIN + 11 * MINUTE_MS, { usage: { ...used, attempts: 1 } });
  await logged('before-midnight', 300);
  await logged('after-midnight', 40);
  now = BEGIN + 20 * MINUTE_MS;
  expect(await keeper.step()).toBeGreaterThan(0);
  const one = { ...used, finished: 1, failed: 0, aborted: 0, logBytes: 300 };
  const failed = { ...used, finished: 0, failed: 1, aborted: 0, logBytes: 0 };
  expect(await daysOf('job', '2026-11')).toEqual({ j1: { '30': one }, j2: { '30': failed } });
  expect(await daysOf('job', '2026-12')).toEqual({ j1: { '01': { ...one, attempts: 1, logBytes: 40 } } });
  expect(await daysOf('tenant', '2026-11')).toMatchObject({
    ibm: { '30': { finished: 1, failed: 1, attempts: 4, ms: 10_000, cpuMs: 5_000, logBytes: 300 } },
  });
  expect(await keeper.step()).toBe(0);
});

test('runs that end within the lag, and those that are under way, wait; a window is no longer than five minutes', async () => {
  await endedAt('first', BEGIN + 1);
  await endedAt('second', BEGIN + 1 + USAGE_WINDOW_MS);
  await endedAt('third', BEGIN + 2 + USAGE_WINDOW_MS);
  await endedAt('open', BEGIN + 3, { phase: 'Running', finished: null });
  now = BEGIN + 3 + USAGE_WINDOW_MS + USAGE_LAG_MS;
  expect(await keeper.step()).toBe(1);
  expect((await daysOf('tenant', '2026-11'))['ibm']).toMatchObject({ '30': { finished: 2 } });
  // The first end that is not counted.
  expect(through).toBe(BEGIN + 2 + USAGE_WINDOW_MS);
  now += MINUTE_MS;
  expect(await keeper.step()).toBe(1);
  expect((await daysOf('tenant', '2026-11'))['ibm']).toMatchObject({ '30': { finished: 3 } });
});

test('more runs than a page takes, of the same instant too, are all counted once', async () => {
  const many = Array.from({ length: 2_300 }, (_, i) => `many-${i}`);
  for (const id of many) await endedAt(id, BEGIN + 1 + (Number(id.slice(5)) % 3));
  now = BEGIN + 5 * MINUTE_MS;
  expect(await keeper.step()).toBe(1);
  expect((await daysOf('tenant', '2026-11'))['ibm']).toMatchObject({ '30': { finished: many.length } });
});

test('an aborted run that continues counts at both ends, each with its own attempts and logs', async () => {
  const aborted = await endedAt('again', BEGIN + MINUTE_MS, { phase: 'Aborted' });
  await logged('again', 100, 0);
  await usage.keepEarlyEnd(endOfRun(aborted)!);
  await usage.keepEarlyEnd(endOfRun(aborted)!);
  const at = BEGIN + 3 * MINUTE_MS;
  const transitions = changedAt(at);
  const second = { attempts: 1, ms: 700, cpuMs: 0, memoryMibSeconds: 0 };
  const next: Run = { ...aborted, phase: 'Completed', generation: 1, usageFrom: 1, usage: second, transitions };
  expect(await runs.save({ ...next, rev: aborted.rev + 1 }, aborted.rev)).toBe(true);
  await logged('again', 7, 1);
  now = BEGIN + 10 * MINUTE_MS;
  await keeper.step();
  expect((await daysOf('job', '2026-11'))['j1']).toEqual({
    '30': {
      finished: 1,
      failed: 0,
      aborted: 1,
      attempts: 3,
      ms: 5_700,
      cpuMs: 2_500,
      memoryMibSeconds: 640,
      logBytes: 107,
    },
  });
});

test('runs of a removed tenant are in no ledger, neither in that of a later tenant with its id', async () => {
  await endedAt('of-removed', BEGIN + MINUTE_MS);
  await endedAt('of-nobody', BEGIN + MINUTE_MS, { tenant: asTenantId('never') });
  await tenants.remove(ibm, BEGIN + 2 * MINUTE_MS);
  await tenants.ensure(plainTenant(ibm, BEGIN + 3 * MINUTE_MS));
  await endedAt('of-later', BEGIN + 4 * MINUTE_MS);
  now = BEGIN + 10 * MINUTE_MS;
  await keeper.step();
  const ledgers = await daysOf('tenant', '2026-11');
  expect(Object.keys(ledgers)).toEqual(['ibm']);
  expect(ledgers['ibm']).toMatchObject({ '30': { finished: 1 } });
});

test('the present values of job storage are measured by their JSON, for each job and its tenant, whether it runs or not', async () => {
  const storage = new JobStorageStore(mongo);
  const save = async (job: string, ...values: (JsonValue | undefined)[]): Promise<void> => {
    for (const [i, value] of values.entries())
      await storage.save({ job: asJobId(job), tenant: ibm }, [{ source: { actor: 'someone' }, at: now + i, value }]);
  };
  await endedAt('runs-too', BEGIN + MINUTE_MS);
  // More versions than are kept, and than a page takes.
  await save('j1', ...Array.from({ length: 25 }, (_, i) => ({ page: i, name: 'ž' })));
  await save('idle', 'x'.repeat(96 * 1024 - 2));
  await save('emptied', { many: 'bytes' }, undefined);
  await storage.save({ job: asJobId('of-nobody'), tenant: asTenantId('never') }, [
    { source: { actor: 'someone' }, at: now, value: 1 },
  ]);
  const meter = new StorageMeter({ usage, tenants }, { now: () => now }, 10);
  const measure = async (): Promise<void> => {
    for (let step = 0; step < 6; step++) await meter.step();
  };
  await measure();
  now = BEGIN + 20 * MINUTE_MS;
  await keeper.step();
  const bytes = Buffer.byteLength('{"page":24,"name":"ž"}');
  expect(await daysOf('job', '2026-11')).toMatchObject({
    j1: { '30': { finished: 1, storageBytes: bytes } },
    idle: { '30': { finished: 0, storageBytes: 96 * 1024 } },
  });
  expect(Object.keys(await daysOf('job', '2026-11')).sort()).toEqual(['idle', 'j1']);
  expect(await daysOf('tenant', '2026-11')).toMatchObject({
    ibm: { '30': { finished: 1, storageBytes: bytes + 96 * 1024 } },
  });
  await save('idle', undefined);
  now = BEGIN + 2 * 60 * MINUTE_MS;
  await measure();
  expect(await daysOf('tenant', '2026-12')).toMatchObject({ ibm: { '01': { finished: 0, storageBytes: bytes } } });
  expect((await daysOf('job', '2026-11'))['idle']).toMatchObject({ '30': { storageBytes: 96 * 1024 } });
});

test('the usage of a removed tenant is gone with its storage, and a later tenant with its id begins with none', async () => {
  const storage = new JobStorageStore(mongo);
  const save = (job: string): Promise<number> =>
    storage.save({ job: asJobId(job), tenant: ibm }, [{ source: { actor: 'someone' }, at: now, value: 1234 }]);
  await save('former');
  await new StorageMeter({ usage, tenants }, { now: () => now }).step();
  expect(await daysOf('tenant', '2026-11')).toHaveProperty('ibm');
  now += MINUTE_MS;
  await tenants.remove(ibm, now);
  await usage.removeAll(ibm);
  await new StorageMeter({ usage, tenants }, { now: () => now }).step();
  expect(await daysOf('tenant', '2026-11')).toEqual({});
  await tenants.ensure(plainTenant(ibm, now));
  await save('later');
  await new StorageMeter({ usage, tenants }, { now: () => now }).step();
  expect(Object.keys(await daysOf('job', '2026-11'))).toEqual(['later']);
  expect(await daysOf('tenant', '2026-11')).toMatchObject({ ibm: { '30': { storageBytes: 4 } } });
});

test('removal waits for the ledger, an hour at most', async () => {
  await endedAt('waits', BEGIN + MINUTE_MS);
  let at = BEGIN + 3 * MINUTE_MS;
  const counted = new CountedThrough(
    usage,
    { progress: () => Promise.resolve(null) },
    { now: () => at, monotonic: () => at },
  );
  expect(await counted.due()).toEqual({ now: at, counted: BEGIN - USAGE_LAG_MS });
  now = at;
  await keeper.step();
  at += MINUTE_MS;
  expect((await counted.due()).counted).toBeGreaterThanOrEqual(BEGIN + MINUTE_MS);
  at += 2 * USAGE_WAIT_MS;
  expect(await counted.due()).toEqual({ now: at, counted: at - USAGE_WAIT_MS });
});
