/** Changes to a table of indexes, made in copies of the chunks that they touch; `index-table.ts` explains their use. */
import { INDEX_CHUNK_SIZE } from '../domain/limits.js';
import { bitsOf, IndexChunk, type IndexState } from './index-chunk.js';
import { inRanges, rangesBelow, type IndexRanges } from '../spec/index-ranges.js';
import {
  capacityFor,
  chunkOf,
  chunksFor,
  IndexTable,
  sizeOfChunk,
  totalsOf,
  watchAll,
  type IndexTotals,
  type WatchedSet,
} from './index-table.js';

/** The effect of an attempt's end on its index. */
export type IndexOutcome =
  | { readonly type: 'succeeded' }
  /** The failure counts, and the index is not tried again. */
  | { readonly type: 'failed' }
  /**
   * The index is tried again, not before `notBefore` (Infinity: when it is reopened). `counts`: the attempt spends one of the
   * index's attempts; attempts that we stopped ourselves or that a policy restarts do not.
   */
  | { readonly type: 'again'; readonly notBefore: number; readonly counts: boolean };

export class IndexTableEdit {
  private readonly chunks: IndexChunk[];
  private readonly watched: { ranges: IndexRanges; size: number; succeeded: number; failed: number }[];
  private readonly own = new Set<number>();
  private readonly dirty = new Set<number>();
  private size: number;

  constructor({ parts }: IndexTable) {
    this.size = parts.count;
    this.chunks = [...parts.chunks];
    this.watched = parts.watched.map((set) => ({ ...set }));
  }

  /** How many indexes the task has. */
  get count(): number {
    return this.size;
  }

  get totals(): IndexTotals {
    return totalsOf(this.chunks);
  }

  /** When the next waiting index becomes free; Infinity if none does by itself. */
  get nextDue(): number {
    return this.chunks.reduce((earliest, { earliestDue }) => Math.min(earliest, earliestDue), Infinity);
  }

  get watchedSets(): readonly WatchedSet[] {
    return this.watched;
  }

  failuresOf(index: number): number {
    return this.chunks[chunkOf(index)]?.failures[index % INDEX_CHUNK_SIZE] ?? 0;
  }

  stateOf(index: number): IndexState {
    return this.chunks[chunkOf(index)]?.stateOf(index % INDEX_CHUNK_SIZE) ?? 'free';
  }

  /** Frees every index whose next attempt is due. Needs no save: after a restart the same indexes are due. */
  promote(now: number): void {
    for (const [no, chunk] of this.chunks.entries()) {
      if (chunk.earliestDue <= now) this.mine(no).promote(now);
    }
  }

  /** The lowest index from `from` on that may start now, or null. */
  firstFree(from = 0): number | null {
    for (let no = chunkOf(from); no < this.chunks.length; no++) {
      const chunk = this.chunks[no];
      if (!chunk || chunk.free === 0) continue;
      const at = chunk.firstFree(Math.max(0, from - no * INDEX_CHUNK_SIZE));
      if (at >= 0) return no * INDEX_CHUNK_SIZE + at;
    }
    return null;
  }

  /** The indexes that may start now, lowest first. They may be claimed or left while iterating. */
  *freeIndexes(): Generator<number> {
    for (let index = this.firstFree(); index !== null; index = this.firstFree(index + 1)) yield index;
  }

  /** Claims the index; returns the number of the attempt, from 1. Saved with the run, not with the chunk. */
  claim(index: number): number {
    const chunk = this.mine(chunkOf(index));
    const at = index % INDEX_CHUNK_SIZE;
    chunk.clear('waiting', at);
    chunk.set('live', at);
    return (chunk.attempts[at] ?? 0) + 1;
  }

  /**
   * Records that an attempt of the index has ended. False where that changes nothing: the attempt was counted already, or the
   * index is decided.
   */
  record(index: number, attempt: number, outcome: IndexOutcome): boolean {
    const no = chunkOf(index);
    const at = index % INDEX_CHUNK_SIZE;
    const present = this.chunks[no];
    if (!present || at >= present.capacity || attempt <= (present.attempts[at] ?? 0)) return false;
    const chunk = this.mine(no);
    this.dirty.add(no);
    chunk.attempts[at] = attempt;
    chunk.clear('live', at);
    // The index was cut off meanwhile: it does not count, and begins again if it is added back.
    if (at >= chunk.size || chunk.has('succeeded', at) || chunk.has('failed', at)) return false;
    chunk.clear('waiting', at);
    this.apply(chunk, index, outcome);
    return true;
  }

