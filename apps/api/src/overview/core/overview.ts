/** Makes an overview from the facts that were read: waiting and unusually long runs, and the outcomes of the last hours. Pure. */
import type { JobId } from '#common/domain/ids.js';
import type { RunGlance } from '#common/run/run-glance.js';
import type { Instant } from '#common/run/run.js';
import { hasFailed } from '#common/watch/failure.js';
import { isFailure } from '#common/run/failed-ends.js';

const HOUR_MS = 3_600_000;
/** A run that has waited for longer than this is shown as waiting. */
export const LONG_WAIT_MS = 5 * 60_000;
/** The usual duration of a job is the median of at least this many recent ones; else it is that of its last success. */
const MIN_DURATIONS = 3;
/** A run is long when it takes twice as long as usual, and at least a minute longer. */
const LONG_FACTOR = 2;
const LONG_MARGIN_MS = 60_000;
/** Entries of one list. */
export const MAX_LISTED = 50;

export interface HourOfRuns {
  readonly at: Instant;
  readonly finished: number;
  readonly failed: number;
  readonly other: number;
  /** For runs of slots: the time from the slot to the start, in seconds; null if there was no such run. */
  readonly latenessP50: number | null;
  readonly latenessMax: number | null;
}

/** What recent runs say about jobs: those whose newest ended run succeeded, and the newest run of those where it failed. */
export interface RecentEnds {
  readonly succeeded: ReadonlySet<JobId>;
  readonly failed: readonly RunGlance[];
}

export interface LongRun {
  readonly run: RunGlance;
  readonly usualMs: number;
}

export interface OverviewOfRuns {
  readonly hours: readonly HourOfRuns[];
  readonly waiting: readonly RunGlance[];
  readonly long: readonly LongRun[];
  readonly tenants: readonly TenantShare[];
}

export interface TenantShare {
  readonly tenant: string;
  readonly active: number;
  readonly queued: number;
  readonly runs: number;
  readonly ended: number;
}

export interface GlancedAt {
  /** Newest first. */
  readonly recent: readonly RunGlance[];
  readonly open: readonly RunGlance[];
  /** How long the last successful runs of jobs took, in ms. */
  readonly lastDurations: ReadonlyMap<JobId, number>;
  /** Ended runs of each tenant that has any. */
  readonly ended: ReadonlyMap<string, number>;
  readonly since: Instant;
  readonly now: Instant;
}

export const overviewOf = (seen: GlancedAt): OverviewOfRuns => ({
  hours: hoursOf(seen),
  waiting: waitingOf(seen),
  long: longOf(seen),
  tenants: tenantsOf(seen),
});

function hoursOf({ recent, since, now }: GlancedAt): HourOfRuns[] {
  const first = Math.floor(since / HOUR_MS) * HOUR_MS;
  const count = Math.floor((now - first) / HOUR_MS) + 1;
  const byHour = groupBy(recent, ({ createdAt }) => Math.floor((createdAt - first) / HOUR_MS));
  return Array.from({ length: count }, (_, i) => {
    const runs = byHour.get(i) ?? [];
    const finished = runs.filter(({ state }) => state === 'FINISHED').length;
    const failed = runs.filter(isFailure).length;
    const lateness = runs.flatMap(latenessOf).sort((a, b) => a - b);
    return {
      at: first + i * HOUR_MS,
      finished,
      failed,
      other: runs.length - finished - failed,
      latenessP50: lateness[Math.floor(lateness.length / 2)] ?? null,
      latenessMax: lateness.at(-1) ?? null,
    };
  });
}

/** Seconds from the planned start of the run to its start; runs without a slot are never late. */
const latenessOf = ({ scheduledFor, startAfter, started }: RunGlance): number[] =>
  scheduledFor === null || started === null ? [] : [Math.max(0, started - Math.max(scheduledFor, startAfter)) / 1_000];

/** `recent`: newest first. A run that was ended on request, or aborted, is no result. */
export function endsOf(recent: readonly RunGlance[]): RecentEnds {
  const ended = recent.filter((run) => run.state === 'FINISHED' || hasFailed(run));
  const newest = [...groupBy(ended, ({ job }) => job).values()].flatMap(([run]) => (run === undefined ? [] : [run]));
  return {
    succeeded: new Set(newest.filter(({ state }) => state === 'FINISHED').map(({ job }) => job)),
    failed: newest.filter(({ state }) => state !== 'FINISHED'),
  };
}

/** Runs that have neither started nor ended for longer than they should, the longest wait first. */
const waitingOf = ({ open, now }: GlancedAt): RunGlance[] =>
  open
    .filter((run) => isWaiting(run) && now - Math.max(run.phaseSince, run.startAfter) > LONG_WAIT_MS)
    .sort((a, b) => a.phaseSince - b.phaseSince)
    .slice(0, MAX_LISTED);

const isWaiting = ({ phase }: RunGlance): boolean => phase === 'Queued' || phase === 'Pending' || phase === 'Backoff';

/** Whether the run has taken so long that it may be longer than usual. */
export const mayBeLong = ({ started }: RunGlance, now: Instant): boolean =>
  started !== null && now - started > LONG_MARGIN_MS;

function longOf({ recent, open, lastDurations, now }: GlancedAt): LongRun[] {
  const durations = groupBy(
    recent.filter(({ state, started, finished }) => state === 'FINISHED' && started !== null && finished !== null),
    ({ job }) => job,
  );
  return open
    .flatMap((run) => {
      const usualMs = usualOf(durations.get(run.job) ?? []) ?? lastDurations.get(run.job) ?? null;
      if (usualMs === null || run.started === null) return [];
      const isLong = now - run.started > Math.max(usualMs * LONG_FACTOR, usualMs + LONG_MARGIN_MS);
      return isLong ? [{ run, usualMs }] : [];
    })
    .slice(0, MAX_LISTED);
}

function usualOf(runs: readonly RunGlance[]): number | null {
  if (runs.length < MIN_DURATIONS) return null;
  const durations = runs.map(({ started, finished }) => (finished ?? 0) - (started ?? 0)).sort((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)] ?? null;
}

function tenantsOf({ recent, open, ended }: GlancedAt): TenantShare[] {
  const byTenant = (some: readonly RunGlance[]): ReadonlyMap<string, readonly RunGlance[]> =>
    Map.groupBy(some, ({ tenant }) => tenant);
  const runs = byTenant(recent);
  const active = byTenant(open.filter(({ state }) => state === 'RUNNING'));
  const queued = byTenant(open.filter(({ state }) => state === 'QUEUED'));
  return [...new Set([...runs.keys(), ...active.keys(), ...queued.keys(), ...ended.keys()])]
    .map((tenant) => ({
      tenant,
      active: active.get(tenant)?.length ?? 0,
      queued: queued.get(tenant)?.length ?? 0,
      runs: runs.get(tenant)?.length ?? 0,
      ended: ended.get(tenant) ?? 0,
    }))
    .sort((a, b) => b.ended - a.ended || b.runs - a.runs || (a.tenant < b.tenant ? -1 : 1))
    .slice(0, MAX_LISTED);
}

function groupBy<T, K extends JobId | number>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
