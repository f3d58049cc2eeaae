import type { Clock } from '#common/clock/clock.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { LedgerQuestion, UsageStore } from '#common/mongo/usage.store.js';
import { firstPage, type Page } from '#common/runtime/paged-scan.js';
import type { Tenants } from '#common/mongo/document.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { endKeyOf, monthOf, plusDays, type Counts, type Days, type Ledger, type RunEnd } from '#common/usage/ledger.js';
import { endedOf, notIn, periodsOf, type CountedEnds, type EndedRuns } from './core/ended.js';

/** Ledgers that are read at once to sum up the days of all tenants: one for each tenant, of a few KB. */
const LEDGERS_AT_ONCE = 500;

/** The most ends that an overview adds to those of the ledgers. Where more have ended since, as by ten runs a second, it shows the ledgers alone. */
const MAX_NEWEST_ENDS = 1_000;

export interface DayCounts {
  /** `2026-11-30`, in UTC. */
  readonly day: string;
  readonly counts: Counts;
}

/** Reads the usage ledgers of a month. */
export class UsageReader {
  constructor(
    private readonly usage: Pick<
      UsageStore,
      'readProgress' | 'firstChangeAfter' | 'list' | 'endsBetween' | 'earlyEndsBetween'
    >,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /** How far runs are counted; null if none has been counted yet. */
  async counted(): Promise<CountedEnds | null> {
    const progress = await this.usage.readProgress();
    if (progress === null) return null;
    const { through, since, hoursSince } = progress;
    const times = { since, ...(hoursSince !== undefined && { hoursSince }) };
    const settled = this.clock.now() - USAGE_LAG_MS;
    if (settled <= through) return { ...times, until: through };
    const change = await this.usage.firstChangeAfter(through);
    // Without a change there is nothing to count: the progress stays where it is.
    return { ...times, until: change === null || change > settled ? settled : through };
  }

  /** Ledgers in the order of their ids, after that of the id. */
  async ledgers(question: LedgerQuestion, after: string | null, limit: number): Promise<Page<Ledger>> {
    const ledgers = await this.usage.list(question, after, limit + 1);
    return firstPage(ledgers, limit);
  }

  /** The days after `after` that have usage, summed up over the tenants. Its memory does not grow with the number of tenants. */
  async days(question: Omit<LedgerQuestion, 'kind'>, after: string | null, limit: number): Promise<Page<DayCounts>> {
    let sums: Days = {};
    for await (const { days } of this.ofTenants(question)) sums = plusDays(sums, days);
    const days = Object.entries(sums)
      .map(([day, counts]) => ({ day: `${question.month}-${day}`, counts }))
      .filter(({ day }) => after === null || day > after)
      .sort((a, b) => (a.day < b.day ? -1 : 1));
    return firstPage(days, limit);
  }

  /** How runs ended in the last hours, up to now where not many did since the ledgers have counted. */
  async ended(tenants: Tenants, hours: number, now: Instant): Promise<EndedRuns> {
    const periods = periodsOf(hours, now);
    // In this order: what is counted meanwhile is in the ledgers, which say so.
    const counted = await this.counted();
    if (counted === null) return endedOf([], null, periods);
    const newest = await this.newest(counted.until, now);
    const ledgers: Ledger[] = [];
    const months = new Set([periods.begins[0] ?? now, now].map(monthOf));
    for (const month of months) for await (const ledger of this.ofTenants({ month, tenants })) ledgers.push(ledger);
    if (newest === null) return endedOf(ledgers, counted, periods);
    const own = newest.filter(({ tenant }) => tenants?.includes(tenant) ?? true);
    return endedOf([...ledgers, ...notIn(ledgers, own)], { ...counted, until: now }, periods);
  }

  /** The ends that are not counted yet; null if there may be too many to read them now. */
  private async newest(from: Instant, now: Instant): Promise<readonly RunEnd[] | null> {
    const [runs, begins] = await Promise.all([
      this.usage.endsBetween(from, now, null, MAX_NEWEST_ENDS),
      this.tenants.beginnings(),
    ]);
    // Read after the runs: the end of a run is kept before the run goes.
    const early = runs.next === null ? await this.usage.earlyEndsBetween(from, now, MAX_NEWEST_ENDS) : null;
    if (early === null || early.length === MAX_NEWEST_ENDS) return null;
    const ends = new Map([...runs.ends, ...early].map((end) => [endKeyOf(end), end]));
    return [...ends.values()].filter(({ tenant, createdAt }) => createdAt >= (begins.get(tenant) ?? 0));
  }

  private async *ofTenants(question: Omit<LedgerQuestion, 'kind'>): AsyncGenerator<Ledger> {
    let last: string | null = null;
    do {
      const ledgers: readonly Ledger[] = await this.usage.list({ ...question, kind: 'tenant' }, last, LEDGERS_AT_ONCE);
      yield* ledgers;
      last = ledgers.length < LEDGERS_AT_ONCE ? null : (ledgers.at(-1)?.id ?? null);
    } while (last !== null);
  }
}
