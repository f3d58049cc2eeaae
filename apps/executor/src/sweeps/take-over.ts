/** Recovers the runs of shards that this replica got, and all of its runs after its lease has lapsed or a host was lost. */
import type { HostWatch } from './host-watch.js';
import type { Recovery } from './recovery.js';

export class TakeOver {
  private lease: number | null = null;

  constructor(
    private readonly recovery: Pick<Recovery, 'step' | 'startOver'>,
    private readonly hosts: Pick<HostWatch, 'step'>,
    private readonly leaseNow: () => number | null,
  ) {}

  /** Takes the hosts of the present for those that live. */
  begin(): void {
    this.hosts.step();
  }

  async step(): Promise<void> {
    const isHostLost = this.hosts.step();
    if (this.hasAnotherLease() || isHostLost) this.recovery.startOver();
    await this.recovery.step();
  }

  /**
   * True once after a lease has lapsed: others may have had the shards meanwhile, and what waited in their line waits in none now, though
   * the shards look as before.
   */
  private hasAnotherLease(): boolean {
    const [before, lease] = [this.lease, this.leaseNow()];
    if (lease === null || lease === before) return false;
    this.lease = lease;
    return before !== null;
  }
}
