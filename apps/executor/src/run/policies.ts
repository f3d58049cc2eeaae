/** What policies answer besides the ends of attempts: tasks that are complete or start again too often, gangs that lost members. */
import type { PolicyAction, PolicyEvent } from '#common/spec/tasks.js';
import { dueActions, type CauseEnd, withAction, withoutCause } from '#common/run/delayed-actions.js';
import type { AttemptEnd, AttemptResult, Instant, LiveAttempt } from '#common/run/run.js';
import type { Draft } from './draft.js';
import { isShortOfMembers } from './gangs.js';
import type { TaskPlan } from './plan.js';
import type { NormalTask, RunRules } from '#common/spec/normal-task.js';
import type { PolicyRule } from '#common/spec/policy-rules.js';
import type { Phase } from '#common/run/phase.js';
import { RESTART_BACKOFF, backoffMs } from '#common/run/retry-delay.js';
import { stopRemaining } from './completion.js';
import { restart } from './generations.js';
import { REASONS } from './reasons.js';

const isComplete = (draft: Draft, task: TaskPlan): boolean =>
  hasTaskCompleted(task, draft.indexes.of(task.name)?.totals.succeeded ?? 0);

export const completedTasks = (draft: Draft): ReadonlySet<string> =>
  new Set(draft.context.plan.tasks.flatMap((task) => (isComplete(draft, task) ? [task.name] : [])));

/** Tasks that have become complete since. */
export function completions(draft: Draft, wasComplete: ReadonlySet<string>): readonly Intent[] {
  const { tasks } = draft.context.plan;
  const complete = tasks.filter((task) => !wasComplete.has(task.name) && isComplete(draft, task));
  return complete.flatMap((task) => matchedActions(draft, task, 'TaskCompleted'));
}

export function startsTooOften(task: TaskPlan, live: readonly LiveAttempt[]): boolean {
  const own = live.filter((each) => each.task === task.name && each.state !== 'ended');
  return hasTaskFailed(
    task,
    own.map(({ restarts = 0 }) => restarts),
  );
}

/** What this decision has learned of, of tasks and of the run as a whole. */
export function newPolicyEvents(draft: Draft): readonly Intent[] {
  const { tasks } = draft.context.plan;
  const failed = tasks.filter((task) => startsTooOften(task, draft.active) && !startsTooOften(task, draft.base.live));
  const intents = failed.flatMap((task) => matchedActions(draft, task, 'TaskFailed'));
  return isShortOfMembers(draft) ? [...intents, ...matchedActions(draft, null, 'Unknown')] : intents;
}

/** A policy's action, to be taken at once; one that waits is kept. */
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

/**
 * Lifecycle policies: what an end or a state of affairs is called, and which rule answers it.
 *
 * How the engine is meant to call it: for the end of an attempt through `judge-end.ts`; for everything else
 * `matchPolicy(rulesFor(task, rules), happening)` when the happening is first seen: `TaskFailed` (`hasTaskFailed`),
 * `TaskCompleted` (`hasTaskCompleted`), `Unknown` (`hasLostMembers` of gang.ts, job's rules alone). `PodPending` is asked for
 * every attempt that does not run yet (`pendingAction`), whose start deadline it resembles. A rule with a delay gives an action
 * to be kept (`delayed-actions.ts`).
 *
 * Sources: Volcano 1.4, 1.5, V13 to V16, V28, V36; design 6, point 4: the task's list first, then the job's, first match wins.
 */

/** One cause is one event (Volcano #5885: there, an eviction raises two). Null: nothing that a policy answers. */
const EVENT_OF: Readonly<Record<AttemptResult, PolicyEvent | null>> = {
  succeeded: null,
  failed: 'PodFailed',
  evicted: 'PodEvicted',
  preempted: 'PodEvicted',
  // V4: a pod that somebody deletes is an evicted one.
  deletedByOther: 'PodEvicted',
  nodeLost: 'NodeLost',
  imagePull: 'PodFailed',
  unschedulable: 'PodFailed',
  deadline: 'PodFailed',
  idle: 'PodFailed',
  startRefused: 'PodFailed',
  startUnknown: 'PodFailed',
  // V8: what we end ourselves starts no policy.
  deletedByUs: null,
};

