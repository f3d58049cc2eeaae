/** What the usage ledger asks of each decision that ends a run, or continues a run that has ended. */
import type { Clock } from '#common/clock/clock.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import type { Run } from '#common/run/run.js';
import { endsTooLate, type RunEnd } from '#common/usage/ledger.js';

export class CountableEnds {
  constructor(
    private readonly usage: Pick<UsageStore, 'keepEarlyEnd'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** True where the end of the run may be missed if it is saved now: it is decided again. */
  isTooLate(former: Run, next: Run): boolean {
    return endsTooLate(former, next, this.clock.now());
  }

  /** Before a run that has ended continues. */
  async keep(end: RunEnd | null): Promise<void> {
    if (end !== null) await this.usage.keepEarlyEnd(end);
  }
}
