/**
 * The states of all indexes of one task in one generation. The table is the truth about indexes, as the run document is the truth
 * about the run; counters are derived from it and never stored separately.
 *
 * 1. `IndexTable.load({ count, chunks, live, watch })` makes it when a run is loaded. `chunks` are those that the run refers to
 *    (none: nothing has happened there), `live` the run's attempts that have not ended. It is cached while the run is owned, and
 *    dropped when a save was lost to another writer.
 * 2. A decision edits a copy: `new IndexTableEdit(table)`; `promote(now)`; `record(…)` for each end; `freeIndexes()` and
 *    `claim(index)` for each start; `finish()` gives the next table and its dirty chunks. The old table stays as it is, so a
 *    decision may be made twice.
 * 3. The dirty chunks are saved before the run, each under a new name by which the run refers to it. So the chunks of a run are
 *    always those of its last saved decision, even if a process died in between: a repeated decision starts from the same table.
 * 4. `judgeRun` decides by `totals` and `watched`.
 *
 * A decision copies the chunks it touches (some 25 KiB each) and reads at most 25 counters, regardless of the number of indexes.
 * Sources: KEP-2214 and KEP-2307 (nothing lost or doubled), K1 to K3, K9, K28 (lowest free index first).
 */
import { INDEX_CHUNK_SIZE } from '../domain/limits.js';
import { bitsOf, eachRun, IndexChunk, type IndexState } from './index-chunk.js';
import { decodeChunk, encodeChunk } from './index-codec.js';
import { IndexText, inRanges, rangesBelow, sizeOfRanges, type IndexRanges } from '../spec/index-ranges.js';

export interface IndexTotals {
  readonly succeeded: number;
  readonly failed: number;
  readonly live: number;
  readonly waiting: number;
  /** Indexes in none of these states: they may start now. */
  readonly free: number;
  /** Ended attempts that count as failures, over all indexes. */
  readonly failures: number;
}

/** The progress of a watched set of indexes: of a rule of a success policy. */
export interface WatchedSet {
  readonly ranges: IndexRanges;
  /** Indexes of the set that exist. */
  readonly size: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface IndexTableSource {
  readonly count: number;
  /** Encoded chunks by number. */
  readonly chunks?: ReadonlyMap<number, Uint8Array>;
  /** Indexes with a live attempt that has not ended. */
  readonly live?: readonly number[];
  /** Sets whose progress is counted. */
  readonly watch?: readonly IndexRanges[];
}

/**
 * Arrays of up to 64 bytes are part of the heap; larger ones are allocated singly, which makes a chunk four times as expensive.
 */
const FIRST_CAPACITY = 16;

/** The parts of a table; they are shared between tables and never written. */
export interface IndexTableParts {
  readonly count: number;
  readonly chunks: readonly IndexChunk[];
  readonly watched: readonly WatchedSet[];
}

export class IndexTable {
  /** Use `load`; an edit makes the next table. */
  constructor(readonly parts: IndexTableParts) {}

  static load({ count, chunks: stored = new Map(), live = [], watch = [] }: IndexTableSource): IndexTable {
    const chunks: IndexChunk[] = [];
    // A live index keeps its place even if it is cut off: the number of its attempt is never given again.
    const highest = Math.max(-1, ...live);
    const end = Math.max(chunksFor(count), chunksFor(highest + 1), ...[...stored.keys()].map((no) => no + 1));
    for (let no = 0; no < end; no++) {
      const room = sizeOfChunk(Math.max(count, highest + 1), no);
      chunks.push(loadChunk(stored.get(no), { size: sizeOfChunk(count, no), room }));
    }
    markLive(chunks, live);
    return new IndexTable({ count, chunks, watched: watchAll(chunks, watch, count) });
  }

  get count(): number {
    return this.parts.count;
  }

  get watched(): readonly WatchedSet[] {
    return this.parts.watched;
  }

  private get chunks(): readonly IndexChunk[] {
    return this.parts.chunks;
  }

  get totals(): IndexTotals {
    return totalsOf(this.chunks);
  }

  stateOf(index: number): IndexState {
    return this.chunks[chunkOf(index)]?.stateOf(index % INDEX_CHUNK_SIZE) ?? 'free';
  }

  /** The number of the last attempt that has ended; 0 if none has. */
  attemptsOf(index: number): number {
    return this.chunks[chunkOf(index)]?.attempts[index % INDEX_CHUNK_SIZE] ?? 0;
  }

  failuresOf(index: number): number {
    return this.chunks[chunkOf(index)]?.failures[index % INDEX_CHUNK_SIZE] ?? 0;
  }

  /** Ended attempts beyond the first of each index. */
  get repeated(): number {
    let sum = 0;
    for (const { attempts, size } of this.chunks)
      for (let at = 0; at < size; at++) sum += Math.max(0, (attempts[at] ?? 0) - 1);
    return sum;
  }

