import type { TenantId } from '#common/domain/ids.js';
import { tenantLimitKey, type SharedLimit } from '#common/domain/shared-limit.js';
import type { Metrics } from '#common/metrics/catalogue.js';

const KINDS = ['group', 'tenant'] as const;

/** How far the limits that jobs share are used, over one round of the sweep that looks at each of them. */
export class LimitMeter {
  private fullest = { group: 0, tenant: 0 };
  private full = { group: 0, tenant: 0 };

  constructor(
    private readonly sizes: { sizeOf(key: string, tenant: TenantId): Promise<number | null> },
    private readonly metrics: Pick<Metrics, 'limitUse' | 'limitsFull'>,
  ) {}

  /** What was seen since the last call is what is told until the next. */
  endRound(): void {
    for (const kind of KINDS) {
      this.metrics.limitUse.set({ kind }, this.fullest[kind]);
      this.metrics.limitsFull.set({ kind }, this.full[kind]);
    }
    this.fullest = { group: 0, tenant: 0 };
    this.full = { group: 0, tenant: 0 };
  }

  async see({ key, tenant, holders, waiting }: SharedLimit): Promise<void> {
    const size = await this.sizes.sizeOf(key, tenant);
    if (size === null || size === 0) return;
    const kind = key === tenantLimitKey(tenant) ? 'tenant' : 'group';
    const use = holders.length / size;
    this.fullest[kind] = Math.max(this.fullest[kind], use);
    if (use >= 1 && waiting.length > 0) this.full[kind]++;
  }
}
