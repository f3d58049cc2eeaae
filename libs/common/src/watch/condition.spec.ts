import { asRunId } from '../domain/ids.js';
import type { RuleCondition } from '../spec/rule.js';
import { troubleOf, type JobFacts } from './condition.js';

type JudgedRun = JobFacts['runs'][number];

const S = 1_000;
const T0 = 1_795_000_000_000;
const at = (seconds: number): number => T0 + seconds * S;

let count = 0;
/** A run of the schedule, with its times in seconds after T0. */
const run = (
  state: JudgedRun['state'],
  { slot = 0, started = slot, finished = null }: { slot?: number; started?: number | null; finished?: number | null },
): JudgedRun => ({
  id: asRunId(`run-${++count}`),
  state,
  reason: '',
  trigger: 'schedule',
  createdAt: at(slot),
  startAfter: at(slot),
  scheduledFor: at(slot),
  started: started === null ? null : at(started),
  finished: finished === null ? null : at(finished),
});
const ok = (finished: number, seconds = 1): JudgedRun => run('FINISHED', { slot: finished - seconds, finished });
const bad = (finished: number): JudgedRun => run('FAILED', { slot: finished - 1, finished });
const silent = (finished: number): JudgedRun => ({ ...bad(finished), state: 'ABORTED', reason: 'IdleTimeout' });
const missedGap = (to: number, recorded = to): JobFacts['gaps'][number] => ({
  to: at(to),
  outcome: 'missed',
  recordedAt: at(recorded),
});

interface Case {
  readonly when: RuleCondition;
  readonly facts: Partial<JobFacts>;
  /** Seconds after T0: by default it is 1000, the last check was at 900, and the rule was made at 0. */
  readonly now?: number;
  readonly from?: number;
  readonly since?: number;
  readonly holds: boolean;
}

const row = { type: 'failuresInRow', count: 3 } as const;
const flaps = { type: 'flapping', changes: 3 } as const;
const late = { type: 'lateStart', afterSeconds: 60 } as const;
const long = { type: 'tooLong', afterSeconds: 60 } as const;
const usual = { type: 'tooLong', factor: 3 } as const;
const short = { type: 'tooShort', underSeconds: 10 } as const;
const often = { type: 'tooOften', runs: 2, withinSeconds: 100 } as const;
const waits = { type: 'queueTooLong', afterSeconds: 60 } as const;
const stale = { type: 'noSuccessSince', seconds: 500 } as const;
/** They took 1 to 20 s: 95 of 100 of them took 19 s or less. */
const history = Array.from({ length: 20 }, (_, i) => ok(100 + i, i + 1));

