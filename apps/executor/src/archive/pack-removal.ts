/**
 * Removes packs whose time is over: packs whose runs have been archived for long enough, packs of deleted jobs, and leftovers of packs
 * that were never committed. First their runs are hidden, then their objects are removed. Every step may be repeated.
 */
import type { Clock } from '#common/clock/clock.js';
import type { ObjectStore } from '#common/cold/object-store.js';
import { objectKey } from '#common/cold/pack-reader.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';

export class PackRemoval {
  constructor(
    private readonly packs: Pick<ColdPacksStore, 'takeOld' | 'deleteRunsOf' | 'forget'>,
    private readonly store: Pick<ObjectStore, 'remove'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async step(): Promise<void> {
    for (const shard of this.owned()) {
      for (const pack of await this.packs.takeOld(shard, this.clock.now())) {
        await this.packs.deleteRunsOf(pack.id);
        for (let no = 0; no < pack.objects; no++) await this.store.remove(objectKey(pack.base, no));
        await this.packs.forget(pack, this.clock.now());
      }
    }
  }
}
