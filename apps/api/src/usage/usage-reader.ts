import type { Clock } from '#common/clock/clock.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { LedgerQuestion, UsageStore } from '#common/mongo/usage.store.js';
import { firstPage, type Page } from '#common/runtime/paged-scan.js';
import { plusDays, type Counts, type Days, type Ledger } from '#common/usage/ledger.js';

/** Ledgers that are read at once to sum up the days of all tenants: one for each tenant, of a few KB. */
const LEDGERS_AT_ONCE = 500;

export interface Counted {
  /** Since when runs are counted. */
  readonly since: Instant;
  /** All ends up to here are in the ledgers. */
  readonly until: Instant;
}

export interface DayCounts {
  /** `2026-11-30`, in UTC. */
  readonly day: string;
  readonly counts: Counts;
}

/** Reads the usage ledgers of a month. */
export class UsageReader {
  constructor(
    private readonly usage: Pick<UsageStore, 'readProgress' | 'firstChangeAfter' | 'list'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /** How far runs are counted; null if none has been counted yet. */
  async counted(): Promise<Counted | null> {
    const progress = await this.usage.readProgress();
    if (progress === null) return null;
    const { since, through } = progress;
    const settled = this.clock.now() - USAGE_LAG_MS;
    if (settled <= through) return { since, until: through };
    const change = await this.usage.firstChangeAfter(through);
    // Without a change there is nothing to count: the progress stays where it is.
    return { since, until: change === null || change > settled ? settled : through };
  }

  /** Ledgers in the order of their ids, after that of the id. */
  async ledgers(question: LedgerQuestion, after: string | null, limit: number): Promise<Page<Ledger>> {
    const ledgers = await this.usage.list(question, after, limit + 1);
    return firstPage(ledgers, limit);
  }

  /** The days after `after` that have usage, summed up over the tenants. Its memory does not grow with the number of tenants. */
  async days(question: Omit<LedgerQuestion, 'kind'>, after: string | null, limit: number): Promise<Page<DayCounts>> {
    let sums: Days = {};
    let last: string | null = null;
    do {
      const ledgers = await this.usage.list({ ...question, kind: 'tenant' }, last, LEDGERS_AT_ONCE);
      for (const { days } of ledgers) sums = plusDays(sums, days);
      last = ledgers.length < LEDGERS_AT_ONCE ? null : (ledgers.at(-1)?.id ?? null);
    } while (last !== null);
    const days = Object.entries(sums)
      .map(([day, counts]) => ({ day: `${question.month}-${day}`, counts }))
      .filter(({ day }) => after === null || day > after)
      .sort((a, b) => (a.day < b.day ? -1 : 1));
    return firstPage(days, limit);
  }
}
