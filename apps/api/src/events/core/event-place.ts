/** How far a reader of the feed of runs has come, as the ids of its events tell it. */
import type { Instant } from '#common/domain/run.js';

/** The place comes first; what follows tells events apart. */
export const eventId = (place: Instant, run: string, rev: number): string => `${place}-${run}@${rev}`;

/** The place in an event's id, or an id that is only a place. Null for anything else. */
export function placeOfEvent(id: string): Instant | null {
  const digits = /^(\d{1,15})(?:-.+)?$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** An id of a feed that told no places yet, `<run>@<rev>`: its readers could only go on from now. */
export const isWithoutPlace = (id: string): boolean => placeOfEvent(id) === null && /^[^\s@]+@\d+$/.test(id);
