/** The scheduler's stores over the tables, as one process reaches them: operation by operation, each of which may go wrong. */
import { asWorkerId, type JobId, type RunId } from '#common/domain/ids.js';
import { isGathering } from '#common/run/gathered.js';
import { shardOf } from '#testing/shards.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { admitAtOf } from '#common/schedule/admit-at.js';
import { isBusy, type ScheduleState } from '#common/schedule/schedule-state.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import type { JobPoint, JobStamp } from '#common/mongo/jobs.store.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import type { Stores } from '../../../apps/scheduler/src/app.module.js';
import { limitDocumentsOf, type LimitLine } from './limit-tables.js';
import type { Random } from './random.js';
import type { SimProcess } from './sim-process.js';
import type { Tables } from './tables.js';

/** So few that limits are folded often. */
const MAX_RECENT_HOLDERS = 2;

/** A process's line to the database. */
export type Line = Pick<SimProcess, 'call'>;

const byKey = <T>(key: (item: T) => string | number): ((a: T, b: T) => number) => {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
};

/** Writes of many documents are many operations: any number of them may be in when the process dies. */
async function inPieces<T, R>(
  process: Line,
  random: Random,
  { items, write }: { readonly items: readonly T[]; readonly write: (item: T) => R },
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length;) {
    const size = random.chance(0.8) ? items.length : random.between(1, items.length - i);
    const piece = items.slice(i, i + size);
    results.push(...(await process.call(() => piece.map(write))));
    i += size;
  }
  return results;
}

const schedulesOf = (process: Line, tables: Tables): Stores['schedules'] => {
  const find = (
    keep: (state: ScheduleState) => boolean,
    order: (state: ScheduleState) => string | number,
    limit: number,
  ): Promise<ScheduleState[]> =>
    process.call(() => [...tables.schedules.values()].filter(keep).sort(byKey(order)).slice(0, limit));
  const after = (job: JobId | null, state: ScheduleState): boolean => job === null || state.job > job;
  const many = (jobs: readonly JobId[]): [JobId, ScheduleState][] =>
    jobs.flatMap((job): [JobId, ScheduleState][] => {
      const state = tables.schedules.get(job);
      return state ? [[job, state]] : [];
    });
  return {
    load: (job) => process.call(() => tables.schedules.get(job) ?? null),
    loadMany: (jobs) => process.call(() => new Map(many(jobs))),
    insert: (state) => process.call(() => tables.insertSchedule(state)),
    save: (next, expectedRev) => process.call(() => tables.saveSchedule(next, expectedRev)),
    due: (shards, from, until, limit) =>
      find(
        ({ shard, nextSlotAt }) =>
          nextSlotAt !== null && nextSlotAt > from && nextSlotAt <= until && shards.includes(shard),
        ({ nextSlotAt }) => nextSlotAt ?? 0,
        limit,
      ),
    isAnyDue: (shards, until) =>
      process.call(() =>
        [...tables.schedules.values()].some(
          ({ shard, nextSlotAt }) => nextSlotAt !== null && nextSlotAt <= until && shards.includes(shard),
        ),
      ),
    syncedVersions: (jobs) => process.call(() => new Map(many(jobs))),
    busyOf: (jobs) =>
      process.call(() =>
        many(jobs)
          .map(([, state]) => state)
          .filter(isBusy),
      ),
    busyIn: (shards, job, limit) =>
      find(
        (state) => isBusy(state) && shards.includes(state.shard) && after(job, state),
        (state) => state.job,
        limit,
      ),
    admittable: (shards, now, limit) =>
      find(
        (state) => {
          const admitAt = admitAtOf(state);
          return admitAt !== null && admitAt <= now && shards.includes(state.shard);
        },
        (state) => state.job,
        limit,
      ),
    withOpenGap: (shards, job, limit) =>
      find(
        (state) => state.openGap !== null && shards.includes(state.shard) && after(job, state),
        (state) => state.job,
        limit,
      ),
    countIn: (shards) =>
      process.call(() => [...tables.schedules.values()].filter(({ shard }) => shards.includes(shard)).length),
    followersOf: (job, after, limit) =>
      find(
        ({ after: rule, inactiveReason, ...state }) =>
          inactiveReason !== 'deleted' &&
          (rule?.conditions.some((condition) => condition.job === job) ?? false) &&
          (after === null || state.job > after),
        (state) => state.job,
        limit,
      ),
    pastDeadline: (shards, now, limit) =>
      find(
        ({ deadlineAt, shard }) => deadlineAt !== undefined && deadlineAt <= now && shards.includes(shard),
        ({ deadlineAt = 0 }) => deadlineAt,
        limit,
      ),
    movedIn: (shards, job, limit) =>
      find(
        ({ active, rule, shard, ...state }) =>
          active && rule?.move !== undefined && shards.includes(shard) && (job === null || state.job > job),
        (state) => state.job,
        limit,
      ),
    silentIn: (shards, job, limit) =>
      find(
        ({ active, rule, nextSlotAt, shard, ...state }) =>
          active && rule !== null && nextSlotAt === null && shards.includes(shard) && (job === null || state.job > job),
        (state) => state.job,
        limit,
      ),
  };
};

