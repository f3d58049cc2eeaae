/**
 * Whether the condition of a rule holds for a job: a pure function of the job's stored runs and slots, and of the time. Runs that
 * ended before the rule was created, or before its jobs or condition last changed, do not count; a condition that held only
 * between two checks does.
 */
import { isFailure } from '../run/failed-ends.js';
import { DEFAULT_RULE_FACTOR, FLAPPING_RUNS, MIN_USUAL_RUNS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import type { RunGlance } from '../run/run-glance.js';
import type { Gap } from '../schedule/schedule-state.js';
import type { RuleCondition } from '../spec/rule.js';

type JudgedRun = Pick<
  RunGlance,
  'id' | 'state' | 'reason' | 'trigger' | 'createdAt' | 'startAfter' | 'scheduledFor' | 'started' | 'finished'
>;

export interface JobFacts {
  /** The earliest time from which the job is watched: when it was created, or got the id of a former job. */
  readonly createdAt: Instant;
  /** The runs that the condition needs, newest first. */
  readonly runs: readonly JudgedRun[];
  /** The newest ranges of slots that became no runs. */
  readonly gaps: readonly Pick<Gap, 'to' | 'outcome' | 'recordedAt'>[];
  readonly lastSuccess: Instant | null;
}

export interface JudgedTime {
  /** When the rule was created, or its jobs or condition last changed. */
  readonly since: Instant;
  /** Events from this time on were not examined yet. */
  readonly from: Instant;
  readonly now: Instant;
}

const MS = 1_000;
const USUAL_SHARE = 0.95;

type Of<T extends RuleCondition['type']> = Extract<RuleCondition, { type: T }>;
type EndCondition = Of<'failed' | 'failuresInRow' | 'flapping' | 'tooShort'>;

/** A sentence about the problem of the job; null where the condition does not hold. */
export function troubleOf(condition: RuleCondition, facts: JobFacts, time: JudgedTime): string | null {
  switch (condition.type) {
    case 'failed':
    case 'failuresInRow':
    case 'flapping':
    case 'tooShort':
      return troubleOfEnds(condition, facts, time);
    case 'missed':
      return hasMissed(facts, time) ? 'a slot was missed' : null;
    case 'lateStart':
      return lateStart(condition.afterSeconds, facts, time);
    case 'tooLong':
      return tooLong(condition, facts, time);
    case 'tooOften':
      return tooOften(condition, facts, time);
    case 'queueTooLong':
      return queueTooLong(condition.afterSeconds, facts, time);
    case 'noSuccessSince':
      return noSuccess(condition.seconds, facts, time);
  }
}

/** Conditions whose problem is a failure, which the log of a run shows. */
const OF_FAILURES: readonly RuleCondition['type'][] = ['failed', 'failuresInRow', 'flapping'];

/** The newest failed run, for a condition about failures. */
export const failureOf = ({ type }: RuleCondition, { runs }: JobFacts): JudgedRun['id'] | undefined =>
  OF_FAILURES.includes(type) ? runs.find(isFailure)?.id : undefined;

const hasSucceeded = ({ state }: JudgedRun): boolean => state === 'FINISHED';

/** Evaluated at the newest end, and at each end that was not examined yet: the condition may have held only for a while. */
function troubleOfEnds(condition: EndCondition, { runs }: JobFacts, { since, from }: JudgedTime): string | null {
  const ended = runs
    .filter((run) => (isFailure(run) || hasSucceeded(run)) && (run.finished ?? 0) >= since)
    .toSorted((a, b) => (b.finished ?? 0) - (a.finished ?? 0));
  for (const [at, { finished }] of ended.entries()) {
    if (at > 0 && (finished ?? 0) < from) break;
    const trouble = troubleAsOf(condition, ended.slice(at));
    if (trouble !== null) return trouble;
  }
  return null;
}

/** `ended`: ended runs, the latest end first. */
function troubleAsOf(condition: EndCondition, ended: readonly JudgedRun[]): string | null {
  switch (condition.type) {
    case 'failed':
      return ended[0] && isFailure(ended[0]) ? 'a run has failed' : null;
    case 'failuresInRow': {
      const last = ended.slice(0, condition.count);
      const isRow = last.length === condition.count && last.every(isFailure);
      return isRow ? `${condition.count} runs have failed one after the other` : null;
    }
    case 'flapping':
      return changesIn(ended) >= condition.changes ? 'the runs of the job change between success and failure' : null;
    case 'tooShort':
      return isTooShort(condition, ended[0]) ? `a run has succeeded in less than ${condition.underSeconds} s` : null;
  }
}

function changesIn(ended: readonly JudgedRun[]): number {
  const last = ended.slice(0, FLAPPING_RUNS).map(isFailure);
  return last.filter((failed, i) => i > 0 && failed !== last[i - 1]).length;
}

function isTooShort({ underSeconds }: Of<'tooShort'>, run: JudgedRun | undefined): boolean {
  const seconds = run && hasSucceeded(run) ? secondsOf(run) : null;
  return seconds !== null && seconds < underSeconds;
}

const secondsOf = ({ started, finished }: JudgedRun): number | null =>
  started === null || finished === null ? null : (finished - started) / MS;

/** Holds until a later slot has become a run. */
function hasMissed({ runs, gaps }: JobFacts, { since, from }: JudgedTime): boolean {
  const isMissed = ({ state }: JudgedRun): boolean => state === 'MISSED';
  const ofRuns = runs.flatMap((run) =>
    isMissed(run) && run.scheduledFor !== null
      ? [{ to: run.scheduledFor, recordedAt: run.finished ?? run.scheduledFor }]
      : [],
  );
  const ofGaps = gaps.filter(({ outcome }) => outcome === 'missed');
  const missed = [...ofRuns, ...ofGaps].filter(({ recordedAt }) => recordedAt >= since);
  const lastRun = Math.max(0, ...runs.map((run) => (isMissed(run) ? 0 : (run.scheduledFor ?? 0))));
  return missed.some(({ to, recordedAt }) => to > lastRun || recordedAt >= from);
}

/** Holds until the run of a later slot has started in time. */
function lateStart(afterSeconds: number, { runs }: JobFacts, { since, from, now }: JudgedTime): string | null {
  const trouble = `the run of a slot has not started within ${afterSeconds} s`;
  let isNewest = true;
  for (const run of runs.filter(({ trigger, started }) => trigger === 'schedule' && (started ?? now) >= since)) {
    const isLate = (run.started ?? now) - run.startAfter > afterSeconds * MS;
    if (run.started === null) {
      if (run.finished === null && isLate) return trouble;
      continue;
    }
    if (isLate && (isNewest || run.started >= from)) return trouble;
    isNewest = false;
  }
  return null;
}

/** Holds as long as such a run is under way. */
function tooLong(
  { afterSeconds, factor = DEFAULT_RULE_FACTOR }: Of<'tooLong'>,
  { runs }: JobFacts,
  { since, from, now }: JudgedTime,
): string | null {
  for (const run of runs) {
    const { started, finished } = run;
    if (started === null || (finished !== null && finished < Math.max(from, since))) continue;
    const limit = afterSeconds ?? usualLimit(runs, run, factor);
    if (limit !== null && ((finished ?? now) - started) / MS > limit)
      return afterSeconds === undefined
        ? 'a run takes far longer than usual for the job'
        : `a run takes longer than ${afterSeconds} s`;
  }
  return null;
}

/** The limit by the usual duration of the other successful runs; null while there are too few. */
function usualLimit(runs: readonly JudgedRun[], judged: JudgedRun, factor: number): number | null {
  const took = runs
    .flatMap((run) => (run.id !== judged.id && hasSucceeded(run) ? [secondsOf(run) ?? 0] : []))
    .toSorted((a, b) => a - b);
  if (took.length < MIN_USUAL_RUNS) return null;
  return Math.max(1, factor * (took[Math.ceil(took.length * USUAL_SHARE) - 1] ?? 0));
}

/** Skipped and missed slots do not count as runs. */
function tooOften(
  { runs: most, withinSeconds }: Of<'tooOften'>,
  { runs }: JobFacts,
  { since, now }: JudgedTime,
): string | null {
  const begin = Math.max(since, now - withinSeconds * MS);
  const count = runs.filter(
    ({ state, createdAt }) => state !== 'SKIPPED' && state !== 'MISSED' && createdAt > begin,
  ).length;
  return count > most ? `more than ${most} runs within ${withinSeconds} s` : null;
}

function queueTooLong(afterSeconds: number, { runs }: JobFacts, { now }: JudgedTime): string | null {
  const waits = runs.some(
    ({ state, createdAt, startAfter }) =>
      state === 'QUEUED' && now - Math.max(createdAt, startAfter) > afterSeconds * MS,
  );
  return waits ? `a run waits in the queue for longer than ${afterSeconds} s` : null;
}

/** For a job that has never succeeded, the time counts from the creation of the job, or of the rule. */
function noSuccess(seconds: number, { lastSuccess, createdAt }: JobFacts, { since, now }: JudgedTime): string | null {
  const base = lastSuccess ?? Math.max(createdAt, since);
  return now - base > seconds * MS ? `no run has succeeded for ${seconds} s` : null;
}
