import type { Clock } from '#common/clock/clock.js';
import type { ReplyTo } from '#common/messages/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import { endOfRun } from '#common/usage/ledger.js';

export type RemovalReply = ReplyTo<'removeRun'>;

/** Deletes ended runs on request; the sweeps remove what belongs to them. Safe to repeat. */
export class Removals {
  constructor(
    private readonly stores: {
      readonly reads: Pick<RunReads, 'load'>;
      readonly runs: Pick<RunsStore, 'remove' | 'packOf'>;
      readonly packs: Pick<ColdPacksStore, 'deleteRun'>;
      readonly usage: Pick<UsageStore, 'keepEarlyEnd'>;
    },
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async remove(id: string): Promise<RemovalReply> {
    const { reads, runs, packs, usage } = this.stores;
    const run = (await reads.load([asRunId(id)])).get(asRunId(id));
    if (!run) {
      await packs.deleteRun(asRunId(id), this.clock.now(), await runs.packOf(asRunId(id)));
      return { ok: true };
    }
    if (!isFinal(run.phase)) return { ok: false, code: 'RUN_NOT_FINAL', detail: `the run ${id} has not ended` };
    const end = endOfRun(run);
    if (end !== null) await usage.keepEarlyEnd(end);
    return (await runs.remove(run, this.clock.now())) ? { ok: true } : this.remove(id);
  }
}
