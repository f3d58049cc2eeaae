/**
 * Up to 4,096 consecutive indexes of a task: which succeeded, which failed for good, which are live, which wait for their next
 * attempt, and the number of attempts of each. The cost of a change does not depend on the number of indexes.
 *
 * A chunk is written only by `IndexTableEdit`, and only into copies of its own: tables share chunks.
 */
const WORD = 32;
const ALL = 0xffffffff;
/** Failures are compared with `maxAttempts`, which is far below this number. */
const MAX_FAILURES = 255;

export type IndexState = 'free' | 'live' | 'waiting' | 'succeeded' | 'failed';
type Mark = 'succeeded' | 'failed' | 'live' | 'waiting';

export class IndexChunk {
  readonly succeeded: Uint32Array;
  readonly failed: Uint32Array;
  readonly live: Uint32Array;
  readonly waiting: Uint32Array;
  /** Number of the last attempt that has ended; 0 if none has. */
  readonly attempts: Uint32Array;
  /** Attempts that count as failures of their index. */
  readonly failures: Uint8Array;
  /** When a waiting index may be tried again; Infinity: only when it is reopened. Absent while none waits. */
  due: Float64Array | null = null;
  /** No waiting index is due before this instant. */
  earliestDue = Infinity;
  /** No free index is in a word below this one. */
  firstFreeWord = 0;
  /** Number of existing indexes: the rest of the capacity is kept for removed indexes, which may be added back. */
  size = 0;
  /** Counters of the indexes below `size`. */
  readonly counts: Record<Mark | 'failures', number> = { succeeded: 0, failed: 0, live: 0, waiting: 0, failures: 0 };

  constructor(readonly capacity: number) {
    const words = Math.ceil(capacity / WORD);
    this.succeeded = new Uint32Array(words);
    this.failed = new Uint32Array(words);
    this.live = new Uint32Array(words);
    this.waiting = new Uint32Array(words);
    this.attempts = new Uint32Array(capacity);
    this.failures = new Uint8Array(capacity);
  }

  /** A copy with room for `capacity` indexes, which is not less than the present capacity. */
  copy(capacity = this.capacity): IndexChunk {
    const copy = new IndexChunk(capacity);
    for (const column of ['succeeded', 'failed', 'live', 'waiting', 'attempts', 'failures'] as const) {
      copy[column].set(this[column]);
    }
    if (this.due) (copy.due = new Float64Array(capacity)).set(this.due);
    copy.earliestDue = this.earliestDue;
    copy.firstFreeWord = this.firstFreeWord;
    copy.size = this.size;
    Object.assign(copy.counts, this.counts);
    return copy;
  }

  has(mark: Mark, at: number): boolean {
    return ((this[mark][Math.floor(at / WORD)] ?? 0) & (1 << (at % WORD))) !== 0;
  }

  /** At most one of the four marks is set. */
  stateOf(at: number): IndexState {
    if (this.has('succeeded', at)) return 'succeeded';
    if (this.has('failed', at)) return 'failed';
    if (this.has('live', at)) return 'live';
    return this.has('waiting', at) ? 'waiting' : 'free';
  }

  set(mark: Mark, at: number): void {
    if (this.has(mark, at)) return;
    const word = Math.floor(at / WORD);
    this[mark][word] = (this[mark][word] ?? 0) | (1 << (at % WORD));
    if (at < this.size) this.counts[mark] += 1;
  }

  clear(mark: Mark, at: number): void {
    if (!this.has(mark, at)) return;
    const word = Math.floor(at / WORD);
    this[mark][word] = (this[mark][word] ?? 0) & ~(1 << (at % WORD));
    if (at < this.size) this.counts[mark] -= 1;
    this.firstFreeWord = Math.min(this.firstFreeWord, word);
  }

  addFailure(at: number): void {
    const failures = this.failures[at] ?? 0;
    if (failures === MAX_FAILURES) return;
    this.failures[at] = failures + 1;
    if (at < this.size) this.counts.failures += 1;
  }

  /** The index waits until `due`; it is not free before that instant. */
  wait(at: number, due: number): void {
    this.due ??= new Float64Array(this.capacity);
    this.due[at] = due;
    this.earliestDue = Math.min(this.earliestDue, due);
    this.set('waiting', at);
  }