/** Something that a policy may answer. */
export interface PolicyCause {
  readonly event: PolicyEvent;
  /** Exit codes that are not 0, of all containers; empty where nothing exited. */
  readonly exitCodes: readonly number[];
}

export function policyEventOf(
  end: AttemptEnd & { readonly exitCodes?: Readonly<Record<string, number>> },
): PolicyCause | null {
  const event = EVENT_OF[end.result];
  if (event === null) return null;
  const codes = [
    ...Object.values(end.exitCodes ?? {}),
    ...(end.exitCode === null ? [] : [end.exitCode]),
  ];
  return { event, exitCodes: codes.filter((code) => code !== 0) };
}

/** The lists in the order in which they are looked through. Null for a task: what concerns the run as a whole. */
export const rulesFor = (
  task: Pick<NormalTask, 'policies'> | null,
  run: Pick<RunRules, 'policies'>,
): readonly PolicyRule[] => [...(task?.policies ?? []), ...run.policies];

/** The first rule that names the event or one of the exit codes. A pending attempt is no event without a delay (V28). */
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

/** What is to be done, and when, about an attempt that exists since `since` and does not run; gone as soon as it runs. */
export function pendingAction(rules: readonly PolicyRule[], since: Instant): PendingAction | null {
  const rule = matchPolicy(rules, { event: 'PodPending', exitCodes: [] });
  return rule && { action: rule.action, rule: rule.path, at: since + rule.delayMs };
}

/** V13: containers of the task's attempts restarted in place this often, all together. */
export const hasTaskFailed = ({ maxRestarts }: Pick<NormalTask, 'maxRestarts'>, restarts: readonly number[]): boolean =>
  restarts.reduce((sum, count) => sum + count, 0) >= maxRestarts;

/** V11: every index of the task has succeeded; a task without any has nothing to complete. */
export const hasTaskCompleted = ({ indexes }: Pick<NormalTask, 'indexes'>, succeeded: number): boolean =>
  indexes > 0 && succeeded >= indexes;

/**
 * What an action of a policy asks of the engine, and what it costs.
 *
 * How the engine is meant to call it: collect the intents of one decision, `strongestOf` them, then `spendRestarts`. An `end`
 * becomes the run's ending. A restart of the run opens a new generation once nothing of the old one is left (attempts count
 * from zero, every index runs again); a restart of a task stops its live attempts, reopens what has failed or waits, and keeps
 * its successes; a restart of an index reopens that one. Their next attempts start no earlier than `delayMs` from now.
 *
 * Sources: Volcano 1.3, 1.6, V1 to V8, V17; design 6, points 1 and 4.
 */

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

type EndPhase = Extract<Phase, 'Aborted' | 'Terminated' | 'Completed' | 'Failed'>;
export const POLICY_REASONS = [
  'AbortedByPolicy',
  'TerminatedByPolicy',
  'CompletedByPolicy',
  'MaxRetryExceeded',
] as const;
export type PolicyReason = (typeof POLICY_REASONS)[number];

/** An action that asks for a narrower scope than its cause has takes the cause's own: the task, or the run. */
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

const END_RANK: Readonly<Record<EndPhase, number>> = { Failed: 0, Terminated: 1, Aborted: 2, Completed: 3 };

/**
 * What remains of intents that come together: one ending, else one restart of the run, else restarts of tasks and of indexes
 * outside these, each once. The order in which they came does not matter.
 */
