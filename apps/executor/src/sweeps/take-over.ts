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

  /** Starts with the present hosts as the living ones. */
  begin(): void {
    this.hosts.step();
  }

  async step(): Promise<void> {
    const isHostLost = this.hosts.step();
    if (this.hasAnotherLease() || isHostLost) this.recovery.startOver();
    await this.recovery.step();
  }

  /**
   * True once after a lease has lapsed: other replicas may have owned the shards meanwhile, and the runs in their start queues are in no
   * queue now, though the shards are unchanged.
   */
  private hasAnotherLease(): boolean {
    const before = this.lease;
    const lease = this.leaseNow();
    if (lease === null || lease === before) return false;
    this.lease = lease;
    return before !== null;
  }
}
