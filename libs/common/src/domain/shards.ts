/**
 * Jobs and runs are spread over shards by a hash of their ids; replicas share the shards. How many there are is chosen when an installation
 * is created, stored in its database, and changed only by `npm run reshard`: stored documents name their shard.
 */
import { fnv1a, parseAttemptId, type AttemptId } from './ids.js';
import { MAX_SHARDS, MIN_SHARDS } from './limits.js';

/** A power of two: a job of shard `s` among `n` is in shard `s` or `s + n` among `2n`. */
export const isShardCount = (count: number): boolean =>
  Number.isInteger(count) && count >= MIN_SHARDS && count <= MAX_SHARDS && (count & (count - 1)) === 0;

/** The shard of a job or run: FNV-1a of its id, so that every process computes the same. */
export const shardOf = (id: string, shardCount: number): number => fnv1a(id) % shardCount;

export class Shards {
  readonly all: readonly number[];

  constructor(readonly count: number) {
    if (!isShardCount(count))
      throw new RangeError(`${count} is not a power of two from ${MIN_SHARDS} to ${MAX_SHARDS}`);
    this.all = Array.from({ length: count }, (_, shard) => shard);
  }

  of(id: string): number {
    return shardOf(id, this.count);
  }

  /** The shard of the run that an attempt is of. */
  ofAttempt(id: AttemptId): number {
    return this.of(parseAttemptId(id)?.run ?? '');
  }
}

/** Some of the shards: those that a replica owns. */
export class ShardSet extends Set<number> {
  constructor(
    readonly among: Shards,
    shards: Iterable<number> = [],
  ) {
    super(shards);
  }

  /** True if the job or run of this id is in one of them. */
  owns(id: string): boolean {
    return this.has(this.among.of(id));
  }

  ownsAttempt(id: AttemptId): boolean {
    return this.has(this.among.ofAttempt(id));
  }

  /** The shards by which `coarsestShardOf` divides. */
  coarsest(): ReadonlySet<number> {
    return new Set([...this].filter((shard) => shard < MIN_SHARDS));
  }

  /** The same part of all ids, as shards of the greatest possible number. */
  finest(): ReadonlySet<number> {
    const ofEach = MAX_SHARDS / this.among.count;
    return new Set(
      [...this].flatMap((shard) => Array.from({ length: ofEach }, (_, i) => shard + i * this.among.count)),
    );
  }
}

/**
 * The shard of an id for the smallest possible number of shards: it never changes. Documents that store it belong to the owner of the shard
 * with that number, regardless of the number of shards.
 */
export const coarsestShardOf = (id: string): number => fnv1a(id) % MIN_SHARDS;

/** The shard of an id for the greatest possible number of shards: it never changes, for labels outside the database. */
export const finestShardOf = (id: string): number => fnv1a(id) % MAX_SHARDS;

export const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((value) => b.has(value));
