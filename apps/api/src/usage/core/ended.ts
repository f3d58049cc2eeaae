/** How runs ended in the last hours, from the ledgers of tenants: by hour, or by day where hours are not kept for so long. Pure. */
import type { Instant } from '#common/domain/instant.js';
import { beginOf, EMPTY_HOUR, HOUR_MS, plusHour, type HourCounts } from '#common/usage/hours.js';
import { monthOf, WindowSums, type Ledger, type Part, type RunEnd } from '#common/usage/ledger.js';

const DAY_MS = 24 * HOUR_MS;
/** Longer times are counted by days. */
export const MAX_HOURLY = 48;

export interface EndedPeriod {
  readonly at: Instant;
  /** Of days, there is no lateness. */
  readonly counts: Omit<HourCounts, LatenessField> & Partial<Pick<HourCounts, LatenessField>>;
}

type LatenessField = 'slots' | 'late' | 'latenessMs' | 'latenessMaxMs';

export interface EndedRuns {
  /** Since when all ends are counted; null while none are, or while a version without hours counts. */
  readonly since: Instant | null;
  /** All ends up to here are counted. */
  readonly until: Instant | null;
  readonly periodMs: number;
  /** Oldest first, without gaps. */
  readonly periods: readonly EndedPeriod[];
  /** Ends of each tenant that has any. */
  readonly tenants: ReadonlyMap<string, number>;
}

export interface CountedEnds {
  readonly since: Instant;
  readonly hoursSince?: Instant;
  readonly until: Instant;
}

/** The beginnings of the periods from `hours` before now on, the present one last. */
export function periodsOf(hours: number, now: Instant): { readonly periodMs: number; readonly begins: Instant[] } {
  const periodMs = hours > MAX_HOURLY ? DAY_MS : HOUR_MS;
  const first = Math.floor((now - hours * HOUR_MS) / periodMs) * periodMs;
  const begins = Array.from({ length: Math.floor((now - first) / periodMs) + 1 }, (_, i) => first + i * periodMs);
  return { periodMs, begins };
}

export function endedOf(
  ledgers: readonly Part[],
  counted: CountedEnds | null,
  { periodMs, begins }: ReturnType<typeof periodsOf>,
): EndedRuns {
  const isDaily = periodMs === DAY_MS;
  const began = (isDaily ? counted?.since : counted?.hoursSince) ?? null;
  if (counted === null || began === null)
    return { since: null, until: null, periodMs, periods: [], tenants: new Map() };
  const within = new Set(begins);
  const ends = ledgers
    .flatMap((ledger) => (isDaily ? daysOf(ledger) : hoursOf(ledger, began)))
    .filter(({ at }) => within.has(at));
  const byBegin = Map.groupBy(ends, ({ at }) => at);
  const periods = begins.map((at) => {
    const counts = sumOf(byBegin.get(at) ?? []);
    return { at, counts: isDaily ? outcomesOf(counts) : counts };
  });
  const tenants = new Map(
    [...Map.groupBy(ends, ({ tenant }) => tenant)].flatMap(([tenant, own]): [string, number][] => {
      const { finished, failed, aborted } = sumOf(own);
      const ended = finished + failed + aborted;
      return ended > 0 ? [[tenant, ended]] : [];
    }),
  );
  return { since: Math.max(began, begins[0] ?? began), until: counted.until, periodMs, periods, tenants };
}

/** Ends of a tenant in a period. */
interface Ends {
  readonly tenant: string;
  readonly at: Instant;
  readonly counts: HourCounts;
}

const sumOf = (ends: readonly Ends[]): HourCounts =>
  ends.reduce((sum, { counts }) => plusHour(sum, counts), EMPTY_HOUR);

/**
 * What the tenants' ledgers lack of the ends: a ledger has all up to its last window, which may be later than what is counted everywhere.
 */
export function notIn(ledgers: readonly Ledger[], ends: readonly RunEnd[]): Part[] {
  const through = new Map(ledgers.map(({ tenant, month, through: last }) => [`${month} ${tenant}`, last]));
  const sums = new WindowSums();
  for (const end of ends)
    if (end.at > (through.get(`${monthOf(end.at)} ${end.tenant}`) ?? 0)) sums.add({ ...end, logBytes: 0 });
  return sums.parts().filter(({ kind }) => kind === 'tenant');
}

const outcomesOf = ({ finished, failed, aborted }: HourCounts): EndedPeriod['counts'] => ({
  finished,
  failed,
  aborted,
});

const daysOf = ({ tenant, month, days }: Part): Ends[] =>
  Object.entries(days).map(([day, { finished, failed, aborted }]) => ({
    tenant,
    at: Date.parse(`${month}-${day}T00:00:00Z`),
    counts: { ...EMPTY_HOUR, finished, failed, aborted },
  }));

/** An hour that a version without hours has counted in part is left out. */
const hoursOf = ({ tenant, month, hours = {} }: Part, began: Instant): Ends[] =>
  Object.entries(hours)
    .map(([hour, counts]) => ({ tenant, at: beginOf(month, hour), counts }))
    .filter(({ at }) => at + HOUR_MS > began);
