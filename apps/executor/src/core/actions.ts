/** What policies ask for is carried out: endings, and restarts within `maxRetry`; now, or when their time has come. */
import { dueActions, withoutCause, type CauseEnd } from '#common/domain/parallel/delayed-actions.js';
import { intentOf, spendRestarts, strongestOf, type Intent } from '#common/domain/parallel/intents.js';
import { hasTaskCompleted, pendingAction, rulesFor } from '#common/domain/parallel/policy-match.js';
import type { Instant, LiveAttempt } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './ending.js';
import { isShortOfMembers } from './gangs.js';
import { restart } from './generations.js';
import { startsTooOften } from './happenings.js';
import type { TaskPlan } from './plan.js';
import { REASONS } from './reasons.js';

const ACTION_GRACE_SECONDS = 30;

/** All that one decision asks for comes together: the strongest is done, and the restarts among it are paid for. */
export function carryOut(draft: Draft, asked: readonly Intent[]): void {
  if (asked.length === 0 || draft.ending || draft.final || draft.phase === 'Restarting') return;
  const strongest = strongestOf(asked);
  const { retries, intents, delayMs } = spendRestarts(draft.retries, draft.turn.plan.rules.maxRetry, strongest);
  draft.retries = retries;
  draft.changed = true;
  for (const intent of intents) {
    if (intent.type === 'end') end(draft, intent, asked);
    else again(draft, intent, draft.now + delayMs);
  }
}

function end(
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

function again(draft: Draft, intent: Exclude<Intent, { type: 'end' }>, notBefore: Instant): void {
  const { message } = intent;
  if (intent.type === 'restartRun') {
    restart(draft, { reason: REASONS.RestartedByPolicy, message }, { graceSeconds: ACTION_GRACE_SECONDS, notBefore });
    return;
  }
  const { task } = intent;
  const index = intent.type === 'restartIndex' ? intent.index : null;
  draft.note({ reason: REASONS.RestartedByPolicy, message });
  draft.setDelayed(withoutCause(draft.delayed, { type: 'acted', task, index }));
  for (const live of draft.activeOf(task)) if (index === null || live.index === index) makeWay(draft, live, notBefore);
  if (index === null) draft.indexes.of(task)?.reopenAll(notBefore);
  else draft.indexes.of(task)?.reopen(index, notBefore);
}

function makeWay(draft: Draft, live: LiveAttempt, again: Instant): void {
  draft.requestStop(live, 'replaced', ACTION_GRACE_SECONDS);
  const current = draft.live.get(live.id);
  if (current?.stop && current.state !== 'ended') draft.setLive({ ...current, stop: { ...current.stop, again } });
}

/** Actions whose time has come and whose cause has not gone away, and attempts that have waited too long to begin. */
export function answerTime(draft: Draft): void {
  if (draft.ending || draft.phase === 'Restarting') return;
  if (draft.delayed.length > 0) draft.setDelayed(mended(draft).reduce(withoutCause, draft.delayed));
  const due = dueActions(draft.delayed, draft.now);
  const intents = due.map(({ action, task, index, event, rule }) => {
    const what = task === null ? 'the run' : index === null ? `task ${task}` : `${task}/${index}`;
    return intentOf(action, { task, index, message: `${what}: ${event} (${rule})` });
  });
  if (due.length > 0) draft.setDelayed(draft.delayed.filter((action) => !due.includes(action)));
  carryOut(draft, [...intents, ...tooLongPending(draft)]);
}

function mended(draft: Draft): readonly CauseEnd[] {
  const running = new Set(
    draft.active.flatMap((live) => (live.startedAt === null ? [] : [`${live.task}/${live.index}`])),
  );
  return draft.delayed.flatMap(({ task, index }): CauseEnd[] => {
    if (task === null) return isShortOfMembers(draft) ? [] : [{ type: 'gangWhole' }];
    const plan = draft.turn.plan.tasks.find(({ name }) => name === task);
    const table = draft.indexes.of(task);
    if (!plan || !table) return [];
    if (index === null) return mendedTask(draft, plan);
    const isMended = index >= plan.indexes || table.stateOf(index) === 'succeeded' || running.has(`${task}/${index}`);
    return isMended ? [{ type: 'indexMended', task, index }] : [];
  });
}

function mendedTask(draft: Draft, plan: TaskPlan): CauseEnd[] {
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
  const { tasks, rules } = draft.turn.plan;
  const task = tasks.find(({ name }) => name === live.task);
  return task ? pendingAction(rulesFor(task, rules), live.since) : null;
}
