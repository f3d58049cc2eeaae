/** Bulk operations, each a document with the list of its objects. Every write is guarded by `rev`. */
import type { Bulk } from '../domain/bulk.js';
import type { Instant } from '../run/run.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, isFirst } from './document.js';

interface BulkDocument extends Omit<Bulk, 'id'>, StoredDocument {
  /** Absent once it is finished. */
  readonly objects?: readonly string[];
  /** Present until the operation is finished: the partial indexes cover it. */
  readonly open?: true;
  readonly expireAt?: Date;
}

const KEPT_MS = 7 * 24 * 3_600_000;
const WITHOUT_OBJECTS = { objects: 0 } as const;

export class BulksStore {
  private readonly bulks;

  constructor(mongo: Mongo) {
    this.bulks = mongo.collection<BulkDocument>('bulks');
  }

  /** Adds it; does nothing where the same request has added it before. */
  async insert({ id, ...bulk }: Bulk, objects: readonly string[]): Promise<void> {
    await isFirst(this.bulks.insertOne({ _id: id, ...bulk, objects, ...lifeOf({ id, ...bulk }) }));
  }

  async load(id: string): Promise<Bulk | null> {
    const document = await this.bulks.findOne({ _id: id }, { projection: WITHOUT_OBJECTS });
    return document && fromDocument(document);
  }

  /** The ids of its objects, from a position in the list on. */
  async objects(id: string, from: number, count: number): Promise<readonly string[]> {
    const document = await this.bulks.findOne({ _id: id }, { projection: { objects: { $slice: [from, count] } } });
    return document?.objects ?? [];
  }

  /** Bulk operations that no replica executes at the moment, the longest waiting first. */
  async due(now: Instant, limit: number): Promise<Bulk[]> {
    return this.bulks
      .find({ open: true, leaseUntil: { $lte: now } }, { projection: WITHOUT_OBJECTS, sort: { leaseUntil: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** How many operations of a caller are in progress, counted up to `upTo`. */
  async countOpen(subject: string, upTo: number): Promise<number> {
    return this.bulks.countDocuments({ open: true as const, subject }, { limit: upTo });
  }

  /** Saves it if its revision is still the former one, without its objects once it is finished. False: load it again. */
  async save({ id, rev, ...bulk }: Bulk): Promise<boolean> {
    const { open, expireAt } = lifeOf({ id, rev, ...bulk });
    const change = open
      ? { $set: { ...bulk, rev: rev + 1, open } }
      : {
          $set: { ...bulk, rev: rev + 1, ...(expireAt && { expireAt }) },
          $unset: { open: true as const, objects: true as const },
        };
    return (await this.bulks.updateOne({ _id: id, rev }, change)).matchedCount === 1;
  }
}

/** It is stored while it is in progress, and for a week after that. */
const lifeOf = ({ finishedAt }: Bulk): Pick<BulkDocument, 'open' | 'expireAt'> =>
  finishedAt === null ? { open: true } : { expireAt: new Date(finishedAt + KEPT_MS) };

function fromDocument({ _id, objects: _o, open: _open, expireAt: _e, ...rest }: BulkDocument): Bulk {
  return { id: _id, ...rest };
}
