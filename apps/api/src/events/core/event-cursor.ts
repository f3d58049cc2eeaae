/** How far a reader of the feed of runs has come, as the ids of its events tell it. */
import type { Instant } from '#common/run/run.js';

/** The cursor comes first; what follows tells events apart. */
export const eventId = (cursor: Instant, run: string, rev: number): string => `${cursor}-${run}@${rev}`;

/** The cursor in an event's id, or an id that is only a cursor. Null for anything else. */
export function cursorOfEvent(id: string): Instant | null {
  const digits = /^(\d{1,15})(?:-.+)?$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
