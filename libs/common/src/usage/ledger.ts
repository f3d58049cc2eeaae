/**
 * The usage ledger: how many runs ended, how, and what they used, by day for each job and each tenant. It is kept by months and does not
 * depend on how long runs are kept.
 *
 * Ends are counted by windows of time, one after another: all ends of a window are summed up, and each ledger takes the sum once. A ledger
 * that names the window has taken it, so that a process which repeats a window after a crash counts nothing twice. Decided purely; every
 * write is by compare-and-set.
 */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { MAX_END_AGE_MS } from '../domain/limits.js';
import { isFinal, stateOf, type RunState } from '../run/phase.js';
import { lastChangeOf, type Run } from '../run/run.js';
import { plusUsage, NO_USAGE, type Usage } from './usage.js';

export const ENDED_STATES = ['FINISHED', 'FAILED', 'ABORTED'] as const satisfies readonly RunState[];
export type EndedState = (typeof ENDED_STATES)[number];

/** The end of a run. A run that was aborted and continued ends again. */
export interface RunEnd {
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
  return { run: id, tenant, job, createdAt, state, at: lastChangeOf(run), usage, generations };
}

/** True where `next` ends the run, and was decided so long ago that the ledger may have counted that time already: it is decided again. */
export const endsTooLate = (former: Run, next: Run, now: Instant): boolean =>
  isFinal(next.phase) && !isFinal(former.phase) && now - lastChangeOf(next) > MAX_END_AGE_MS;

export interface Counts extends Usage {
  readonly finished: number;
  readonly failed: number;
  readonly aborted: number;
  readonly logBytes: number;
}

export const NO_COUNTS: Counts = { ...NO_USAGE, finished: 0, failed: 0, aborted: 0, logBytes: 0 };

export const plusCounts = (a: Counts, b: Counts): Counts => ({
  ...plusUsage(a, b),
  finished: a.finished + b.finished,
  failed: a.failed + b.failed,
  aborted: a.aborted + b.aborted,
  logBytes: a.logBytes + b.logBytes,
});

const FIELD_OF: Readonly<Record<EndedState, 'finished' | 'failed' | 'aborted'>> = {
  ...{ FINISHED: 'finished', FAILED: 'failed', ABORTED: 'aborted' },
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
  /** The end of the last window that it has taken. */
  readonly through: Instant;
  readonly rev: number;
}

type Part = Omit<Ledger, 'through' | 'rev'>;

export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(8, 10);

/** Adds up the ends of one window. Its memory grows with the number of jobs, not of runs. */
export class WindowSums {
  private readonly byId = new Map<string, Part>();

  add(end: LoggedEnd): void {
    const counts = countsOf(end);
    this.addTo('tenant', end, counts);
    this.addTo('job', end, counts);
  }

  parts(): readonly Part[] {
    return [...this.byId.values()];
  }

  private addTo(kind: LedgerKind, { tenant, job, at }: LoggedEnd, counts: Counts): void {
    const month = monthOf(at);
    const day = dayOf(at);
    const id = `${month}/${kind}/${kind === 'tenant' ? tenant : job}`;
    const part = this.byId.get(id) ?? { id, kind, tenant, job: kind === 'tenant' ? null : job, month, days: {} };
    this.byId.set(id, { ...part, days: plusDays(part.days, { [day]: counts }) });
  }
}

/** The ledger with the sums of the window that ends at `to`; null if it has taken them before. `ledger`: null where there is none yet. */
export function withWindow(ledger: Ledger | null, part: Part, to: Instant): Ledger | null {
  if (ledger === null) return { ...part, through: to, rev: 1 };
  if (ledger.through >= to) return null;
  return { ...ledger, days: plusDays(ledger.days, part.days), through: to, rev: ledger.rev + 1 };
}
