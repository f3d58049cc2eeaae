/** The position of a reader in the feed of runs, as it is written into the ids of events. */
import type { Instant } from '#common/run/run.js';

/** The cursor comes first; the rest makes the id of each event unique. */
export const eventId = (cursor: Instant, run: string, rev: number): string => `${cursor}-${run}@${rev}`;

/** The cursor in an event's id, or an id that is only a cursor. Null for anything else. */
export function cursorOfEvent(id: string): Instant | null {
  const digits = /^(\d{1,15})(?:-.+)?$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
