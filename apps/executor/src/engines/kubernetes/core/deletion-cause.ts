/**
 * What only the events of a pod say: why the cluster itself deleted it (before 1.26, KEP-3329), and what its node waits for before it makes
 * the containers.
 */
import { MAX_MESSAGE_LENGTH } from '#common/domain/limits.js';
import type { AttemptEnd, AttemptResult } from '#common/run/run.js';

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
}

interface Cause {
  readonly reason: string;
  /** A text that the message contains; absent: any message. */
  readonly text?: RegExp;
  readonly result: AttemptResult;
}

const CAUSES: readonly Cause[] = [
  { reason: 'Preempted', result: 'preempted' },
  // The same reason is also used for a cancelled deletion.
  { reason: 'TaintManagerEviction', text: /^Marking for deletion/, result: 'evicted' },
];

/** What a node, or who attaches volumes for it, reports while the status of the pod says only `ContainerCreating`. */
const OBSTACLES = new Set([
  'FailedMount',
  'FailedMapVolume',
  'FailedAttachVolume',
  'FailedCreatePodSandBox',
  'FailedCreatePodContainer',
  'NetworkNotReady',
]);

interface Wait {
  readonly reason: string;
  readonly message: string;
}

export const isUnexplainedWait = ({ reason }: Wait): boolean => reason === 'ContainerCreating';

/** The wait with the newest obstacle that the events name; unchanged if they name none. */
export function explainedWait<T extends Wait>(wait: T, events: readonly PodEvent[]): T {
  const obstacle = events.findLast(({ reason }) => OBSTACLES.has(reason));
  return obstacle === undefined ? wait : { ...wait, ...obstacle };
}

/** The cause of the deletion is unknown. */
export const isUnexplained = ({ reason }: AttemptEnd): boolean => reason === 'DeletedByOther';

/** The end as the pod's events explain it; unchanged if they do not. */
export function explainedEnd(end: AttemptEnd, events: readonly PodEvent[]): AttemptEnd {
  for (const { reason, message } of events) {
    const cause = CAUSES.find((each) => each.reason === reason && (each.text?.test(message) ?? true));
    if (cause) return { ...end, result: cause.result, reason, message: message.slice(0, MAX_MESSAGE_LENGTH) };
  }
  return end;
}
