/** Reads overviews, each kept for a few seconds: many people view the same overview, and it is read from thousands of runs. */
import type { Clock } from '#common/clock/clock.js';
import type { TenantId } from '#common/domain/ids.js';
import {
  MAX_OVERVIEW_NEWEST,
  MAX_OVERVIEW_RUNS,
  MAX_SCHEDULES_IN_LOAD,
  MAX_BACKFILLS_READ,
  MAX_OVERVIEW_GAPS,
  MAX_OVERVIEW_FAILING,
} from '#common/domain/limits.js';
import type { Tenants } from '#common/mongo/document.js';
import type { NextSlot, SlotLists } from '#common/mongo/slot-lists.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Instant } from '#common/run/run.js';
import type { RunGlance } from '#common/run/run-glance.js';
import { isAsConfigured } from '#common/domain/as-configured.js';
import type { Gap } from '#common/schedule/schedule-state.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { BackfilledGap } from '../schedules/schedule.routes.js';
import { MAX_LISTED, mayBeLong, overviewOf, type OverviewOfRuns, endsOf } from './core/overview.js';
import { loadOf, type ScheduleLoad } from './core/schedule-load.js';
import type { BackfillsStore } from '#common/mongo/backfills.store.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import { withBackfilled } from '../schedules/slot-history.js';
import { isFailing, type FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import { startedCounts, type StartedCounts, type OverviewRuns } from '#common/mongo/overview-runs.store.js';
import type { EndedRuns } from '../usage/core/ended.js';
import type { UsageReader } from '../usage/usage-reader.js';

/* What an overview shows of runs: the newest ones, the unfinished ones, and the jobs that fail. */

interface RunFiguresNow {
  readonly ended: EndedRuns;
  /** Newest first; at most `MAX_OVERVIEW_NEWEST`. */
  readonly recent: readonly RunGlance[];
  /** Unfinished runs whose start time has come; at most `MAX_OVERVIEW_RUNS`. */
  readonly open: readonly RunGlance[];
  /** Unfinished runs whose start time lies ahead, counted as far. */
  readonly delayed: number;
  /** Unfinished runs of each other kind, counted as far; null where `open` has all of them. */
  readonly started: StartedCounts | null;
}

interface FailingJob {
  readonly last: RunGlance;
  /** Kept failures since the last success. */
  readonly failures: number;
}

interface FailingNow {
  /** How many jobs fail; at most `MAX_OVERVIEW_FAILING` are counted. */
  readonly failingJobs: number;
  /** The latest failure first. */
  readonly failing: readonly FailingJob[];
}

export class RunFigures {
  constructor(
    private readonly runs: OverviewRuns,
    private readonly noted: Pick<FailingJobsStore, 'newest'>,
    private readonly jobs: Pick<JobsStore, 'present'>,
    private readonly usage: Pick<UsageReader, 'ended'>,
  ) {}

  async read(tenants: Tenants, hours: number, now: Instant): Promise<RunFiguresNow> {
    const [ended, recent, open, delayed] = await Promise.all([
      this.usage.ended(tenants, hours, now),
      this.runs.newest(tenants, now - hours * HOUR_MS, MAX_OVERVIEW_NEWEST),
      this.runs.unfinished(tenants, now, MAX_OVERVIEW_RUNS),
      this.runs.countDelayed(tenants, now, MAX_OVERVIEW_RUNS),
    ]);
    const isAll = open.length < MAX_OVERVIEW_RUNS;
    // Runs that the list leaves out must not change what is said of a kind.
    const started = isAll ? null : await this.runs.countStarted(tenants, now, MAX_OVERVIEW_RUNS);
    return { ended, recent, open, delayed, started };
  }

  /**
   * The jobs whose newest result is a failure, whatever the number of runs since. The executor notes them after a moment; the newest runs
   * (`recent`, newest first) say the same of jobs that have failed meanwhile.
   */
  async failing(tenants: Tenants, recent: readonly RunGlance[]): Promise<FailingNow> {
    const { succeeded, failed } = endsOf(recent);
    const decided = new Set([...succeeded, ...failed.map(({ job }) => job)]);
    const noted = await this.noted.newest(tenants, MAX_OVERVIEW_FAILING);
    const others = noted.filter((each) => !decided.has(each.job) && isFailing(each));
    const last = [...failed, ...(await this.runs.ofIds(others.map(({ run }) => run)))];
    const present = await this.jobs.present(last.map(({ job }) => job));
    const failing = last
      .filter(({ job, createdAt }) => createdAt >= (present.get(job) ?? Infinity))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, MAX_OVERVIEW_FAILING);
    const listed = failing.slice(0, MAX_LISTED).map(async (run) => {
      const counted = await this.runs.countFailures(run.job, present.get(run.job) ?? 0, MAX_OVERVIEW_FAILING);
      return { last: run, failures: Math.max(1, counted) };
    });
    return { failingJobs: failing.length, failing: await Promise.all(listed) };
  }
}

