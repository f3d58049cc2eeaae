/**
 * Merges the lines of several attempts into one order. Lines are ordered by sequence within an attempt, by time between attempts.
 */
import type { AttemptId } from '../domain/ids.js';
import type { LogLine, StoredLine } from './output.js';
import type { Instant } from './run.js';

/** A stored chunk that is opened only when it is needed. */
export interface LogPart {
  readonly attempt: AttemptId;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly bytes: number;
  readonly lines: () => Promise<readonly LogLine[]>;
}

/** The most text of chunks that overlap in time and are open together; beyond it lines of different attempts may be out of order. */
const MAX_OPEN_BYTES = 32 * 1024 * 1024;
const MAX_BLOCK_LINES = 1_000;

interface OpenPart {
  readonly attempt: AttemptId;
  readonly bytes: number;
  readonly lines: readonly LogLine[];
  next: number;
}

/**
 * Merges chunks, given in order of the time of their first line, into blocks of lines in order of time. A line that two chunks
 * hold (one of them superseded by a merge) appears once.
 */
export async function* mergeLines(
  parts: AsyncIterable<LogPart>,
  maxOpenBytes = MAX_OPEN_BYTES,
): AsyncGenerator<readonly StoredLine[], void, undefined> {
  const merger = new Merger();
  for await (const part of parts) {
    for (const block of merger.takeBefore(part.firstAt)) yield block;
    merger.open({ attempt: part.attempt, bytes: part.bytes, lines: await part.lines(), next: 0 });
    while (merger.openBytes > maxOpenBytes) yield merger.takeFirstPart();
  }
  for (const block of merger.takeBefore(Infinity)) yield block;
}

class Merger {
  openBytes = 0;
  private readonly parts: OpenPart[] = [];
  private readonly lastSeq = new Map<AttemptId, number>();

  open(part: OpenPart): void {
    this.parts.push(part);
    this.openBytes += part.bytes;
    this.siftUp(this.parts.length - 1);
  }

  /** The lines earlier than `at`, in order. */
  *takeBefore(at: Instant): Generator<StoredLine[], void, undefined> {
    let block: StoredLine[] = [];
    for (let first = this.parts[0]; first !== undefined && timeOf(first) < at; first = this.parts[0]) {
      this.takeLine(first, block);
      this.placeFirst();
      if (block.length >= MAX_BLOCK_LINES) {
        yield block;
        block = [];
      }
    }
    if (block.length > 0) yield block;
  }

  /** The rest of the part with the earliest line. */
  takeFirstPart(): StoredLine[] {
    const block: StoredLine[] = [];
    const [first] = this.parts;
    while (first !== undefined && first.next < first.lines.length) this.takeLine(first, block);
    this.placeFirst();
    return block;
  }

  private takeLine(part: OpenPart, block: StoredLine[]): void {
    const line = part.lines[part.next++];
    if (line === undefined || line.seq <= (this.lastSeq.get(part.attempt) ?? 0)) return;
    this.lastSeq.set(part.attempt, line.seq);
    block.push({ attempt: part.attempt, ...line });
  }

  /** Moves the first part to its place, or removes it when it is used up. */
  private placeFirst(): void {
    const [first] = this.parts;
    if (first === undefined) return;
    if (first.next >= first.lines.length) {
      this.openBytes -= first.bytes;
      const last = this.parts.pop();
      if (last === undefined || this.parts.length === 0) return;
      this.parts[0] = last;
    }
    this.siftDown(0);
  }

  private siftUp(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  private siftDown(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const right = 2 * at + 2;
      const child = this.isEarlier(right, left) ? right : left;
      if (!this.swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  private swapIfEarlier(a: number, b: number): boolean {
    const x = this.parts[a];
    const y = this.parts[b];
    if (x === undefined || y === undefined || !this.isEarlier(a, b)) return false;
    this.parts[a] = y;
    this.parts[b] = x;
    return true;
  }

  private isEarlier(a: number, b: number): boolean {
    const x = this.parts[a];
    const y = this.parts[b];
    return x !== undefined && (y === undefined || compareParts(x, y) < 0);
  }
}

const timeOf = (part: OpenPart): Instant => part.lines[part.next]?.at ?? -Infinity;

function compareParts(a: OpenPart, b: OpenPart): number {
  return (
    timeOf(a) - timeOf(b) ||
    (a.attempt < b.attempt ? -1 : a.attempt > b.attempt ? 1 : 0) ||
    (a.lines[a.next]?.seq ?? 0) - (b.lines[b.next]?.seq ?? 0)
  );
}

/** The newest `count` wanted lines of chunks given in order of their last line's time, newest first. In order of time. */
export async function newestLines(
  parts: AsyncIterable<LogPart>,
  count: number,
  wanted: (line: StoredLine) => boolean,
): Promise<StoredLine[]> {
  let newest: StoredLine[] = [];
  const seen = new Set<string>();
  for await (const part of parts) {
    const oldest = newest[0];
    if (newest.length >= count && (oldest === undefined || part.lastAt < oldest.at)) break;
    for (const line of await part.lines()) {
      const stored = { attempt: part.attempt, ...line };
      if (!wanted(stored) || seen.has(`${stored.attempt}/${stored.seq}`)) continue;
      seen.add(`${stored.attempt}/${stored.seq}`);
      newest.push(stored);
    }
    newest = newest.sort(compareLines).slice(Math.max(0, newest.length - count));
  }
  return newest;
}

const compareLines = (a: StoredLine, b: StoredLine): number =>
  a.at - b.at || (a.attempt < b.attempt ? -1 : a.attempt > b.attempt ? 1 : 0) || a.seq - b.seq;
