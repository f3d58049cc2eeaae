/**
 * Delayed actions of policies (`timeoutSeconds`), stored in the run and dropped when their cause goes away.
 *
 * A decision calls `withAction` for each delayed rule, `withoutCause` when a cause has ended, then `dueActions`; `nextDueAt` is
 * one of the run's wake-ups. While `isFull`, the run starts nothing: its live attempts can add at most one action each, which
 * bounds the list.
 *
 * Volcano keeps them in memory, and loses them, and matches them by name (volcano-sh/volcano#5507).
 */
import type { PolicyAction, PolicyEvent } from '../spec/tasks.js';
import { MAX_DELAYED_ACTIONS } from '../domain/limits.js';
import type { Instant } from '../domain/instant.js';

export interface DelayedAction {
  /** Null: the run as a whole (`Unknown`). */
  readonly task: string | null;
  /** Null: its task as a whole (`TaskCompleted`, `TaskFailed`). */
  readonly index: number | null;
  readonly event: PolicyEvent;
  readonly action: PolicyAction;
  /** Path of the rule. */
  readonly rule: string;
  readonly dueAt: Instant;
}

/** Adds an action. A second one for the same cause and rule is dropped (as in Volcano). */
export function withAction(actions: readonly DelayedAction[], added: DelayedAction): readonly DelayedAction[] {
  const same = ({ task, index, rule }: DelayedAction): boolean =>
    task === added.task && index === added.index && rule === added.rule;
  const former = actions.find(same);
  if (!former) return [...actions, added];
  return former.dueAt <= added.dueAt ? actions : [...actions.filter((action) => !same(action)), added];
}

/** An event that ends causes. */
export type CauseEnd =
  /** A later attempt of the index runs, or the index has succeeded or been cut off: the earlier failure is repaired. */
  | { readonly type: 'indexMended'; readonly task: string; readonly index: number }
  /** The task has an index again that has not succeeded, because it was enlarged or restarted. */
  | { readonly type: 'taskReopened'; readonly task: string }
  /** No container of the task that was restarted in place exists any more. */
  | { readonly type: 'restartsGone'; readonly task: string }
  /** The gang has its minimum again. */
  | { readonly type: 'gangWhole' }
  /** An action was carried out: other actions in its scope are void. Null: the whole run, the whole task. */
  | { readonly type: 'acted'; readonly task: string | null; readonly index: number | null };

const OF_ATTEMPTS = new Set<PolicyEvent>(['PodFailed', 'PodEvicted', 'NodeLost']);

export function withoutCause(actions: readonly DelayedAction[], end: CauseEnd): readonly DelayedAction[] {
  const kept = actions.filter((action) => !endsCause(action, end));
  return kept.length === actions.length ? actions : kept;
}

function endsCause(action: DelayedAction, end: CauseEnd): boolean {
  const { task, event } = action;
  switch (end.type) {
    case 'indexMended':
      return OF_ATTEMPTS.has(event) && concerns(action, end);
    case 'taskReopened':
      return event === 'TaskCompleted' && task === end.task;
    case 'restartsGone':
      return event === 'TaskFailed' && task === end.task;
    case 'gangWhole':
      return event === 'Unknown';
    case 'acted':
      return concerns(action, end);
  }
}

/** True if the action lies within the scope; null means everything. */
const concerns = (
  { task, index }: DelayedAction,
  scope: { readonly task: string | null; readonly index: number | null },
): boolean => (scope.task === null || task === scope.task) && (scope.index === null || index === scope.index);

/** The actions that are due, in an order independent of their arrival. */
export function dueActions(actions: readonly DelayedAction[], now: Instant): readonly DelayedAction[] {
  return actions.filter(({ dueAt }) => dueAt <= now).sort(byDueTime);
}

function byDueTime(a: DelayedAction, b: DelayedAction): number {
  return (
    a.dueAt - b.dueAt ||
    compare(a.task ?? '', b.task ?? '') ||
    (a.index ?? -1) - (b.index ?? -1) ||
    compare(a.rule, b.rule)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** When the next action is due; Infinity if none is. */
export const nextDueAt = (actions: readonly DelayedAction[]): Instant =>
  actions.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);

export const isFull = (actions: readonly DelayedAction[]): boolean => actions.length >= MAX_DELAYED_ACTIONS;
