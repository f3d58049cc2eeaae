/** The position of a reader in a run's log: the last line of each attempt. As text it is an event's id. */
import { asAttemptId, parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { StoredLine } from '#common/run/output.js';

export type LogCursor = ReadonlyMap<AttemptId, number>;

/** A longer id would not fit into a request's headers; lines of the attempts left out are sent again on resuming. */
const MAX_ATTEMPTS_IN_TEXT = 128;

/** With more attempts than this, an id on every line would be longer than the line. */
const MAX_ATTEMPTS_PER_LINE = 8;

/**
 * The id of each line of a block, where `cursor` is the position after all of them. With many attempts only the last line has the id: a
 * reader that is cut off within such a block gets the block again.
 */
export function lineIds(
  run: RunId,
  { lines, cursor }: { readonly lines: readonly StoredLine[]; readonly cursor: LogCursor },
): (string | null)[] {
  if (cursor.size > MAX_ATTEMPTS_PER_LINE) {
    return lines.map((_, i) => (i === lines.length - 1 ? logCursorText(run, cursor) : null));
  }
  const now = new Map(cursor);
  for (const { attempt, seq } of [...lines].reverse()) now.set(attempt, seq - 1);
  return lines.map(({ attempt, seq }) => {
    now.set(attempt, seq);
    return logCursorText(run, now);
  });
}

/** `<generation>/<task>/<index>/<attempt>:<seq>`, joined by commas; the attempts that advanced last are kept. */
export function logCursorText(run: RunId, cursor: LogCursor): string {
  return [...cursor]
    .slice(-MAX_ATTEMPTS_IN_TEXT)
    .map(([attempt, seq]) => `${attempt.slice(run.length + 1)}:${seq}`)
    .join(',');
}

/** Reads the text back; null for anything else. */
export function parseLogCursor(run: RunId, text: string): Map<AttemptId, number> | null {
  const cursor = new Map<AttemptId, number>();
  for (const part of text.split(',')) {
    const [, key, seq] = /^([^:]+):(\d{1,12})$/.exec(part) ?? [];
    const attempt = asAttemptId(`${run}/${key ?? ''}`);
    if (seq === undefined || parseAttemptId(attempt) === null) return null;
    cursor.set(attempt, Number(seq));
  }
  return cursor;
}