export function strongestOf(intents: readonly Intent[]): readonly Intent[] {
  const ends = intents.filter((intent) => intent.type === 'end');
  const [end] = ends.sort((a, b) => END_RANK[a.phase] - END_RANK[b.phase] || compare(a.message, b.message));
  if (end) return [end];
  const byMessage = [...intents].sort((a, b) => compare(a.message, b.message));
  const whole = byMessage.find((intent) => intent.type === 'restartRun');
  if (whole) return [whole];
  const restarts = new Map<string, Intent>();
  for (const intent of byMessage)
    if (intent.type === 'restartTask') restarts.set(intent.task, restarts.get(intent.task) ?? intent);
  for (const intent of byMessage) {
    if (intent.type !== 'restartIndex' || restarts.has(intent.task)) continue;
    const key = `${intent.task}/${intent.index}`;
    restarts.set(key, restarts.get(key) ?? intent);
  }
  return [...restarts.entries()].sort(([a], [b]) => compare(a, b)).map(([, intent]) => intent);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface RestartSpending {
  /** Restarts that policies have made so far, of this run and all its generations. */
  readonly retries: number;
  /** What may be done: the intents, or the run's end because they ask for more restarts than `maxRetry`. */
  readonly intents: readonly Intent[];
  /** Before the restarted attempts start; 0 without a restart. */
  readonly delayMs: number;
}

/**
 * Counts restarts, not runs: with `maxRetry` 3 the fourth one ends the run (V17; in Volcano the third does). Resuming, and
 * restarts that people ask for, are not counted and do not come here (#3067).
 */
export function spendRestarts(retries: number, maxRetry: number, intents: readonly Intent[]): RestartSpending {
  const asked = intents.filter(({ type }) => type !== 'end').length;
  if (asked === 0) return { retries, intents, delayMs: 0 };
  const spent = retries + asked;
  if (spent <= maxRetry) return { retries: spent, intents, delayMs: backoffMs(RESTART_BACKOFF, spent) };
  const causes = intents.map(({ message }) => message).join('; ');
  const message = `${retries} restarts were made, maxRetry allows ${maxRetry}: ${causes}`;
  return { retries, intents: [{ type: 'end', phase: 'Failed', reason: 'MaxRetryExceeded', message }], delayMs: 0 };
}

/** What policies ask for is carried out: endings, and restarts within `maxRetry`; now, or when their time has come. */

const ACTION_GRACE_SECONDS = 30;

/** All that one decision asks for comes together: the strongest is done, and the restarts among it are paid for. */
export function applyActions(draft: Draft, asked: readonly Intent[]): void {
  if (asked.length === 0 || draft.ending || draft.final || draft.phase === 'Restarting') return;
  const strongest = strongestOf(asked);
  const { retries, intents, delayMs } = spendRestarts(draft.retries, draft.context.plan.rules.maxRetry, strongest);
  draft.retries = retries;
  draft.changed = true;
  for (const intent of intents) {
    if (intent.type === 'end') applyEnd(draft, intent, asked);
    else applyRestart(draft, intent, draft.now + delayMs);
  }
}

function applyEnd(
  draft: Draft,
  { phase, reason, message }: Extract<Intent, { type: 'end' }>,
  asked: readonly Intent[],
): void {
  // An index that waits for a restart which is not to come has failed.
  for (const intent of asked) if (intent.type === 'restartIndex') draft.indexes.of(intent.task)?.giveUp(intent.index);
  draft.end({ phase, reason, message, actor: 'executor', exitCode: phase === 'Completed' ? 0 : null });
  const stop = phase === 'Completed' ? 'completed' : phase === 'Aborted' ? 'aborted' : 'terminated';
  stopRemaining(draft, stop, ACTION_GRACE_SECONDS);
}

function applyRestart(draft: Draft, intent: Exclude<Intent, { type: 'end' }>, notBefore: Instant): void {
  const { message } = intent;
  if (intent.type === 'restartRun') {
    restart(draft, { reason: REASONS.RestartedByPolicy, message }, { graceSeconds: ACTION_GRACE_SECONDS, notBefore });
    return;
  }
  const { task } = intent;
  const index = intent.type === 'restartIndex' ? intent.index : null;
  draft.note({ reason: REASONS.RestartedByPolicy, message });
  draft.setDelayed(withoutCause(draft.delayed, { type: 'acted', task, index }));
  for (const live of draft.activeOf(task))
    if (index === null || live.index === index) replaceAttempt(draft, live, notBefore);
  if (index === null) draft.indexes.of(task)?.reopenAll(notBefore);
  else draft.indexes.of(task)?.reopen(index, notBefore);
}

function replaceAttempt(draft: Draft, live: LiveAttempt, again: Instant): void {
  draft.requestStop(live, 'replaced', ACTION_GRACE_SECONDS);
  const current = draft.live.get(live.id);
  if (current?.stop && current.state !== 'ended') draft.setLive({ ...current, stop: { ...current.stop, again } });
}

/** Actions whose time has come and whose cause has not gone away, and attempts that have waited too long to begin. */
export function applyDueActions(draft: Draft): void {
  if (draft.ending || draft.phase === 'Restarting') return;
  if (draft.delayed.length > 0) draft.setDelayed(causesGone(draft).reduce(withoutCause, draft.delayed));
  const due = dueActions(draft.delayed, draft.now);
  const intents = due.map(({ action, task, index, event, rule }) => {
    const what = task === null ? 'the run' : index === null ? `task ${task}` : `${task}/${index}`;
    return intentOf(action, { task, index, message: `${what}: ${event} (${rule})` });
  });
  if (due.length > 0) draft.setDelayed(draft.delayed.filter((action) => !due.includes(action)));
  applyActions(draft, [...intents, ...tooLongPending(draft)]);
}

function causesGone(draft: Draft): readonly CauseEnd[] {
  const running = new Set(
    draft.active.flatMap((live) => (live.startedAt === null ? [] : [`${live.task}/${live.index}`])),
  );
  return draft.delayed.flatMap(({ task, index }): CauseEnd[] => {
    if (task === null) return isShortOfMembers(draft) ? [] : [{ type: 'gangWhole' }];
    const plan = draft.context.plan.tasks.find(({ name }) => name === task);
    const table = draft.indexes.of(task);
    if (!plan || !table) return [];
    if (index === null) return taskCausesGone(draft, plan);
    const isMended = index >= plan.indexes || table.stateOf(index) === 'succeeded' || running.has(`${task}/${index}`);
    return isMended ? [{ type: 'indexMended', task, index }] : [];
  });
}

function taskCausesGone(draft: Draft, plan: TaskPlan): CauseEnd[] {
  const ends: CauseEnd[] = [];
  const { succeeded = 0 } = draft.indexes.of(plan.name)?.totals ?? {};
  if (!hasTaskCompleted(plan, succeeded)) ends.push({ type: 'taskReopened', task: plan.name });
  if (!startsTooOften(plan, draft.active)) ends.push({ type: 'restartsGone', task: plan.name });
  return ends;
}

function tooLongPending(draft: Draft): readonly Intent[] {
  return draft.active.flatMap((live): Intent[] => {
    const pending = pendingPolicy(draft, live);
    if (!pending || draft.now < pending.at) return [];
    const { task, index } = live;
    return [intentOf(pending.action, { task, index, message: `${task}/${index}: PodPending (${pending.rule})` })];
  });
}

/** What a policy asks for if this attempt does not begin in time. */
export function pendingPolicy(draft: Draft, live: LiveAttempt): ReturnType<typeof pendingAction> {
  if (live.startedAt !== null || live.stop) return null;
  const { tasks, rules } = draft.context.plan;
  const task = tasks.find(({ name }) => name === live.task);
  return task ? pendingAction(rulesFor(task, rules), live.since) : null;
}
