/**
 * Sets of indexes as rising, disjoint ranges, and Kubernetes' text form of them: `1,3-5,7` (K27; volcano-k8s 2.3). Three or more
 * consecutive indexes are written with a dash, two with a comma. Reading is bounded and strict: a text that is not entirely an
 * index set is refused with the part that is wrong, where Kubernetes drops such parts silently.
 */
import { MAX_INDEX_TEXT_LENGTH, MAX_INDEXES_PER_RUN } from '../domain/limits.js';

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
  return parseParts(text);
}

function parseParts(text: string): ParsedRanges {
  if (text.trim() === '') return { ok: true, ranges: [] };
  const ranges: IndexRange[] = [];
  for (const part of text.split(',')) {
    const range = parsePart(part.trim());
    if (range === null) {
      const quoted = part.trim().slice(0, SHOWN);
      return { ok: false, problem: `"${quoted}" is neither an index nor a range such as 3-5` };
    }
    if (range[1] >= MAX_INDEXES_PER_RUN) {
      return { ok: false, problem: `${range[1]} is beyond the last possible index, ${MAX_INDEXES_PER_RUN - 1}` };
    }
    ranges.push(range);
  }
  return { ok: true, ranges: unite(ranges) };
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

const COMMA = 44;
const DASH = 45;
const ZERO = 48;
/** The length of a range of the greatest indexes with its dash and its comma. */
const MAX_PART_BYTES = 2 * String(MAX_INDEXES_PER_RUN).length + 2;
const FIRST_TEXT_BYTES = 1_024;

/**
 * Writes the text form of rising, disjoint ranges; those that touch become one. It is written as bytes: 50,000 ranges, the worst
 * case of 100,000 indexes, take a millisecond, and many times that as strings that are joined.
 */
export class IndexText {
  private bytes = Buffer.allocUnsafe(FIRST_TEXT_BYTES);
  private length = 0;
  private first = -1;
  private last = -2;

  add(first: number, last: number): void {
    if (first === this.last + 1) {
      this.last = last;
      return;
    }
    this.flush();
    this.first = first;
    this.last = last;
  }

  /** The text of all that was added; empty for the empty set. */
  toString(): string {
    this.flush();
    this.last = -2;
    return this.bytes.toString('latin1', 0, this.length);
  }

  private flush(): void {
    const { first, last } = this;
    if (last < first) return;
    if (this.length + MAX_PART_BYTES > this.bytes.length) this.grow();
    if (this.length > 0) this.bytes[this.length++] = COMMA;
    this.put(first);
    if (last === first) return;
    this.bytes[this.length++] = last === first + 1 ? COMMA : DASH;
    this.put(last);
  }

  private put(index: number): void {
    let end = this.length + 1;
    for (let rest = index; rest >= 10; rest = Math.trunc(rest / 10)) end += 1;
    this.length = end;
    let rest = index;
    do {
      const tenth = Math.trunc(rest / 10);
      this.bytes[--end] = ZERO + rest - tenth * 10;
      rest = tenth;
    } while (rest > 0);
  }

  private grow(): void {
    const greater = Buffer.allocUnsafe(this.bytes.length * 2);
    this.bytes.copy(greater);
    this.bytes = greater;
  }
}

const BITS = 'bits:';

/**
 * Compresses the set of a text that we wrote, where it has many short ranges, to its bitmap: 17 KB for 100,000 indexes, whose
 * text may take 300 KB. A run keeps it in its document, which is written with every decision.
 */
export function packIndexes(text: string): string {
  const parsed = parseParts(text);
  if (!parsed.ok) throw new Error(`no set of indexes: ${parsed.problem}`);
  const bitmap = Buffer.alloc(((parsed.ranges.at(-1)?.[1] ?? -1) >> 3) + 1);
  for (const [first, last] of parsed.ranges)
    for (let index = first; index <= last; index++) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
  const packed = `${BITS}${bitmap.toString('base64')}`;
  return packed.length < text.length ? packed : text;
}

/** Reads the form of `packIndexes` or any text form; empty if the text is neither. */
export function unpackIndexes(packed: string): IndexRanges {
  if (!packed.startsWith(BITS)) {
    const parsed = parseParts(packed);
    return parsed.ok ? parsed.ranges : [];
  }
  const bitmap = Buffer.from(packed.slice(BITS.length), 'base64');
  const ranges: [number, number][] = [];
  for (let index = 0; index < bitmap.length * 8; index++) {
    if (((bitmap[index >> 3] ?? 0) & (1 << (index & 7))) === 0) continue;
    const previous = ranges.at(-1);
    if (previous?.[1] === index - 1) previous[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
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
