import { backfillRunId, type Backfill } from '#common/domain/backfill.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { MakerPartners, MakerStores } from '../after/run-maker.js';
import { backfillRun } from '../core/slot-run.js';

/** Creates the runs of a backfill, within the limits of its job. Safe to repeat. */
export class BackfillRuns {
  constructor(
    private readonly stores: MakerStores,
    private readonly partners: MakerPartners,
  ) {}

  /** Returns for how many of the slots, from the first on, a run exists now. */
  async make(state: ScheduleState, backfill: Backfill, slots: readonly Instant[], now: Instant): Promise<number> {
    const policy = backfill.concurrencyPolicy ?? state.concurrency.policy;
    const limited = policy !== 'Allow' || (await this.partners.limits.isLimited(state));
    const stored = await this.stores.reads.storedKeys(slots.map((nominal) => backfillRunId(backfill, nominal)));
    const { shardCount } = this.partners;
    const wanted = slots.flatMap((nominal) => {
      const key = stored.get(backfillRunId(backfill, nominal));
      // A queued run may belong to a process that died, or be about to be withdrawn: it is admitted again.
      if (key !== undefined && !(key.kind === 'run' && key.run.phase === 'Queued')) return [];
      return [{ nominal, run: key?.run ?? backfillRun(state, backfill, { nominal, limited, shardCount }, now) }];
    });
    if (!limited) {
      await this.stores.runs.insertRuns(wanted.map(({ run }) => run));
      for (const { run } of wanted) this.partners.outbox.dispatch(run);
      return slots.length;
    }
    // The runs are made one after the other, so that a slot without a permit delays the slots behind it.
    for (const { nominal, run } of wanted) {
      const op = { type: 'admit', run: run.id, policy, startAfter: run.startAfter } as const;
      const answer = await this.partners.admission.admit(run, op);
      if (answer !== 'started' && answer !== 'waiting') return slots.indexOf(nominal);
    }
    return slots.length;
  }
}
