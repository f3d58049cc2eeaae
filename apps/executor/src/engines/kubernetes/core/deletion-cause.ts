/** Why the cluster itself deleted a pod, from its events: clusters before 1.26 report the cause nowhere else (KEP-3329). */
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
