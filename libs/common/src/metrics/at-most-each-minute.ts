import type { Clock } from '../clock/clock.js';

const LOOK_EVERY_MS = 60_000;

/**
 * For what changes slowly and is read from the database: it is measured no more often than once a minute, even if metrics are read more
 * often. `measure` resolves to false where nothing could be read; then the next reading tries again.
 */
export function atMostEachMinute(
  clock: Pick<Clock, 'monotonic'>,
  measure: () => Promise<boolean>,
): () => Promise<void> {
  let measuredAt = -Infinity;
  return async () => {
    if (clock.monotonic() - measuredAt < LOOK_EVERY_MS) return;
    if (await measure()) measuredAt = clock.monotonic();
  };
}
