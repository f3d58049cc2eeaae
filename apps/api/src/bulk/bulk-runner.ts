/**
 * Executes bulk operations, part by part. A replica that finds an operation without a valid lease takes a lease on it; a part that was
 * begun but not recorded is repeated, which changes nothing a second time.
 */
import type { Bulk, BulkRefusal } from '#common/domain/bulk.js';
import type { Clock } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { BulksStore } from '#common/mongo/bulks.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { Caller } from '../access/core/access.js';
import type { KeptCredentials } from '../access/kept-credentials.js';
import type { BulkActions } from './bulk-actions.js';
import { afterPart, delayed, ended } from './core/bulk-progress.js';

/** The interval of the search for operations that other replicas have left; this replica begins with its own requests at once. */
const LOOK_MS = 2_000;
/** Bulk operations that one replica executes at the same time. */
const AT_ONCE = 4;
/** Objects of one part: all of them are under way together. */
const PART = 128;
const LEASE_MS = 30_000;
/** The pause between tries while a service is unavailable. */
const RETRY_MS = 2_000;

export class BulkRunner {
  private readonly loop: SweepLoop;
  private stopped = false;

  constructor(
    private readonly bulks: BulksStore,
    private readonly actions: BulkActions,
    private readonly credentials: Pick<KeptCredentials, 'callerOf'>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.loop = new SweepLoop('bulk operations', async () => this.look(), LOOK_MS, { log: tools.log });
  }

  start(): void {
    this.loop.start();
  }

  /** Searches at once, because there is a new operation. */
  hasten(): void {
    this.loop.hasten();
  }

  /** Resolves when no part is under way any more; another replica, or this one after its restart, continues. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.loop.stop();
  }

  private async look(): Promise<number> {
    const due = await this.bulks.due(this.tools.clock.now(), AT_ONCE);
    await Promise.all(due.map(async (bulk) => this.perform(bulk)));
    return due.length;
  }

  private async perform(next: Bulk): Promise<void> {
    let bulk = await this.taken(next);
    while (bulk !== null && bulk.finishedAt === null && !this.stopped) bulk = await this.part(bulk);
    // The next replica that searches need not wait for the lease to end.
    if (bulk?.finishedAt === null) await this.bulks.save({ ...bulk, leaseUntil: this.tools.clock.now() });
  }

  /** Null if another replica has claimed it first. */
  private async taken(bulk: Bulk): Promise<Bulk | null> {
    return this.saved({ ...bulk, leaseUntil: this.tools.clock.now() + LEASE_MS });
  }

  /** The operation after its next part; null if this replica must not continue it. */
  private async part(bulk: Bulk): Promise<Bulk | null> {
    const { clock, log } = this.tools;
    try {
      const caller = await this.credentials.callerOf(bulk.credential ?? '');
      if (caller === null) {
        const why = 'the token with which the bulk operation was requested is no longer valid';
        return await this.saved(ended(bulk, 'Cancelled', why, clock.now()));
      }
      const objects = await this.bulks.objects(bulk.id, bulk.position, PART);
      const refused = await this.each(bulk, caller, objects);
      const next = afterPart(bulk, { count: objects.length, refused }, clock.now());
      return await this.saved({ ...next, leaseUntil: clock.now() + LEASE_MS });
    } catch (error) {
      const why = messageOf(error);
      log.warn({ bulk: bulk.id, error: why }, 'a part of a bulk operation failed; it is repeated');
      const now = clock.now();
      await this.bulks.save(delayed(bulk, { until: now + RETRY_MS, why, now }));
      return null;
    }
  }

  private async each(bulk: Bulk, caller: Caller, objects: readonly string[]): Promise<readonly BulkRefusal[]> {
    const outcomes = await Promise.allSettled(objects.map(async (id) => this.actions.apply(bulk, caller, id)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : []));
  }

  /** The operation as it is stored now; null if it was changed meanwhile, for example cancelled. */
  private async saved(bulk: Bulk): Promise<Bulk | null> {
    return (await this.bulks.save(bulk)) ? { ...bulk, rev: bulk.rev + 1 } : null;
  }
}
