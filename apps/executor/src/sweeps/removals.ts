import { delay, type Clock } from '#common/clock/clock.js';
import type { ReplyTo } from '#common/messages/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import { endOfRun } from '#common/usage/ledger.js';
import type { EventKeeper } from '../events/event-keeper.js';

export type RemovalReply = ReplyTo<'removeRun'>;

/** An end is logged some seconds after it. Whoever requests the removal waits for longer than this. */
const LOGGED_WITHIN_MS = 4_000;
const LOOK_MS = 250;

/** What becomes of the ends of a run that is removed: they are kept for the usage ledger, and are in the log of events. */
export type RemovableEnds = Pick<UsageStore, 'keepEarlyEnd'> & Pick<EventKeeper, 'areLogged'>;

/** Deletes ended runs on request; the sweeps remove what belongs to them. Safe to repeat. */
export class Removals {
  constructor(
    private readonly stores: {
      readonly reads: Pick<RunReads, 'load'>;
      readonly runs: Pick<RunsStore, 'remove' | 'packOf'>;
      readonly packs: Pick<ColdPacksStore, 'deleteRun'>;
      readonly ends: RemovableEnds;
    },
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async remove(id: string): Promise<RemovalReply> {
    const { reads, runs, packs, ends } = this.stores;
    const run = (await reads.load([asRunId(id)])).get(asRunId(id));
    if (!run) {
      await packs.deleteRun(asRunId(id), this.clock.now(), await runs.packOf(asRunId(id)));
      return { ok: true };
    }
    if (!isFinal(run.phase)) return { ok: false, code: 'RUN_NOT_FINAL', detail: `the run ${id} has not ended` };
    for (let waitedMs = 0; !(await ends.areLogged(run)); waitedMs += LOOK_MS) {
      if (waitedMs >= LOGGED_WITHIN_MS)
        return {
          ok: false,
          code: 'UNAVAILABLE',
          detail: `the end of ${id} is not in the log of events yet; try again`,
        };
      await delay(LOOK_MS);
    }
    const end = endOfRun(run);
    if (end !== null) await ends.keepEarlyEnd(end);
    return (await runs.remove(run, this.clock.now())) ? { ok: true } : this.remove(id);
  }
}
