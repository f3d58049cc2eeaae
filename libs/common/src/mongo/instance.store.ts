/**
 * The settings of the whole installation in one document: it is made with the database, and changed by `npm run reshard` and
 * `backup` and `restore` alone. Beside it is a document for each tenant that `npm run tenant` has erased.
 */
import { DEFAULT_SHARDS } from '../domain/limits.js';
import type { CollectionName } from './collections.js';
import { type DocumentCollection, type StoredDocument, isFirst } from './document.js';
import type { Instant } from '../run/run.js';

/** The progress of a change of the shards of stored documents. Until it is complete no service works. */
export interface Resharding {
  readonly to: number;
  /** The collection that is being changed, and its last changed document; null before the first. */
  readonly at: { readonly collection: CollectionName; readonly after: string | null } | null;
}

export interface Instance {
  /** The number of shards that stored documents name. */
  readonly shards: number;
  readonly resharding?: Resharding;
}

interface InstanceDocument extends StoredDocument, Instance {
  /** When the last backup that is complete was begun. */
  readonly backupAt?: Instant;
  /** When the last restore drill that found no fault ended. */
  readonly drillAt?: Instant;
}

export interface BackupTimes {
  /** When the last complete backup was begun; null if `npm run backup` has made none. */
  readonly backupAt: Instant | null;
  /** When the last restore drill that found no fault ended; null if there was none. */
  readonly drillAt: Instant | null;
}

/** A tenant whose data was erased: a restore of an older backup erases it again. */
export interface ErasedTenant {
  readonly tenant: string;
  readonly at: Instant;
}
interface ErasedTenantDocument extends StoredDocument {
  readonly erasedTenant: string;
  readonly at: Instant;
}

const ID = 'instance';
const ERASED = 'erased/';

/** The operations of the database that are used here. */
export interface InstanceDatabase {
  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T>;
}

export class InstanceStore {
  private readonly instances: DocumentCollection<InstanceDocument>;
  private readonly erased: DocumentCollection<ErasedTenantDocument>;

  constructor(database: InstanceDatabase) {
    this.instances = database.collection<InstanceDocument>('instance');
    this.erased = database.collection<ErasedTenantDocument>('instance');
  }

  async read(): Promise<Instance | null> {
    const document = await this.instances.findOne({ _id: ID });
    return document && { shards: document.shards, ...(document.resharding && { resharding: document.resharding }) };
  }

  /** Inserts the settings where there are none; returns the stored ones. */
  async make(shards = DEFAULT_SHARDS): Promise<Instance> {
    const stored = await this.read();
    if (stored) return stored;
    await isFirst(this.instances.insertOne({ _id: ID, shards }));
    return (await this.read()) ?? { shards };
  }

  async backupTimes(): Promise<BackupTimes> {
    const document = await this.instances.findOne({ _id: ID }, { projection: { backupAt: 1, drillAt: 1 } });
    return { backupAt: document?.backupAt ?? null, drillAt: document?.drillAt ?? null };
  }

  async noteBackup(takenAt: Instant): Promise<void> {
    await this.instances.updateOne({ _id: ID }, { $max: { backupAt: takenAt } });
  }

  /** Removes the settings before those of a backup are stored; the list of erased tenants stays. */
  async removeSettings(): Promise<void> {
    await this.instances.deleteOne({ _id: ID });
  }

  /** All tenants that were erased, each with its last erasure. */
  async erasedTenants(): Promise<ErasedTenant[]> {
    return this.erased
      .find({ _id: { $gte: ERASED, $lt: `${ERASED}\uffff` } })
      .map(({ erasedTenant, at }) => ({ tenant: erasedTenant, at }))
      .toArray();
  }

  async noteErased({ tenant, at }: ErasedTenant): Promise<void> {
    const change = { $set: { erasedTenant: tenant }, $max: { at } };
    await this.erased.updateOne({ _id: `${ERASED}${tenant}` }, change, { upsert: true });
  }

  async noteDrill(endedAt: Instant): Promise<void> {
    await this.instances.updateOne({ _id: ID }, { $max: { drillAt: endedAt } });
  }

  /** False: the number of shards is not `from`, or another resharding is under way. */
  async beginResharding(from: number, to: number): Promise<boolean> {
    const stored = await this.read();
    if (stored?.shards === from && stored.resharding?.to === to) return true;
    const unbegun = { _id: ID, shards: from, resharding: { $exists: false } };
    const result = await this.instances.updateOne(unbegun, { $set: { resharding: { to, at: null } } });
    return result.matchedCount === 1;
  }

  async advanceResharding(resharding: Resharding): Promise<void> {
    await this.instances.updateOne({ _id: ID, 'resharding.to': resharding.to }, { $set: { resharding } });
  }

  /** Nothing has been changed yet. */
  async giveUpResharding(to: number): Promise<void> {
    await this.instances.updateOne(
      { _id: ID, 'resharding.to': to, 'resharding.at': null },
      { $unset: { resharding: '' } },
    );
  }

  async endResharding(to: number): Promise<void> {
    await this.instances.updateOne(
      { _id: ID, 'resharding.to': to },
      { $set: { shards: to }, $unset: { resharding: '' } },
    );
  }
}
