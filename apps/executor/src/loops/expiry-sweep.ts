/** Deletes the runs of slots whose time has come, and leaves their keys. Runs of no slot go by TTL. */
import type { Clock } from '#common/clock/clock.js';
import { MAX_BURIED_AT_ONCE, type SlotKeysStore } from '#common/mongo/slot-keys.store.js';

export class ExpirySweep {
  constructor(
    private readonly keys: Pick<SlotKeysStore, 'buryExpired'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Clock,
  ) {}

  async step(): Promise<void> {
    const shards = [...this.owned()];
    if (shards.length === 0) return;
    while ((await this.keys.buryExpired(shards, this.clock.now())) === MAX_BURIED_AT_ONCE);
  }
}
