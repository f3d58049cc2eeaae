/** The way out of a run: what is decided about it, and the attempts that are still there. */
import type { StopReason } from '#common/domain/run.js';
import type { Draft } from './draft.js';

/** Asks every attempt that has not ended to end. */
export function stopRemaining(draft: Draft, reason: StopReason, graceSeconds: number): void {
  for (const live of [...draft.live.values()]) draft.requestStop(live, reason, graceSeconds);
}

/** A run that is decided starts nothing more: what certainly has not started, and would be tried again, is given up. */
export function giveUpStarts(draft: Draft): void {
  if (!draft.ending) return;
  for (const live of draft.active) if (live.state === 'refused') draft.requestStop(live, 'completed', 0);
}
