/**
 * An error group: failed runs of a tenant for the same reason, with the same exit code and the same last lines once these are
 * normalised. Decided purely; every write is by compare-and-set.
 */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import {
  ERROR_QUIET_MS,
  ERROR_TREND_DAYS,
  ERROR_TREND_HOURS,
  MAX_ERROR_JOBS,
  MAX_ERROR_VERSIONS,
} from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import type { Failure, FailureKind } from './failure.js';

export const ERROR_GROUP_STATES = ['open', 'muted', 'quiet'] as const;
export type ErrorGroupState = (typeof ERROR_GROUP_STATES)[number];

/** When a muted group opens by itself. */
export type MuteEnd =
  | { readonly type: 'forever' }
  | { readonly type: 'time'; readonly at: Instant }
  /** With a failure of this version of a job, or a later one. */
  | { readonly type: 'version'; readonly version: number }
  /** With a failure of a later version than those with which each job has failed; with one of another job if `isWhole`. */
  | {
      readonly type: 'newVersion';
      readonly seen: readonly { readonly job: JobId; readonly version: number }[];
      readonly isWhole: boolean;
    };

export interface Mute {
  readonly until: MuteEnd;
  readonly at: Instant;
  readonly by: string;
  readonly why: string;
}

/** The mute that a caller requests. */
export type MuteRequest =
  | { readonly type: 'forever' }
  | { readonly type: 'time'; readonly at: Instant }
  | { readonly type: 'version'; readonly version: number }
  | { readonly type: 'newVersion' };

export interface Sighting {
  readonly at: Instant;
  readonly run: RunId;
  readonly job: JobId;
}

export interface JobOfGroup {
  readonly job: JobId;
  readonly name: string;
  readonly count: number;
  readonly lastAt: Instant;
  /** The versions that have failed in this way, the newest last; at most `MAX_ERROR_VERSIONS`. */
  readonly versions: readonly number[];
}

/** Failures from `at` on, for one hour or one day. */
export interface TrendBucket {
  readonly at: Instant;
  readonly count: number;
}

