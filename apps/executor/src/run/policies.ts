/**
 * Lifecycle policies: which event an end or a condition is, and which rule answers it. The rules of the task come before those of the job,
 * and the first match wins. Ends of attempts come here through ends.ts; `newPolicyEvents` and `completions` find events of whole tasks and
 * of the run. A rule with a delay gives an action that is kept until it is due (delayed-actions.ts).
 *
 * Sources: V13 to V16, V28, V36.
 */
import { withAction } from '#common/run/delayed-actions.js';
import type { Phase } from '#common/run/phase.js';
import type { AttemptEnd, AttemptResult, Instant, LiveAttempt } from '#common/run/run.js';
import type { NormalTask, RunRules } from '#common/spec/normal-task.js';
import type { PolicyRule } from '#common/spec/policy-rules.js';
import type { PolicyAction, PolicyEvent } from '#common/spec/tasks.js';
import { isActive } from './attempt.js';
import type { Draft } from './draft.js';
import { isShortOfMembers } from './gangs.js';
import type { TaskPlan } from './plan.js';

const isComplete = (draft: Draft, task: TaskPlan): boolean =>
  hasTaskCompleted(task, draft.indexes.of(task.name)?.totals.succeeded ?? 0);

export const completedTasks = (draft: Draft): ReadonlySet<string> =>
  new Set(draft.context.plan.tasks.flatMap((task) => (isComplete(draft, task) ? [task.name] : [])));

/** The actions of `TaskCompleted` policies: for tasks that are complete now and were not before. */
export function completions(draft: Draft, wasComplete: ReadonlySet<string>): readonly Intent[] {
  const { tasks } = draft.context.plan;
  const complete = tasks.filter((task) => !wasComplete.has(task.name) && isComplete(draft, task));
  return complete.flatMap((task) => matchedActions(draft, task, 'TaskCompleted'));
}

export function startsTooOften(task: TaskPlan, live: readonly LiveAttempt[]): boolean {
  const own = live.filter((each) => each.task === task.name && isActive(each));
  return hasTaskFailed(
    task,
    own.map(({ restarts = 0 }) => restarts),
  );
}

/** The actions of policies of tasks (`TaskFailed`) and of the run (`Unknown`) that this decision causes. */
export function newPolicyEvents(draft: Draft): readonly Intent[] {
  const { tasks } = draft.context.plan;
  const failed = tasks.filter((task) => startsTooOften(task, draft.active) && !startsTooOften(task, draft.base.live));
  const intents = failed.flatMap((task) => matchedActions(draft, task, 'TaskFailed'));
  return isShortOfMembers(draft) ? [...intents, ...matchedActions(draft, null, 'Unknown')] : intents;
}

/** The action of the matching rule; a delayed one is kept in the run instead. Null for a task: the run as a whole. */
function matchedActions(draft: Draft, task: TaskPlan | null, event: PolicyEvent): readonly Intent[] {
  if (draft.ending || draft.phase === 'Restarting') return [];
  const rule = matchPolicy(rulesFor(task, draft.context.plan.rules), { event, exitCodes: [] });
  if (!rule) return [];
  const cause = { task: task?.name ?? null, index: null };
  const { action, path, delayMs } = rule;
  if (delayMs > 0) {
    draft.setDelayed(withAction(draft.delayed, { ...cause, event, action, rule: path, dueAt: draft.now + delayMs }));
    return [];
  }
  const what = task === null ? 'the run' : `task ${task.name}`;
  return [intentOf(action, { ...cause, message: `${what}: ${event} (${path})` })];
}

/** The action that is due if this attempt does not start in time. */
export function pendingPolicy(draft: Draft, live: LiveAttempt): ReturnType<typeof pendingAction> {
  if (live.startedAt !== null || live.stop) return null;
  const { tasks, rules } = draft.context.plan;
  const task = tasks.find(({ name }) => name === live.task);
  return task ? pendingAction(rulesFor(task, rules), live.since) : null;
}

/** One cause is one event (volcano-sh/volcano#5885: an eviction raises two there). Null: no policy answers it. */
const EVENT_OF: Readonly<Record<AttemptResult, PolicyEvent | null>> = {
  succeeded: null,
  failed: 'PodFailed',
  evicted: 'PodEvicted',
  preempted: 'PodEvicted',
  // V4: a pod that another client deletes counts as evicted.
  deletedByOther: 'PodEvicted',
  nodeLost: 'NodeLost',
  imagePull: 'PodFailed',
  unschedulable: 'PodFailed',
  deadline: 'PodFailed',
  idle: 'PodFailed',
  startRefused: 'PodFailed',
  startUnknown: 'PodFailed',
  // V8: an attempt that we end ourselves triggers no policy.
  deletedByUs: null,
};