const runsOf = (process: Line, tables: Tables, random: Random): Stores['runs'] => ({
  insertRuns: async (runs) => {
    const inserted = await inPieces(process, random, { items: runs, write: (run) => tables.insertRun(run) });
    return new Set(runs.filter((_, i) => inserted[i]).map(({ id }) => id));
  },
  save: (next, expectedRev) => process.call(() => tables.saveRun(next, expectedRev)),
  withdraw: (run) => process.call(() => tables.withdraw(run)),
  markDependentsDecided: (id, rev) => process.call(() => tables.markDependentsDecided(id, rev)),
  revoke: async (runs) => {
    await inPieces(process, random, {
      items: runs,
      write: (run) => {
        tables.revoke(run);
      },
    });
  },
  closeKeys: async (keys, now) => {
    const closed = await inPieces(process, random, { items: keys, write: (key) => tables.closeKey(key, now) });
    return new Set(keys.filter((_, i) => !closed[i]).map(({ id }) => id));
  },
});

const readsOf = (process: Line, tables: Tables): Stores['reads'] => {
  const open = (keep: (run: Run) => boolean, order: (run: Run) => string | number, limit: number): Promise<Run[]> =>
    process.call(() => [...tables.open.values()].filter(keep).sort(byKey(order)).slice(0, limit));
  const isRunning = (run: Run): boolean => stateOf(run.phase) === 'RUNNING';
  const age = (run: Run): number => run.createdAt;
  return {
    load: (ids) =>
      process.call(() => {
        const found = ids.map((id) => tables.run(id)).filter((run) => run !== null);
        return new Map(found.map((run) => [run.id, run]));
      }),
    storedKeys: (ids) =>
      process.call(
        () =>
          new Map(
            ids.flatMap((id) => {
              const key = tables.key(id);
              return key ? [[id, key] as const] : [];
            }),
          ),
      ),
    underWayOfJob: async (job, limit) =>
      (await open((run) => run.job === job && isRunning(run), age, limit)).map(({ id }) => id),
    underWayOfTenant: (tenant, limit) => open((run) => run.tenant === tenant && isRunning(run), age, limit),
    queuedOfTenant: (tenant, limit) => open((run) => run.tenant === tenant && !isRunning(run), age, limit),
    queuedIn: (shards, after, limit) =>
      open(
        (run) => !isRunning(run) && shards.includes(run.shard) && (after === null || run.id > after),
        (run) => run.id,
        limit,
      ),
    gatheredDue: (shards, now, limit) =>
      open(
        (run) => isGathering(run) && run.startAfter <= now && shards.includes(run.shard),
        ({ startAfter }) => startAfter,
        limit,
      ),
    pendingDependentsIn: (shards, limit) =>
      process.call(() =>
        [...tables.pendingDependents.values()]
          .filter(({ shard }) => shards.includes(shard))
          .sort(byKey(({ finished }) => finished ?? 0))
          .slice(0, limit),
      ),
    pendingDependents: (ids) => process.call(() => ids.flatMap((id) => tables.pendingDependents.get(id) ?? [])),
    ofCause: (job, cause) => process.call(() => tables.ofCause(job, cause)),
    latestEnded: (job) =>
      process.call(() => {
        const ended = tables.runs().filter((run) => run.job === job && isFinal(run.phase));
        return ended.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))[0] ?? null;
      }),
    isAnyOf: (job, after, until) =>
      process.call(() =>
        tables.runs().some((run) => run.job === job && run.createdAt > after && run.createdAt <= until),
      ),
    standingOf: (ids) =>
      process.call(() => {
        const found = ids.map((id: RunId) => tables.run(id)).filter((run) => run !== null);
        return new Map(found.map((run) => [run.id, run]));
      }),
  };
};

export function storesOf(process: Line, tables: Tables, random: Random): Stores {
  const limitLine: LimitLine = {
    one: (apply) => process.call(apply),
    many: (items, write) => inPieces(process, random, { items, write }),
  };
  return {
    schedules: schedulesOf(process, tables),
    runs: runsOf(process, tables, random),
    reads: readsOf(process, tables),
    backfills: backfillsOf(process, tables),
    gaps: {
      record: async (gaps) => {
        await inPieces(process, random, {
          items: gaps,
          write: (gap) => {
            tables.recordGap(gap);
          },
        });
      },
      removeAfter: (job, at) =>
        process.call(() => {
          for (const [id, gap] of tables.gaps) if (gap.job === job && gap.from > at) tables.gaps.delete(id);
        }),
    },
    limits: new LimitsStore(limitDocumentsOf(limitLine, tables.limitPieces), MAX_RECENT_HOLDERS),
    requests: requestsOf(process, tables, random),
    commands: {
      add: (command) =>
        process.call(() => {
          tables.addCommand(command);
        }),
      ofRuns: (runs) =>
        process.call(() => runs.flatMap((run) => [...tables.commandsOf(run)]).sort(byKey(({ at }) => at))),
    },
    ...definitionsOf(process, tables),
  };
}

