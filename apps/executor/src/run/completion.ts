/**
 * Whether a run is decided. `judgeRun` is a function of counters and rules alone, so the order in which ends arrive does not matter. Its
 * verdict becomes the run's ending and is never replaced; the run is final when every attempt has ended and is counted. After a verdict
 * nothing new is started, and `remaining` says what happens to live attempts.
 *
 * Order: backoffLimit, maxFailedIndexes, success (policy, minimum, strategy), then what can no longer succeed. Failures go first
 * (K21).
 * Sources: Furiko 67 to 76, 99, 100, 114; K4, K6, K10, K12 to K21, K33, K35; V19, V22.
 */
import type { WatchedSet } from '#common/run/index-table.js';
import type { Phase } from '#common/run/phase.js';
import type { AttemptEnd, EndedAttempt, Ending, LiveAttempt, StopReason } from '#common/run/run.js';
import { blockedTasks, type TaskProgress } from '#common/run/waves.js';
import {
  sumOfMinimums,
  totalIndexes,
  type NormalTask,
  type RunRules,
  type SuccessRule,
} from '#common/spec/normal-task.js';
import type { RemainingPolicy } from '#common/spec/tasks.js';
import type { Draft } from './draft.js';

/** An ending that the executor decides; without an exit code unless one is given. */
type OwnEnding = Pick<Ending, 'phase' | 'reason' | 'message'> & Partial<Pick<Ending, 'exitCode' | 'pod'>>;

/** Decides how the run ends and asks its attempts to end; changes nothing if the ending is decided already. */
export function endRun(draft: Draft, ending: OwnEnding, stop: StopReason): void {
  if (draft.end({ actor: 'executor', exitCode: null, ...ending })) stopRemaining(draft, stop);
}

/** Asks every attempt that has not ended to end. */
export function stopRemaining(draft: Draft, reason: StopReason, graceSeconds?: number): void {
  for (const live of [...draft.live.values()]) draft.requestStop(live, reason, graceSeconds);
}

/** A run whose ending is decided starts nothing more: attempts that certainly have not started are given up. */
export function giveUpStarts(draft: Draft): void {
  if (!draft.ending) return;
  for (const live of draft.active) if (live.state === 'refused') draft.requestStop(live, 'completed', 0);
}

/** Decides the run if its counters do. `lost` are attempts whose index has just failed for good, lowest first. */
export function conclude(draft: Draft, lost: readonly EndedAttempt[]): void {
  if (draft.ending || (draft.phase === 'Restarting' && !draft.givesUpPermits)) return;
  const verdict = verdictOf(draft);
  if (!verdict) return;
  const isFailed = verdict.phase === 'Failed';
  draft.end(
    isFailed ? { ...failedEnding(verdict, lost[0]), ...(lost[0] && draft.podOf(lost[0])) } : completedEnding(verdict),
  );
  if (verdict.remaining === 'TerminateRemaining') stopRemaining(draft, isFailed ? 'terminated' : 'completed');
}

function verdictOf(draft: Draft): Verdict | null {
  const { tasks, rules } = draft.context.plan;
  const tables = tasks.map(({ name }) => draft.indexes.of(name));
  const counts = new Map<string, TaskCounts>();
  for (const [at, table] of tables.entries()) if (table) counts.set(tasks[at]?.name ?? '', table.totals);
  const blocked = blockedTasks(tasks, progressOf(draft));
  // Success rules apply to the single task of a plain job.
  return judgeRun({ tasks, rules, counts, watched: tables[0]?.watchedSets ?? [], blocked });
}

const completedEnding = ({ phase, reason, message }: Verdict): Ending => ({
  phase,
  reason,
  message: reason === 'AllIndexesSucceeded' ? '' : message,
  actor: 'executor',
  exitCode: 0,
});

const failedEnding = ({ phase, reason, message }: Verdict, lost: EndedAttempt | undefined): Ending => ({
  phase,
  reason,
  message: lost ? lostMessage(lost) : message,
  actor: 'executor',
  exitCode: lost?.end.exitCode ?? null,
  ...(lost && { failed: { attempt: lost.id, reason: lost.end.reason } }),
});

/** The progress of each task, for the tasks that depend on it. */
export function progressOf(draft: Draft): ReadonlyMap<string, TaskProgress> {
  const ready = new Map<string, number>();
  for (const live of draft.active) if (isReady(draft, live)) ready.set(live.task, (ready.get(live.task) ?? 0) + 1);
  return new Map(
    draft.context.plan.tasks.map(({ name }) => {
      const { succeeded = 0, failed = 0 } = draft.indexes.of(name)?.totals ?? {};
      return [name, { ready: ready.get(name) ?? 0, succeeded, failed }];
    }),
  );
}

