/**
 * Counts the ends of runs in the usage ledger, each exactly once, a window of time after another. The window is fixed before anything of it
 * is counted, so that whoever goes on after a crash counts the same window. Of several processes that do so at once, one wins each write.
 *
 * The end of a run that is removed or continued before it was counted is kept apart first (`keepEarlyEnd`). Such ends are read before and
 * after the runs: where another one has come meanwhile, it is not known whether its run was read, and the window is read again.
 */
import type { Clock } from '#common/clock/clock.js';
import { USAGE_LAG_MS, USAGE_WINDOW_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { EndsPage, UsageProgress, UsageStore } from '#common/mongo/usage.store.js';
import { hoursBeginAfter } from '#common/usage/hours.js';
import { endKeyOf, WindowSums, withWindow, type RunEnd } from '#common/usage/ledger.js';
import { saveLedgers, type LedgerStores } from './save-ledgers.js';

export interface KeeperStores extends LedgerStores {
  readonly usage: LedgerStores['usage'] &
    Pick<
      UsageStore,
      | 'readProgress'
      | 'saveProgress'
      | 'firstChangeAfter'
      | 'firstThroughAfter'
      | 'endsBetween'
      | 'withLogs'
      | 'earlyEndsBetween'
      | 'forgetEarlyEnds'
    >;
  readonly tenants: LedgerStores['tenants'] & Pick<TenantsStore, 'beginnings'>;
}

/** A window is counted when it is this long, so that a job that runs often is written once for many runs. */
const LEAST_WINDOW_MS = 10_000;
/** With so many ledgers in the last window, windows are as long as they may be: each ledger is written once for each. */
const MANY_LEDGERS = 1_000;
const ENDS_PER_PAGE = 1_000;
/** Ends of one window that are kept apart and counted: more than can end in five minutes. */
const MAX_EARLY_ENDS = 500_000;
/** Times that a window is read because ends were kept apart meanwhile. */
const MAX_READS = 5;
const WINDOWS_PER_STEP = 20;

export class UsageKeeper {
  private ledgersInLast = 0;

  constructor(
    private readonly stores: KeeperStores,
    private readonly clock: Pick<Clock, 'now'>,
    /** Called with the instant up to which all ends are counted. */
    private readonly tellThrough: (through: Instant) => void = () => undefined,
  ) {}

  /** Counts what may be counted by now; returns the number of windows. */
  async step(): Promise<number> {
    let counted = 0;
    while (counted < WINDOWS_PER_STEP && (await this.countNext())) counted++;
    return counted;
  }

  /** False: there is nothing to count yet, or another process counts. */
  private async countNext(): Promise<boolean> {
    const { usage } = this.stores;
    const settled = this.clock.now() - USAGE_LAG_MS;
    const progress = await usage.readProgress();
    if (progress === null) {
      await usage.saveProgress({ since: settled, through: settled, window: null, hoursSince: settled, rev: 1 });
      return false;
    }
    const first = await usage.firstChangeAfter(progress.through);
    this.tellThrough(first === null || first > settled ? Math.max(progress.through, settled) : first);
    const open = progress.window === null ? await this.openWindow(progress, first, settled) : progress;
    if (open?.window == null) return false;
    const { through, window, rev } = open;
    const sums = await this.sumsOf(through, window);
    if (sums === null || !(await this.apply(sums, window))) return false;
    if (!(await usage.saveProgress({ ...open, through: window, window: null, rev: rev + 1 }))) return false;
    await usage.forgetEarlyEnds(window);
    this.tellThrough(window);
    return true;
  }

  /** Fixes the next window; null where it is too early, nothing has changed, or another process was faster. `first`: the first change. */
  private async openWindow(
    progress: UsageProgress,
    first: Instant | null,
    settled: Instant,
  ): Promise<UsageProgress | null> {
    const { usage } = this.stores;
    const least = this.ledgersInLast >= MANY_LEDGERS ? USAGE_WINDOW_MS : LEAST_WINDOW_MS;
    if (first === null || settled - first < least) return null;
    // A backup reads the progress before the ledgers: what some ledgers have taken since then, the others take in the same windows.
    const taken = await usage.firstThroughAfter(progress.through);
    const window = taken ?? Math.min(settled, first + USAGE_WINDOW_MS);
    const hoursSince = progress.hoursSince ?? hoursBeginAfter(progress.through);
    const open = { ...progress, window, hoursSince, rev: progress.rev + 1 };
    return (await usage.saveProgress(open)) ? open : null;
  }

  /** Null where ends were kept apart each time that the runs were read. */
  private async sumsOf(from: Instant, to: Instant): Promise<WindowSums | null> {
    const { usage, tenants } = this.stores;
    const begins = await tenants.beginnings();
    // Another tenant may have the id of a removed one now.
    const isOfTenant = ({ tenant, createdAt }: RunEnd): boolean => createdAt >= (begins.get(tenant) ?? 0);
    let early = await usage.earlyEndsBetween(from, to, MAX_EARLY_ENDS);
    for (let read = 0; read < MAX_READS; read++) {
      const sums = new WindowSums();
      const apart = new Map(early.map((end) => [endKeyOf(end), end]));
      let page: EndsPage = { ends: [], next: null };
      do {
        page = await usage.endsBetween(from, to, page.next, ENDS_PER_PAGE);
        const ends = page.ends.filter((end) => !apart.has(endKeyOf(end)) && isOfTenant(end));
        for (const end of await usage.withLogs(ends)) sums.add(end);
      } while (page.next !== null);
      for (const end of apart.values()) if (isOfTenant(end)) sums.add(end);
      const now = await usage.earlyEndsBetween(from, to, MAX_EARLY_ENDS);
      if (now.every((end) => apart.has(endKeyOf(end)))) return sums;
      early = now;
    }
    return null;
  }

  /** False: another process counts the same window, and goes on with it. */
  private async apply(sums: WindowSums, to: Instant): Promise<boolean> {
    const parts = sums.parts();
    this.ledgersInLast = parts.length;
    return saveLedgers(this.stores, parts, (ledger, part) => withWindow(ledger, part, to));
  }
}
