/** Batched operations on single documents: the next batch fills while a call is under way. */
import { mongo } from 'mongoose';
import { AppError } from '../errors/app-error.js';
import { Batcher, type BatcherOptions } from '../runtime/batcher.js';
import {
  type DocumentCollection,
  type StoredDocument,
  insertIgnoringExisting,
  onlyDuplicateKeys,
  isDuplicateKey,
} from './document.js';
import { isDatabaseOutage } from './outage.js';
import { randomBytes } from 'node:crypto';

const READS = { maxBatch: 500, maxUnderWay: 1, maxWaiting: 20_000 };
const INSERTS = {
  maxBatch: 500,
  maxUnderWay: 1,
  maxWaiting: 20_000,
  // A document that the server cannot store must not prevent the others.
  isOfOneItem: (error: unknown): boolean => !isDatabaseOutage(error) && !(error instanceof AppError),
};
const UPDATES = { maxBatch: 500, maxUnderWay: 1, maxWaiting: 20_000 };

/** Reads of single documents by key. */
export class BatchedReads<T extends StoredDocument, Field extends keyof T & string = keyof T & string> {
  private readonly batches: Batcher<string, Pick<T, Field | '_id'> | null>;

  /** `filter`: a condition besides the keys. `fields`: the fields that are read besides the key; where none are given, all. */
  constructor(
    collection: DocumentCollection<T>,
    filter: (keys: readonly string[]) => mongo.Filter<T> = () => ({}),
    fields: readonly Field[] = [],
  ) {
    const options = fields.length === 0 ? {} : { projection: Object.fromEntries(fields.map((field) => [field, 1])) };
    this.batches = new Batcher<string, Pick<T, Field | '_id'> | null>(async (keys) => {
      const byKey = { ...filter(keys), _id: { $in: [...new Set(keys)] } } as unknown as mongo.Filter<T>;
      const documents = (await collection.find(byKey, options).toArray()) as unknown as T[];
      const byId = new Map<string, Pick<T, Field | '_id'>>(documents.map((document) => [document._id, document]));
      return keys.map((key) => byId.get(key) ?? null);
    }, READS);
  }

  /** The document of this key, or null. Several callers may get the same object: it must not be changed. */
  get(key: string): Promise<Pick<T, Field | '_id'> | null> {
    return this.batches.add(key);
  }
}

/** Inserts of single documents. */
export class BatchedInserts<T extends StoredDocument> {
  private readonly batches: Batcher<T, Sent<boolean>>;

  constructor(collection: DocumentCollection<T>) {
    const insert = async (documents: readonly T[]): Promise<boolean[]> => {
      const first = new Map(documents.map((document) => [document._id, document] as const).reverse());
      const existed = await insertIgnoringExisting(collection, [...first.values()]);
      return documents.map((document) => first.get(document._id) === document && !existed.has(document._id));
    };
    this.batches = new Batcher(exceptUnsendable(insert), INSERTS);
  }

  /** Inserts the document. False: one with this key existed already, and stands. */
  async insert(document: T): Promise<boolean> {
    return resultOf(await this.batches.add(document));
  }
}

/** Replacements of single documents, each of a revision. */
export class BatchedReplacements<T extends StoredDocument> {
  private readonly batches: Batcher<Replacement<T>, Sent<boolean>>;

  constructor(collection: DocumentCollection<T>) {
    const replace = async (replacements: readonly Replacement<T>[]): Promise<boolean[]> => {
      const operations = replacements.map((replaceOne) => ({ replaceOne }));
      const areMade = await collection
        .bulkWrite(operations as mongo.AnyBulkWriteOperation<T>[], { ordered: false })
        .then(
          ({ matchedCount }) => matchedCount === replacements.length,
          (error: unknown) => {
            if (onlyDuplicateKeys(error) === null) throw error;
            return false;
          },
        );
      return replacements.map(() => areMade);
    };
    this.batches = new Batcher(exceptUnsendable(replace), INSERTS);
  }

  /** True: the document has been replaced. False: unknown, since the batch was incomplete; read it back. */
  async replace(filter: mongo.Filter<T>, replacement: T): Promise<boolean> {
    return resultOf(await this.batches.add({ filter, replacement }));
  }
}

interface Replacement<T extends StoredDocument> {
  readonly filter: mongo.Filter<T>;
  readonly replacement: T;
}

interface Update<T extends StoredDocument> {
  readonly filter: mongo.Filter<T>;
  readonly update: mongo.UpdateFilter<T>;
}

/** Updates of single documents. Only for updates that may be made twice: any part of a call that fails may have been made. */
export class BatchedUpdates<T extends StoredDocument> {
  private readonly batches: Batcher<Update<T>, Sent<undefined>>;

  constructor(collection: DocumentCollection<T>) {
    const make = async (updates: readonly Update<T>[]): Promise<undefined[]> => {
      await collection.bulkWrite(
        updates.map((updateOne) => ({ updateOne })),
        { ordered: false },
      );
      return updates.map(() => undefined);
    };
    this.batches = new Batcher(exceptUnsendable(make), UPDATES);
  }

  /** Resolves when the document is updated, or does not match the filter. */
  async update(filter: mongo.Filter<T>, update: mongo.UpdateFilter<T>): Promise<void> {
    resultOf(await this.batches.add({ filter, update }));
  }
}

/** What the driver throws before it sends anything: the document is larger than the server takes, or than the driver can write. */
const isUnsendable = (error: unknown): error is Error =>
  error instanceof mongo.MongoInvalidArgumentError ||
  error instanceof mongo.BSON.BSONError ||
  error instanceof RangeError;

