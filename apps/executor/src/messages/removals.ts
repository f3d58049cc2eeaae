import type { Clock } from '#common/clock/clock.js';
import type { ReplyOf } from '#common/contracts/contract.js';
import type { contracts } from '#common/contracts/registry.js';
import { asRunId } from '#common/domain/ids.js';
import type { RunRetentionStore } from '#common/mongo/run-retention.store.js';

export type RemovalReply = ReplyOf<typeof contracts.removeRun>;

/** Takes ended runs away from everybody's sight; what hangs on them goes with the retention sweep. */
export class Removals {
  constructor(
    private readonly retention: Pick<RunRetentionStore, 'remove'>,
    private readonly clock: Clock,
  ) {}

  async remove(run: string): Promise<RemovalReply> {
    const removed = await this.retention.remove(asRunId(run), this.clock.now());
    return removed ? { ok: true } : { ok: false, code: 'RUN_NOT_FINAL', detail: `the run ${run} has not ended` };
  }
}