const requestsOf = (process: Line, tables: Tables, random: Random): Stores['requests'] => ({
  load: (ids) =>
    process.call(
      () =>
        new Map(
          ids.flatMap((id) => {
            const key = tables.requests.get(id);
            return key ? [[id, key] as const] : [];
          }),
        ),
    ),
  insert: (key) => process.call(() => tables.insertRequest(key)),
  insertMissing: async (keys) => {
    const isIn = await inPieces(process, random, { items: keys, write: (key) => tables.insertRequest(key) });
    return new Set(keys.filter((_, i) => !isIn[i]).map(({ id }) => id));
  },
  save: (next, expectedRev) => process.call(() => tables.saveRequest(next, expectedRev)),
  remove: ({ id, rev }) =>
    process.call(() => {
      if (tables.requests.get(id)?.rev === rev) tables.requests.delete(id);
    }),
});

/** Small, so that a worker's jobs are several pages. */
const WORKER_PAGE = 20;

const stampsOf = (tables: Tables): JobStamp[] =>
  [...tables.jobs.values()].map(({ id, rev, version, updatedAt, spec }) => ({
    id,
    rev,
    version,
    updatedAt,
    workers: [asWorkerId(spec.worker)],
  }));

const byWrite = (a: JobStamp, b: JobStamp): number => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1);

/** Whether the job was written behind the point. */
const isBefore = ({ at, id }: JobPoint, job: JobStamp): boolean =>
  job.updatedAt > at || (job.updatedAt === at && (id === null || job.id > id));

const definitionsOf = (
  process: Line,
  tables: Tables,
): Pick<Stores, 'jobs' | 'workers' | 'specs' | 'tenants' | 'calendars'> => ({
  jobs: {
    load: (id) => process.call(() => tables.jobs.get(id) ?? null),
    writtenAfter: (shards, { at, id }, limit) =>
      process.call(() =>
        stampsOf(tables)
          .filter((job) => shards.includes(shardOf(job.id)) && isBefore({ at, id }, job))
          .sort(byWrite)
          .slice(0, limit),
      ),
    newestFirst: (shard, before, limit) =>
      process.call(() =>
        stampsOf(tables)
          .filter(
            (job) => shardOf(job.id) === shard && (before === null || (!isBefore(before, job) && job.id !== before.id)),
          )
          .sort((a, b) => byWrite(b, a))
          .slice(0, limit),
      ),
    stamps: (ids) => process.call(() => stampsOf(tables).filter(({ id }) => ids.includes(id))),
    ofWorker: (worker, after) =>
      process.call(() =>
        stampsOf(tables)
          .filter(({ id, workers }) => workers.includes(worker) && (after === null || id > after))
          .filter(({ id }) => tables.jobs.get(id)?.deletedAt === null)
          .map(({ id }) => id)
          .sort()
          .slice(0, WORKER_PAGE),
      ),
  },
  workers: {
    load: (id) => process.call(() => tables.workers.get(id) ?? null),
    writtenSince: (since, limit) =>
      process.call(() =>
        [...tables.workers.values()]
          .filter(({ updatedAt }) => updatedAt >= since)
          .sort(byKey(({ updatedAt }) => updatedAt))
          .slice(0, limit),
      ),
    loadMany: (ids) =>
      process.call(
        () =>
          new Map(
            ids.flatMap((id) => {
              const worker = tables.workers.get(id);
              return worker ? [[id, worker] as const] : [];
            }),
          ),
      ),
  },
  specs: { put: () => process.call(() => undefined) },
  tenants: { load: (id) => process.call(() => tables.tenants.get(id) ?? null) },
  calendars: {
    loadMany: (tenant, ids) => process.call(() => ids.flatMap((id) => tables.calendars.get(`${tenant}/${id}`) ?? [])),
  },
});

const backfillsOf = (process: Line, tables: Tables): Stores['backfills'] => ({
  load: (id) => process.call(() => tables.backfills.get(id) ?? null),
  insert: (backfill) => process.call(() => tables.insertBackfill(backfill)),
  save: (next, expectedRev) => process.call(() => tables.saveBackfill(next, expectedRev)),
  due: (shards, now, limit) =>
    process.call(() =>
      [...tables.backfills.values()]
        .filter(({ nextAt, shard }) => nextAt !== null && nextAt <= now && shards.includes(shard))
        .sort(byKey(({ nextAt }) => nextAt ?? 0))
        .slice(0, limit),
    ),
});

/** The members' table as `Membership` reaches it; heartbeats are stamped by the database's clock. */
export const membersOf = (
  process: Line,
  tables: Tables,
  databaseTime: () => number,
): Pick<MembersStore, 'heartbeat' | 'heardSince' | 'leave'> => ({
  heartbeat: (member) =>
    process.call(() => {
      tables.members.set(member.replica, { ...member, heartbeatAt: databaseTime() });
    }),
  heardSince: (service, since) =>
    process.call(() =>
      [...tables.members.values()]
        .filter((member) => member.service === service && member.heartbeatAt >= since)
        .sort(byKey(({ replica }) => replica)),
    ),
  leave: (replica) =>
    process.call(() => {
      tables.members.delete(replica);
    }),
});
