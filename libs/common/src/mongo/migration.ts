/**
 * Brings a database to what this version needs. One process at a time does so, under a lease. Each step may be repeated, and nothing is
 * removed, so another process can continue where one has died. A process that stands still past its lease does no harm: before each
 * step it checks that the lease is still its own, and the step under way changes nothing that exists.
 */
import { randomUUID } from 'node:crypto';
import { systemClock, delay } from '../clock/clock.js';
import type { Logger } from '../logging/logger.js';
import type { CollectionName } from './collections.js';
import { type DocumentCollection, type StoredDocument, isFirst } from './document.js';
import { productVersion } from '../lifecycle/version.js';
import type { IndexPlan } from './index-plan.js';

/** A process that has not renewed the lease for this long counts as dead. */
const MIGRATION_LEASE_MS = 10_000;
const RENEW_MS = MIGRATION_LEASE_MS / 4;
const LOOK_MS = 500;
const LEASE = 'lease';

/** The operations of the database that are used here. */
export interface Migrated {
  /** Collections that lack indexes. */
  incomplete(): Promise<CollectionName[]>;
  serverTime(): Promise<number>;
  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T>;
}

/** Builds the indexes of a collection, and waits until they are built. */
interface Builder {
  make(name: CollectionName): Promise<void>;
}

interface LeaseDocument extends StoredDocument {
  readonly holder: string;
  /** By the database's clock. */
  readonly until: Date;
}

/** Performs the missing steps, or waits for the process that performs them. Throws if it lost the lease. */
export async function migrate(database: Migrated, builder: Builder, log: Logger, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    if ((await database.incomplete()).length === 0) return;
    const lease = await MigrationLease.take(database);
    if (lease === null) {
      log.info('another process migrates the database');
      await delay(LOOK_MS, signal);
      continue;
    }
    try {
      // Another process may have performed the missing steps before this one got the lease.
      for (const name of await database.incomplete()) {
        signal?.throwIfAborted();
        lease.check();
        await builder.make(name);
        log.info({ collection: name }, 'indexes were created');
      }
    } finally {
      await lease.release();
    }
  }
}

/** Waits until the database has what this version needs. */
export async function untilMigrated(database: Migrated, log: Logger, signal?: AbortSignal): Promise<void> {
  for (let reported = ''; ;) {
    signal?.throwIfAborted();
    const lacking = (await database.incomplete()).join(', ');
    if (lacking === '') return;
    if (lacking !== reported)
      log.warn({ collections: lacking }, 'indexes are missing in the database: run npm run migrate of this version');
    reported = lacking;
    await delay(LOOK_MS, signal);
  }
}

class MigrationLease {
  private readonly renewing: NodeJS.Timeout;
  /** By this process's clock, read before the lease was requested: never later than the stored expiry. */
  private heldUntil: number;
  private isLost = false;

  private constructor(
    private readonly database: Migrated,
    private readonly holder: string,
    askedAt: number,
  ) {
    this.heldUntil = askedAt + MIGRATION_LEASE_MS;
    this.renewing = setInterval(() => {
      void this.renew().catch(() => undefined); // The lease expires by itself then.
    }, RENEW_MS);
  }

  /** Null while another process holds it. */
  static async take(database: Migrated): Promise<MigrationLease | null> {
    const holder = randomUUID();
    const askedAt = systemClock.monotonic();
    const now = await database.serverTime();
    const leases = database.collection<LeaseDocument>('migrations');
    const $set = { holder, until: new Date(now + MIGRATION_LEASE_MS) };
    const taking = leases.updateOne({ _id: LEASE, until: { $lte: new Date(now) } }, { $set }, { upsert: true });
    return (await isFirst(taking)) ? new MigrationLease(database, holder, askedAt) : null;
  }

  /** Throws when another process may hold the lease by now. */
  check(): void {
    if (this.isLost || systemClock.monotonic() >= this.heldUntil)
      throw new Error('the lease for migrating the database has ended');
  }

  /** Releases the lease at once; a lease that another process already holds is not changed. */
  async release(): Promise<void> {
    clearInterval(this.renewing);
    await this.database.collection<LeaseDocument>('migrations').deleteOne({ _id: LEASE, holder: this.holder });
  }

  private async renew(): Promise<void> {
    const askedAt = systemClock.monotonic();
    const until = new Date((await this.database.serverTime()) + MIGRATION_LEASE_MS);
    const { matchedCount } = await this.database
      .collection<LeaseDocument>('migrations')
      .updateOne({ _id: LEASE, holder: this.holder }, { $set: { until } });
    if (matchedCount === 0) this.isLost = true;
    else this.heldUntil = askedAt + MIGRATION_LEASE_MS;
  }
}

/*
 * Removes indexes that others of the same key have replaced, one release after their replacement was built: replicas of the release before
 * may need them until the last of them has ended.
 */

const MARK = 'replaced/';
const MARKS = { _id: { $gte: MARK, $lt: 'replaced0' } };

interface Replaced extends StoredDocument {
  /** The version that has replaced it. */
  readonly version: string;
}

interface Indexed {
  indexPlans(): Promise<readonly (readonly [CollectionName, Pick<IndexPlan, 'replaced'>])[]>;
  dropIndex(collection: CollectionName, index: string): Promise<void>;
  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T>;
}

/** Safe to repeat, and to be done by several processes at once. `version`: that of this process. */
export async function removeReplaced(database: Indexed, log: Logger, version = productVersion()): Promise<void> {
  const marks = database.collection<Replaced>('migrations');
  const plans = await database.indexPlans();
  const replaced = plans.flatMap(([collection, plan]) =>
    plan.replaced.map((index) => ({ _id: `${MARK}${collection}/${index}`, collection, index })),
  );
  const versions = new Map(
    await marks
      .find(MARKS)
      .map(({ _id, version: by }): [string, string] => [_id, by])
      .toArray(),
  );
  for (const { _id, collection, index } of replaced) {
    const by = versions.get(_id);
    if (by === undefined) {
      await isFirst(marks.insertOne({ _id, version }));
      log.info({ collection, index }, 'another index has replaced this one, which the next version will remove');
    } else if (by !== version) {
      await database.dropIndex(collection, index);
      log.info({ collection, index }, 'an index that another one had replaced was removed');
    }
  }
  // A mark that outlives its index would let a later index of this name go too early.
  const present = new Set(
    replaced.filter(({ _id }) => (versions.get(_id) ?? version) === version).map(({ _id }) => _id),
  );
  for (const _id of versions.keys()) if (!present.has(_id)) await marks.deleteOne({ _id });
}
