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
import type { PolicyAction, PolicyEvent } from '../../contracts/tasks.js';
import type { AttemptEnd, AttemptResult, Instant } from '../run.js';
import type { NormalTask, RunRules } from './normal-task.js';
import type { PolicyRule } from './policy-rules.js';

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
export interface Happening {
  readonly event: PolicyEvent;
  /** Exit codes that are not 0, of all containers; empty where nothing exited. */
  readonly exitCodes: readonly number[];
}

export function happeningOf(
  end: AttemptEnd & { readonly exitCodes?: Readonly<Record<string, number>> },
): Happening | null {
  const event = EVENT_OF[end.result];
  if (event === null) return null;
  const codes = [...Object.values(end.exitCodes ?? {}), ...(end.exitCode === null ? [] : [end.exitCode])];
  return { event, exitCodes: codes.filter((code) => code !== 0) };
}

/** The lists in the order in which they are looked through. Null for a task: what concerns the run as a whole. */
export const rulesFor = (
  task: Pick<NormalTask, 'policies'> | null,
  run: Pick<RunRules, 'policies'>,
): readonly PolicyRule[] => [...(task?.policies ?? []), ...run.policies];

/** The first rule that names the event or one of the exit codes. A pending attempt is no event without a delay (V28). */
export function matchPolicy(rules: readonly PolicyRule[], { event, exitCodes }: Happening): PolicyRule | null {
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
