/**
 * The phase of a run that is under way and not decided. Sources: Furiko 2.5, 102 to 104, 107; Volcano 1.3, V30; design 6,
 * points 3 and 7. Furiko shows `RetryBackoff` as soon as one index waits; here a run that has something running is `Running`.
 */
import type { Phase } from '../phase.js';

export interface OpenCounts {
  /** Attempts that run. */
  readonly running: number;
  /** Attempts that are claimed, created or asked to end, and do not run. */
  readonly starting: number;
  /** Indexes that wait for their next try. */
  readonly waiting: number;
  /** Indexes that could be tried now. */
  readonly free: number;
  /** Indexes that have succeeded or failed. */
  readonly ended: number;
  /** Members that the gangs begun so far need; 0 without a gang. */
  readonly required: number;
  /** `maxActive` 0 everywhere. */
  readonly isPaused: boolean;
}

export interface OpenPhase {
  readonly phase: Extract<Phase, 'Pending' | 'Running' | 'Backoff'>;
  readonly reason: 'Paused' | 'Starting' | 'AttemptStarted' | 'AttemptFailed' | 'WaitingForCapacity' | 'GangIncomplete';
}

export function openPhase({ running, starting, waiting, free, ended, required, isPaused }: OpenCounts): OpenPhase {
  // V30: with a gang, ended members count as having been there.
  if (running > 0 && running + ended >= required) return { phase: 'Running', reason: 'AttemptStarted' };
  if (running > 0) return { phase: 'Pending', reason: 'GangIncomplete' };
  if (starting > 0) return { phase: 'Pending', reason: 'Starting' };
  if (isPaused) return { phase: 'Pending', reason: 'Paused' };
  if (free > 0) return { phase: 'Pending', reason: 'WaitingForCapacity' };
  return waiting > 0 ? { phase: 'Backoff', reason: 'AttemptFailed' } : { phase: 'Pending', reason: 'Starting' };
}
