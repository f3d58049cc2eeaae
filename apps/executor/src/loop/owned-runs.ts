/** Forgets runs whose shards this replica does not own any more, in all caches and counts, and that these shards were recovered. */
import type { RunId } from '#common/domain/ids.js';
import type { Membership } from '#common/membership/membership.js';
import type { RunLoader } from './run-loader.js';
import type { RunMetrics } from './run-metrics.js';
import type { Recovery } from '../sweeps/recovery.js';
import type { StartQueue } from './start-queue.js';

export class OwnedRuns {
  constructor(
    private readonly membership: Pick<Membership, 'owned' | 'onChange'>,
    private readonly memory: {
      readonly loader: Pick<RunLoader, 'keepOnly'>;
      readonly runMetrics: Pick<RunMetrics, 'keepOnly'>;
      readonly startQueue: Pick<StartQueue, 'keepOnly'>;
      readonly recovery: Pick<Recovery, 'keepOnly'>;
    },
  ) {}

  /** Forgets at each change of the shards from now on; the returned function ends that. */
  watch(): () => void {
    return this.membership.onChange(() => {
      this.keepOwned();
    });
  }

  private keepOwned(): void {
    const { loader, runMetrics, startQueue, recovery } = this.memory;
    const owned = this.membership.owned();
    const isMine = (run: RunId): boolean => owned.owns(run);
    loader.keepOnly(({ shard }) => owned.has(shard));
    runMetrics.keepOnly(isMine);
    startQueue.keepOnly(isMine);
    recovery.keepOnly(owned);
  }
}
