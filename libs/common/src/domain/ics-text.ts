import { utf8Text } from './utf8-text.js';

const [CR, LF, SPACE, TAB] = [0x0d, 0x0a, 0x20, 0x09];

/**
 * The text of an iCalendar file; null where it is not UTF-8. A line may be folded within a character: RFC 5545, 3.1, counts octets, and
 * wants the folds removed before characters are read.
 */
export const icsText = (bytes: Uint8Array): string | null => utf8Text(bytes) ?? utf8Text(unfolded(bytes));

function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    const fold = foldAt(bytes, at);
    if (fold > 0) at += fold - 1;
    else kept[size++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, size);
}

/** The length of the fold that begins there; 0 for none. */
function foldAt(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR) at++;
  if (bytes[at] === LF) at++;
  const next = bytes[at];
  return at > from && (next === SPACE || next === TAB) ? at + 1 - from : 0;
}
