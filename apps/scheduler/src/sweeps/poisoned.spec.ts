/** One document that always fails does not block the others in any sweep of the scheduler; an outage ends the pass for all. */
import { pino } from 'pino';
import type { RunCommand } from '#common/spec/definitions.js';
import { asJobId, asRunId, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf, shards } from '#testing/shards.js';
import type { Run } from '#common/run/run.js';
import { groupLimitKey } from '#common/domain/shared-limit.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobStamp } from '#common/mongo/jobs.store.js';
import { aRun, planFor } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { Admission } from '../admission/admission.js';
import type { PermitAllocator } from '../admission/permit-allocator.js';
import { QueuedRuns } from '../admission/queued-runs.js';
import { RunRecords } from '../admission/run-records.js';
import type { RunStore } from '../ports.js';
import { emptyLimit } from '../core/change-limit.js';
import type { BatchedSync } from '../definitions/batched-sync.js';
import { DefinitionSweep, RetriedSyncs, type DefinitionFeed } from './definition-sweep.js';
import { LimitSweep } from './limit-sweep.js';
import { PermitSweep, QueueSweep } from './permit-sweep.js';

const NOW = 1_000_000_000;
const TENANT = asTenantId('acme');
const clock = { now: () => NOW, monotonic: () => NOW, after: () => () => undefined };
const log = pino({ level: 'silent' });
const POISON = new Error('a document that always fails');
const OUTAGE = new AppError('UNAVAILABLE', 'the database did not answer');

/** More than a page of any sweep; the first document always fails. */
const names = ['poison', ...Array.from({ length: 600 }, (_, at) => `x-${String(at).padStart(4, '0')}`)];
const [, ...healthy] = names;

/** The handled documents, and the error of the first one. */
class Works {
  readonly done: string[] = [];
  constructor(private readonly error: Error) {}

  do = (name: string): Promise<void> => {
    if (name === 'poison') return Promise.reject(this.error);
    this.done.push(name);
    return Promise.resolve();
  };
}

const pageAfter =
  <T>(items: readonly T[], nameOf: (item: T) => string) =>
  (after: string | null, limit: number): Promise<T[]> => {
    const from = after === null ? 0 : items.findIndex((item) => nameOf(item) === after) + 1;
    return Promise.resolve(items.slice(from, from + limit));
  };

const gauge = { set: () => undefined } as never;

async function places(works: Works): Promise<void> {
  const states = names.map((name) =>
    aSchedule(null, 0, { job: asJobId(name), holders: [{ run: asRunId(name), since: 0, grant: 1 }] }),
  );
  const page = pageAfter(states, ({ job }) => job);
  const schedules = { busyIn: (_: unknown, after: string | null, limit: number) => page(after, limit) };
  const stores = { schedules: schedules as never, runs: { standingOf: () => Promise.resolve(new Map()) } };
  const admission = { release: (_: unknown, run: string) => works.do(run) } as unknown as Admission;
  await new PermitSweep(stores, admission, clock, { keyWaits: gauge }).holders.run(ALL_SHARDS);
}

const plan = planFor({ tenant: 'acme', name: 'a', worker: 'w' });
const queuedRun = (name: string): Run => ({ ...aRun(plan), id: asRunId(name), job: asJobId(name), phase: 'Queued' });

async function waiting(works: Works): Promise<void> {
  const page = pageAfter(names.map(queuedRun), ({ id }) => id);
  const runs = { queuedIn: (_: unknown, after: string | null, limit: number) => page(after, limit) };
  const queued = { applyCommands: () => Promise.resolve(), reconcileQueued: ({ id }: Run) => works.do(id) };
  await new QueueSweep(runs, queued, { queueDepth: gauge }).sweep.run(ALL_SHARDS);
}

async function limits(works: Works): Promise<void> {
  const keyed = names.map((name) => ({
    ...emptyLimit(groupLimitKey(TENANT, name), TENANT),
    waiting: [{ run: asRunId(name), job: asJobId('job'), since: 0, grant: 0 }],
  }));
  const runs = { standingOf: () => Promise.resolve(new Map()), queuedOfTenant: () => Promise.resolve([]) };
  const sweep = new LimitSweep(
    {
      limits: { inKeyOrder: pageAfter(keyed, ({ key }) => key) },
      schedules: { loadMany: () => Promise.resolve(new Map()) },
      runs: { ...runs, underWayOfTenant: () => Promise.resolve([]) },
    },
    {
      change: (key: string, _: string, { type }: { type: string }) =>
        type === 'look' ? works.do(key.split('/')[1]!) : Promise.resolve(),
    } as unknown as PermitAllocator,
    { clock, shardCount: shards.count },
  );
  await sweep.run(ALL_SHARDS);
}

