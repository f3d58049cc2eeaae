import type { TenantId } from '#common/domain/ids.js';
import { tenantLimitKey, type SharedLimit } from '#common/domain/shared-limit.js';
import type { Metrics } from '#common/metrics/catalogue.js';

const KINDS = ['group', 'tenant'] as const;
const none = (): Record<(typeof KINDS)[number], number> => ({ group: 0, tenant: 0 });

type PagesOfLimits = (after: string | null, limit: number) => Promise<SharedLimit[]>;

/** Measures the use of shared limits in this replica's shards, while a sweep reads all of them in rounds. */
export class LimitMeter {
  private fullest = none();
  private full = none();

  constructor(
    private readonly sizes: { sizeOf(key: string, tenant: TenantId): Promise<number | null> },
    private readonly isOwned: (key: string) => boolean,
    private readonly metrics: Pick<Metrics, 'limitUse' | 'limitsFull'>,
  ) {}

  /** Reads as `read` does, and measures each page. */
  watching(read: PagesOfLimits): PagesOfLimits {
    return async (after, size) => {
      if (after === null) this.endRound();
      const page = await read(after, size);
      for (const limit of page) if (this.isOwned(limit.key)) await this.see(limit);
      return page;
    };
  }

  /** The values of a finished round are exported until the next round has finished. */
  private endRound(): void {
    for (const kind of KINDS) {
      this.metrics.limitUse.set({ kind }, this.fullest[kind]);
      this.metrics.limitsFull.set({ kind }, this.full[kind]);
    }
    [this.fullest, this.full] = [none(), none()];
  }

  private async see({ key, tenant, holders, waiting }: SharedLimit): Promise<void> {
    const size = await this.sizes.sizeOf(key, tenant);
    if (size === null || size === 0) return;
    const kind = key === tenantLimitKey(tenant) ? 'tenant' : 'group';
    const use = holders.length / size;
    this.fullest[kind] = Math.max(this.fullest[kind], use);
    if (use >= 1 && waiting.length > 0) this.full[kind]++;
  }
}
