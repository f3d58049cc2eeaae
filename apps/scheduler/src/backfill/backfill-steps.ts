/**
 * Advances backfills. A step makes runs under keys that follow from the backfill and the slot, then moves the watermark: a repeat
 * after a crash finds the same runs.
 */
import type { Clock } from '#common/clock/clock.js';
import type { Backfill } from '#common/domain/backfill.js';
import type { Logger } from '#common/logging/logger.js';
import type { Instant } from '#common/run/run.js';
import { advanced, cancelled, nextBatch } from '../core/backfill.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import type { ScheduleStore } from '../ports.js';
import type { Sweep } from '../sweeps/sweeps.js';
import type { BackfillRuns } from './backfill-runs.js';
import type { BackfillStore } from './backfills.js';

/** The pause between two steps of a backfill. */
const BACKFILL_STEP_MS = 1_000;
/** Backfills that one sweep advances. */
const MAX_MOVED_TOGETHER = 100;

export class BackfillSteps {
  constructor(
    private readonly stores: { readonly backfills: BackfillStore; readonly schedules: Pick<ScheduleStore, 'load'> },
    private readonly runs: Pick<BackfillRuns, 'make'>,
    private readonly calendars: Pick<CalendarCache, 'exclusionFor'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Makes one step: the due slots get their runs, then the watermark moves. */
  async advance(backfill: Backfill): Promise<void> {
    const now = this.clock.now();
    const state = await this.stores.schedules.load(backfill.job);
    if (state === null || state.inactiveReason === 'deleted') {
      await this.stores.backfills.save(cancelled(backfill, 'The job was deleted.', now), backfill.rev);
      return;
    }
    const excludes = await this.calendars.exclusionFor(backfill);
    const batch = nextBatch(backfill, excludes, BACKFILL_STEP_MS);
    const count = await this.runs.make(state, backfill, batch, this.clock.now());
    const next = advanced(backfill, { batch, made: count }, now);
    if (await this.stores.backfills.save(next, backfill.rev)) return;
    // The backfill was cancelled meanwhile: runs that were made before this was read still count.
    const stored = await this.stores.backfills.load(backfill.id);
    if (stored?.state !== 'Cancelled' || stored.mark >= next.mark) return;
    await this.stores.backfills.save({ ...stored, mark: next.mark, made: next.made, rev: stored.rev + 1 }, stored.rev);
  }
}

/** Advances the backfills of the owned shards, the longest due first, one after the other. */
export function backfillSweep(
  store: { due(shards: readonly number[], now: Instant, limit: number): Promise<Backfill[]> },
  backfills: Pick<BackfillSteps, 'advance'>,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Sweep {
  return {
    name: 'backfills',
    everyMs: BACKFILL_STEP_MS,
    isAnyDue: async (owned, until) => (await store.due(owned, until, 1)).length > 0,
    run: async (owned) => {
      const due = await store.due(owned, clock.now(), MAX_MOVED_TOGETHER);
      for (const backfill of due) {
        await backfills.advance(backfill).catch((error: unknown) => {
          log.warn({ err: error, backfill: backfill.id }, 'a step of a backfill failed; the step is tried again');
        });
      }
      return due.length;
    },
  };
}
