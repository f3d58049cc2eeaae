/**
 * The usage ledger: how many runs ended, how, and what they used, by day for each job and each tenant; and how much the job storage held.
 * That of a tenant also has the hours of the last two days (`hours.ts`). It is kept by months and does not depend on how long runs are kept.
 *
 * Ends are counted by windows of time, one after another: all ends of a window are summed up, and each ledger takes the sum once. A ledger
 * that names the window has taken it, so that a process which repeats a window after a crash counts nothing twice. Job storage is
 * measured, and a day keeps the greatest measurement, so that one that is repeated changes nothing. Decided purely; every write is by
 * compare-and-set.
 */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { MAX_END_AGE_MS } from '../domain/limits.js';
import { isFinal, stateOf, type RunState } from '../run/phase.js';
import { lastChangeOf, type Run } from '../run/run.js';
import { endInHour, hoursOf, keptHours, plusHours, type EndInHour, type Hours } from './hours.js';
import { plusUsage, NO_USAGE, type Usage } from './usage.js';

export const ENDED_STATES = ['FINISHED', 'FAILED', 'ABORTED'] as const satisfies readonly RunState[];
export type EndedState = (typeof ENDED_STATES)[number];

/** The end of a run. A run that was aborted and continued ends again. */
export interface RunEnd extends EndInHour {
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  /** A run of a removed tenant is older than the tenant that has its id now. */
  readonly createdAt: Instant;
  readonly state: EndedState;
  readonly at: Instant;
  /** What its attempts have used since it began, or since its former end. */
  readonly usage: Usage;
  /** The generations whose attempts count with this end. */
  readonly generations: { readonly from: number; readonly to: number };
}

/** Also tells ends of one run in the same millisecond apart: a run that continues begins a new generation. */
export const endKeyOf = ({ run, at, generations }: Pick<RunEnd, 'run' | 'at' | 'generations'>): string =>
  `${run}/${generations.from}/${at}`;

/** With the bytes of the log of its attempts that are stored. */
export interface LoggedEnd extends RunEnd {
  readonly logBytes: number;
}

/** Null if the run has not ended, or never began to count: a missed slot. */
export function endOfRun(run: Run): RunEnd | null {
  const { id, tenant, job, createdAt, phase, usage = NO_USAGE, usageFrom = 0, generation } = run;
  const state = ENDED_STATES.find((each) => each === stateOf(phase));
  if (state === undefined) return null;
  const generations = { from: usageFrom, to: generation };
  const at = lastChangeOf(run);
  return { run: id, tenant, job, createdAt, state, at, usage, generations, ...endInHour({ ...run, state }) };
}

/** True where `next` ends the run, and was decided so long ago that the ledger may have counted that time already: it is decided again. */
export const endsTooLate = (former: Run, next: Run, now: Instant): boolean =>
  isFinal(next.phase) && !isFinal(former.phase) && now - lastChangeOf(next) > MAX_END_AGE_MS;

export interface Counts extends Usage {
  readonly finished: number;
  readonly failed: number;
  readonly aborted: number;
  readonly logBytes: number;
  /** What the job storage held: of several owners their sum, of several days the greatest. Absent: nothing, or it was not measured. */
  readonly storageBytes?: number;
}

export const NO_COUNTS: Counts = { ...NO_USAGE, finished: 0, failed: 0, aborted: 0, logBytes: 0 };

export const storageOf = (counts: Counts | undefined): number => counts?.storageBytes ?? 0;

/** Of the same day. */
export const plusCounts = (a: Counts, b: Counts): Counts => ({
  ...plusUsage(a, b),
  finished: a.finished + b.finished,
  failed: a.failed + b.failed,
  aborted: a.aborted + b.aborted,
  logBytes: a.logBytes + b.logBytes,
  ...holding(storageOf(a) + storageOf(b)),
});

const holding = (storageBytes: number): Pick<Counts, 'storageBytes'> => (storageBytes > 0 ? { storageBytes } : {});

const FIELD_OF: Readonly<Record<EndedState, 'finished' | 'failed' | 'aborted'>> = {
  FINISHED: 'finished',
  FAILED: 'failed',
  ABORTED: 'aborted',
};

