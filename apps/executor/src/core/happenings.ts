/** What policies answer besides the ends of attempts: tasks that are complete or start again too often, gangs that lost members. */
import type { PolicyEvent } from '#common/contracts/tasks.js';
import { withAction } from '#common/domain/parallel/delayed-actions.js';
import { intentOf, type Intent } from '#common/domain/parallel/intents.js';
import { hasTaskCompleted, hasTaskFailed, matchPolicy, rulesFor } from '#common/domain/parallel/policy-match.js';
import type { LiveAttempt } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { isShortOfMembers } from './gangs.js';
import type { TaskPlan } from './plan.js';

const isComplete = (draft: Draft, task: TaskPlan): boolean =>
  hasTaskCompleted(task, draft.indexes.of(task.name)?.totals.succeeded ?? 0);

export const completedTasks = (draft: Draft): ReadonlySet<string> =>
  new Set(draft.turn.plan.tasks.flatMap((task) => (isComplete(draft, task) ? [task.name] : [])));

/** Tasks that have become complete since. */
export function completions(draft: Draft, wasComplete: ReadonlySet<string>): readonly Intent[] {
  const { tasks } = draft.turn.plan;
  const complete = tasks.filter((task) => !wasComplete.has(task.name) && isComplete(draft, task));
  return complete.flatMap((task) => answer(draft, task, 'TaskCompleted'));
}

export function startsTooOften(task: TaskPlan, live: readonly LiveAttempt[]): boolean {
  const own = live.filter((each) => each.task === task.name && each.state !== 'ended');
  return hasTaskFailed(
    task,
    own.map(({ restarts = 0 }) => restarts),
  );
}

/** What this decision has learned of, of tasks and of the run as a whole. */
export function newHappenings(draft: Draft): readonly Intent[] {
  const { tasks } = draft.turn.plan;
  const failed = tasks.filter((task) => startsTooOften(task, draft.active) && !startsTooOften(task, draft.base.live));
  const intents = failed.flatMap((task) => answer(draft, task, 'TaskFailed'));
  return isShortOfMembers(draft) ? [...intents, ...answer(draft, null, 'Unknown')] : intents;
}

/** A policy's action, to be taken at once; one that waits is kept. */
function answer(draft: Draft, task: TaskPlan | null, event: PolicyEvent): readonly Intent[] {
  if (draft.ending || draft.phase === 'Restarting') return [];
  const rule = matchPolicy(rulesFor(task, draft.turn.plan.rules), { event, exitCodes: [] });
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
