/** Words about attempts' beginnings and ends. */
import { MAX_LIVE_MESSAGE_LENGTH } from '#common/domain/limits.js';
import type { AttemptEnd, Instant, LiveAttempt } from '#common/domain/run.js';
import { REASONS } from './reasons.js';

/** The record has all of it; a run may have a thousand of these at once. */
export const shortened = (end: AttemptEnd): AttemptEnd => ({
  ...end,
  message: end.message.slice(0, MAX_LIVE_MESSAGE_LENGTH),
});

/** Says which attempt it is where it is not the first of its index. */
export const startedMessage = (live: LiveAttempt): string =>
  live.attempt === 1 ? '' : `attempt ${live.attempt} of ${live.task}/${live.index}`;

/** The end of an attempt that certainly has not started, and now never will. */
export const notStarted = (at: Instant, live: LiveAttempt): AttemptEnd => ({
  result: 'deletedByUs',
  at,
  exitCode: null,
  reason: REASONS.Stopped,
  message: live.waitingFor ?? 'stopped before it started',
});