const cases: Record<string, Case> = {
  'failed: the last run failed': { when: { type: 'failed' }, facts: { runs: [bad(500), ok(400)] }, holds: true },
  'failed: the worker of the last run fell silent': {
    when: { type: 'failed' },
    facts: { runs: [silent(500), ok(400)] },
    holds: true,
  },
  'failed: the last run was aborted by request': {
    when: { type: 'failed' },
    facts: { runs: [{ ...silent(500), reason: 'AbortedByCommand' }, ok(400)] },
    holds: false,
  },
  'failed: only a run before the last one failed': {
    when: { type: 'failed' },
    facts: { runs: [ok(500), bad(400)] },
    holds: false,
  },
  'failed: a run before the last one failed after the last check': {
    when: { type: 'failed' },
    facts: { runs: [ok(960), bad(950)] },
    holds: true,
  },
  'failed: the run that ended last counts, not the run that was created last': {
    when: { type: 'failed' },
    facts: { runs: [run('FAILED', { slot: 300, finished: 400 }), run('FINISHED', { slot: 200, finished: 500 })] },
    holds: false,
  },
  'failed: the run failed before the rule was made': {
    when: { type: 'failed' },
    facts: { runs: [bad(500)] },
    since: 501,
    holds: false,
  },
  'failed: an aborted run is not a failure': {
    when: { type: 'failed' },
    facts: { runs: [run('ABORTED', { slot: 500, finished: 501 }), ok(400)] },
    holds: false,
  },
  'row: as many failures as the rule says': {
    when: row,
    facts: { runs: [bad(503), bad(502), bad(501), ok(500)] },
    holds: true,
  },
  'row: one failure less': { when: row, facts: { runs: [bad(503), bad(502), ok(501), bad(500)] }, holds: false },
  'row: too few runs': { when: row, facts: { runs: [bad(503), bad(502)] }, holds: false },
  'row: the row began and ended after the last check': {
    when: row,
    facts: { runs: [ok(960), bad(953), bad(952), bad(951)] },
    holds: true,
  },
  'row: the row ended before the last check': {
    when: row,
    facts: { runs: [ok(860), bad(853), bad(852), bad(851)] },
    holds: false,
  },
  'flapping: as many changes as the rule says': {
    when: flaps,
    facts: { runs: [ok(504), bad(503), ok(502), bad(501)] },
    holds: true,
  },
  'flapping: fewer changes': { when: flaps, facts: { runs: [ok(504), ok(503), bad(502), ok(501)] }, holds: false },
  'missed: a slot was missed': { when: { type: 'missed' }, facts: { gaps: [missedGap(500)] }, holds: true },
  'missed: a queued run that was given up': {
    when: { type: 'missed' },
    facts: { runs: [run('MISSED', { slot: 500, started: null, finished: 600 })] },
    holds: true,
  },
  'missed: a later slot has run': {
    when: { type: 'missed' },
    facts: { gaps: [missedGap(500)], runs: [ok(600)] },
    holds: false,
  },
  'missed: the gap was recorded after the last check': {
    when: { type: 'missed' },
    facts: { gaps: [missedGap(500, 950)], runs: [ok(600)] },
    holds: true,
  },
  'missed: a skipped slot is not missed': {
    when: { type: 'missed' },
    facts: { gaps: [{ ...missedGap(500), outcome: 'skipped' }] },
    holds: false,
  },
  'late: the run has not started': {
    when: late,
    facts: { runs: [run('QUEUED', { slot: 900, started: null })] },
    holds: true,
  },
  'late: the run still has time to start': {
    when: late,
    facts: { runs: [run('QUEUED', { slot: 950, started: null })] },
    holds: false,
  },
  'late: the run has started late': {
    when: late,
    facts: { runs: [run('RUNNING', { slot: 500, started: 600 })] },
    holds: true,
  },
  'late: a later run started in time': {
    when: late,
    facts: { runs: [run('RUNNING', { slot: 700, started: 701 }), run('RUNNING', { slot: 500, started: 600 })] },
    holds: false,
  },
  'late: the run was aborted before it started': {
    when: late,
    facts: { runs: [run('ABORTED', { slot: 500, started: null, finished: 700 })] },
    holds: false,
  },
  'late: a manual run is not late': {
    when: late,
    facts: { runs: [{ ...run('QUEUED', { slot: 500, started: null }), trigger: 'manual' }] },
    holds: false,
  },
  'long: a live run takes too long': { when: long, facts: { runs: [run('RUNNING', { slot: 900 })] }, holds: true },
  'long: a live run still has time': { when: long, facts: { runs: [run('RUNNING', { slot: 950 })] }, holds: false },
  'long: the run ended after the last check': { when: long, facts: { runs: [ok(950, 61)] }, holds: true },
  'long: the run ended before the last check': { when: long, facts: { runs: [ok(850, 100)] }, holds: false },
  'long: a live run is older than the rule': {
    when: long,
    facts: { runs: [run('RUNNING', { slot: 100 })] },
    since: 990,
    holds: true,
  },
  'usual: the run takes longer than the factor times the 95th percentile': {
    when: usual,
    facts: { runs: [run('RUNNING', { slot: 1_000 - 58 }), ...history] },
    holds: true,
  },
  'usual: the run takes exactly that long': {
    when: usual,
    facts: { runs: [run('RUNNING', { slot: 1_000 - 57 }), ...history] },
    holds: false,
  },
  'usual: too few runs are known': {
    when: usual,
    facts: { runs: [run('RUNNING', { slot: 100 }), ...history.slice(0, 4)] },
    holds: false,
  },
  'usual: the judged run itself does not count': {
    when: usual,
    facts: { runs: [ok(950, 900), ...history.slice(0, 4)] },
    holds: false,
  },
  'short: a success was too short': { when: short, facts: { runs: [ok(500, 9)] }, holds: true },
  'short: a success was long enough': { when: short, facts: { runs: [ok(500, 10)] }, holds: false },
  'short: a failure does not count': { when: short, facts: { runs: [bad(500)] }, holds: false },
  'often: more runs than the rule allows': { when: often, facts: { runs: [ok(990), ok(980), ok(970)] }, holds: true },
  'often: as many runs as the rule allows': { when: often, facts: { runs: [ok(990), ok(980), ok(890)] }, holds: false },
  'often: skipped and missed slots are not runs': {
    when: often,
    facts: { runs: [run('SKIPPED', { slot: 990 }), run('MISSED', { slot: 985 }), ok(980), ok(970)] },
    holds: false,
  },
  'queue: the run has waited too long': {
    when: waits,
    facts: { runs: [run('QUEUED', { slot: 939, started: null })] },
    holds: true,
  },
  'queue: the run has not waited too long': {
    when: waits,
    facts: { runs: [run('QUEUED', { slot: 940, started: null })] },
    holds: false,
  },
  'queue: a run that may not start yet does not wait': {
    when: waits,
    facts: { runs: [{ ...run('QUEUED', { slot: 100, started: null }), startAfter: at(990) }] },
    holds: false,
  },
  'success: the last success is too long ago': { when: stale, facts: { lastSuccess: at(499) }, holds: true },
  'success: the last success is not too long ago': { when: stale, facts: { lastSuccess: at(500) }, holds: false },
  'success: the job never succeeded and is old': { when: stale, facts: { createdAt: at(-9_000) }, holds: true },
  'success: the job never succeeded and is new': { when: stale, facts: { createdAt: at(501) }, holds: false },
  'success: the job never succeeded and the rule is new': {
    when: stale,
    facts: { createdAt: at(-9_000) },
    since: 501,
    holds: false,
  },
};

test.each(Object.entries(cases))('%s', (_what, { when, facts, now = 1_000, from = 900, since = 0, holds }) => {
  const all = { createdAt: T0, runs: [], gaps: [], lastSuccess: null, ...facts };
  const trouble = troubleOf(when, all, { now: at(now), from: at(from), since: at(since) });
  expect(trouble !== null).toBe(holds);
});
