/** Builds indexes, each for as long as it takes. */
import { OVER } from '../clock/over.js';
import { mongo } from 'mongoose';
import { delay } from '../clock/clock.js';
import type { Logger } from '../logging/logger.js';
import { indexesOf, type CollectionName } from './collections.js';
import { indexPlan, type IndexPlan } from './index-plan.js';

/** How often the log says that a build is still under way. */
const PROGRESS_EVERY_MS = 10_000;

export class IndexBuilder {
  private client: Promise<mongo.MongoClient> | null = null;

  /** `connect` opens a connection without a limit for an answer: the server answers when an index is built. If this process dies, the server continues the build. */
  constructor(
    private readonly connect: () => Promise<mongo.MongoClient>,
    private readonly database: string,
    private readonly log: Logger,
  ) {}

  /** Makes what a collection lacks of its indexes, or waits for those that are being built. */
  async make(name: CollectionName): Promise<void> {
    this.client ??= this.connect();
    const database = (await this.client).db(this.database);
    const { steps } = await planOf(database, name);
    for (const step of steps.filter(({ how }) => how === 'expiry')) {
      const { expireAfterSeconds } = step.index;
      await database.command({ collMod: name, index: { name: step.name, expireAfterSeconds } });
    }
    const indexes = steps.flatMap(({ how, index, name: own }) =>
      how === 'build' ? [{ ...index, key: { ...index.key }, name: own }] : [],
    );
    if (indexes.length === 0) return;
    const stopped = new AbortController();
    const told = this.tellProgress(name, stopped.signal);
    try {
      await database.collection(name).createIndexes(indexes);
    } finally {
      stopped.abort(OVER);
      await told;
    }
  }

  async close(): Promise<void> {
    await (await this.client?.catch(() => null))?.close();
    this.client = null;
  }

  private async tellProgress(collection: CollectionName, signal: AbortSignal): Promise<void> {
    for (let seconds = PROGRESS_EVERY_MS / 1_000; ; seconds += PROGRESS_EVERY_MS / 1_000) {
      await delay(PROGRESS_EVERY_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      const percent = await this.percentOf(collection).catch(() => null);
      this.log.info({ collection, seconds, ...(percent !== null && { percent }) }, 'indexes are being built');
    }
  }

  /** How far the server is; null if it does not say so, or not to this user (the action `inprog`). */
  private async percentOf(collection: CollectionName): Promise<number | null> {
    const admin = (await this.client)?.db('admin');
    const operations = admin?.aggregate<Operation>([{ $currentOp: { allUsers: true } }], {
      maxTimeMS: PROGRESS_EVERY_MS,
      // The only level that servers accept for operations.
      readConcern: { level: 'local' },
    });
    const build = (await operations?.toArray())?.find(({ command }) => command?.createIndexes === collection);
    if (build?.progress === undefined) return null;
    return Math.floor((100 * Number(build.progress.done)) / Number(build.progress.total));
  }
}

/** One of those that a server lists as under way. */
interface Operation {
  readonly command?: { readonly createIndexes?: string };
  readonly progress?: { readonly done: unknown; readonly total: unknown };
}

export const planOf = async (database: mongo.Db, name: CollectionName): Promise<IndexPlan> => {
  const wanted = indexesOf(name);
  return wanted.length === 0 ? { steps: [], replaced: [] } : indexPlan(wanted, await presentIndexes(database, name));
};

interface PresentIndexes {
  readonly ready: readonly mongo.IndexDescriptionInfo[];
  /** Their builds have not ended: no query may use them. Without the request for it, a server lists them like the others. */
  readonly building: readonly mongo.IndexDescriptionInfo[];
}

interface Unfinished {
  readonly spec: mongo.IndexDescriptionInfo;
  readonly buildUUID: unknown;
}
type Listed = mongo.IndexDescriptionInfo | Unfinished;

const isUnfinished = (index: Listed): index is Unfinished => 'buildUUID' in index;

const NAMESPACE_NOT_FOUND = 26;
const UNKNOWN_FIELD = 40_415;
/** More than a server permits in one collection. */
const ALL = { batchSize: 1_000 };

/** The indexes of a collection, as the server lists them. */
async function presentIndexes(database: mongo.Db, collection: string): Promise<PresentIndexes> {
  const listed = await listOf(database, collection);
  const building = listed.filter(isUnfinished).map(({ spec }) => spec);
  const ready = listed.filter((index): index is mongo.IndexDescriptionInfo => !isUnfinished(index));
  return { ready, building };
}

async function listOf(database: mongo.Db, collection: string): Promise<readonly Listed[]> {
  const list = async (more: object): Promise<readonly Listed[]> => {
    const answer = await database.command({ listIndexes: collection, ...more, cursor: ALL });
    return (answer['cursor'] as { firstBatch: Listed[] }).firstBatch;
  };
  try {
    return await list({ includeBuildUUIDs: true });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError)) throw error;
    if (error.code === NAMESPACE_NOT_FOUND) return [];
    // A server that is compatible with MongoDB, but not MongoDB: it answers only once an index is built.
    if (error.code === UNKNOWN_FIELD) return list({});
    throw error;
  }
}
