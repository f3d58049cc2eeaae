/** How the API shows an attempt. */
import { z } from 'zod';
import { ATTEMPT_RESULTS, type AttemptRecord, type LiveAttempt } from '#common/run/run.js';
import { jsonValue } from '#common/spec/fields.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTimeOrNull } from '../http/view-fields.js';
import { ATTEMPT_STATES, endedState, liveState } from './core/attempt-state.js';

export const attemptView = z.object({
  id: z.string().describe('By which the attempt is addressed: `<run>/<generation>/<task>/<index>/<attempt>`.'),
  task: z.string().describe('The name of its task.'),
  index: z.int().describe('The number of its index, from 0.'),
  generation: z.int().describe('The generation of the run that it belongs to.'),
  attempt: z.int().meta({ description: 'Counts from 1 within its index and generation.' }),
  state: z.enum(ATTEMPT_STATES).describe('Where it is.'),
  result: z
    .enum(ATTEMPT_RESULTS)
    .nullable()
    .meta({ description: 'How its end is classified; null until it has ended.' }),
  started: shownTimeOrNull.describe('When it started; null before that.'),
  finished: shownTimeOrNull.describe('When it ended; null before that.'),
  exitCode: z.int().nullable().describe('Its exit code; null where there is none.'),
  reason: z.string().describe('Why it ended, or what it waits for, as a code.'),
  message: z.string().describe('The same as a sentence; empty where there is nothing to add.'),
  node: z.string().nullable().describe('Where it runs: the Kubernetes node or the host; null before that is known.'),
  pod: z.string().nullable().meta({ description: 'The name of its pod, once there is one; null on other engines.' }),
  logComplete: z
    .boolean()
    .nullable()
    .meta({ description: 'False when some output could not be kept; null while unknown.' }),
  logReason: z.string().nullable().describe('Why output is missing, as a code; null where nothing is.'),
  progress: jsonValue
    .nullable()
    .meta({ description: 'The progress that a web-service worker reported last by its callback.' }),
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
    reason: end.reason,
    message: end.message,
    node: record.node,
    pod: record.pod ?? null,
    logComplete: record.logComplete,
    logReason: record.logReason,
    progress: record.progress ?? null,
  };
}

/** An attempt whose end is not saved among the attempts yet. */
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
  // Pods alone have names of their own.
  pod: live.name ?? null,
  logComplete: null,
  logReason: null,
  progress: live.lastStatus?.progress ?? null,
});

type EndView = Pick<AttemptView, 'result' | 'finished' | 'exitCode' | 'reason' | 'message'>;

function endView({ end, stop, waitingFor, doubt, lastStatus }: LiveAttempt): EndView {
  if (end === null) {
    return {
      result: null,
      finished: null,
      exitCode: null,
      reason: stop?.reason ?? waitingFor ?? '',
      message: doubt ?? lastStatus?.message ?? '',
    };
  }
  const { result, at, exitCode, reason, message } = end;
  return { result, finished: timeText(at), exitCode, reason, message };
}