/** A document that cannot be sent, because it is too large, fails alone, and not the documents of one group with it. */
class Unsendable {
  constructor(readonly error: Error) {}
}

export type Sent<Result> = Result | Unsendable;

/** As `perform`, which sends a group; a group with such a document is halved until it is found. */
export function exceptUnsendable<Item, Result>(
  perform: (items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<Sent<Result>[]> {
  const performed = async (items: readonly Item[]): Promise<Sent<Result>[]> => {
    try {
      return [...(await perform(items))];
    } catch (error) {
      if (!isUnsendable(error)) throw error;
      if (items.length === 1) return [new Unsendable(error)];
      const half = Math.ceil(items.length / 2);
      return [...(await performed(items.slice(0, half))), ...(await performed(items.slice(half)))];
    }
  };
  return performed;
}

/** The result of one document. Throws why it cannot be sent. */
export function resultOf<Result>(sent: Sent<Result>): Result {
  if (sent instanceof Unsendable) throw sent.error;
  return sent;
}

/*
 * Groups the guarded writes of a few milliseconds into one bulk write. Each write names the revision it replaces and carries a
 * nonce (`writer`); when the result of a bulk write is incomplete or unknown, the documents are read back and compared.
 */

/** A document that is written by compare-and-set. */
export interface GuardedDocument extends StoredDocument {
  readonly rev: number;
  readonly writer?: string;
}

const BATCHES = {
  maxBatch: 500,
  /** A greater number would only queue in the driver's pool. */
  maxUnderWay: 2,
  maxWaiting: 20_000,
  /** Two writes of one document never race each other from one process. */
  keyOf: ({ document }: Write<GuardedDocument>): string => document._id,
};

/** This process; with the number of the write it makes a nonce. */
const WRITER = randomBytes(9).toString('base64url');
let writes = 0;

interface Write<T> {
  readonly document: T;
  /** The revision that is replaced; null for an insert. */
  readonly expectedRev: number | null;
  readonly nonce: string;
}

interface BulkWriterOptions<T extends GuardedDocument> extends Pick<BatcherOptions, 'everyMs'> {
  /** Further fields that identify the document, if its collection is not divided by `_id` (see shard-keys). */
  readonly beside?: (document: T) => mongo.Filter<T>;
}

export class BulkWriter<T extends GuardedDocument> {
  /** Returns whether each write has won, or why it cannot be sent. */
  private readonly batches: Batcher<Write<T>, Sent<boolean>>;
  private readonly beside: (document: T) => mongo.Filter<T>;

  /** `everyMs`: the least time between groups that are not full; a write after a pause does not wait. */
  constructor(
    private readonly collection: DocumentCollection<T>,
    { beside = () => ({}), ...spacing }: BulkWriterOptions<T> = {},
  ) {
    this.beside = beside;
    this.batches = new Batcher(
      exceptUnsendable((group: readonly Write<T>[]) => this.perform(group)),
      { ...BATCHES, ...spacing },
    );
  }

  /** Replaces the document of this `_id` if its `rev` is still `expectedRev`. False: another writer was first. */
  replace(document: T, expectedRev: number): Promise<boolean> {
    return this.write(document, expectedRev);
  }

  /** Inserts the document. False: another writer had stored one with this `_id` before. */
  insert(document: T): Promise<boolean> {
    return this.write(document, null);
  }

  private async write(document: T, expectedRev: number | null): Promise<boolean> {
    const nonce = `${WRITER}.${(writes++).toString(36)}`;
    return resultOf(await this.batches.add({ document, expectedRev, nonce }));
  }

  private async perform(group: readonly Write<T>[]): Promise<boolean[]> {
    let outage: Error | null = null;
    try {
      const operations = group.map((write) => this.toOperation(write)) as mongo.AnyBulkWriteOperation<T>[];
      const result = await this.collection.bulkWrite(operations, { ordered: false });
      if (result.matchedCount + result.insertedCount === group.length) return group.map(() => true);
    } catch (error) {
      if (isDatabaseOutage(error)) outage = error;
      else if (!isDuplicateKey(error) && onlyDuplicateKeys(error) === null) throw error;
    }
    const stored = await this.readBack(group);
    // Nobody has won a write that was not made, or not yet.
    const isOpen = ({ document, expectedRev }: Write<T>): boolean =>
      (stored.get(document._id)?.rev ?? null) === expectedRev;
    if (outage !== null && group.some(isOpen)) throw outage;
    return group.map(({ document, nonce }) => stored.get(document._id)?.writer === nonce);
  }

  private async readBack(group: readonly Write<T>[]): Promise<ReadonlyMap<string, Pick<T, 'rev' | 'writer'>>> {
    const filter = { _id: { $in: group.map(({ document }) => document._id) } } as unknown as mongo.Filter<T>;
    const documents = await this.collection.find(filter, { projection: { rev: 1, writer: 1 } }).toArray();
    return new Map(documents.map((document) => [document._id as string, document as Pick<T, 'rev' | 'writer'>]));
  }

  private toOperation({ document, expectedRev, nonce }: Write<T>): unknown {
    const stamped = { ...document, writer: nonce };
    if (expectedRev === null) return { insertOne: { document: stamped } };
    const filter = { ...this.beside(document), _id: document._id, rev: expectedRev };
    return { replaceOne: { filter, replacement: stamped } };
  }
}
