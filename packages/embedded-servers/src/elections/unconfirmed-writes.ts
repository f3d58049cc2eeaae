/**
 * The writes that a primary takes while no other member follows it, and that are gone when another one is elected: a rollback. Until then
 * everybody who reads from this primary finds them, unless he asks for what a majority has.
 */
import { deserialize, type Document } from 'bson';
import { MongoClient, type Collection } from 'mongodb';
import { Request } from '../gateway/request.js';
import type { WireMessage } from '../gateway/wire.js';
import { frameOf } from './member-answers.js';

/** As they are stored, so that each is put back with the types of its values. */
export const AS_STORED = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;
const NOBODY = { id: 0, remoteAddress: '' };
/** The fields that contain the documents of a write, and what finds those that it changes. */
const STATEMENTS: Readonly<Record<string, readonly [field: string, query: string]>> = {
  insert: ['documents', '_id'],
  update: ['updates', 'q'],
  delete: ['deletes', 'q'],
};
const CHANGES = new Set([...Object.keys(STATEMENTS), 'findAndModify']);

/** True for a command that changes documents. */
export const isChange = (command: string): boolean => CHANGES.has(command);
/** True where the answer may hold only what a majority has, or is given when a majority has it. */
export const waitsForMajority = ({ body }: WireMessage): boolean => {
  const { writeConcern, readConcern } = deserialize(body) as Record<
    'writeConcern' | 'readConcern',
    Document | undefined
  >;
  return writeConcern?.['w'] === 'majority' || ['majority', 'linearizable'].includes(String(readConcern?.['level']));
};
/** True for a read that asks a majority whether its server still leads. */
export const isLinearizable = ({ readConcern }: Document): boolean =>
  (readConcern as Document | undefined)?.['level'] === 'linearizable';

interface Former {
  readonly collection: Collection;
  readonly id: unknown;
  /** Null where there was none. */
  readonly document: Document | null;
}

export class UnconfirmedWrites {
  private readonly former = new Map<string, Former>();
  /** What was answered to each numbered write: one that is sent again is not made again. */
  private readonly answered = new Map<string, Buffer | null>();
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: MongoClient) {}

  /** On the server of `uri` itself, which has to have no other members. */
  static async on(uri: string): Promise<UnconfirmedWrites> {
    return new UnconfirmedWrites(await MongoClient.connect(uri));
  }

  /**
   * Makes the write, after those that came before it, by `send`, which gives the server's answer (null where there is none). The server
   * learns no number of it: it must not know the write when it comes again after the rollback.
   */
  async take(message: WireMessage, send: (frame: Buffer) => Promise<Buffer | null>): Promise<Buffer | null> {
    const number = numberOf(message);
    const taken = this.last.then(async () => {
      const former = number === null ? undefined : this.answered.get(number);
      if (former !== undefined) return former;
      await this.keep(message);
      const answer = await send(withoutNumber(message));
      if (number !== null) this.answered.set(number, answer);
      return answer;
    });
    this.last = taken.catch(() => undefined);
    return taken;
  }

  /** Undoes all of it, and gives the number of documents. */
  async undo(): Promise<number> {
    await this.last;
    const all = [...this.former.values()];
    this.former.clear();
    this.answered.clear();
    // What was not there goes first, because it may hold a unique key of what was.
    for (const { collection, id, document } of all)
      if (document === null) await collection.deleteOne({ _id: id as never });
    for (const { collection, id, document } of all)
      if (document !== null) await collection.replaceOne({ _id: id as never }, document, { upsert: true });
    return all.length;
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async keep(message: WireMessage): Promise<void> {
    const request = new Request(message, NOBODY);
    const collection = this.client.db(request.database).collection(request.collection);
    for (const query of queriesOf(request)) {
      const documents = await collection.find(query, AS_STORED).toArray();
      for (const document of documents) this.note({ collection, id: document._id, document });
      const id: unknown = query['_id'];
      if (id === undefined || documents.length > 0 || isCondition(id)) continue;
      // A document that does not meet the other conditions is not changed.
      const isThere = (await collection.countDocuments({ _id: id as never }, { limit: 1 })) > 0;
      if (!isThere) this.note({ collection, id, document: null });
    }
  }

  private note(former: Former): void {
    const key = `${former.collection.namespace} ${JSON.stringify(former.id)}`;
    if (!this.former.has(key)) this.former.set(key, former);
  }
}

function queriesOf(request: Request): Document[] {
  const [field, query] = STATEMENTS[request.command] ?? [];
  if (field === undefined || query === undefined) {
    const search = request.document('query');
    return search ? [deserialize(search, AS_STORED)] : [];
  }
  const statements = request.sequence(field).map((bytes): Document => deserialize(bytes, AS_STORED));
  return query === '_id'
    ? statements.map((each) => ({ _id: each['_id'] as unknown }))
    : statements.map((each) => each[query] as Document);
}

const isCondition = (id: unknown): boolean =>
  typeof id === 'object' && id !== null && Object.keys(id).some((name) => name.startsWith('$'));

/** Names a write that a driver may send again. */
function numberOf({ body }: WireMessage): string | null {
  const { lsid, txnNumber } = deserialize(body, AS_STORED) as Record<'lsid' | 'txnNumber', unknown>;
  return txnNumber === undefined ? null : JSON.stringify([lsid, txnNumber]);
}

function withoutNumber(message: WireMessage): Buffer {
  const { txnNumber: _, ...command } = deserialize(message.body, AS_STORED);
  return frameOf(message, command);
}
