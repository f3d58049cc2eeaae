/**
 * Actions of policies: what each one does, which of several simultaneous actions is applied, and how restarts are counted (`maxRetry`). A
 * restart of the run opens a new generation once nothing of the old one is left; a restart of a task stops its live attempts, reopens its
 * failed and waiting indexes, and keeps its successes; a restart of an index reopens that one.
 *
 * Sources: V1 to V8, V17.
 */
import { dueActions, withoutCause, type CauseEnd } from '#common/run/delayed-actions.js';
import { RESTART_BACKOFF, backoffMs } from '#common/domain/back-off.js';
import type { Instant, LiveAttempt } from '#common/run/run.js';
import { endRun } from './completion.js';
import type { Draft } from './draft.js';
import { isShortOfMembers } from './gangs.js';
import { restart } from './generations.js';
import type { TaskPlan } from './plan.js';
import { hasTaskCompleted, intentOf, pendingPolicy, startsTooOften, type EndPhase, type Intent } from './policies.js';
import { REASONS } from './reasons.js';

const END_RANK: Readonly<Record<EndPhase, number>> = { Failed: 0, Terminated: 1, Aborted: 2, Completed: 3 };

/** Applies the strongest of the actions that one decision requests. Restarts are counted, and wait until `restartAt`. */
export function applyActions(draft: Draft, all: readonly Intent[], restartAt: Instant = 0): void {
  if (all.length === 0 || draft.ending || draft.final || draft.phase === 'Restarting') return;
  const strongest = strongestOf(all);
  const { retries, intents, delayMs } = spendRestarts(draft.retries, draft.context.plan.rules.maxRetry, strongest);
  draft.retries = retries;
  draft.changed = true;
  for (const intent of intents) {
    if (intent.type === 'end') applyEnd(draft, intent, all);
    else applyRestart(draft, intent, Math.max(draft.now + delayMs, restartAt));
  }
}

function applyEnd(
  draft: Draft,
  { phase, reason, message }: Extract<Intent, { type: 'end' }>,
  intents: readonly Intent[],
): void {
  // An index fails if it waits for a restart that this decision has dropped.
  for (const intent of intents) if (intent.type === 'restartIndex') draft.indexes.of(intent.task)?.giveUp(intent.index);
  const stop = phase === 'Completed' ? 'completed' : phase === 'Aborted' ? 'aborted' : 'terminated';
  endRun(draft, { phase, reason, message, exitCode: phase === 'Completed' ? 0 : null }, stop);
}

function applyRestart(draft: Draft, intent: Exclude<Intent, { type: 'end' }>, notBefore: Instant): void {
  const { message } = intent;
  if (intent.type === 'restartRun') {
    restart(draft, { reason: REASONS.RestartedByPolicy, message }, { notBefore });
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
  draft.requestStop(live, 'replaced');
  const current = draft.live.get(live.id);
  if (current?.stop && current.state !== 'ended') draft.setLive({ ...current, stop: { ...current.stop, again } });
}

/** Applies delayed actions that are due and whose cause still holds, and actions for attempts that were pending for too long. */
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

/**
 * Selects from simultaneous intents one ending, else one restart of the run, else restarts of tasks and of indexes outside these tasks,
 * each once. The order of the intents does not matter.
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
  /** The intents, or the run's end if they request more restarts than `maxRetry` allows. */
  readonly intents: readonly Intent[];
  /** The wait before the restarted attempts start; 0 without a restart. */
  readonly delayMs: number;
}

/**
 * Counts restarts, not runs: with `maxRetry` 3 the fourth one ends the run (V17; in Volcano the third does). `resume` and restarts by
 * command are not counted (volcano-sh/volcano#3067).
 */
export function spendRestarts(retries: number, maxRetry: number, intents: readonly Intent[]): RestartSpending {
  const stops = intents.filter(({ type }) => type !== 'end').length;
  if (stops === 0) return { retries, intents, delayMs: 0 };
  const spent = retries + stops;
  if (spent <= maxRetry) return { retries: spent, intents, delayMs: backoffMs(RESTART_BACKOFF, spent) };
  const causes = intents.map(({ message }) => message).join('; ');
  const message = `${retries} restarts were made, maxRetry allows ${maxRetry}: ${causes}`;
  return { retries, intents: [{ type: 'end', phase: 'Failed', reason: 'MaxRetryExceeded', message }], delayMs: 0 };
}
