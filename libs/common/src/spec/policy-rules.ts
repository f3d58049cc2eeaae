/**
 * A list of lifecycle policies prepared for lookup: made from a validated spec by `normalisePolicies`, used by
 * `matchPolicy` (apps/executor/src/run/policies.ts).
 */
import type { PolicyAction, PolicyEvent, PolicyEventName, PolicySpec } from './tasks.js';

/** The meaning of `*`: every failure, never `TaskCompleted` (in Volcano it includes that, and jobs restart when a task is done). */
const FAILURE_EVENTS: ReadonlySet<PolicyEvent> = new Set<PolicyEvent>([
  'PodFailed',
  'PodEvicted',
  'NodeLost',
  'PodPending',
  'TaskFailed',
  'Unknown',
]);

export interface PolicyRule {
  /** Its path in the job, such as `tasks.ps.policies.0`, for messages and to tell rules apart. */
  readonly path: string;
  /** Empty for a rule about exit codes. */
  readonly events: ReadonlySet<PolicyEvent>;
  /** Empty for a rule about events. */
  readonly exitCodes: ReadonlySet<number>;
  readonly action: PolicyAction;
  /** 0: at once. */
  readonly delayMs: number;
}

const SECOND = 1_000;

export function normalisePolicies(policies: readonly PolicySpec[] | undefined, path: string): readonly PolicyRule[] {
  return (policies ?? []).map((policy, position) => ({
    path: `${path}.${position}`,
    events: new Set(eventNamesOf(policy).flatMap((name) => (name === '*' ? [...FAILURE_EVENTS] : [name]))),
    exitCodes: new Set(exitCodesOf(policy)),
    action: policy.action,
    delayMs: (policy.timeoutSeconds ?? 0) * SECOND,
  }));
}

export const eventNamesOf = ({ event, events }: PolicySpec): readonly PolicyEventName[] =>
  events ?? (event === undefined ? [] : [event]);

export const exitCodesOf = ({ exitCode, exitCodes }: PolicySpec): readonly number[] =>
  exitCodes ?? (exitCode === undefined ? [] : [exitCode]);
