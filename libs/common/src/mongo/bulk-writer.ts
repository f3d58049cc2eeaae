/**
 * Groups the guarded writes of a few milliseconds into one bulk write. Each write names the revision it replaces and
 * carries a nonce (`writer`); when a bulk result is short or in doubt, the documents are read back and judged by it.
 */
import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './document.js';
import { isDuplicateKey, onlyDuplicateKeys } from './duplicate-key.js';

/** A document that is written by compare-and-set. */
export interface GuardedDocument extends StoredDocument {
  readonly rev: number;
  readonly writer?: string;
}

const GROUP_MS = 3;
const MAX_GROUP = 500;
/** Groups under way at once; more would only queue in the driver's pool. */
const MAX_GROUPS_IN_FLIGHT = 2;

interface Pending<T> {
  readonly document: T;
  /** The revision that is replaced; null for an insert. */
  readonly expectedRev: number | null;
  readonly nonce: string;
  readonly settle: (won: boolean) => void;
  readonly fail: (error: unknown) => void;
}

export class BulkWriter<T extends GuardedDocument> {
  private waiting: Pending<T>[] = [];
  private timer: NodeJS.Timeout | null = null;
  private groupsInFlight = 0;
  /** Documents being written now: a second write of one waits, so that two never race each other from one process. */
  private readonly inFlight = new Set<string>();

  constructor(private readonly collection: DocumentCollection<T>) {}

  /** Replaces the document of this `_id` if its `rev` is still `expectedRev`. False: somebody else was first. */
  replace(document: T, expectedRev: number): Promise<boolean> {
    return this.add(document, expectedRev);
  }

  /** Inserts the document. False: one with this `_id` was there before, made by somebody else. */
  insert(document: T): Promise<boolean> {
    return this.add(document, null);
  }

  private add(document: T, expectedRev: number | null): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.waiting.push({ document, expectedRev, nonce: randomBytes(9).toString('base64url'), settle, fail });
      if (this.waiting.length >= MAX_GROUP) this.flush();
      else
        this.timer ??= setTimeout(() => {
          this.flush();
        }, GROUP_MS);
    });
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    while (this.groupsInFlight < MAX_GROUPS_IN_FLIGHT) {
      const group = this.takeGroup();
      if (group.length === 0) return;
      this.groupsInFlight++;
      void this.write(group).finally(() => {
        this.groupsInFlight--;
        for (const { document } of group) this.inFlight.delete(document._id);
        this.flush();
      });
    }
  }

  private takeGroup(): Pending<T>[] {
    const group: Pending<T>[] = [];
    const later: Pending<T>[] = [];
    for (const pending of this.waiting) {
      if (group.length < MAX_GROUP && !this.inFlight.has(pending.document._id)) {
        this.inFlight.add(pending.document._id);
        group.push(pending);
      } else later.push(pending);
    }
    this.waiting = later;
    return group;
  }

  private async write(group: readonly Pending<T>[]): Promise<void> {
    try {
      const won = (await this.tryWrite(group)) ? null : await this.readBack(group);
      for (const pending of group) pending.settle(won === null || won.has(pending.nonce));
    } catch (error) {
      for (const pending of group) pending.fail(error);
    }
  }

  /** True when every write of the group is certainly in; false when it must be read back. */
  private async tryWrite(group: readonly Pending<T>[]): Promise<boolean> {
    try {
      const operations = group.map(toOperation) as mongo.AnyBulkWriteOperation<T>[];
      const result = await this.collection.bulkWrite(operations, { ordered: false });
      return result.matchedCount + result.insertedCount === group.length;
    } catch (error) {
      if (isDuplicateKey(error) || onlyDuplicateKeys(error) !== null || error instanceof mongo.MongoNetworkError)
        return false;
      throw error;
    }
  }

  /** The nonces that stand in the stored documents. */
  private async readBack(group: readonly Pending<T>[]): Promise<ReadonlySet<string>> {
    const filter = { _id: { $in: group.map((pending) => pending.document._id) } } as unknown as mongo.Filter<T>;
    const found = await this.collection.find(filter, { projection: { writer: 1 } }).toArray();
    return new Set(found.map((document) => document.writer ?? ''));
  }
}

function toOperation<T extends GuardedDocument>({ document, expectedRev, nonce }: Pending<T>): unknown {
  const stamped = { ...document, writer: nonce };
  if (expectedRev === null) return { insertOne: { document: stamped } };
  return { replaceOne: { filter: { _id: document._id, rev: expectedRev }, replacement: stamped } };
}
