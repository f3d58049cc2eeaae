import type { AttemptEnd, AttemptRecord, LiveAttempt } from '#common/run/run.js';

/** The state of an attempt, named as in a run's counters. */
export const ATTEMPT_STATES = ['pending', 'running', 'terminating', 'succeeded', 'failed'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export const endedState = (end: Pick<AttemptEnd, 'result'>): AttemptState =>
  end.result === 'succeeded' ? 'succeeded' : 'failed';

const UNDER_WAY: Readonly<Record<LiveAttempt['state'], AttemptState>> = {
  claimed: 'pending',
  refused: 'pending',
  created: 'pending',
  started: 'running',
  stopping: 'terminating',
  ended: 'terminating',
};

export const liveState = ({ state, end }: Pick<LiveAttempt, 'state' | 'end'>): AttemptState =>
  end === null ? UNDER_WAY[state] : endedState(end);

export interface AttemptQuestion {
  readonly task?: string | undefined;
  readonly index?: number | undefined;
  readonly state?: AttemptState | undefined;
}

/** True for requested attempts; `state` as it is shown. */
export const attemptMatcher =
  (question: AttemptQuestion): ((attempt: Pick<AttemptRecord, 'task' | 'index'>, state: AttemptState) => boolean) =>
  ({ task, index }, state) =>
    (question.task === undefined || task === question.task) &&
    (question.index === undefined || index === question.index) &&
    (question.state === undefined || state === question.state);
