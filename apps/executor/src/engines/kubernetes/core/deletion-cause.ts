/** Why the cluster itself has deleted a pod, as its events tell it: clusters before 1.26 say so nowhere else (KEP-3329). */
import { MAX_MESSAGE_LENGTH } from '#common/domain/limits.js';
import type { AttemptEnd, AttemptResult } from '#common/run/run.js';

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
}

interface Cause {
  readonly reason: string;
  /** Found in the message; absent: any message. */
  readonly text?: RegExp;
  readonly result: AttemptResult;
}

const CAUSES: readonly Cause[] = [
  { reason: 'Preempted', result: 'preempted' },
  // The same word tells that a deletion was called off.
  { reason: 'TaintManagerEviction', text: /^Marking for deletion/, result: 'evicted' },
];

/** Nobody has said who deleted it. */
export const isUnexplained = ({ reason }: AttemptEnd): boolean => reason === 'DeletedByOther';

/** The end as the pod's events explain it; the same where they do not. */
export function explainedEnd(end: AttemptEnd, events: readonly PodEvent[]): AttemptEnd {
  for (const { reason, message } of events) {
    const cause = CAUSES.find((each) => each.reason === reason && (each.text?.test(message) ?? true));
    if (cause) return { ...end, result: cause.result, reason, message: message.slice(0, MAX_MESSAGE_LENGTH) };
  }
  return end;
}