/** Only pods report readiness; a running attempt of another engine counts as ready. */
const isReady = (
  { context }: Draft,
  { startedAt, ready = context.plan.engine !== 'kubernetes' }: LiveAttempt,
): boolean => startedAt !== null && ready;

function lostMessage({ task, index, attempt, end }: EndedAttempt): string {
  const tries = attempt === 1 ? '' : ` after ${attempt} attempts`;
  return `${task}/${index} failed${tries}: ${describeEnd(end)}`;
}

/** The reason of an end and, if there is one, its message. */
export const describeEnd = ({ message, reason }: AttemptEnd): string =>
  message === '' ? reason : `${reason}: ${message}`;

export interface TaskCounts {
  readonly succeeded: number;
  /** Indexes that failed for good. */
  readonly failed: number;
  /** Attempts that count as failures, of this generation. */
  readonly failures: number;
}

export interface RunProgress {
  readonly tasks: readonly NormalTask[];
  readonly rules: RunRules;
  readonly counts: ReadonlyMap<string, TaskCounts>;
  /** Progress of `watchedBy(rules)`, in order; empty for a run without success rules. */
  readonly watched: readonly WatchedSet[];
  /** Tasks that can never start (`blockedTasks`). */
  readonly blocked: ReadonlySet<string>;
}

