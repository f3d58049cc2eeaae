/** Finds the minutes of a day in which many jobs start, the jobs that could be spread, and the effect of that. Pure. */
import type { JobId } from '#common/domain/ids.js';
import {
  MAX_HERD_INSTANTS,
  MAX_HERD_SLOTS_PER_JOB,
  MAX_HERD_SUGGESTIONS,
  MAX_NAMED_IN_HERD,
} from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import type { Exclusion } from '#common/schedule/exclusion.js';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';
import { spreadOf, type SpreadChange } from './spread.js';

export interface HerdJob {
  readonly id: JobId;
  readonly name: string;
  readonly rule: ScheduleRule;
  readonly excludes: Exclusion;
}

export interface HerdSpan {
  /** Inclusive, on the minute. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

export interface HerdMinute {
  readonly at: Instant;
  readonly starts: number;
  /** The first of the jobs that start in the minute. */
  readonly jobs: readonly { readonly id: JobId; readonly name: string }[];
}

export interface HerdSuggestion extends SpreadChange {
  readonly job: JobId;
  readonly name: string;
}

export interface Herd {
  readonly peak: HerdMinute | null;
  /** The peak if every suggestion was followed. */
  readonly peakAfter: HerdMinute | null;
  /** Minutes with at least the requested number of starts, the fullest first. */
  readonly crowded: readonly HerdMinute[];
  readonly suggestions: readonly HerdSuggestion[];
  /** The number of jobs with too many slots to be counted individually. */
  readonly frequent: number;
}

/** A minute and the job of each start in it. */
type CountedMinute = readonly [at: Instant, jobs: readonly HerdJob[]];

const MINUTE_MS = 60_000;

/** The minutes in which the runs of a job start, ascending, one for each run; null if they are too many to be counted individually. */
function startsOf({ rule, excludes }: HerdJob, { from, to }: HerdSpan): readonly Instant[] | null {
  const slots = nextSlots(rule, { after: from - 1, until: to - 1, limit: MAX_HERD_SLOTS_PER_JOB + 1, excludes });
  if (slots.length > MAX_HERD_SLOTS_PER_JOB) return null;
  return slots
    .filter(({ flags }) => !flags.includes('excluded'))
    .map(({ effective }) => Math.floor(effective / MINUTE_MS) * MINUTE_MS);
}

/** Counts job by job, so that a caller may do other work in between. */
export class HerdCount {
  private readonly starts = new Map<JobId, readonly Instant[]>();
  private readonly startsAfter = new Map<JobId, readonly Instant[]>();
  private readonly jobs: HerdJob[] = [];
  private readonly suggestions: HerdSuggestion[] = [];
  private frequent = 0;

  constructor(private readonly span: HerdSpan) {}

  /** Adds a job; returns how many slots it has in the span. */
  add(job: HerdJob): number {
    const starts = startsOf(job, this.span);
    if (starts === null) this.frequent++;
    else {
      this.jobs.push(job);
      this.starts.set(job.id, starts);
    }
    return starts?.length ?? MAX_HERD_SLOTS_PER_JOB;
  }

  /**
   * To be called once all jobs are counted: the minutes with at least `crowdedFrom` starts, the fullest first, and the jobs that start in
   * one of them.
   */
  crowd(crowdedFrom: number): { readonly minutes: readonly CountedMinute[]; readonly jobs: readonly HerdJob[] } {
    const minutes = fullestFirst(this.byMinute(this.starts)).filter(([, jobs]) => jobs.length >= crowdedFrom);
    const crowded = new Set(minutes.map(([at]) => at));
    const isIn = ({ id }: HerdJob): boolean => this.starts.get(id)?.some((at) => crowded.has(at)) ?? false;
    return { minutes, jobs: this.jobs.filter(isIn) };
  }

  /** Spreads one job of a crowded minute, if possible. */
  spread(job: HerdJob): void {
    const spread = spreadOf(job.rule);
    const starts = spread && startsOf({ ...job, rule: spread.rule }, this.span);
    if (spread === null || starts === null) return;
    this.startsAfter.set(job.id, starts);
    this.suggestions.push(...spread.changes.map((change) => ({ job: job.id, name: job.name, ...change })));
  }

  result(crowded: readonly CountedMinute[]): Herd {
    return {
      peak: this.peakOf(this.starts),
      peakAfter: this.peakOf(new Map([...this.starts, ...this.startsAfter])),
      crowded: crowded.slice(0, MAX_HERD_INSTANTS).map(toMinute),
      suggestions: this.suggestions.slice(0, MAX_HERD_SUGGESTIONS),
      frequent: this.frequent,
    };
  }

  private peakOf(starts: ReadonlyMap<JobId, readonly Instant[]>): HerdMinute | null {
    const [fullest] = fullestFirst(this.byMinute(starts));
    return fullest ? toMinute(fullest) : null;
  }

  private byMinute(starts: ReadonlyMap<JobId, readonly Instant[]>): ReadonlyMap<Instant, readonly HerdJob[]> {
    const jobsAt = new Map<Instant, HerdJob[]>();
    for (const job of this.jobs) {
      for (const at of starts.get(job.id) ?? []) {
        const jobs = jobsAt.get(at);
        if (jobs) jobs.push(job);
        else jobsAt.set(at, [job]);
      }
    }
    return jobsAt;
  }
}

const fullestFirst = (minutes: ReadonlyMap<Instant, readonly HerdJob[]>): CountedMinute[] =>
  [...minutes].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a - b);

const toMinute = ([at, jobs]: CountedMinute): HerdMinute => ({
  at,
  starts: jobs.length,
  jobs: jobs.slice(0, MAX_NAMED_IN_HERD).map(({ id, name }) => ({ id, name })),
});
