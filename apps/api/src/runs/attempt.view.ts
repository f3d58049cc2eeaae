/** How the API shows an attempt. */
import { z } from 'zod';
import { ATTEMPT_RESULTS, type AttemptRecord, type LiveAttempt } from '#common/run/run.js';
import { jsonValue } from '#common/spec/fields.js';
import { int, intOrNull, text, textOrNull, timeOrNull, timeText, timeTextOrNull } from '../http/page.js';
import { ATTEMPT_STATES, endedState, liveState } from './core/attempt-state.js';

export const attemptView = z.object({
  id: text('The id of the attempt: `<run>/<generation>/<task>/<index>/<attempt>`.'),
  task: text('The name of the task.'),
  index: int('The number of the index, from 0.'),
  generation: int('The generation of the run to which the attempt belongs.'),
  attempt: int('The number of the attempt within its index and generation, from 1.'),
  state: z.enum(ATTEMPT_STATES).describe('The state of the attempt.'),
  result: z.enum(ATTEMPT_RESULTS).nullable().describe('The result of the attempt; null until it has ended.'),
  started: timeOrNull('When the attempt started; null before that.'),
  finished: timeOrNull('When the attempt ended; null before its end.'),
  exitCode: intOrNull('The exit code; null if there is none.'),
  exitCodes: z
    .record(z.string(), z.int())
    .nullable()
    .describe(
      'The exit code of each container of a pod, by its name, native sidecars included; null if fewer than two have one. A successful init container is not among them.',
    ),
  reason: text('The reason for its end, or for its waiting, as a code.'),
  message: text('The reason, as a sentence; empty if there is nothing to add.'),
  node: textOrNull('The Kubernetes node or the host where the attempt runs; null until this is known.'),
  pod: textOrNull('The name of the pod; null before the pod exists, and on other engines.'),
  logComplete: z
    .boolean()
    .nullable()
    .describe('True if all output was stored, false if some is missing; null until this is known.'),
  logReason: textOrNull('The reason why output is missing, as a code; null if none is missing.'),
  progress: jsonValue.nullable().describe('The last progress that a web-service worker reported.'),
});
export type AttemptView = z.output<typeof attemptView>;

export function toAttemptView(record: AttemptRecord): AttemptView {
  const { end } = record;
  return {
    id: record.id,
    task: record.task,
    index: record.index,
    generation: record.generation,
    attempt: record.attempt,
    state: endedState(end),
    result: end.result,
    started: timeTextOrNull(record.startedAt),
    finished: timeText(end.at),
    exitCode: end.exitCode,
    exitCodes: end.exitCodes ?? null,
    reason: end.reason,
    message: end.message,
    node: record.node,
    pod: record.pod ?? null,
    logComplete: record.logComplete,
    logReason: record.logReason,
    progress: record.progress ?? null,
  };
}

/** Shows an attempt whose end is not saved among the attempts yet. */
export const toLiveAttemptView = (live: LiveAttempt, generation: number): AttemptView => ({
  id: live.id,
  task: live.task,
  index: live.index,
  generation,
  attempt: live.attempt,
  state: liveState(live),
  started: timeTextOrNull(live.startedAt),
  ...endView(live),
  node: live.node ?? null,
  // Only pods have names of their own.
  pod: live.name ?? null,
  logComplete: null,
  logReason: null,
  progress: live.lastStatus?.progress ?? null,
});

type EndView = Pick<AttemptView, 'result' | 'finished' | 'exitCode' | 'exitCodes' | 'reason' | 'message'>;

function endView({ end, stop, waitingFor, doubt, lastStatus }: LiveAttempt): EndView {
  if (end === null) {
    return {
      result: null,
      finished: null,
      exitCode: null,
      exitCodes: null,
      reason: stop?.reason ?? waitingFor ?? '',
      message: doubt ?? lastStatus?.message ?? '',
    };
  }
  const { result, at, exitCode, exitCodes = null, reason, message } = end;
  return { result, finished: timeText(at), exitCode, exitCodes, reason, message };
}