  /** The time from which a waiting index may be tried again; null if it does not wait, or waits only until it is reopened. */
  dueOf(index: number): number | null {
    const chunk = this.chunks[chunkOf(index)];
    const at = index % INDEX_CHUNK_SIZE;
    const due = chunk?.stateOf(at) === 'waiting' ? chunk.due?.[at] : undefined;
    return due === undefined || due === Infinity ? null : due;
  }

  /** When the next waiting index becomes free; Infinity if none does by itself. */
  get nextDue(): number {
    return this.chunks.reduce((earliest, { earliestDue }) => Math.min(earliest, earliestDue), Infinity);
  }

  /** `completedIndexes` or `failedIndexes` in Kubernetes' text form. */
  textOf(mark: 'succeeded' | 'failed'): string {
    const text = new IndexText();
    for (const [no, chunk] of this.chunks.entries()) {
      if (chunk.counts[mark] === 0) continue;
      const base = no * INDEX_CHUNK_SIZE;
      eachRun(chunk[mark], chunk.size, (first, last) => {
        text.add(base + first, base + last);
      });
    }
    return text.toString();
  }

  encode(no: number): Uint8Array {
    const chunk = this.chunks[no];
    if (!chunk) throw new Error(`there is no chunk ${no} of indexes`);
    return encodeChunk(chunk);
  }

  /** The table of a generation that keeps successes and restarts everything else (resume, rerun of failed indexes). */
  keepSuccesses(): IndexTable {
    const chunks = this.chunks.map((chunk) => {
      const fresh = new IndexChunk(chunk.capacity);
      fresh.succeeded.set(chunk.succeeded);
      for (let at = chunk.size; at < chunk.capacity; at++) fresh.clear('succeeded', at);
      fresh.recount(chunk.size);
      return fresh;
    });
    const watch = this.watched.map(({ ranges }) => ranges);
    const watched = watchAll(chunks, watch, this.count);
    return new IndexTable({ count: this.count, chunks, watched });
  }
}

export function totalsOf(chunks: readonly IndexChunk[]): IndexTotals {
  const totals = { succeeded: 0, failed: 0, live: 0, waiting: 0, free: 0, failures: 0 };
  for (const { counts, free } of chunks) {
    totals.succeeded += counts.succeeded;
    totals.failed += counts.failed;
    totals.live += counts.live;
    totals.waiting += counts.waiting;
    totals.failures += counts.failures;
    totals.free += free;
  }
  return totals;
}

export const chunkOf = (index: number): number => Math.floor(index / INDEX_CHUNK_SIZE);
export const chunksFor = (count: number): number => Math.ceil(count / INDEX_CHUNK_SIZE);
/** How many indexes of a task of `count` are in the chunk. */
export const sizeOfChunk = (count: number, no: number): number =>
  Math.min(INDEX_CHUNK_SIZE, Math.max(0, count - no * INDEX_CHUNK_SIZE));

/** Most runs are small, and have small chunks. */
export function capacityFor(size: number): number {
  let capacity = FIRST_CAPACITY;
  while (capacity < size) capacity *= 2;
  return Math.min(capacity, INDEX_CHUNK_SIZE);
}

function loadChunk(bytes: Uint8Array | undefined, { size, room }: { size: number; room: number }): IndexChunk {
  const stored = bytes ? decodeChunk(bytes) : new IndexChunk(capacityFor(room));
  const chunk = stored.capacity < room ? stored.copy(capacityFor(room)) : stored;
  chunk.recount(size);
  return chunk;
}

/** Claims are saved only with the run, so a chunk may still say that the index waits for the attempt that is under way. */
function markLive(chunks: readonly IndexChunk[], live: Iterable<number>): void {
  for (const index of live) {
    const chunk = chunks[chunkOf(index)];
    const at = index % INDEX_CHUNK_SIZE;
    const state = chunk && at < chunk.capacity ? chunk.stateOf(at) : null;
    if (!chunk || (state !== 'free' && state !== 'waiting')) continue;
    chunk.clear('waiting', at);
    chunk.set('live', at);
  }
}

/** Counts from scratch; an edit keeps the counts. */
export function watchAll(
  chunks: readonly IndexChunk[],
  watch: readonly IndexRanges[],
  count: number,
): readonly WatchedSet[] {
  if (watch.length === 0) return [];
  const sets = watch.map((ranges) => ({
    ranges,
    size: sizeOfRanges(rangesBelow(ranges, count)),
    succeeded: 0,
    failed: 0,
  }));
  for (const [no, chunk] of chunks.entries()) {
    for (const mark of ['succeeded', 'failed'] as const) {
      for (const at of bitsOf(chunk[mark], chunk.size)) {
        for (const set of sets) if (inRanges(set.ranges, no * INDEX_CHUNK_SIZE + at)) set[mark] += 1;
      }
    }
  }
  return sets;
}
