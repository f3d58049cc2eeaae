/**
 * What became of every index of one task of one generation. This is the truth about indexes, as the run document is the
 * truth about the run; counters are derived from it and never kept beside it.
 *
 * How the engine is meant to use it:
 * 1. On taking a run over: `IndexTable.load({ count, chunks, live, watch })`. `chunks` are all the stored ones of the
 *    generation and task by number (none stored: nothing has happened there), `live` the run's live attempts. Keep it in memory while the run is
 *    its own; forget it when a save was lost to another writer.
 * 2. In a decision: `const edit = new IndexTableEdit(table)`; `edit.promote(now)`; `edit.record(…)` for each end; `edit.firstFree()` and
 *    `edit.claim(index)` for each start; `const { table: next, dirty } = edit.finish()`. The old table is untouched, so a
 *    decision may be made twice.
 * 3. Save the `dirty` chunks (`next.encode(no)`, each guarded by its own rev) before the run. A crash in between leaves
 *    ends counted whose attempts the run still lists as live; `record` counts the second report of such an end no second
 *    time, while policies and endings are decided again from the run. Nothing is lost or doubled.
 * 4. `totals` and `watched` are what `judge-run.ts` judges.
 *
 * A decision costs the chunks it touches (a copy of some 25 KiB each) and at most 25 looks at counters, whatever the number
 * of indexes. Sources: KEP-2214 and KEP-2307 (nothing lost or doubled), K1 to K3, K9, K28 (lowest free index first).
 */
import { INDEX_CHUNK_SIZE } from '../limits.js';
import { bitsOf, IndexChunk, type IndexState } from './index-chunk.js';
import { decodeChunk, encodeChunk } from './index-codec.js';
import { indexRangesText, inRanges, rangesBelow, rangesOf, sizeOfRanges, type IndexRanges } from './index-ranges.js';

export interface IndexTotals {
  readonly succeeded: number;
  readonly failed: number;
  readonly live: number;
  readonly waiting: number;
  /** Neither of these. */
  readonly free: number;
  /** Ended attempts that count as failures, over all indexes. */
  readonly failures: number;
}

/** How far a set of indexes that somebody watches has got: a rule of a success policy. */
export interface WatchedSet {
  readonly ranges: IndexRanges;
  /** Indexes of the set that exist. */
  readonly size: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface LiveIndex {
  readonly index: number;
  readonly attempt: number;
}

export interface IndexTableSource {
  readonly count: number;
  /** Encoded chunks by number. */
  readonly chunks?: ReadonlyMap<number, Uint8Array>;
  /** Attempts that the run lists as live, ended and counted or not. */
  readonly live?: Iterable<LiveIndex>;
  /** Sets whose progress is to be known at any time. */
  readonly watch?: readonly IndexRanges[];
}

const FIRST_CAPACITY = 32;

/** What a table is made of; shared between tables and never written. */
export interface IndexTableParts {
  readonly count: number;
  readonly chunks: readonly IndexChunk[];
  readonly watched: readonly WatchedSet[];
  /** Attempts by index that are counted already though the run still lists them as live: a crash came in between. */
  readonly settling: ReadonlyMap<number, number>;
}

export class IndexTable {
  /** Use `load`; an edit makes the next table. */
  constructor(readonly parts: IndexTableParts) {}

  static load({ count, chunks: stored = new Map(), live = [], watch = [] }: IndexTableSource): IndexTable {
    const chunks: IndexChunk[] = [];
    const end = Math.max(chunksFor(count), ...[...stored.keys()].map((no) => no + 1));
    for (let no = 0; no < end; no++) chunks.push(loadChunk(stored.get(no), sizeOfChunk(count, no)));
    const settling = markLive(chunks, [...live]);
    return new IndexTable({ count, chunks, watched: watchAll(chunks, watch, count), settling });
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
    const totals = { succeeded: 0, failed: 0, live: 0, waiting: 0, free: 0, failures: 0 };
    for (const { counts, free } of this.chunks) {
      totals.succeeded += counts.succeeded;
      totals.failed += counts.failed;
      totals.live += counts.live;
      totals.waiting += counts.waiting;
      totals.failures += counts.failures;
      totals.free += free;
    }
    return totals;
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

  /** When the next waiting index becomes free; Infinity if none does by itself. */
  get nextDue(): number {
    return this.chunks.reduce((earliest, { earliestDue }) => Math.min(earliest, earliestDue), Infinity);
  }

  *indexesThat(mark: 'succeeded' | 'failed'): Generator<number> {
    for (const [no, chunk] of this.chunks.entries()) {
      if (chunk.counts[mark] === 0) continue;
      for (const at of bitsOf(chunk[mark], chunk.size)) yield no * INDEX_CHUNK_SIZE + at;
    }
  }

  /** `completedIndexes` or `failedIndexes` in Kubernetes' text form. */
  textOf(mark: 'succeeded' | 'failed'): string {
    return indexRangesText(rangesOf(this.indexesThat(mark)));
  }

  encode(no: number): Uint8Array {
    const chunk = this.chunks[no];
    if (!chunk) throw new Error(`there is no chunk ${no} of indexes`);
    return encodeChunk(chunk);
  }

  /** The table of a generation that keeps what succeeded and begins everything else anew (resume, rerun of failed indexes). */
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
    return new IndexTable({ count: this.count, chunks, watched, settling: new Map() });
  }
}

export const chunkOf = (index: number): number => Math.floor(index / INDEX_CHUNK_SIZE);
export const chunksFor = (count: number): number => Math.ceil(count / INDEX_CHUNK_SIZE);
/** How many indexes of a task of `count` are in the chunk. */
export const sizeOfChunk = (count: number, no: number): number =>
  Math.min(INDEX_CHUNK_SIZE, Math.max(0, count - no * INDEX_CHUNK_SIZE));

/** Small runs are many, and have small chunks. */
export function capacityFor(size: number): number {
  let capacity = FIRST_CAPACITY;
  while (capacity < size) capacity *= 2;
  return Math.min(capacity, INDEX_CHUNK_SIZE);
}

function loadChunk(bytes: Uint8Array | undefined, size: number): IndexChunk {
  const stored = bytes ? decodeChunk(bytes) : new IndexChunk(capacityFor(size));
  const chunk = stored.capacity < size ? stored.copy(capacityFor(size)) : stored;
  chunk.recount(size);
  return chunk;
}

/** Marks what is live; gives the attempts among them that are counted already. */
function markLive(chunks: readonly IndexChunk[], live: readonly LiveIndex[]): ReadonlyMap<number, number> {
  const settling = new Map<number, number>();
  const counted = ({ index, attempt }: LiveIndex): boolean =>
    attempt <= (chunks[chunkOf(index)]?.attempts[index % INDEX_CHUNK_SIZE] ?? 0);
  // An attempt that is not counted comes first: it is what keeps its index from being tried again.
  for (const known of [...live].sort((a, b) => Number(counted(a)) - Number(counted(b)))) {
    const chunk = chunks[chunkOf(known.index)];
    const at = known.index % INDEX_CHUNK_SIZE;
    const state = chunk && at < chunk.capacity ? chunk.stateOf(at) : null;
    if (!chunk || (state !== 'free' && state !== 'waiting')) continue;
    if (counted(known)) settling.set(known.index, known.attempt);
    chunk.clear('waiting', at);
    chunk.set('live', at);
  }
  return settling;
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