  /** Frees what is due; reads the waiting indexes only where at least one is due. */
  promote(now: number): void {
    if (now < this.earliestDue || !this.due) return;
    let earliest = Infinity;
    for (const at of bitsOf(this.waiting, this.capacity)) {
      const due = this.due[at] ?? 0;
      if (due <= now) this.clear('waiting', at);
      else earliest = Math.min(earliest, due);
    }
    this.earliestDue = earliest;
  }

  get free(): number {
    const { succeeded, failed, live, waiting } = this.counts;
    return this.size - succeeded - failed - live - waiting;
  }

  /** The lowest free place from `from` on, or -1. Words without free places are skipped until something is freed there. */
  firstFree(from = 0): number {
    const first = Math.floor(from / WORD);
    for (let word = Math.max(this.firstFreeWord, first); word * WORD < this.size; word++) {
      const closed =
        (this.succeeded[word] ?? 0) | (this.failed[word] ?? 0) | (this.live[word] ?? 0) | (this.waiting[word] ?? 0);
      const free = ~closed & below(this.size - word * WORD);
      if (free === 0 && word === this.firstFreeWord) this.firstFreeWord = word + 1;
      const wanted = word === first ? free & ~below(from % WORD) : free;
      if (wanted !== 0) return word * WORD + lowestBit(wanted);
    }
    return -1;
  }

  /** Makes `size` indexes exist. Added indexes begin again, but keep the numbers of their attempts. */
  resize(size: number): void {
    for (let at = this.size; at < size; at++) {
      for (const mark of ['succeeded', 'failed', 'waiting'] as const) this.clear(mark, at);
    }
    this.recount(size);
  }

  /** Sets how many of the indexes exist, without changing any. */
  recount(size: number): void {
    this.firstFreeWord = Math.min(this.firstFreeWord, Math.floor(Math.min(size, this.size) / WORD));
    this.size = size;
    for (const mark of ['succeeded', 'failed', 'live', 'waiting'] as const) {
      this.counts[mark] = countBelow(this[mark], size);
    }
    this.counts.failures = this.failures.subarray(0, size).reduce((sum, failures) => sum + failures, 0);
  }
}

/** The lowest `bits` bits set, all of them from 32 on, none from 0 down. */
function below(bits: number): number {
  if (bits >= WORD) return ALL;
  return bits <= 0 ? 0 : 2 ** bits - 1;
}

function popCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const lowestBit = (word: number): number => WORD - 1 - Math.clz32(word & -word);

/** Number of set bits among the first `limit`. */
function countBelow(bitmap: Uint32Array, limit: number): number {
  let sum = 0;
  for (let word = 0; word * WORD < limit; word++) sum += popCount((bitmap[word] ?? 0) & below(limit - word * WORD));
  return sum;
}

/** Positions of the set bits among the first `limit`, rising. */
export function* bitsOf(bitmap: Uint32Array, limit: number): Generator<number> {
  for (let word = 0; word * WORD < limit; word++) {
    let bits = (bitmap[word] ?? 0) & below(limit - word * WORD);
    while (bits !== 0) {
      yield word * WORD + lowestBit(bits);
      bits &= bits - 1;
    }
  }
}

/** Runs of set bits among the first `limit`, rising, each by its first and last position. */
export function eachRun(bitmap: Uint32Array, limit: number, visit: (first: number, last: number) => void): void {
  const end = Math.min(limit, bitmap.length * WORD);
  let first = -1;
  for (let word = 0; word * WORD < end; word++) {
    const bits = (bitmap[word] ?? 0) & below(end - word * WORD);
    // Most words are of one kind and continue the run of the word before.
    if (bits === (first < 0 ? 0 : -1)) continue;
    for (let at = 0; at < WORD;) {
      const rest = (first < 0 ? bits : ~bits) >>> at;
      if (rest === 0) break;
      at += lowestBit(rest);
      if (first >= 0) visit(first, word * WORD + at - 1);
      first = first < 0 ? word * WORD + at : -1;
    }
  }
  if (first >= 0) visit(first, end - 1);
}
