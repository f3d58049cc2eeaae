/** Reads and writes whole documents of any collection exactly as they are stored, for backup and restore. */
import { mongo as driver } from 'mongoose';
import type { RunId } from '../domain/ids.js';
import { chunkKeysOf } from '../run/stored-tables.js';
import type { Run } from '../run/run.js';
import { AppError } from '../errors/app-error.js';
import { COLLECTION_NAMES, type CollectionName } from './collections.js';
import { chainHeads } from './audit-chains.js';
import { type StoredDocument, keyAfter, byKeys, insertIgnoringExisting } from './document.js';
import { ANY_TEXT } from './index-order.js';
import { linesOf, type LogDocument } from './log-document.js';
import type { Mongo } from './mongo.js';
import { chunkIdOf } from './run-indexes.store.js';

const { EJSON } = driver.BSON;
/** Numbers keep their stored types. */
const AS_STORED = { promoteValues: false } as const;
/** A run that is saved while it is read is read again, at most this many times. */
const MAX_READS = 10;
const PAGE = 1_000;
const NAMESPACE_NOT_FOUND = 26;
/** Every document has a text key. */
const ALL = { _id: ANY_TEXT };

export type DumpedDocument = StoredDocument & Readonly<Record<string, unknown>>;
type RawRun = Pick<Run, 'generation' | 'tasks'>;

export class DumpStore {
  constructor(private readonly mongo: Mongo) {}

  /** The next documents of a collection in the order of their ids, after `after`. */
  async page(name: CollectionName, after: string | null, limit: number): Promise<DumpedDocument[]> {
    return this.of(name)
      .find(keyAfter(after), { sort: { _id: 1 }, limit, ...AS_STORED })
      .toArray();
  }

  /**
   * The runs with the chunks of indexes that they refer to. A run that was saved while its chunks were read is read again, so that
   * both belong to one decision. Throws UNAVAILABLE where a run was saved during each of ten reads.
   */
  async withChunks(
    runs: readonly DumpedDocument[],
  ): Promise<{ runs: readonly DumpedDocument[]; chunks: readonly DumpedDocument[] }> {
    const whole = runs.filter((run) => chunkIdsOf(run).length === 0);
    const chunks: DumpedDocument[] = [];
    let open = runs.filter((run) => chunkIdsOf(run).length > 0);
    for (let read = 0; open.length > 0; read++) {
      if (read === MAX_READS) throw new AppError('UNAVAILABLE', `run ${open[0]?._id} was changed while it was read`);
      const wanted = open.flatMap(chunkIdsOf);
      const documents = await byKeys(this.of('runIndexes'), wanted, {}, AS_STORED);
      const ids = new Set(documents.map(({ _id }) => _id));
      const isWhole = (run: DumpedDocument): boolean => chunkIdsOf(run).every((id) => ids.has(id));
      const complete = open.filter(isWhole);
      const theirs = new Set(complete.flatMap(chunkIdsOf));
      whole.push(...complete);
      chunks.push(...documents.filter(({ _id }) => theirs.has(_id)));
      const again = open.filter((run) => !isWhole(run)).map(({ _id }) => _id);
      open = await byKeys(this.of('runs'), again, {}, AS_STORED);
    }
    return { runs: whole, chunks };
  }

  /** The number of the newest entry of each chain of the audit that has a head. */
  async auditEnds(): Promise<ReadonlyMap<string, number>> {
    const ends = new Map<string, number>();
    for await (const { chain } of chainHeads(this.mongo)) {
      const last = await this.of('audit').findOne({ chain }, { sort: { seq: -1 } });
      ends.set(chain, Number(last?.['seq'] ?? 0));
    }
    return ends;
  }

  /** Stores documents; those that exist already are not changed. Returns the number of the stored ones. */
  async insert(name: CollectionName, documents: readonly DumpedDocument[]): Promise<number> {
    return documents.length - (await insertIgnoringExisting(this.of(name), documents)).size;
  }

  async count(name: CollectionName): Promise<number> {
    return this.of(name).countDocuments(ALL);
  }

  /** The collections that hold anything. */
  async filled(): Promise<CollectionName[]> {
    const looked = await Promise.all(
      COLLECTION_NAMES.map(async (name) => ((await this.of(name).findOne(ALL)) === null ? [] : [name])),
    );
    return looked.flat();
  }

  /** Removes every document, in batches. */
  async clear(name: CollectionName): Promise<void> {
    for (;;) {
      const documents = await this.of(name)
        .find(ALL, { projection: { _id: 1 }, limit: PAGE })
        .toArray();
      if (documents.length === 0) return;
      await this.of(name).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } });
    }
  }

  /** Removes the whole database; the holds last, by which a drill knows its own. */
  async drop(): Promise<void> {
    for (const name of [...COLLECTION_NAMES.filter((each) => each !== 'holds'), 'holds'] as const)
      await this.of(name)
        .drop()
        .catch((error: unknown) => {
          if (!(error instanceof driver.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
        });
  }

  private of(name: CollectionName): ReturnType<typeof this.mongo.collection<DumpedDocument>> {
    return this.mongo.collection<DumpedDocument>(name);
  }
}

/** The document as one line of text, with the types of its values. */
export const dumpedText = (document: DumpedDocument): string => EJSON.stringify(document, { relaxed: false });

/** The document as one line of JSON for people and other programs, with the lines of a log. */
export async function readableText(name: CollectionName, document: DumpedDocument): Promise<string> {
  if (name !== 'logs') return EJSON.stringify(document, { relaxed: true });
  const { packed: _packed, ...head } = document;
  return EJSON.stringify({ ...head, lines: await linesOf(document as unknown as LogDocument) }, { relaxed: true });
}

/** The chunk of a log, as it is in the archive, in the form of `readableText`. */
export const readableLog = (text: string): Promise<string> =>
  readableText('logs', EJSON.parse(text, { relaxed: true }) as DumpedDocument);

/** Throws where the text is not such a line. */
export function dumpedDocument(text: string): DumpedDocument {
  const document: unknown = EJSON.parse(text, { relaxed: false });
  if (typeof document !== 'object' || document === null || !('_id' in document) || typeof document._id !== 'string')
    throw new Error('a document without a text key');
  return document as DumpedDocument;
}

/** A removed run has no tasks. Numbers are as stored: objects that print as the number. */
const chunkIdsOf = (document: DumpedDocument): string[] => {
  const { generation, tasks = [] } = document as Partial<RawRun>;
  if (generation === undefined) return [];
  return chunkKeysOf({ generation, tasks }).map((key) => chunkIdOf(document._id as RunId, key));
};