/* Reads the gaps of an overview, and which of them backfills have run. */

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
    const backfills = await this.backfills.reaching(jobs, since, MAX_BACKFILLS_READ);
    const byJob = Map.groupBy(backfills, ({ job }) => job);
    const counted = withBackfilled(gaps, ({ job }) => byJob.get(job) ?? []);
    // A job that leaves slots out as it is configured must not hide another one that has missed some.
    return counted.filter(({ count, backfilled }) => backfilled < count).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

const rankOf = (gap: Gap): number => (isAsConfigured(gap) ? 1 : 0);

const KEPT_MS = 5_000;
const LOADS_KEPT_MS = 10_000;
const MAX_KEPT = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far ahead next slots are read. */
const AHEAD_MS = 7 * DAY_MS;
const NEXT_SLOTS = 12;

export interface Overview extends OverviewOfRuns, FailingNow {
  readonly now: Instant;
  readonly since: Instant;
  readonly ended: EndedRuns;
  /** Of each kind at most `MAX_OVERVIEW_RUNS` are counted. */
  readonly unfinished: StartedCounts & Pick<RunFiguresNow, 'delayed'>;
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
  readonly slots: Pick<SlotLists, 'next' | 'timesOf' | 'namesOf' | 'lastDurationsOf'>;
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
    const cached = this.kept.get(key);
    if (cached) return cached;
    const reading = this.make(tenants, hours);
    this.kept.set(key, reading);
    reading.catch(() => this.kept.delete(key));
    return reading;
  }

  /** How the next slots of a tenant's jobs are spread. */
  async load(tenant: TenantId): Promise<LoadNow> {
    const cached = this.loads.get(tenant);
    if (cached) return cached;
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
    const [{ ended, recent, open, delayed, started }, failing, next, begins] = await Promise.all([
      runs.read(ofTenants, hours, now),
      gaps.endedSince(ofTenants, since),
      slots.next(ofTenants, now, now + AHEAD_MS, NEXT_SLOTS),
      tenants.beginnings(),
    ]);
    // Older runs belong to a former tenant whose id was given to another one.
    const isOwn = ({ tenant, createdAt }: RunGlance): boolean => createdAt >= (begins.get(tenant) ?? 0);
    const own = { recent: recent.filter(isOwn), open: open.filter(isOwn) };
    const ownGaps = failing.filter(({ tenant, to }) => to >= (begins.get(tenant) ?? 0));
    const slow = new Set(own.open.filter((run) => mayBeLong(run, now)).map(({ job }) => job));
    const [notMadeUp, failingNow, lastDurations] = await Promise.all([
      gaps.notMadeUp(ownGaps),
      runs.failing(ofTenants, own.recent),
      slots.lastDurationsOf([...slow]),
    ]);
    const missed = notMadeUp.slice(0, MAX_LISTED);
    const names = await slots.namesOf(missed.map(({ job }) => job));
    const isPartial = recent.length === MAX_OVERVIEW_NEWEST;
    return {
      ...overviewOf({ ...own, lastDurations, ended: ended.tenants, since, now }),
      ...failingNow,
      now,
      since,
      next,
      unfinished: { ...(started ?? startedCounts(own.open)), delayed },
      ended,
      isPartial,
      countedSince: isPartial ? (recent.at(-1)?.createdAt ?? since) : since,
      missed: missed.map((gap) => ({ ...gap, jobName: names.get(gap.job) ?? gap.job })),
    };
  }
}
