/** Reads overviews, each kept for a few seconds: many people view the same overview, and it is read from thousands of runs. */
import type { Clock } from '#common/clock/clock.js';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_OVERVIEW_RUNS, MAX_SCHEDULES_IN_LOAD } from '#common/domain/limits.js';
import type { Tenants } from '#common/mongo/document.js';
import type { NextSlot, SlotLists } from '#common/mongo/slot-lists.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Instant } from '#common/run/run.js';
import type { RunGlance } from '#common/run/run-glance.js';
import type { Gap } from '#common/schedule/schedule-state.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { BackfilledGap } from '../schedules/slot.view.js';
import type { MissedGaps } from './missed-gaps.js';
import type { FailingNow, RunFigures, RunFiguresNow } from './run-figures.js';
import { MAX_LISTED, overviewOf, type OverviewOfRuns } from './core/overview.js';
import { loadOf, type ScheduleLoad } from './core/schedule-load.js';

const KEPT_MS = 5_000;
const LOADS_KEPT_MS = 10_000;
const MAX_KEPT = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far ahead next slots are read. */
const AHEAD_MS = 7 * DAY_MS;
const NEXT_SLOTS = 12;

export interface Overview extends OverviewOfRuns, FailingNow, Pick<RunFiguresNow, 'open' | 'delayed'> {
  readonly now: Instant;
  readonly since: Instant;
  /** The instant from which all kept runs are counted: later than `since` if `isPartial`. */
  readonly countedSince: Instant;
  readonly isPartial: boolean;
  readonly missed: readonly (Gap & BackfilledGap & { readonly jobName: string })[];
  readonly next: readonly NextSlot[];
}

export interface LoadNow extends ScheduleLoad {
  readonly now: Instant;
  readonly isPartial: boolean;
}

interface Sources {
  readonly runs: Pick<RunFigures, 'read' | 'failing'>;
  readonly missed: Pick<MissedGaps, 'endedSince' | 'notMadeUp'>;
  readonly slots: Pick<SlotLists, 'next' | 'timesOf' | 'namesOf'>;
  readonly tenants: Pick<TenantsStore, 'beginnings'>;
}

export class OverviewReader {
  private readonly kept: TtlCache<string, Promise<Overview>>;
  private readonly loads: TtlCache<TenantId, Promise<LoadNow>>;

  constructor(
    private readonly sources: Sources,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {
    this.kept = new TtlCache(MAX_KEPT, KEPT_MS, clock);
    this.loads = new TtlCache(MAX_KEPT, LOADS_KEPT_MS, clock);
  }

  /** The overview of the tenants; null: of all. */
  async read(tenants: Tenants, hours: number): Promise<Overview> {
    const key = JSON.stringify([tenants, hours]);
    const known = this.kept.get(key);
    if (known) return known;
    const reading = this.make(tenants, hours);
    this.kept.set(key, reading);
    reading.catch(() => this.kept.delete(key));
    return reading;
  }

  /** How the next slots of a tenant's jobs are spread. */
  async load(tenant: TenantId): Promise<LoadNow> {
    const known = this.loads.get(tenant);
    if (known) return known;
    const reading = this.makeLoad(tenant);
    this.loads.set(tenant, reading);
    reading.catch(() => this.loads.delete(tenant));
    return reading;
  }

  private async makeLoad(tenant: TenantId): Promise<LoadNow> {
    const slots = await this.sources.slots.timesOf(tenant, MAX_SCHEDULES_IN_LOAD);
    const now = this.clock.now();
    return { ...loadOf(slots, now), now, isPartial: slots.length === MAX_SCHEDULES_IN_LOAD };
  }

  private async make(ofTenants: Tenants, hours: number): Promise<Overview> {
    const { runs, missed: gaps, slots, tenants } = this.sources;
    const now = this.clock.now();
    const since = now - hours * HOUR_MS;
    const [{ recent, open, delayed }, found, next, begins] = await Promise.all([
      runs.read(ofTenants, since, now),
      gaps.endedSince(ofTenants, since),
      slots.next(ofTenants, now, now + AHEAD_MS, NEXT_SLOTS),
      tenants.beginnings(),
    ]);
    // Older runs belong to a former tenant whose id was given to another one.
    const isOwn = ({ tenant, createdAt }: RunGlance): boolean => createdAt >= (begins.get(tenant) ?? 0);
    const own = { recent: recent.filter(isOwn), open: open.filter(isOwn) };
    const ownGaps = found.filter(({ tenant, to }) => to >= (begins.get(tenant) ?? 0));
    const missed = (await gaps.notMadeUp(ownGaps)).slice(0, MAX_LISTED);
    const names = await slots.namesOf(missed.map(({ job }) => job));
    const isPartial = recent.length === MAX_OVERVIEW_RUNS;
    return {
      ...overviewOf({ ...own, since, now }),
      ...(await runs.failing(ofTenants, own.recent)),
      now,
      since,
      next,
      open: own.open,
      delayed,
      isPartial,
      countedSince: isPartial ? (recent.at(-1)?.createdAt ?? since) : since,
      missed: missed.map((gap) => ({ ...gap, jobName: names.get(gap.job) ?? gap.job })),
    };
  }
}
