import { asJobId, asRunId, asTenantId, type JobId } from '#common/domain/ids.js';
import type { RunGlance } from '#common/run/run-glance.js';
import { endsOf, LONG_WAIT_MS, mayBeLong, overviewOf } from './overview.js';

const NOW = Date.parse('2026-12-01T12:30:00.000Z');
const HOUR = 3_600_000;
const MINUTE = 60_000;

let runs = 0;
const aRun = (fields: Partial<RunGlance>): RunGlance => ({
  id: asRunId(`run-${++runs}`),
  job: asJobId('nightly'),
  jobName: 'Nightly',
  tenant: asTenantId('ibm'),
  state: 'FINISHED',
  phase: 'Completed',
  phaseSince: NOW - HOUR,
  reason: '',
  message: '',
  trigger: 'manual',
  scheduledFor: null,
  startAfter: NOW - HOUR,
  createdAt: NOW - HOUR,
  started: NOW - HOUR,
  finished: NOW - HOUR + MINUTE,
  ...fields,
});
const failed = (fields: Partial<RunGlance> = {}): RunGlance => aRun({ state: 'FAILED', phase: 'Failed', ...fields });
const seen = (
  recent: readonly RunGlance[],
  open: readonly RunGlance[] = [],
  last: readonly (readonly [JobId, number])[] = [],
) =>
  overviewOf({
    recent,
    open,
    lastDurations: new Map(last),
    ended: new Map([['quiet', 7]]),
    since: NOW - 2 * HOUR,
    now: NOW,
  });

test('the newest result of a job says whether it fails', () => {
  const latest = failed();
  const earlier = failed();
  expect(endsOf([latest, earlier, aRun({})])).toEqual({ succeeded: new Set(), failed: [latest] });
  expect(endsOf([aRun({}), latest])).toEqual({ succeeded: new Set(['nightly']), failed: [] });
});

test('a run that was aborted, or ended on request, changes nothing about whether a job fails', () => {
  const last = failed();
  const onRequest = aRun({ state: 'FAILED', phase: 'Terminated', reason: 'TerminatedByCommand' });
  const seen = [onRequest, aRun({ state: 'ABORTED', phase: 'Aborted' }), last];
  expect(endsOf(seen).failed).toEqual([last]);
  expect(endsOf([onRequest, aRun({})]).failed).toEqual([]);
});

test('runs are counted by the hour in which they were recorded, including hours without runs', () => {
  const { hours } = seen([aRun({ createdAt: NOW - 5 * MINUTE }), failed({ createdAt: NOW - 2 * HOUR + MINUTE })]);
  expect(hours.map(({ finished, failed: bad, other }) => [finished, bad, other])).toEqual([
    [0, 1, 0],
    [0, 0, 0],
    [1, 0, 0],
  ]);
});

test('lateness is measured from the effective time of a slot, and only for slots', () => {
  const slot = { scheduledFor: NOW - 10 * MINUTE, startAfter: NOW - 9 * MINUTE, createdAt: NOW - 9 * MINUTE };
  const { hours } = seen([
    aRun({ ...slot, started: NOW - 9 * MINUTE + 2_000 }),
    aRun({ createdAt: NOW - MINUTE, startAfter: NOW - 2 * HOUR, started: NOW }),
  ]);
  expect(hours.at(-1)).toMatchObject({ latenessP50: 2, latenessMax: 2 });
});

test('the waiting time of a run begins at the earliest time at which it may start', () => {
  const waiting = { state: 'QUEUED', phase: 'Queued', started: null, finished: null } as const;
  const long = aRun({ ...waiting, phaseSince: NOW - LONG_WAIT_MS - 1, startAfter: NOW - HOUR });
  const delayed = aRun({ ...waiting, phaseSince: NOW - HOUR, startAfter: NOW - MINUTE });
  expect(seen([], [delayed, long]).waiting).toEqual([long]);
});

test('a run counts as long compared with the successful runs of its job', () => {
  const usual = Array.from({ length: 3 }, () => aRun({}));
  const open = { state: 'RUNNING', phase: 'Running', finished: null } as const;
  const long = aRun({ ...open, started: NOW - 3 * MINUTE });
  const fresh = aRun({ ...open, started: NOW - 90_000 });
  expect(seen(usual, [fresh, long]).long).toEqual([{ run: long, usualMs: MINUTE }]);
  expect(seen(usual.slice(1), [long]).long).toEqual([]);
  // Where too few successes are recent, the last one says what is usual.
  const last = [[long.job, MINUTE / 2]] as const;
  expect(seen(usual.slice(1), [long], last).long).toEqual([{ run: long, usualMs: MINUTE / 2 }]);
  expect(seen(usual, [long], last).long).toEqual([{ run: long, usualMs: MINUTE }]);
  expect([fresh, long, aRun({ ...open, started: null })].map((run) => mayBeLong(run, NOW))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the overview counts the runs of each tenant', () => {
  const other = asTenantId('acme');
  const open = aRun({ state: 'RUNNING', phase: 'Running', tenant: other });
  expect(seen([aRun({}), aRun({})], [open]).tenants).toEqual([
    { tenant: 'quiet', active: 0, queued: 0, runs: 0, ended: 7 },
    { tenant: 'ibm', active: 0, queued: 0, runs: 2, ended: 0 },
    { tenant: 'acme', active: 1, queued: 0, runs: 0, ended: 0 },
  ]);
});

test('a run whose worker fell silent is among the failures, though it was aborted', () => {
  const silent = aRun({ state: 'ABORTED', phase: 'Aborted', reason: 'IdleTimeout' });
  const recent = [silent, aRun({})];
  expect(endsOf(recent).failed).toEqual([silent]);
  const { hours } = seen(recent);
  expect(hours.reduce((sum, each) => sum + each.failed, 0)).toBe(1);
});
