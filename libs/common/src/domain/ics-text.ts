import { utf8Text } from './utf8-text.js';

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * The text of an iCalendar file; null where it is not UTF-8. A line may be folded within a character: RFC 5545, 3.1, counts octets, and
 * wants the folds removed before characters are read.
 */
export const icsText = (bytes: Uint8Array): string | null => utf8Text(bytes) ?? utf8Text(unfolded(bytes));

function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  let at = 0;
  while (at < bytes.length) {
    const end = lineEndAt(bytes, at);
    const next = bytes[end];
    const isFold = end > at && (next === SPACE || next === TAB);
    // A line end is copied as a whole: to look behind it from each of its carriage returns takes the square of their number.
    const copied = isFold ? at : Math.max(end, at + 1);
    kept.set(bytes.subarray(at, copied), size);
    size += copied - at;
    at = isFold ? end + 1 : copied;
  }
  return kept.subarray(0, size);
}

/** Behind the line end that begins there; the same place for none. */
function lineEndAt(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR) at++;
  return bytes[at] === LF ? at + 1 : at;
}