/** An event that a policy may answer. */
export interface PolicyCause {
  readonly event: PolicyEvent;
  /** Exit codes that are not 0, of all containers but native sidecars; empty if nothing exited. */
  readonly exitCodes: readonly number[];
}

export function policyEventOf({ result, exitCode, exitCodes = {}, sidecars = [] }: AttemptEnd): PolicyCause | null {
  const event = EVENT_OF[result];
  if (event === null) return null;
  const deciding = Object.entries(exitCodes).flatMap(([name, code]) => (sidecars.includes(name) ? [] : [code]));
  const codes = [...deciding, ...(exitCode === null ? [] : [exitCode])];
  return { event, exitCodes: codes.filter((code) => code !== 0) };
}

/** The rules in the order in which they are tried. Null for a task: the cause concerns the run as a whole. */
export const rulesFor = (
  task: Pick<NormalTask, 'policies'> | null,
  run: Pick<RunRules, 'policies'>,
): readonly PolicyRule[] => [...(task?.policies ?? []), ...run.policies];

/** The first rule that names the event or one of the exit codes. A pending attempt is an event only for rules with a delay (V28). */
export function matchPolicy(rules: readonly PolicyRule[], { event, exitCodes }: PolicyCause): PolicyRule | null {
  const matching = rules.find((rule) => {
    if (exitCodes.some((code) => rule.exitCodes.has(code))) return true;
    return rule.events.has(event) && (event !== 'PodPending' || rule.delayMs > 0);
  });
  return matching ?? null;
}

export interface PendingAction {
  readonly action: PolicyAction;
  readonly rule: string;
  readonly at: Instant;
}

/** The action for an attempt that exists since `since` and does not run; void as soon as it runs. */
export function pendingAction(rules: readonly PolicyRule[], since: Instant): PendingAction | null {
  const rule = matchPolicy(rules, { event: 'PodPending', exitCodes: [] });
  return rule && { action: rule.action, rule: rule.path, at: since + rule.delayMs };
}

/** V13: the containers of the task's attempts were restarted in place `maxRestarts` times in all. */
export const hasTaskFailed = ({ maxRestarts }: Pick<NormalTask, 'maxRestarts'>, restarts: readonly number[]): boolean =>
  restarts.reduce((sum, count) => sum + count, 0) >= maxRestarts;

/** V11: every index of the task has succeeded; a task without indexes never completes. */
export const hasTaskCompleted = ({ indexes }: Pick<NormalTask, 'indexes'>, succeeded: number): boolean =>
  indexes > 0 && succeeded >= indexes;

export interface IntentCause {
  readonly task: string | null;
  readonly index: number | null;
  /** For people: what happened, such as `worker/2: PodFailed (exit code 3)`. */
  readonly message: string;
}

export type Intent =
  | { readonly type: 'end'; readonly phase: EndPhase; readonly reason: PolicyReason; readonly message: string }
  | { readonly type: 'restartRun'; readonly message: string }
  | { readonly type: 'restartTask'; readonly task: string; readonly message: string }
  | { readonly type: 'restartIndex'; readonly task: string; readonly index: number; readonly message: string };

export type EndPhase = Extract<Phase, 'Aborted' | 'Terminated' | 'Completed' | 'Failed'>;
export const POLICY_REASONS = [
  'AbortedByPolicy',
  'TerminatedByPolicy',
  'CompletedByPolicy',
  'MaxRetryExceeded',
] as const;
export type PolicyReason = (typeof POLICY_REASONS)[number];

/** The intent of an action. Where its scope is narrower than its cause, it takes the scope of the cause: the task, or the run. */
export function intentOf(action: PolicyAction, { task, index, message }: IntentCause): Intent {
  switch (action) {
    case 'AbortJob':
      return { type: 'end', phase: 'Aborted', reason: 'AbortedByPolicy', message };
    case 'TerminateJob':
      return { type: 'end', phase: 'Terminated', reason: 'TerminatedByPolicy', message };
    case 'CompleteJob':
      return { type: 'end', phase: 'Completed', reason: 'CompletedByPolicy', message };
    case 'RestartJob':
      return { type: 'restartRun', message };
    case 'RestartTask':
      return task === null ? { type: 'restartRun', message } : { type: 'restartTask', task, message };
    case 'RestartPod':
      if (task === null) return { type: 'restartRun', message };
      return index === null ? { type: 'restartTask', task, message } : { type: 'restartIndex', task, index, message };
  }
}
