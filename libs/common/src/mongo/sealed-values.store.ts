/** Encrypted values of all collections, for the count and for a new encryption; and the last count, for all services. */
import type { mongo as driver } from 'mongoose';
import type { Instant } from '../run/run.js';
import { COLLECTION_NAMES, type CollectionName } from './collections.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, keyAfter, isFirst } from './document.js';

type AnyDocument = StoredDocument & Readonly<Record<string, unknown>>;

export interface SealedDocument {
  readonly id: string;
  /** The values by path; absent ones are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly guard: Readonly<Record<string, unknown>>;
}

export interface ChangedDocument extends Pick<SealedDocument, 'id' | 'guard'> {
  /** The changed values by path. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Encrypted values by key, then by collection. */
export type ValuesByKey = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface KeyCensus {
  readonly begunAt: Instant;
  readonly values: ValuesByKey;
}

interface KeyDocument extends StoredDocument {
  readonly begunAt?: Instant;
  readonly values?: readonly { readonly key: string; readonly collection: string; readonly count: number }[];
  readonly claimedUntil?: Instant;
  readonly key?: string;
  readonly since?: Instant;
}

export class SealedValuesStore {
  private readonly keys;

  constructor(private readonly mongo: Mongo) {
    this.keys = mongo.collection<KeyDocument>('secretKeys');
  }

  /** Collections with encrypted values. */
  get collections(): readonly CollectionName[] {
    return COLLECTION_NAMES.filter((name) => SEALED_FIELDS[name] !== undefined);
  }

  /** The next documents of a collection in the order of their ids, after `after`. */
  async page(name: CollectionName, after: string | null, limit: number): Promise<SealedDocument[]> {
    const { fields, guard } = holderOf(name);
    const projection = Object.fromEntries([...fields, ...guard].map((path) => [path, 1]));
    return this.mongo
      .collection<AnyDocument>(name)
      .find(keyAfter(after), { projection, sort: { _id: 1 }, limit })
      .map((document) => ({
        id: document._id,
        fields: at(document, fields),
        guard: at(document, guard),
      }))
      .toArray();
  }

  /** Writes the documents that are unchanged since the read; returns their number. */
  async replace(name: CollectionName, changed: readonly ChangedDocument[]): Promise<number> {
    if (changed.length === 0) return 0;
    const { counts, guard } = holderOf(name);
    const operations = changed.map(({ id, fields, guard: read }) => ({
      updateOne: {
        filter: {
          _id: id,
          ...Object.fromEntries(guard.map((path) => [path, path in read ? read[path] : { $exists: false }])),
        },
        update: { $set: { ...fields }, ...(counts && { $inc: { [counts]: 1 } }) },
      },
    }));
    const written = await this.mongo
      .collection<AnyDocument>(name)
      .bulkWrite(operations as unknown as driver.AnyBulkWriteOperation<AnyDocument>[], { ordered: false });
    return written.matchedCount;
  }

  /** The result of the last count. */
  async census(): Promise<KeyCensus | null> {
    const { begunAt, values } = (await this.keys.findOne({ _id: CENSUS })) ?? {};
    if (begunAt === undefined || values === undefined) return null;
    const byKey: Record<string, Record<string, number>> = {};
    for (const { key, collection, count } of values) (byKey[key] ??= {})[collection] = count;
    return { begunAt, values: byKey };
  }

  async saveCensus({ begunAt, values }: KeyCensus): Promise<void> {
    // A list, because people choose the ids of keys, which are not safe as field names in every database.
    const listed = Object.entries(values).flatMap(([key, counts]) =>
      Object.entries(counts).map(([collection, count]) => ({ key, collection, count })),
    );
    const $set = { begunAt, values: listed, claimedUntil: 0 };
    await this.keys.updateOne({ _id: CENSUS }, { $set }, { upsert: true });
  }

  /** True for the replica that may count until then; no other counts meanwhile. */
  async claimCensus(now: Instant, until: Instant): Promise<boolean> {
    const free = { $or: [{ claimedUntil: { $lte: now } }, { claimedUntil: { $exists: false } }] };
    return isFirst(this.keys.updateOne({ _id: CENSUS, ...free }, { $set: { claimedUntil: until } }, { upsert: true }));
  }

  /** Renews the claim of the replica that counts. */
  async renewClaim(until: Instant): Promise<void> {
    await this.keys.updateOne({ _id: CENSUS }, { $set: { claimedUntil: until } });
  }

  /** Since when all services are known to encrypt with the key: the first time that a value was encrypted with it. */
  async inFrontSince(key: string): Promise<Instant | null> {
    const document = await this.keys.findOne({ _id: IN_FRONT });
    return document?.key === key ? (document.since ?? null) : null;
  }

  async putInFront(key: string, now: Instant): Promise<void> {
    if ((await this.inFrontSince(key)) !== null) return;
    await this.keys.updateOne({ _id: IN_FRONT }, { $set: { key, since: now } }, { upsert: true });
  }
}

const CENSUS = 'census';
const IN_FRONT = 'in front';

function holderOf(name: CollectionName): SealedHolder {
  const holder = SEALED_FIELDS[name];
  if (!holder) throw new Error(`${name} holds no sealed values`);
  return holder;
}

/** The values at the paths; absent ones are left out. */
function at(document: unknown, paths: readonly string[]): Record<string, unknown> {
  const values = paths.map((path): [string, unknown] => {
    const step = (value: unknown, name: string): unknown =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return [path, path.split('.').reduce(step, document)];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/*
 * The fields that hold encrypted values. Code that stores them elsewhere adds the field here: `rekey` encrypts only these fields
 * again, and the tests search everything that they have stored for such values in other places.
 */

interface SealedHolder {
  /** Paths of fields with encrypted values: as text, inside JSON that is stored as text, or at any depth. */
  readonly fields: readonly string[];
  /** Paths of texts and numbers that must be unchanged since the read, so that no concurrent edit is lost. */
  readonly guard: readonly string[];
  /** The owner caches documents and writes them by this revision, so it must be raised by every write. */
  readonly counts?: 'rev';
}

const definition = { fields: ['sealed', 'spec'], guard: ['sealed', 'spec'] } as const;
const ofRun = ['overrides.secureParameters', 'overrides.secretOptions'] as const;

/** Collections without an entry hold no encrypted values. */
export const SEALED_FIELDS: Readonly<Partial<Record<CollectionName, SealedHolder>>> = {
  jobs: definition,
  jobVersions: definition,
  workers: definition,
  workerVersions: definition,
  // These values never change, so only `rekey` writes them.
  specs: { fields: ['sealed', 'taskWorkers', 'job', 'worker'], guard: [] },
  runs: { fields: ofRun, guard: ['rev', ...ofRun], counts: 'rev' },
  channels: { fields: ['spec'], guard: ['rev', 'spec'], counts: 'rev' },
  triggers: { fields: ['spec'], guard: ['rev', 'spec'], counts: 'rev' },
  monitors: { fields: ['pingToken'], guard: ['rev', 'pingToken'], counts: 'rev' },
  bulks: { fields: ['credential'], guard: ['rev', 'credential'], counts: 'rev' },
  idempotency: { fields: ['answer.body'], guard: ['answer.body'] },
  inbox: { fields: ['payload'], guard: ['payload'] },
  jobStorage: { fields: ['json'], guard: ['json'] },
  notices: { fields: ['webhook'], guard: ['webhook'] },
  heldSecrets: { fields: ['prints'], guard: ['prints'] },
  audit: { fields: ['proof', 'erased.proof'], guard: ['proof', 'erased.proof'] },
};
