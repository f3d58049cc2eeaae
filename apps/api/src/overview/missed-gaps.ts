/** Reads the gaps of an overview, and which of them backfills have run. */
import { MAX_BACKFILLS_READ, MAX_OVERVIEW_GAPS } from '#common/domain/limits.js';
import type { BackfillsStore } from '#common/mongo/backfills.store.js';
import type { Tenants } from '#common/mongo/document.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { Instant } from '#common/run/run.js';
import type { Gap } from '#common/schedule/schedule-state.js';
import { withBackfilled } from '../schedules/slot-history.js';
import type { BackfilledGap } from '../schedules/slot.view.js';

export class MissedGaps {
  constructor(
    private readonly gaps: Pick<GapsStore, 'endedSince'>,
    private readonly backfills: Pick<BackfillsStore, 'reaching'>,
  ) {}

  /** Missed and skipped slots since then, at most `MAX_OVERVIEW_GAPS`. */
  endedSince(tenants: Tenants, since: Instant): Promise<Gap[]> {
    return this.gaps.endedSince(tenants, since, ['missed', 'skipped'], MAX_OVERVIEW_GAPS);
  }

  /** The gaps with at least one slot that no backfill has run. */
  async notMadeUp(gaps: readonly Gap[]): Promise<(Gap & BackfilledGap)[]> {
    const jobs = [...new Set(gaps.map(({ job }) => job))];
    const since = Math.min(...gaps.map(({ from }) => from));
    const found = await this.backfills.reaching(jobs, since, MAX_BACKFILLS_READ);
    const byJob = Map.groupBy(found, ({ job }) => job);
    const counted = withBackfilled(gaps, ({ job }) => byJob.get(job) ?? []);
    return counted.filter(({ count, backfilled }) => backfilled < count);
  }
}
