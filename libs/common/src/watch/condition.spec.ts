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
  ...{ id: asRunId(`run-${++count}`), state, trigger: 'schedule' },
  ...{ createdAt: at(slot), startAfter: at(slot), scheduledFor: at(slot) },
  started: started === null ? null : at(started),
  finished: finished === null ? null : at(finished),
});
const ok = (finished: number, seconds = 1): JudgedRun => run('FINISHED', { slot: finished - seconds, finished });
const bad = (finished: number): JudgedRun => run('FAILED', { slot: finished - 1, finished });
const missedGap = (to: number, recorded = to): JobFacts['gaps'][number] => ({
  to: at(to),
  outcome: 'missed',
  recordedAt: at(recorded),
});

interface Case {
  readonly when: RuleCondition;
  readonly facts: Partial<JobFacts>;
  /** Seconds after T0: 1000, the last look at 900 and the rule of 0 unless given. */
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
/** They took 1 to 20 s: 95 of 100 of them 19. */
const history = Array.from({ length: 20 }, (_, i) => ok(100 + i, i + 1));

const cases: Record<string, Case> = {
  'failed: the last run': { when: { type: 'failed' }, facts: { runs: [bad(500), ok(400)] }, holds: true },
  'failed: not one before the last': { when: { type: 'failed' }, facts: { runs: [ok(500), bad(400)] }, holds: false },
  'failed: one before the last that nobody has looked at': {
    ...{ when: { type: 'failed' }, facts: { runs: [ok(960), bad(950)] }, holds: true },
  },
  'failed: the one that ended last counts, not the one that was made last': {
    when: { type: 'failed' },
    facts: { runs: [run('FAILED', { slot: 300, finished: 400 }), run('FINISHED', { slot: 200, finished: 500 })] },
    holds: false,
  },
  'failed: not before the rule': {
    ...{ when: { type: 'failed' }, facts: { runs: [bad(500)] }, since: 501, holds: false },
  },
  'failed: an aborted run is none': {
    when: { type: 'failed' },
    facts: { runs: [run('ABORTED', { slot: 500, finished: 501 }), ok(400)] },
    holds: false,
  },
  'row: as many': { when: row, facts: { runs: [bad(503), bad(502), bad(501), ok(500)] }, holds: true },
  'row: one less': { when: row, facts: { runs: [bad(503), bad(502), ok(501), bad(500)] }, holds: false },
  'row: too few runs': { when: row, facts: { runs: [bad(503), bad(502)] }, holds: false },
  'row: over again before anybody looked': {
    ...{ when: row, facts: { runs: [ok(960), bad(953), bad(952), bad(951)] }, holds: true },
  },
  'row: over again and looked at': {
    ...{ when: row, facts: { runs: [ok(860), bad(853), bad(852), bad(851)] }, holds: false },
  },
  'flapping: as often': { when: flaps, facts: { runs: [ok(504), bad(503), ok(502), bad(501)] }, holds: true },
  'flapping: less often': { when: flaps, facts: { runs: [ok(504), ok(503), bad(502), ok(501)] }, holds: false },
  'missed: a slot': { when: { type: 'missed' }, facts: { gaps: [missedGap(500)] }, holds: true },
  'missed: a queued run that was given up': {
    ...{ when: { type: 'missed' }, facts: { runs: [run('MISSED', { slot: 500, started: null, finished: 600 })] } },
    holds: true,
  },
  'missed: until a later slot has run': {
    when: { type: 'missed' },
    facts: { gaps: [missedGap(500)], runs: [ok(600)] },
    holds: false,
  },
  'missed: recorded since the last look': {
    when: { type: 'missed' },
    facts: { gaps: [missedGap(500, 950)], runs: [ok(600)] },
    holds: true,
  },
  'missed: what was skipped was not': {
    when: { type: 'missed' },
    facts: { gaps: [{ ...missedGap(500), outcome: 'skipped' }] },
    holds: false,
  },
  'late: has not started': { when: late, facts: { runs: [run('QUEUED', { slot: 900, started: null })] }, holds: true },
  'late: still has time': { when: late, facts: { runs: [run('QUEUED', { slot: 950, started: null })] }, holds: false },
  'late: has started late': { when: late, facts: { runs: [run('RUNNING', { slot: 500, started: 600 })] }, holds: true },
  'late: a later one was in time': {
    when: late,
    facts: { runs: [run('RUNNING', { slot: 700, started: 701 }), run('RUNNING', { slot: 500, started: 600 })] },
    holds: false,
  },
  'late: never started, and aborted': {
    when: late,
    facts: { runs: [run('ABORTED', { slot: 500, started: null, finished: 700 })] },
    holds: false,
  },
  'late: not one by hand': {
    when: late,
    facts: { runs: [{ ...run('QUEUED', { slot: 500, started: null }), trigger: 'manual' }] },
    holds: false,
  },
  'long: under way': { when: long, facts: { runs: [run('RUNNING', { slot: 900 })] }, holds: true },
  'long: not yet': { when: long, facts: { runs: [run('RUNNING', { slot: 950 })] }, holds: false },
  'long: ended since the last look': { when: long, facts: { runs: [ok(950, 61)] }, holds: true },
  'long: ended before': { when: long, facts: { runs: [ok(850, 100)] }, holds: false },
  'long: a run of before the rule that is under way': {
    ...{ when: long, facts: { runs: [run('RUNNING', { slot: 100 })] }, since: 990, holds: true },
  },
  'usual: more than the factor of what 95 of 100 took': {
    ...{ when: usual, facts: { runs: [run('RUNNING', { slot: 1_000 - 58 }), ...history] }, holds: true },
  },
  'usual: no more': {
    ...{ when: usual, facts: { runs: [run('RUNNING', { slot: 1_000 - 57 }), ...history] }, holds: false },
  },
  'usual: too few to know': {
    ...{ when: usual, facts: { runs: [run('RUNNING', { slot: 100 }), ...history.slice(0, 4)] }, holds: false },
  },
  'usual: the judged run itself is none of them': {
    ...{ when: usual, facts: { runs: [ok(950, 900), ...history.slice(0, 4)] }, holds: false },
  },
  'short: a success': { when: short, facts: { runs: [ok(500, 9)] }, holds: true },
  'short: long enough': { when: short, facts: { runs: [ok(500, 10)] }, holds: false },
  'short: a failure is none': { when: short, facts: { runs: [bad(500)] }, holds: false },
  'often: more': { when: often, facts: { runs: [ok(990), ok(980), ok(970)] }, holds: true },
  'often: as many': { when: often, facts: { runs: [ok(990), ok(980), ok(890)] }, holds: false },
  'often: what was skipped is no run': {
    when: often,
    facts: { runs: [run('SKIPPED', { slot: 990 }), run('MISSED', { slot: 985 }), ok(980), ok(970)] },
    holds: false,
  },
  'queue: too long': { when: waits, facts: { runs: [run('QUEUED', { slot: 939, started: null })] }, holds: true },
  'queue: not yet': { when: waits, facts: { runs: [run('QUEUED', { slot: 940, started: null })] }, holds: false },
  'queue: what must not start yet does not wait': {
    when: waits,
    facts: { runs: [{ ...run('QUEUED', { slot: 100, started: null }), startAfter: at(990) }] },
    holds: false,
  },
  'success: too long ago': { when: stale, facts: { lastSuccess: at(499) }, holds: true },
  'success: not too long ago': { when: stale, facts: { lastSuccess: at(500) }, holds: false },
  'success: never, and the job is old': { when: stale, facts: { createdAt: at(-9_000) }, holds: true },
  'success: never, and the job is new': { when: stale, facts: { createdAt: at(501) }, holds: false },
  'success: never, and the rule is new': {
    ...{ when: stale, facts: { createdAt: at(-9_000) }, since: 501, holds: false },
  },
};

test.each(Object.entries(cases))('%s', (_what, { when, facts, now = 1_000, from = 900, since = 0, holds }) => {
  const all = { createdAt: T0, runs: [], gaps: [], lastSuccess: null, ...facts };
  const trouble = troubleOf(when, all, { now: at(now), from: at(from), since: at(since) });
  expect(trouble !== null).toBe(holds);
});
