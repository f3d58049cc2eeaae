/**
 * Measures what jobs keep in their storage, once an hour, also of jobs that do not run: a page at a time, so that it takes longer where
 * there is more. Each ledger keeps the greatest measurement of a day: whoever repeats one changes nothing, and a pass that ends with its
 * process is begun again by the next one.
 */
import type { Clock } from '#common/clock/clock.js';
import { STORAGE_MEASURED_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { withStorage } from '#common/usage/ledger.js';
import { measured, newStoragePass, type StoragePass } from '#common/usage/storage-pass.js';
import { saveLedgers, type LedgerStores } from './save-ledgers.js';

export interface MeterStores extends LedgerStores {
  readonly usage: LedgerStores['usage'] & Pick<UsageStore, 'storageSizes'>;
  readonly tenants: LedgerStores['tenants'] & Pick<TenantsStore, 'beginnings'>;
}

/** Kept versions of values: some 40 jobs, if they save often. */
const SIZES_PER_PAGE = 1_000;
/** Only ends of runs are counted in the same ledgers, by windows. */
const MAX_TRIES = 5;

export class StorageMeter {
  private pass: StoragePass | null = null;
  /** When the next page is due; null while another process measures. */
  private dueAt: Instant | null = null;

  constructor(
    private readonly stores: MeterStores,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly sizesPerPage = SIZES_PER_PAGE,
  ) {}

  /** Measures the next page of a pass that is due or under way; returns the number of versions on it. */
  async step(): Promise<number> {
    const now = this.clock.now();
    this.dueAt ??= now;
    if (now < this.dueAt) return 0;
    const { usage, tenants } = this.stores;
    const pass = this.pass ?? newStoragePass(now);
    const page = await usage.storageSizes(pass.after, this.sizesPerPage);
    const begins = await tenants.beginnings();
    const { parts, next } = measured(pass, page, {
      isLast: page.length < this.sizesPerPage,
      // Another tenant may have the id of a removed one now.
      isOfTenant: ({ tenant, savedAt }) => savedAt >= (begins.get(tenant) ?? 0),
    });
    const save = (): Promise<boolean> => saveLedgers(this.stores, parts, withStorage);
    await retryOnConflict(MAX_TRIES, 'the usage ledgers', async () => (await save()) || null);
    this.pass = next;
    this.dueAt = next === null ? pass.at + STORAGE_MEASURED_MS : now;
    return page.length;
  }

  /** For how long the next page has been due: while pages fail it grows. 0 while another process measures. */
  get lateMs(): number {
    const now = this.clock.now();
    return Math.max(0, now - (this.dueAt ?? now));
  }

  /** Another process measures from now on. */
  forget(): void {
    this.pass = null;
    this.dueAt = null;
  }
}
