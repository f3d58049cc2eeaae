import type { Phase } from '#common/run/phase.js';
import type { AttemptRecord, Run, Trigger } from '#common/run/run.js';
import type { AttemptState } from './attempt-state.js';

/** The filters of the run list that no index serves. */
export const runMatcher =
  (question: { readonly phase?: Phase | undefined; readonly trigger?: Trigger | undefined }): ((run: Run) => boolean) =>
  (run) =>
    (question.phase === undefined || run.phase === question.phase) &&
    (question.trigger === undefined || run.trigger === question.trigger);

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
