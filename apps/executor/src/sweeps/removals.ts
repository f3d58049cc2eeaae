import type { Clock } from '#common/clock/clock.js';
import type { ReplyOf } from '#common/messages/contract.js';
import type { contracts } from '#common/messages/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';

export type RemovalReply = ReplyOf<typeof contracts.removeRun>;

/** Deletes ended runs on request; the sweeps remove what belongs to them. Safe to repeat. */
export class Removals {
  constructor(
    private readonly reads: Pick<RunReads, 'load'>,
    private readonly runs: Pick<RunsStore, 'remove' | 'packOf'>,
    private readonly packs: Pick<ColdPacksStore, 'deleteRun'>,
    private readonly clock: Clock,
  ) {}

  async remove(id: string): Promise<RemovalReply> {
    const run = (await this.reads.load([asRunId(id)])).get(asRunId(id));
    if (!run) {
      await this.packs.deleteRun(asRunId(id), this.clock.now(), await this.runs.packOf(asRunId(id)));
      return { ok: true };
    }
    if (!isFinal(run.phase)) return { ok: false, code: 'RUN_NOT_FINAL', detail: `the run ${id} has not ended` };
    return (await this.runs.remove(run, this.clock.now())) ? { ok: true } : this.remove(id);
  }
}
