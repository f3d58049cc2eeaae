import { asJobId, asRunId, asTenantId } from '../domain/ids.js';
import {
  ERROR_QUIET_MS,
  ERROR_TREND_DAYS,
  ERROR_TREND_HOURS,
  MAX_ERROR_JOBS,
  MAX_ERROR_VERSIONS,
} from '../domain/limits.js';
import {
  groupsToRemove,
  mutedGroup,
  stateOfGroup,
  trendOf,
  unmutedGroup,
  withFailures,
  type ErrorGroup,
  type GroupMark,
  type MuteRequest,
} from './error-group.js';
import type { Failure, FailureKind } from './failure.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Math.floor(1_795_000_000_000 / DAY) * DAY;
const kind: FailureKind = { tenant: asTenantId('ibm'), reason: 'ExitCode', exitCode: 1, lines: ['boom'] };
const fresh = { id: 'g', shard: 0, since: T0, kind };
let made = 0;

const failure = (at: number, jobVersion = 1, job = 'j'): Failure => ({
  run: asRunId(`r${++made}`),
  job: asJobId(job),
  jobName: job,
  jobVersion,
  at,
});
const groupOf = (...failures: Failure[]): ErrorGroup => withFailures(null, fresh, failures);
const muted = (group: ErrorGroup, until: MuteRequest): ErrorGroup =>
  mutedGroup(group, until, { at: T0, by: 'ada', why: 'known' });

test('failures are counted in any order of their arrival', () => {
  const a = failure(T0);
  const b = failure(T0 + HOUR);
  const c = failure(T0 + 2 * HOUR);
  const together = groupOf(a, b, c);
  const apart = withFailures(withFailures(groupOf(b), fresh, [c]), fresh, [a]);
  expect({ ...apart, rev: 0, counted: [] }).toEqual({ ...together, rev: 0, counted: [] });
  expect(together).toMatchObject({ count: 3, first: { at: T0, run: a.run }, last: { at: c.at, run: c.run } });
  expect(apart.rev).toBe(3);
  expect(apart.counted).toEqual([a.run]);
});

test('the trend has a bucket for each hour and each day, and drops older ones', () => {
  const days = Array.from({ length: 40 }, (_, i) => failure(T0 + i * DAY));
  const group = groupOf(...days);
  expect(group.days).toHaveLength(ERROR_TREND_DAYS);
  expect(group.hours).toHaveLength(1);
  const now = T0 + 40 * DAY + 90 * 60_000;
  const trend = trendOf(group, now);
  expect(trend.hours).toHaveLength(ERROR_TREND_HOURS);
  expect(trend.hours.at(-1)).toEqual({ at: T0 + 40 * DAY + HOUR, count: 0 });
  expect(trend.days.map(({ count }) => count)).toEqual([...Array.from({ length: 13 }, () => 1), 0]);
});

test('jobs and their versions are bounded, and the group records that there are further jobs', () => {
  const jobs = Array.from({ length: MAX_ERROR_JOBS + 5 }, (_, i) => failure(T0, 1, `j${i}`));
  const versions = Array.from({ length: 9 }, (_, i) => failure(T0, i + 1, 'j0'));
  const group = groupOf(...jobs, ...versions);
  expect(group.jobs).toHaveLength(MAX_ERROR_JOBS);
  expect(group.moreJobs).toBe(true);
  expect(group.jobs.find(({ job }) => job === 'j0')).toMatchObject({ count: 10, versions: [5, 6, 7, 8, 9] });
  expect(MAX_ERROR_VERSIONS).toBe(5);
});

describe('a muted group', () => {
  const group = groupOf(failure(T0, 3), failure(T0, 2, 'k'));
  test.each<[string, MuteRequest, Failure, boolean]>([
    ['stays muted if it is muted until further notice', { type: 'forever' }, failure(T0 + DAY, 99), false],
    ['stays muted before the time until which it is muted', { type: 'time', at: T0 + DAY }, failure(T0 + HOUR), false],
    ['opens at the time until which it is muted', { type: 'time', at: T0 + DAY }, failure(T0 + DAY), true],
    ['stays muted if an older version fails', { type: 'version', version: 5 }, failure(T0 + HOUR, 4), false],
    ['opens if the named version fails', { type: 'version', version: 5 }, failure(T0 + HOUR, 5), true],
    ['opens if a later version fails', { type: 'version', version: 5 }, failure(T0 + HOUR, 6), true],
    ['stays muted until a new version, if the old version fails', { type: 'newVersion' }, failure(T0 + HOUR, 3), false],
    ['opens if a new version fails', { type: 'newVersion' }, failure(T0 + HOUR, 4), true],
    ['opens if a new version of another of its jobs fails', { type: 'newVersion' }, failure(T0 + HOUR, 3, 'k'), true],
    ['opens if a further job fails', { type: 'newVersion' }, failure(T0 + HOUR, 1, 'l'), true],
  ])('%s', (_what, until, next, opens) => {
    const after = withFailures(muted(group, until), fresh, [next]);
    expect(stateOfGroup(after, T0 + HOUR)).toBe(opens ? 'open' : 'muted');
    expect(after.reopened?.run ?? null).toBe(opens ? next.run : null);
    expect(after.count).toBe(group.count + 1);
  });

  test('stays muted if it has more jobs than it lists and an unlisted job fails', () => {
    const many = groupOf(...Array.from({ length: MAX_ERROR_JOBS + 1 }, (_, i) => failure(T0, 1, `j${i}`)));
    const after = withFailures(muted(many, { type: 'newVersion' }), fresh, [failure(T0, 1, 'another')]);
    expect(after.mute).not.toBeNull();
  });

  test('opens at its time without a failure', () => {
    const until = muted(group, { type: 'time', at: T0 + HOUR });
    expect(stateOfGroup(until, T0 + HOUR - 1)).toBe('muted');
    expect(stateOfGroup(until, T0 + HOUR)).toBe('open');
  });

  test('can be unmuted once', () => {
    expect(unmutedGroup(muted(group, { type: 'forever' }))).toMatchObject({ mute: null, rev: group.rev + 2 });
    expect(unmutedGroup(group)).toBeNull();
  });
});

test('a group without failures for a while is quiet, and opens with the next failure', () => {
  const group = groupOf(failure(T0));
  expect(stateOfGroup(group, T0 + ERROR_QUIET_MS)).toBe('open');
  expect(stateOfGroup(group, T0 + ERROR_QUIET_MS + 1)).toBe('quiet');
  expect(stateOfGroup(withFailures(group, fresh, [failure(T0 + 2 * ERROR_QUIET_MS)]), T0 + 2 * ERROR_QUIET_MS)).toBe(
    'open',
  );
});

test('groups with a single failure are removed first, muted groups last', () => {
  const mark = (id: string, count: number, lastAt: number, isMuted = false): GroupMark => ({
    id,
    count,
    lastAt,
    rev: 1,
    counted: [],
    mute: isMuted ? { until: { type: 'forever' }, at: T0, by: 'ada', why: '' } : null,
  });
  const marks = [mark('m', 9, 0, true), mark('old', 9, 1), mark('new', 9, 5), mark('once', 1, 6), mark('once2', 1, 4)];
  const removed = (most: number, room: number): string[] => groupsToRemove(marks, { most, room }).map(({ id }) => id);
  expect(removed(5, 3)).toEqual([]);
  expect(removed(4, 0)).toEqual(['once2']);
  expect(removed(4, 2)).toEqual(['once2', 'once', 'old']);
  expect(removed(1, 0)).toEqual(['once2', 'once', 'old', 'new']);
});
