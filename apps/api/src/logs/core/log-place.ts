/** How far a reader has come in a run's log: the last line of each attempt. As text it is an event's id. */
import { asAttemptId, parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { StoredLine } from '#common/domain/output.js';

export type LogPlace = ReadonlyMap<AttemptId, number>;

/** A longer id would not fit into a request's headers; lines of the attempts left out come again on resuming. */
const MAX_ATTEMPTS_IN_TEXT = 128;

/** With more attempts than these an id on every line would be longer than the log itself. */
const MAX_ATTEMPTS_PER_LINE = 8;

/**
 * The id of each line of a block, `place` being the place after all of them. Where many attempts are followed it stands on the
 * last line alone: a reader that is cut off within such a block gets the block again.
 */
export function lineIds(
  run: RunId,
  { lines, place }: { readonly lines: readonly StoredLine[]; readonly place: LogPlace },
): (string | null)[] {
  if (place.size > MAX_ATTEMPTS_PER_LINE) {
    return lines.map((_, i) => (i === lines.length - 1 ? placeText(run, place) : null));
  }
  const now = new Map(place);
  for (const { attempt, seq } of [...lines].reverse()) now.set(attempt, seq - 1);
  return lines.map(({ attempt, seq }) => {
    now.set(attempt, seq);
    return placeText(run, now);
  });
}

/** `<generation>/<task>/<index>/<attempt>:<seq>`, joined by commas; the attempts that moved last are kept. */
export function placeText(run: RunId, place: LogPlace): string {
  return [...place]
    .slice(-MAX_ATTEMPTS_IN_TEXT)
    .map(([attempt, seq]) => `${attempt.slice(run.length + 1)}:${seq}`)
    .join(',');
}

/** Reads the text back; null for anything else. */
export function readPlace(run: RunId, text: string): Map<AttemptId, number> | null {
  const place = new Map<AttemptId, number>();
  for (const part of text.split(',')) {
    const [, key, seq] = /^([^:]+):(\d{1,12})$/.exec(part) ?? [];
    const attempt = asAttemptId(`${run}/${key ?? ''}`);
    if (seq === undefined || parseAttemptId(attempt) === null) return null;
    place.set(attempt, Number(seq));
  }
  return place;
}
