/**
 * Sets of indexes as rising, disjoint ranges, and Kubernetes' text form of them: `1,3-5,7` (K27; volcano-k8s 2.3). A run of
 * three and more is written with a dash, a pair stays a pair. Reading is bounded and strict: a text that is not wholly an
 * index set is refused with the part that is wrong, where Kubernetes drops such parts without a word.
 */
import { MAX_INDEX_TEXT_LENGTH, MAX_INDEXES_PER_RUN } from '../limits.js';

/** First and last index, both included. */
export type IndexRange = readonly [first: number, last: number];
/** Rising, disjoint and not adjacent. */
export type IndexRanges = readonly IndexRange[];

export type ParsedRanges =
  { readonly ok: true; readonly ranges: IndexRanges } | { readonly ok: false; readonly problem: string };

const PART = /^(\d{1,9})(?:-(\d{1,9}))?$/;
const SHOWN = 40;

/** Reads the text form. Parts may come in any order and overlap; the empty text is the empty set. */
export function parseIndexRanges(text: string): ParsedRanges {
  if (text.length > MAX_INDEX_TEXT_LENGTH) {
    return { ok: false, problem: `must be at most ${MAX_INDEX_TEXT_LENGTH} characters` };
  }
  if (text.trim() === '') return { ok: true, ranges: [] };
  const found: IndexRange[] = [];
  for (const part of text.split(',')) {
    const range = parsePart(part.trim());
    if (range === null) {
      const shown = part.trim().slice(0, SHOWN);
      return { ok: false, problem: `"${shown}" is neither an index nor a range such as 3-5` };
    }
    if (range[1] >= MAX_INDEXES_PER_RUN) {
      return { ok: false, problem: `${range[1]} is beyond the last possible index, ${MAX_INDEXES_PER_RUN - 1}` };
    }
    found.push(range);
  }
  return { ok: true, ranges: unite(found) };
}

function parsePart(part: string): IndexRange | null {
  const match = PART.exec(part);
  if (!match) return null;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Number(match[2]);
  return first <= last ? [first, last] : null;
}

function unite(ranges: IndexRange[]): IndexRanges {
  const united: [number, number][] = [];
  for (const [first, last] of ranges.sort((a, b) => a[0] - b[0])) {
    const previous = united.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else united.push([first, last]);
  }
  return united;
}

/** Gathers rising indexes into ranges. */
export function rangesOf(indexes: Iterable<number>): IndexRanges {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const previous = ranges.at(-1);
    if (previous && index <= previous[1] + 1) previous[1] = Math.max(previous[1], index);
    else ranges.push([index, index]);
  }
  return ranges;
}

/** The text form; the empty text for the empty set. */
export function indexRangesText(ranges: IndexRanges): string {
  return ranges
    .map(([first, last]) => {
      if (first === last) return String(first);
      return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
    })
    .join(',');
}

/** The part of the set that is below `count` (K27: indexes beyond `completions` do not exist). */
export function rangesBelow(ranges: IndexRanges, count: number): IndexRanges {
  return ranges.flatMap(([first, last]): IndexRange[] => (first < count ? [[first, Math.min(last, count - 1)]] : []));
}

export const sizeOfRanges = (ranges: IndexRanges): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Whether the index is in the set, by bisection. */
export function inRanges(ranges: IndexRanges, index: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (index < range[0]) high = middle - 1;
    else if (index > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
