/**
 * Decides whether a job runs now that a run of another job has ended. The only facts are documents of runs, so every replica decides the
 * same at any time, and the key of the new run makes sure that it is created once.
 */
import { ExactNumber } from '#common/domain/exact-number.js';
import type { OutputTest } from '#common/spec/after.js';
import type { JsonValue } from '#common/spec/fields.js';
import { sameValue, valueAt } from '#common/spec/json-pointer.js';
import type { JobId } from '#common/domain/ids.js';
import { isFinal, stateOf, type RunState } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { AfterRule, AfterRuleCondition } from '#common/schedule/schedule-state.js';

/** The fields of a run on which conditions depend, ended or not. */
export type Upstream = Pick<Run, 'id' | 'job' | 'phase' | 'exitCode' | 'finished' | 'outputs'>;

export interface Facts {
  /** The run that has ended. */
  readonly trigger: Upstream;
  /** For conditions that wait (`sameSlot`): the runs of the trigger's cause, by job. */
  readonly sameCause: ReadonlyMap<JobId, readonly Upstream[]>;
  /** For conditions that do not wait (`latest`): the newest ended run, by job. */
  readonly latest: ReadonlyMap<JobId, Upstream | null>;
}

export type Verdict =
  | {
      readonly type: 'run';
      /** The runs that met the conditions, in the order of the conditions. */
      readonly by: readonly Upstream[];
      /** Outputs that become parameters. */
      readonly parameters: Readonly<Record<string, JsonValue>>;
    }
  /** Positions of the conditions that are not met. */
  | { readonly type: 'wait'; readonly unmet: readonly number[] };

/**
 * The conditions that decide when a run of the job has ended: under `any` the conditions on that job, under `all` all of them. None if the
 * end of such a run starts nothing: under `all` the latest run of a job is only examined once the runs that are waited for have ended.
 */
export function decidedBy({ conditions, require }: AfterRule, job: JobId): readonly AfterRuleCondition[] {
  const own = conditions.filter((condition) => condition.job === job);
  if (require === 'any') return own;
  const isWaitedFor = conditions.some(({ match }) => match === 'sameSlot');
  const starts = own.some(({ match }) => match === 'sameSlot' || !isWaitedFor);
  return starts ? conditions : [];
}

export function decideAfter(rule: AfterRule, facts: Facts): Verdict {
  const deciding = decidedBy(rule, facts.trigger.job);
  const meeting = deciding.map((condition) => ({ condition, runs: meetingRuns(condition, rule, facts) }));
  const inTime = chosen(meeting, rule);
  const isMet = rule.require === 'any' ? inTime.some((run) => run !== null) : inTime.every((run) => run !== null);
  if (deciding.length === 0 || !isMet) {
    const unmet = deciding.filter((_, i) => inTime[i] === null);
    return { type: 'wait', unmet: unmet.map((condition) => rule.conditions.indexOf(condition)) };
  }
  const pairs = deciding.flatMap((condition, i) => (inTime[i] ? [{ condition, run: inTime[i] }] : []));
  return {
    type: 'run',
    by: [...new Map(pairs.map(({ run }) => [run.id, run])).values()],
    parameters: Object.fromEntries(pairs.flatMap(({ condition, run }) => passedOn(condition, run))),
  };
}

interface Meeting {
  readonly condition: AfterRuleCondition;
  /** The runs that meet the condition, the last end first. */
  readonly runs: readonly Upstream[];
}

/**
 * For each condition the run that counts: of several runs the one that ended last. If a job ran again long afterwards, and this run makes
 * others too old (`within`), the earlier run of the job counts, so that the time of the decision does not matter.
 */
function chosen(meeting: readonly Meeting[], { require }: AfterRule): readonly (Upstream | null)[] {
  const ends = [...new Set(meeting.flatMap(({ runs }) => runs.map(finishOf)))].sort((a, b) => b - a);
  const [latest = [], ...earlier] = (ends.length === 0 ? [0] : ends).map((until) => chosenUntil(meeting, until));
  if (require === 'any') return latest;
  return [latest, ...earlier].find((runs) => runs.every((run) => run !== null)) ?? latest;
}

function chosenUntil(meeting: readonly Meeting[], until: Instant): readonly (Upstream | null)[] {
  const runs = meeting.map((each) => each.runs.find((run) => finishOf(run) <= until) ?? null);
  const newest = Math.max(0, ...runs.map((run) => (run ? finishOf(run) : 0)));
  return runs.map((run, i) => (run && isWithin(run, meeting[i]?.condition.within ?? null, newest) ? run : null));
}

const finishOf = ({ finished }: Upstream): Instant => finished ?? 0;

function meetingRuns(condition: AfterRuleCondition, rule: AfterRule, facts: Facts): readonly Upstream[] {
  const { trigger } = facts;
  const meet = candidatesFor(condition, rule, facts).filter((run) => isFinal(run.phase) && meets(condition, run));
  if (meet.some(({ id }) => id === trigger.id) && condition.match === 'latest') return [trigger];
  return meet.sort((a, b) => finishOf(b) - finishOf(a) || (a.id < b.id ? 1 : -1));
}

function candidatesFor(
  { job, match }: AfterRuleCondition,
  { require }: AfterRule,
  { trigger, sameCause, latest }: Facts,
): readonly Upstream[] {
  const isOwn = trigger.job === job;
  if (require === 'any' || (match === 'latest' && isOwn)) return isOwn ? [trigger] : [];
  if (match === 'latest') return [latest.get(job) ?? null].flatMap((run) => run ?? []);
  const others = sameCause.get(job) ?? [];
  return isOwn && others.every(({ id }) => id !== trigger.id) ? [trigger, ...others] : others;
}

const ENDS: Readonly<Record<AfterRuleCondition['on'], readonly RunState[]>> = {
  succeeded: ['FINISHED'],
  failed: ['FAILED'],
  finished: ['FINISHED', 'FAILED', 'ABORTED'],
  skipped: ['SKIPPED', 'MISSED'],
};

function meets({ on, exitCodes, outputs }: AfterRuleCondition, run: Upstream): boolean {
  if (!ENDS[on].includes(stateOf(run.phase))) return false;
  if (exitCodes !== null && (run.exitCode === null || !exitCodes.includes(run.exitCode))) return false;
  return outputs.every((test) => passes(test, valueAt(run.outputs ?? {}, test.path)));
}

function passes({ exists, equals, min, max }: OutputTest, value: JsonValue | undefined): boolean {
  if (exists !== undefined && exists !== (value !== undefined)) return false;
  if (equals !== undefined && !sameValue(equals, value)) return false;
  if (min === undefined && max === undefined) return true;
  const number = typeof value === 'number' || value instanceof ExactNumber ? Number(value) : NaN;
  return number >= (min ?? -Infinity) && number <= (max ?? Infinity);
}

/** The age is counted from the last of the runs, so that the time of the decision does not matter. */
const isWithin = (run: Upstream, within: number | null, newest: Instant): boolean =>
  within === null || newest - finishOf(run) <= within * 1_000;

const passedOn = ({ pass }: AfterRuleCondition, run: Upstream): [string, JsonValue][] =>
  pass.flatMap(({ name, path }): [string, JsonValue][] => {
    const value = valueAt(run.outputs ?? {}, path);
    return value === undefined ? [] : [[name, value]];
  });
