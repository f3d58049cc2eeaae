import type { AttemptRecord } from '#common/run/run.js';
import type { AttemptState } from './attempt-state.js';

export interface AttemptQuestion {
  readonly task?: string | undefined;
  readonly index?: number | undefined;
  readonly state?: AttemptState | undefined;
}

/** True for attempts that were asked for; `state` as it is shown. */
export const attemptMatcher =
  (question: AttemptQuestion): ((attempt: Pick<AttemptRecord, 'task' | 'index'>, state: AttemptState) => boolean) =>
  ({ task, index }, state) =>
    (question.task === undefined || task === question.task) &&
    (question.index === undefined || index === question.index) &&
    (question.state === undefined || state === question.state);
