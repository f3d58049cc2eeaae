/** A process that dies at one of its writes: before it is made, or after it was made and before the answer is known. */
import type { Mongo } from '#common/mongo/mongo.js';

export class Died extends Error {}

export interface Death {
  /** The write at which it dies, counted from 1; Infinity for a process that lives. */
  readonly atWrite: number;
  readonly isWritten: boolean;
}

export const IMMORTAL: Death = { atWrite: Infinity, isWritten: false };

const WRITES: ReadonlySet<PropertyKey> = new Set([
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'bulkWrite',
]);

type Method = (...args: unknown[]) => Promise<unknown>;

/** The access of such a process to the database. A read after its death has no effect. */
export class MortalMongo {
  private writes = 0;

  constructor(
    private readonly mongo: Mongo,
    private readonly death: Death,
  ) {}

  asMongo(): Mongo {
    return {
      collection: (name: Parameters<Mongo['collection']>[0]) => this.guarded(this.mongo.collection(name)),
    } as unknown as Mongo;
  }

  private guarded<C extends object>(collection: C): C {
    return new Proxy(collection, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        const method = (value as Method).bind(target);
        return WRITES.has(property) ? (...args: unknown[]) => this.write(() => method(...args)) : method;
      },
    });
  }

  private async write(make: () => Promise<unknown>): Promise<unknown> {
    const number = ++this.writes;
    if (number < this.death.atWrite) return make();
    if (number === this.death.atWrite && this.death.isWritten) await make();
    throw new Died();
  }
}