export const VERDICT_REASONS = [
  'AllIndexesSucceeded',
  'AnyIndexSucceeded',
  'MinSuccessReached',
  'MinAvailableSucceeded',
  'SuccessPolicy',
  'WorkQueueSucceeded',
  'BackoffLimitExceeded',
  'MaxFailedIndexesExceeded',
  'IndexFailed',
  'FailedIndexes',
  'DependencyFailed',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

export interface Verdict {
  readonly phase: Extract<Phase, 'Completed' | 'Failed'>;
  readonly reason: VerdictReason;
  readonly message: string;
  readonly remaining: RemainingPolicy;
}

/** The counters of all tasks, added up. */
interface Sums {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly failures: number;
  /** Indexes that may still end either way. */
  readonly open: number;
}

export function judgeRun(progress: RunProgress): Verdict | null {
  const sums = sumsOf(progress);
  return limitExceeded(progress, sums) ?? success(progress, sums) ?? failure(progress, sums);
}

const NOTHING: TaskCounts = { succeeded: 0, failed: 0, failures: 0 };

const countsOf = ({ counts }: RunProgress, task: NormalTask): TaskCounts => counts.get(task.name) ?? NOTHING;

function openOf(progress: RunProgress, task: NormalTask): number {
  const { succeeded, failed } = countsOf(progress, task);
  return progress.blocked.has(task.name) ? 0 : Math.max(0, task.indexes - succeeded - failed);
}

function sumsOf(progress: RunProgress): Sums {
  const sums = { total: totalIndexes(progress.tasks), succeeded: 0, failed: 0, failures: 0, open: 0 };
  for (const task of progress.tasks) {
    const { succeeded, failed, failures } = countsOf(progress, task);
    sums.succeeded += succeeded;
    sums.failed += failed;
    sums.failures += failures;
    sums.open += openOf(progress, task);
  }
  return sums;
}

function limitExceeded({ rules }: RunProgress, { failed, failures }: Sums): Verdict | null {
  const { backoffLimit, maxFailedIndexes, onFailure } = rules;
  const verdict = { phase: 'Failed', remaining: onFailure } as const;
  if (backoffLimit !== null && failures > backoffLimit) {
    const message = `${failures} attempts failed, more than backoffLimit ${backoffLimit} allows`;
    return { ...verdict, reason: 'BackoffLimitExceeded', message };
  }
  if (maxFailedIndexes !== null && failed > maxFailedIndexes) {
    const message = `${failed} indexes failed, more than maxFailedIndexes ${maxFailedIndexes} allows`;
    return { ...verdict, reason: 'MaxFailedIndexesExceeded', message };
  }
  return null;
}

function success(progress: RunProgress, sums: Sums): Verdict | null {
  const { rules, watched } = progress;
  const completed = (reason: VerdictReason, message: string): Verdict => ({
    phase: 'Completed',
    reason,
    message,
    remaining: rules.onSuccess,
  });
  const matching = rules.successRules.findIndex((rule, at) => ruleMet(rule, watched[at]));
  if (matching >= 0) {
    return completed('SuccessPolicy', `rule ${matching} of successPolicy: ${watched[matching]?.succeeded} succeeded`);
  }
  const goal = goalOf(progress, sums);
  if (!goal?.isMet) return null;
  return completed(goal.reason, goal.message);
}

function failure(progress: RunProgress, sums: Sums): Verdict | null {
  const { rules, watched, blocked } = progress;
  const goal = goalOf(progress, sums);
  if (goal === null || goal.isReachable) return null;
  if (rules.successRules.some((rule, at) => ruleReachable(rule, watched[at]))) return null;
  // With `maxFailedIndexes` the other indexes continue, as with `WaitForRemaining` (K12, K16): the verdict waits for all of them.
  const waits = rules.onFailure === 'WaitForRemaining' || rules.maxFailedIndexes !== null;
  if (sums.open > 0 && waits) return null;
  // The reason depends on the rules and not on the progress of other indexes, so the order of arrival does not matter.
  const one = goal.endsAtFirst && !waits ? 'IndexFailed' : 'FailedIndexes';
  const reason = sums.failed === 0 || blocked.size > 0 ? 'DependencyFailed' : one;
  const message = `${sums.failed} of ${sums.total} indexes failed: ${goal.message}`;
  return { phase: 'Failed', reason, message, remaining: rules.onFailure };
}

/** K18 to K20: `count` of the rule's indexes have succeeded, or all of them. */
function ruleMet(rule: SuccessRule, set: WatchedSet | undefined): boolean {
  return set !== undefined && set.size > 0 && set.succeeded >= neededBy(rule, set);
}

const ruleReachable = (rule: SuccessRule, set: WatchedSet | undefined): boolean =>
  set !== undefined && set.size > 0 && set.size - set.failed >= neededBy(rule, set);

const neededBy = ({ count }: SuccessRule, { size }: WatchedSet): number => count ?? size;

interface Goal {
  readonly isMet: boolean;
  readonly isReachable: boolean;
  /** True if one failed index is enough to miss the goal. */
  readonly endsAtFirst: boolean;
  readonly reason: VerdictReason;
  /** The goal and the progress towards it. */
  readonly message: string;
}

/** The goal of the run besides its success rules. Null: none at present (scaled to zero, V22; a paused queue, K6). */
function goalOf(progress: RunProgress, sums: Sums): Goal | null {
  const { tasks, rules } = progress;
  const { total, succeeded, failed, open } = sums;
  const [first] = tasks;
  const queues = first?.source.kind === 'workQueue';
  if (total === 0 && (queues || tasks.some(({ source }) => source.kind === 'replicas'))) return null;
  const atLeast = (needed: number, reason: VerdictReason): Goal => ({
    isMet: succeeded >= needed,
    isReachable: succeeded + open >= needed,
    endsAtFirst: needed === total,
    reason,
    message: `${needed} successes are needed; ${succeeded} were reached, and ${open} more are possible`,
  });
  // A work queue succeeds with its first success and fails with the first slot that fails for good.
  if (queues) return { ...atLeast(1, 'WorkQueueSucceeded'), isReachable: failed === 0, endsAtFirst: true };
  if (rules.minSuccess !== null) return atLeast(rules.minSuccess, 'MinSuccessReached');
  if (first?.strategy === 'AnySuccessful') return atLeast(Math.min(1, total), 'AnyIndexSucceeded');
  if (rules.minAvailable !== null && rules.minAvailable < total) return gangGoal(progress, sums, rules.minAvailable);
  return atLeast(total, 'AllIndexesSucceeded');
}

/**
 * As Volcano does it: when every index has ended, `minAvailable` of them must have succeeded, and in each task its own `minAvailable`,
 * unless the run requires fewer than the sum of these.
 */
function gangGoal(progress: RunProgress, { succeeded, failed, open }: Sums, minAvailable: number): Goal {
  const { tasks } = progress;
  const owes = (task: NormalTask): number => Math.min(task.minAvailable ?? task.indexes, task.indexes);
  const each = minAvailable >= sumOfMinimums(tasks) ? tasks : [];
  const short = each.find((task) => countsOf(progress, task).succeeded < owes(task));
  const lost = each.find((task) => countsOf(progress, task).succeeded + openOf(progress, task) < owes(task));
  const named = lost ?? short;
  const where = named ? `, ${owes(named)} of them in task ${named.name}` : '';
  return {
    isMet: open === 0 && succeeded >= minAvailable && !short,
    isReachable: succeeded + open >= minAvailable && !lost,
    endsAtFirst: false,
    reason: failed === 0 ? 'AllIndexesSucceeded' : 'MinAvailableSucceeded',
    message: `${minAvailable} successes are needed${where}; ${succeeded} were reached, and ${open} more are possible`,
  };
}