const countsOf = ({ state, usage, logBytes }: LoggedEnd): Counts => ({
  ...NO_COUNTS,
  ...usage,
  [FIELD_OF[state]]: 1,
  logBytes,
});

export const LEDGER_KINDS = ['tenant', 'job'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Counts by the day of the month, two digits: `01` to `31`, in UTC. */
export type Days = Readonly<Record<string, Counts>>;

export function plusDays(a: Days, b: Days): Days {
  const days = { ...a };
  for (const [day, counts] of Object.entries(b)) days[day] = plusCounts(days[day] ?? NO_COUNTS, counts);
  return days;
}

/** What was used on all of the days, and what the job storage held on the day on which it held most. */
export function totalOf(days: Days): Counts {
  const all = Object.values(days);
  return { ...all.reduce(plusCounts, NO_COUNTS), ...holding(Math.max(0, ...all.map(storageOf))) };
}

/** The ledger of a tenant or of a job for one month. */
export interface Ledger {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly tenant: TenantId;
  /** Null in the ledger of a tenant. */
  readonly job: JobId | null;
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly days: Days;
  /** Of a tenant; only those of the last two days. Absent where there are none. */
  readonly hours?: Hours;
  /** The end of the last window that it has taken; 0 before the first. */
  readonly through: Instant;
  readonly rev: number;
}

/** What a ledger is to take. */
export type Part = Omit<Ledger, 'through' | 'rev'>;

/** Of whom and of when counts are. */
interface Origin extends Pick<Ledger, 'tenant' | 'job'> {
  readonly at: Instant;
}

export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(8, 10);

function partOf({ tenant, job, at }: Origin, counts: Counts): Part {
  const kind = job === null ? 'tenant' : 'job';
  const month = monthOf(at);
  return { id: `${month}/${kind}/${job ?? tenant}`, kind, tenant, job, month, days: { [dayOf(at)]: counts } };
}

/** Adds up the ends of one window. Its memory grows with the number of jobs, not of runs. */
export class WindowSums {
  private readonly byId = new Map<string, Part>();

  add(end: LoggedEnd): void {
    const counts = countsOf(end);
    this.take({ ...partOf({ ...end, job: null }, counts), hours: hoursOf(end) });
    this.take(partOf(end, counts));
  }

  parts(): readonly Part[] {
    return [...this.byId.values()];
  }

  private take(part: Part): void {
    const former = this.byId.get(part.id);
    this.byId.set(part.id, former === undefined ? part : plusPart(former, part));
  }
}

function plusPart<T extends Part>(ledger: T, { days, hours }: Part): T {
  const sums = { ...ledger, days: plusDays(ledger.days, days) };
  return hours === undefined ? sums : { ...sums, hours: plusHours(ledger.hours ?? {}, hours) };
}

/** The ledger with the sums of the window that ends at `to`; null if it has taken them before. `ledger`: null where there is none yet. */
export function withWindow(ledger: Ledger | null, part: Part, to: Instant): Ledger | null {
  if (ledger === null) return { ...part, through: to, rev: 1 };
  if (ledger.through >= to) return null;
  const { hours, ...next } = { ...plusPart(ledger, part), through: to, rev: ledger.rev + 1 };
  return hours === undefined ? next : { ...next, hours: keptHours(hours, ledger.month, to) };
}

/** The part of the ledger of a job, or of a tenant (`job` null), whose storage held so many bytes at that time. */
export const storagePart = (origin: Origin, bytes: number): Part =>
  partOf(origin, { ...NO_COUNTS, storageBytes: bytes });

/** The ledger with the storage that was measured on the days of the part; null where it has as much for each of them. */
export function withStorage(ledger: Ledger | null, part: Part): Ledger | null {
  if (ledger === null) return { ...part, through: 0, rev: 1 };
  const { days, rev } = ledger;
  const higher = Object.entries(part.days).filter(([day, counts]) => storageOf(counts) > storageOf(days[day]));
  if (higher.length === 0) return null;
  const raised = higher.map(([day, counts]) => [day, { ...(days[day] ?? NO_COUNTS), ...holding(storageOf(counts)) }]);
  return { ...ledger, days: { ...days, ...(Object.fromEntries(raised) as Days) }, rev: rev + 1 };
}
