/**
 * Sets of completion indexes. Stored as hexadecimal bitmaps (four indexes a digit, lowest first, without trailing zeros), so
 * that the worst case of alternating indexes stays small; shown in Kubernetes' text form (`1,3-5,7`).
 */

/** A set as it is stored; the empty text is the empty set. */
export type IndexSet = string;

const BITS = 4;

export const EMPTY_SET: IndexSet = '';

export function hasIndex(set: IndexSet, index: number): boolean {
  const digit = set.charAt(Math.floor(index / BITS));
  return digit !== '' && (Number.parseInt(digit, 16) & (1 << (index % BITS))) !== 0;
}

export function withIndex(set: IndexSet, index: number): IndexSet {
  return withIndexes(set, [index]);
}

/** Adds all the indexes at the cost of one copy. */
export function withIndexes(set: IndexSet, indexes: Iterable<number>): IndexSet {
  const digits = Array.from(set, (digit) => Number.parseInt(digit, 16));
  for (const index of indexes) {
    const at = Math.floor(index / BITS);
    while (digits.length <= at) digits.push(0);
    digits[at] = (digits[at] ?? 0) | (1 << (index % BITS));
  }
  return digits.map((digit) => digit.toString(16)).join('');
}

/** The set's indexes in rising order. */
export function* indexesOf(set: IndexSet): Generator<number> {
  for (let at = 0; at < set.length; at++) {
    const digit = Number.parseInt(set.charAt(at), 16);
    for (let bit = 0; bit < BITS; bit++) if (digit & (1 << bit)) yield at * BITS + bit;
  }
}

export function sizeOf(set: IndexSet): number {
  let size = 0;
  for (let at = 0; at < set.length; at++) {
    for (let digit = Number.parseInt(set.charAt(at), 16); digit > 0; digit >>= 1) size += digit & 1;
  }
  return size;
}

/** Kubernetes' text form: rising, ranges of three and more with a dash, the empty text for the empty set. */
export function indexText(set: IndexSet): string {
  const parts: string[] = [];
  let first = -1;
  let last = -1;
  const flush = (): void => {
    if (first < 0) return;
    if (last - first >= 2) parts.push(`${first}-${last}`);
    else for (let index = first; index <= last; index++) parts.push(String(index));
  };
  for (const index of indexesOf(set)) {
    if (index !== last + 1 || first < 0) {
      flush();
      first = index;
    }
    last = index;
  }
  flush();
  return parts.join(',');
}
