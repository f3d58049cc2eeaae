import type { Clock } from '#common/clock/clock.js';
import type { JobPoint } from '#common/mongo/jobs.store.js';

/** Each shard is read completely when this replica gets it, and from then on this often. */
const PASS_EVERY_MS = 3_600_000;

interface Pass {
  readonly shard: number;
  /** The position from which to continue; null: the newest. */
  readonly before: JobPoint | null;
}

/** Selects the shard and the position to read next: round robin page by page, so that the newest jobs of all shards come first. */
export class ShardPasses {
  private under: Pass[] = [];
  /** When the last pass over each shard ended, on the monotonic clock. */
  private readonly ended = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  /** Null: every shard was read recently. */
  next(shards: readonly number[]): Pass | null {
    const owned = new Set(shards);
    for (const shard of this.ended.keys()) if (!owned.has(shard)) this.ended.delete(shard);
    this.under = this.under.filter(({ shard }) => owned.has(shard));
    const underWay = new Set(this.under.map(({ shard }) => shard));
    const since = this.clock.monotonic() - PASS_EVERY_MS;
    const due = shards.filter((shard) => !underWay.has(shard) && (this.ended.get(shard) ?? -Infinity) <= since);
    this.under.push(...due.map((shard) => ({ shard, before: null })));
    return this.under[0] ?? null;
  }

  /** Notes that a page of the shard was read, down to `before`; null: it was the last page. */
  looked(shard: number, before: JobPoint | null): void {
    this.under = this.under.filter((pass) => pass.shard !== shard);
    if (before === null) this.ended.set(shard, this.clock.monotonic());
    else this.under.push({ shard, before });
  }
}