const jobs = names.map((name, at): JobStamp => {
  return { id: asJobId(name), rev: 1, version: 1, updatedAt: NOW + at, workers: [asWorkerId('w')] };
});
const definitionsOver = (works: Works): DefinitionSweep =>
  new DefinitionSweep(
    {
      jobs: {
        writtenAfter: (_, { at, id }, limit) =>
          Promise.resolve(
            jobs.filter((job) => job.updatedAt >= at && (id === null || job.updatedAt > at)).slice(0, limit),
          ),
        newestFirst: (shard, before, limit) =>
          Promise.resolve(
            jobs
              .filter(({ id }) => shardOf(id) === shard && (before === null || id < (before.id ?? '')))
              .slice(0, limit),
          ),
        stamps: (ids) => Promise.resolve(jobs.filter(({ id }) => ids.includes(id))),
        ofWorker: pageAfter(
          jobs.map(({ id }) => id),
          (id) => id,
        ) as unknown as DefinitionFeed['ofWorker'],
      },
      workers: { loadMany: () => Promise.resolve(new Map()), writtenSince: () => Promise.resolve([]) },
      schedules: {
        syncedVersions: () =>
          Promise.resolve(new Map(jobs.map(({ id }) => [id, { jobRev: 0, jobVersion: 0, workerVersion: 0 }]))),
      },
    },
    new RetriedSyncs(
      { sync: (job: string) => works.do(job).then(() => ({ ok: true })) } as unknown as BatchedSync,
      log,
    ),
    { clock, shardCount: shards.count },
  );

async function definitions(works: Works): Promise<void> {
  const sweep = definitionsOver(works).all;
  const outcomes: PromiseSettledResult<unknown>[] = [];
  for (const _ of ALL_SHARDS) outcomes.push(...(await Promise.allSettled([sweep.run(ALL_SHARDS)])));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function commands(works: Works): Promise<void> {
  const own = names.map(
    (run) => ({ id: `c-${run}`, run, command: 'abort', actor: 'anna', reason: null }) as unknown as RunCommand,
  );
  const runs = new Map(names.map((name) => [asRunId(name), queuedRun(name)]));
  const records = new RunRecords(
    { save: ({ id }: Run) => works.do(id).then(() => true) } as unknown as RunStore,
    { load: () => Promise.resolve(runs) },
    { dispatch: () => undefined, changed: () => undefined },
    clock,
  );
  const queued = new QueuedRuns(
    records,
    { schedules: { load: () => Promise.resolve(null) }, commands: { ofRuns: () => Promise.resolve(own) } },
    {} as unknown as Admission,
    clock,
  );
  await queued.applyCommands(names.map(asRunId));
}

const sweeps = { places, waiting, limits, definitions, commands };

test.each(Object.entries(sweeps))(
  'the sweep of %s handles all documents but the failing one and reports its error',
  async (_, sweep) => {
    const works = new Works(POISON);
    await expect(sweep(works)).rejects.toBe(POISON);
    expect(works.done.sort()).toEqual(healthy);
  },
);

test.each(Object.entries({ places, waiting, limits, commands }))(
  'the sweep of %s handles no document in an outage',
  async (_, sweep) => {
    const works = new Works(OUTAGE);
    await expect(sweep(works)).rejects.toBe(OUTAGE);
    expect(works.done).toEqual([]);
  },
);

test('recently written definitions are read on after one whose synchronisation fails', async () => {
  const works = new Works(POISON);
  const { recent } = definitionsOver(works);
  await expect(recent.run(ALL_SHARDS)).rejects.toBe(POISON);
  expect(new Set(works.done)).toEqual(new Set(healthy));
});

test('recently written definitions are read again from the same position after an outage', async () => {
  const works = new Works(OUTAGE);
  const { recent } = definitionsOver(works);
  await expect(recent.run(ALL_SHARDS)).rejects.toBe(OUTAGE);
  await expect(recent.run(ALL_SHARDS)).rejects.toBe(OUTAGE);
  const pass = works.done.length / 2;
  expect(works.done.slice(pass)).toEqual(works.done.slice(0, pass));
  // Only those that were tried beside the first.
  expect(pass).toBeLessThan(healthy.length / 2);
});
