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

/* Suggests how to move the slots of one job away from those of others without a change of rhythm: `H` in cron, or jitter. Pure. */

/** Texts as they are written in the job. */
interface SpreadChange {
  readonly field: 'cron' | 'jitterSeconds';
  readonly present: string;
  readonly suggested: string;
}

interface Spread {
  /** The rule with all changes. */
  readonly rule: ScheduleRule;
  readonly changes: readonly SpreadChange[];
}

const JITTER_SECONDS = 300;

/** Null if nothing is suggested: for a single instant, a fixed delay, or a schedule that is spread already. */
export function spreadOf(rule: ScheduleRule): Spread | null {
  if (rule.at !== null || rule.fixedDelay !== undefined || rule.jitterSeconds > 0) return null;
  const crons = rule.cron ?? [];
  if (crons.some((text) => text.toUpperCase().includes('H'))) return null;
  const changes = crons.flatMap((present): SpreadChange[] => {
    const suggested = hashed(present);
    return suggested === null ? [] : [{ field: 'cron', present, suggested }];
  });
  if (changes.length === 0) return jittered(rule);
  return { rule: { ...rule, cron: crons.map((text) => hashed(text) ?? text) }, changes };
}

function jittered(rule: ScheduleRule): Spread | null {
  const jitterSeconds = Math.min(JITTER_SECONDS, Math.floor((rule.every ?? Infinity) / 2));
  if (jitterSeconds < 1) return null;
  const change = { field: 'jitterSeconds', present: '0', suggested: String(jitterSeconds) } as const;
  return { rule: { ...rule, jitterSeconds }, changes: [change] };
}

const MACROS: Readonly<Record<string, string>> = {
  '@YEARLY': 'H 0 1 1 *',
  '@ANNUALLY': 'H 0 1 1 *',
  '@MONTHLY': 'H 0 1 * *',
  '@WEEKLY': 'H 0 * * 0',
  '@DAILY': 'H 0 * * *',
  '@MIDNIGHT': 'H 0 * * *',
  '@HOURLY': 'H * * * *',
};

/** The expression at a minute of the job's own in place of a fixed one; null if its minutes are not a single fixed minute or step. */
function hashed(text: string): string | null {
  const macro = MACROS[text.trim().toUpperCase()];
  if (macro !== undefined) return macro;
  const fields = text.trim().split(/\s+/);
  const place = fields.length === 5 ? 0 : 1;
  const minute = fields[place] ?? '';
  const step = /^(?:\*|0)\/(\d+)$/.exec(minute)?.[1];
  if (step === undefined && !/^\d+$/.test(minute)) return null;
  // A step of one minute, or one that does not divide 60, would give other intervals.
  if (step !== undefined && (Number(step) < 2 || 60 % Number(step) !== 0)) return null;
  return fields.with(place, step === undefined ? 'H' : `H/${step}`).join(' ');
}