  private apply(chunk: IndexChunk, index: number, outcome: IndexOutcome): void {
    const at = index % INDEX_CHUNK_SIZE;
    switch (outcome.type) {
      case 'succeeded':
      case 'failed':
        chunk.set(outcome.type, at);
        if (outcome.type === 'failed') chunk.addFailure(at);
        this.notice(index, outcome.type, 1);
        return;
      case 'again':
        if (outcome.counts) chunk.addFailure(at);
        chunk.wait(at, outcome.notBefore);
        return;
    }
  }

  /** Records that these indexes have succeeded without an attempt of this run. */
  succeedAll(ranges: IndexRanges): void {
    for (const [first, last] of rangesBelow(ranges, this.size)) {
      for (let index = first; index <= last; index++) {
        const no = chunkOf(index);
        this.dirty.add(no);
        this.mine(no).set('succeeded', index % INDEX_CHUNK_SIZE);
        this.notice(index, 'succeeded', 1);
      }
    }
  }

  /** A failed or waiting index may be tried again from `notBefore` on: a policy or a person restarts it. Successes stand. */
  reopen(index: number, notBefore: number): void {
    const no = chunkOf(index);
    const at = index % INDEX_CHUNK_SIZE;
    const state = this.chunks[no]?.stateOf(at);
    if (state !== 'failed' && state !== 'waiting') return;
    const chunk = this.mine(no);
    this.dirty.add(no);
    if (state === 'failed') {
      chunk.clear('failed', at);
      if (at < chunk.size) this.notice(index, 'failed', -1);
    }
    chunk.wait(at, notBefore);
  }

  /** Reopens everything that failed or waits. */
  reopenAll(notBefore: number): void {
    for (const [no, chunk] of this.chunks.entries()) {
      for (const mark of ['failed', 'waiting'] as const) {
        for (const at of [...bitsOf(chunk[mark], chunk.size)]) this.reopen(no * INDEX_CHUNK_SIZE + at, notBefore);
      }
    }
  }

  /** Marks every chunk as dirty: the table is stored in another place than before, or for the first time. */
  touchAll(): void {
    for (const no of this.chunks.keys()) this.dirty.add(no);
  }

  /** A held index that nothing will reopen has failed for good; an index in any other state is not changed. */
  giveUp(index: number): void {
    const no = chunkOf(index);
    const at = index % INDEX_CHUNK_SIZE;
    const present = this.chunks[no];
    if (!present || at >= present.size || present.stateOf(at) !== 'waiting') return;
    const chunk = this.mine(no);
    this.dirty.add(no);
    chunk.clear('waiting', at);
    chunk.set('failed', at);
    this.notice(index, 'failed', 1);
  }

  /**
   * Changes the number of indexes (K7 to K10). Those cut off do not count any more and keep the numbers of their attempts; added
   * back they run again, even if they had succeeded. Their state is cleared only then, so that saving the chunks before a
   * shortened run never loses a success.
   */
  resize(count: number): void {
    for (let no = 0; no < Math.max(chunksFor(count), this.chunks.length); no++) {
      const size = sizeOfChunk(count, no);
      const present = this.chunks[no];
      if (present?.size === size) continue;
      const chunk = this.mine(no, size);
      if (present && size > present.size) this.dirty.add(no);
      chunk.resize(size);
    }
    const watch = this.watched.map(({ ranges }) => ranges);
    this.watched.splice(0, Infinity, ...watchAll(this.chunks, watch, count).map((set) => ({ ...set })));
    this.size = count;
  }

  /** The next table, and the numbers of the chunks that must be saved before the run is. */
  finish(): { readonly table: IndexTable; readonly dirty: readonly number[] } {
    const dirty = [...this.dirty].sort((a, b) => a - b);
    // The chunks of the returned table are shared from now on.
    this.own.clear();
    const watched = this.watched.map((set) => ({ ...set }));
    const parts = { count: this.size, chunks: [...this.chunks], watched };
    return { table: new IndexTable(parts), dirty };
  }

  private notice(index: number, mark: 'succeeded' | 'failed', by: 1 | -1): void {
    for (const set of this.watched) if (inRanges(set.ranges, index)) set[mark] += by;
  }

  /** The chunk as this edit's own copy, with room for `size` indexes. */
  private mine(no: number, size = 0): IndexChunk {
    const present = this.chunks[no];
    if (present && this.own.has(no) && present.capacity >= size) return present;
    const chunk = present
      ? present.copy(Math.max(present.capacity, capacityFor(size)))
      : new IndexChunk(capacityFor(size));
    this.chunks[no] = chunk;
    this.own.add(no);
    return chunk;
  }
}