export interface ErrorGroup extends FailureKind {
  readonly id: string;
  readonly tenant: TenantId;
  /** By `coarsestShardOf`: the owner of the shard changes the group on request of people. */
  readonly shard: number;
  readonly rev: number;
  /** When it was first written: a group that was removed and is written again is another group. */
  readonly since: Instant;
  readonly count: number;
  readonly first: Sighting;
  readonly last: Sighting;
  /** In the order of time; counts that are older than the trend are not kept. */
  readonly hours: readonly TrendBucket[];
  readonly days: readonly TrendBucket[];
  /** The first `MAX_ERROR_JOBS` jobs that failed in this way. */
  readonly jobs: readonly JobOfGroup[];
  /** True if further jobs have failed in this way. */
  readonly moreJobs: boolean;
  readonly mute: Mute | null;
  /** The failure that opened it again after it was muted; null if there is none. */
  readonly reopened: (Sighting & { readonly version: number }) | null;
  /** Runs that the last write has counted and that may not be marked so yet: they are marked before more runs are counted. */
  readonly counted: readonly RunId[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function stateOfGroup({ mute, last }: Pick<ErrorGroup, 'mute' | 'last'>, now: Instant): ErrorGroupState {
  if (mute !== null && !(mute.until.type === 'time' && mute.until.at <= now)) return 'muted';
  return last.at < now - ERROR_QUIET_MS ? 'quiet' : 'open';
}

/** A new group. */
export interface FreshGroup extends Pick<ErrorGroup, 'id' | 'shard' | 'since'> {
  readonly kind: FailureKind;
}

/** The group after the failures are counted: at least one, none of them counted before. Null: the group does not exist yet. */
export function withFailures(group: ErrorGroup | null, fresh: FreshGroup, failures: readonly Failure[]): ErrorGroup {
  const inOrder = failures.toSorted((a, b) => a.at - b.at || (a.run < b.run ? -1 : 1));
  const base = group ?? newGroup(fresh, inOrder);
  return { ...inOrder.reduce(withFailure, base), rev: base.rev + 1, counted: inOrder.map(({ run }) => run) };
}

function newGroup({ id, shard, since, kind }: FreshGroup, [first]: readonly Failure[]): ErrorGroup {
  if (first === undefined) throw new RangeError('a group begins with a failure');
  const { tenant, reason, exitCode, lines } = kind;
  const nothing = { count: 0, hours: [], days: [], jobs: [], moreJobs: false, mute: null, reopened: null, counted: [] };
  const seen = sightingOf(first);
  return { id, shard, since, tenant, reason, exitCode, lines, rev: 0, ...nothing, first: seen, last: seen };
}

const sightingOf = ({ at, run, job }: Failure): Sighting => ({ at, run, job });

function withFailure(group: ErrorGroup, failure: Failure): ErrorGroup {
  const opens = group.mute !== null && endsMute(group.mute.until, failure);
  const seen = sightingOf(failure);
  return {
    ...group,
    count: group.count + 1,
    first: failure.at < group.first.at ? seen : group.first,
    last: failure.at >= group.last.at ? seen : group.last,
    hours: addedTo(group.hours, failure.at, { bucketMs: HOUR_MS, most: ERROR_TREND_HOURS }),
    days: addedTo(group.days, failure.at, { bucketMs: DAY_MS, most: ERROR_TREND_DAYS }),
    ...withJob(group, failure),
    ...(opens && { mute: null, reopened: { ...seen, version: failure.jobVersion } }),
  };
}

/** Whether the failure opens the muted group again. */
export function endsMute(until: MuteEnd, { at, job, jobVersion }: Failure): boolean {
  switch (until.type) {
    case 'forever':
      return false;
    case 'time':
      return at >= until.at;
    case 'version':
      return jobVersion >= until.version;
    case 'newVersion': {
      const seen = until.seen.find((each) => each.job === job);
      return seen === undefined ? until.isWhole : jobVersion > seen.version;
    }
  }
}

function withJob({ jobs, moreJobs }: ErrorGroup, failure: Failure): Pick<ErrorGroup, 'jobs' | 'moreJobs'> {
  const entry = jobs.find(({ job }) => job === failure.job);
  if (entry === undefined && jobs.length >= MAX_ERROR_JOBS) return { jobs, moreJobs: true };
  const next: JobOfGroup = {
    job: failure.job,
    name: failure.jobName,
    count: (entry?.count ?? 0) + 1,
    lastAt: Math.max(entry?.lastAt ?? 0, failure.at),
    versions: [...new Set([...(entry?.versions ?? []), failure.jobVersion])]
      .toSorted((a, b) => a - b)
      .slice(-MAX_ERROR_VERSIONS),
  };
  return { jobs: entry ? jobs.map((each) => (each === entry ? next : each)) : [...jobs, next], moreJobs };
}

interface Trend {
  readonly bucketMs: number;
  readonly most: number;
}

function addedTo(buckets: readonly TrendBucket[], at: Instant, { bucketMs, most }: Trend): readonly TrendBucket[] {
  const begin = at - (at % bucketMs);
  const current = buckets.find((bucket) => bucket.at === begin);
  const others = buckets.filter((bucket) => bucket !== current);
  const all = [...others, { at: begin, count: (current?.count ?? 0) + 1 }].toSorted((a, b) => a.at - b.at);
  const oldest = (all.at(-1)?.at ?? 0) - (most - 1) * bucketMs;
  return all.filter((bucket) => bucket.at >= oldest);
}

/** The trend as of now, with a bucket for each hour and each day, the present one last. */
export const trendOf = (
  { hours, days }: Pick<ErrorGroup, 'hours' | 'days'>,
  now: Instant,
): { readonly hours: readonly TrendBucket[]; readonly days: readonly TrendBucket[] } => ({
  hours: filled(hours, now, { bucketMs: HOUR_MS, most: ERROR_TREND_HOURS }),
  days: filled(days, now, { bucketMs: DAY_MS, most: ERROR_TREND_DAYS }),
});

function filled(buckets: readonly TrendBucket[], now: Instant, { bucketMs, most }: Trend): readonly TrendBucket[] {
  const newest = now - (now % bucketMs);
  return Array.from({ length: most }, (_, i) => {
    const at = newest - (most - 1 - i) * bucketMs;
    return { at, count: buckets.find((bucket) => bucket.at === at)?.count ?? 0 };
  });
}

/** The group muted as requested; this replaces an earlier mute. */
export function mutedGroup(
  group: ErrorGroup,
  request: MuteRequest,
  { at, by, why }: { readonly at: Instant; readonly by: string; readonly why: string },
): ErrorGroup {
  return { ...group, rev: group.rev + 1, mute: { until: endOfMute(group, request), at, by, why }, reopened: null };
}

/** Null where it is not muted. */
export const unmutedGroup = (group: ErrorGroup): ErrorGroup | null =>
  group.mute === null ? null : { ...group, rev: group.rev + 1, mute: null };

function endOfMute({ jobs, moreJobs }: ErrorGroup, request: MuteRequest): MuteEnd {
  if (request.type !== 'newVersion') return request;
  const seen = jobs.map(({ job, versions }) => ({ job, version: versions.at(-1) ?? 0 }));
  return { type: 'newVersion', seen, isWhole: !moreJobs };
}

/** The fields of each group that decide which groups are removed to make room. */
export type GroupMark = Pick<ErrorGroup, 'id' | 'rev' | 'count' | 'mute' | 'counted'> & { readonly lastAt: Instant };

/**
 * The groups to remove if a tenant has more than `most`, with `room` further ones. Groups that occurred only once are removed first,
 * so that a storm of different errors removes its own groups; then those that occurred longest ago, muted ones last.
 */
export function groupsToRemove(
  groups: readonly GroupMark[],
  { most, room }: { readonly most: number; readonly room: number },
): readonly GroupMark[] {
  if (groups.length <= most) return [];
  const rank = ({ mute, count }: GroupMark): number => (mute !== null ? 2 : count === 1 ? 0 : 1);
  return groups
    .toSorted((a, b) => rank(a) - rank(b) || a.lastAt - b.lastAt || (a.id < b.id ? -1 : 1))
    .slice(0, groups.length - most + room);
}
