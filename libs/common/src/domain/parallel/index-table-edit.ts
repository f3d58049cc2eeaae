/** Changes to a table of indexes, made in copies of the chunks they touch; see `index-table.ts` for how they are used. */
import { INDEX_CHUNK_SIZE } from '../limits.js';
import { IndexChunk } from './index-chunk.js';
import { inRanges, type IndexRanges } from './index-ranges.js';
import { capacityFor, chunkOf, chunksFor, IndexTable, sizeOfChunk, watchAll } from './index-table.js';

/** What the end of an attempt means for its index. */
export type IndexOutcome =
  | { readonly type: 'succeeded' }
  /** It counts, and the index is not tried again. */
  | { readonly type: 'failed' }
  /**
   * The index is tried again, not before `notBefore` (Infinity: when somebody reopens it). `counts`: the attempt spends one
   * of the index's attempts; attempts that we stopped ourselves or that a policy restarts do not.
   */
  | { readonly type: 'again'; readonly notBefore: number; readonly counts: boolean };

export class IndexTableEdit {
  private readonly chunks: IndexChunk[];
  private readonly watched: { ranges: IndexRanges; size: number; succeeded: number; failed: number }[];
  private readonly own = new Set<number>();
  private readonly dirty = new Set<number>();
  private readonly settling: Map<number, number>;
  private count: number;

  constructor({ parts }: IndexTable) {
    this.count = parts.count;
    this.chunks = [...parts.chunks];
    this.watched = parts.watched.map((set) => ({ ...set }));
    this.settling = new Map(parts.settling);
  }

  /** Frees every index whose next try is due. Nothing to be saved: what is due is due again after a restart. */
  promote(now: number): void {
    for (const [no, chunk] of this.chunks.entries()) {
      if (chunk.earliestDue <= now) this.mine(no).promote(now);
    }
  }

  /** The lowest index that may be tried now, or null. */
  firstFree(): number | null {
    for (const [no, chunk] of this.chunks.entries()) {
      if (chunk.free === 0) continue;
      const at = chunk.firstFree();
      if (at >= 0) return no * INDEX_CHUNK_SIZE + at;
    }
    return null;
  }

  /** The index is being tried; gives the number of the attempt, from 1. Saved with the run, not with the chunk. */
  claim(index: number): number {
    const chunk = this.mine(chunkOf(index));
    const at = index % INDEX_CHUNK_SIZE;
    chunk.clear('waiting', at);
    chunk.set('live', at);
    return (chunk.attempts[at] ?? 0) + 1;
  }

  /**
   * An attempt of the index has ended. False where that changes nothing any more: a failure that was counted already,
   * anything of an index that is decided. A success always counts, of whichever attempt.
   */
  record(index: number, attempt: number, outcome: IndexOutcome): boolean {
    const no = chunkOf(index);
    const at = index % INDEX_CHUNK_SIZE;
    const known = this.chunks[no];
    if (!known || at >= known.capacity) return false;
    if (attempt <= (known.attempts[at] ?? 0)) {
      if (outcome.type !== 'succeeded') return this.recordAgain(index, attempt, outcome);
      if (known.has('succeeded', at) || known.has('failed', at)) return false;
    }
    const chunk = this.mine(no);
    this.dirty.add(no);
    this.settling.delete(index);
    chunk.attempts[at] = Math.max(attempt, chunk.attempts[at] ?? 0);
    chunk.clear('live', at);
    // Cut off meanwhile: it matters no more, and begins anew if it is added back.
    if (at >= chunk.size || chunk.has('succeeded', at) || chunk.has('failed', at)) return false;
    chunk.clear('waiting', at);
    this.apply(chunk, index, outcome);
    return true;
  }

  /** A failure that is counted already. Where the run did not know it yet, the index goes on from here. */
  private recordAgain(index: number, attempt: number, outcome: Exclude<IndexOutcome, { type: 'succeeded' }>): false {
    if (this.settling.get(index) !== attempt) return false;
    this.settling.delete(index);
    const no = chunkOf(index);
    const chunk = this.mine(no);
    chunk.clear('live', index % INDEX_CHUNK_SIZE);
    if (outcome.type === 'again') {
      this.dirty.add(no);
      chunk.wait(index % INDEX_CHUNK_SIZE, outcome.notBefore);
    }
    return false;
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

  /** A held index that nothing will reopen has failed for good; an index in any other state is left alone. */
  giveUp(index: number): void {
    const no = chunkOf(index);
    const at = index % INDEX_CHUNK_SIZE;
    const known = this.chunks[no];
    if (!known || at >= known.size || known.stateOf(at) !== 'waiting') return;
    const chunk = this.mine(no);
    this.dirty.add(no);
    chunk.clear('waiting', at);
    chunk.set('failed', at);
    this.notice(index, 'failed', 1);
  }

  /**
   * Changes the number of indexes (K7 to K10). Those cut off count no more and keep the numbers of their attempts; added back
   * they run again, also if they had succeeded. What they were is cleared only then, so that saving the chunks before a run
   * that is shortened never loses a success.
   */
  resize(count: number): void {
    for (let no = 0; no < Math.max(chunksFor(count), this.chunks.length); no++) {
      const size = sizeOfChunk(count, no);
      const known = this.chunks[no];
      if (known?.size === size) continue;
      const chunk = this.mine(no, size);
      if (known && size > known.size) this.dirty.add(no);
      chunk.resize(size);
    }
    const watch = this.watched.map(({ ranges }) => ranges);
    this.watched.splice(0, Infinity, ...watchAll(this.chunks, watch, count).map((set) => ({ ...set })));
    this.count = count;
  }

  /** The next table, and the numbers of the chunks that must be saved before the run is. */
  finish(): { readonly table: IndexTable; readonly dirty: readonly number[] } {
    const dirty = [...this.dirty].sort((a, b) => a - b);
    // What was given away is shared from now on.
    this.own.clear();
    const watched = this.watched.map((set) => ({ ...set }));
    const parts = { count: this.count, chunks: [...this.chunks], watched, settling: new Map(this.settling) };
    return { table: new IndexTable(parts), dirty };
  }

  private notice(index: number, mark: 'succeeded' | 'failed', by: 1 | -1): void {
    for (const set of this.watched) if (inRanges(set.ranges, index)) set[mark] += by;
  }

  /** The chunk as this edit's own copy, with room for `size` indexes. */
  private mine(no: number, size = 0): IndexChunk {
    const known = this.chunks[no];
    if (known && this.own.has(no) && known.capacity >= size) return known;
    const chunk = known ? known.copy(Math.max(known.capacity, capacityFor(size))) : new IndexChunk(capacityFor(size));
    this.chunks[no] = chunk;
    this.own.add(no);
    return chunk;
  }
}
