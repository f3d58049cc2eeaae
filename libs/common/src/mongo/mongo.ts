/** The door to MongoDB: one connection per process, collections as plain documents. */
import mongoose, { type Connection } from 'mongoose';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { Gate, type GateCounts, type Lane } from '../runtime/gate.js';
import { ConcurrencyLimit } from '../runtime/adaptive-limit.js';
import { systemClock, delay } from '../clock/clock.js';
import { Shards } from '../domain/shards.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { IndexBuilder, planOf } from './index-builder.js';
import { InstanceStore, type Instance } from './instance.store.js';
import { gatedCollection } from './gated-collection.js';
import { connectClient, tlsOptions } from './mongo-client.js';
import type { TlsFiles } from '../config/renewed-context.js';
import { databaseTrouble, isDatabaseOutage } from './outage.js';
import { COLLECTION_NAMES, type CollectionName } from './collections.js';
import type { IndexPlan } from './index-plan.js';
import { migrate, untilMigrated, removeReplaced } from './migration.js';
import { OperationWatch, type OperationListener } from './operation-watch.js';

const CONNECT_TIMEOUT_MS = 2_000;
const OPERATION_TIMEOUT_MS = 15_000;
const RETRY_MS = 1_000;
/** Operations under way at once: the best number is measured while the service runs. */
const OPERATIONS_AT_ONCE = { min: 4, max: 32, initial: 12 };
/** More than the gate admits: pings, further reads of cursors and new connections need connections of their own. */
const MAX_POOL_SIZE = 40;
/** Operations that may wait in each lane of the gate; the next is refused as UNAVAILABLE. */
const MAX_OPERATIONS_WAITING = 2_000;
const MAX_OPERATION_WAIT_MS = 10_000;

/**
 * What no election takes back: a write is answered when a majority has it, and a read finds only such writes. Else a primary that loses an
 * election would show its last writes to everybody else until then, and what was decided or answered for them could not be taken back.
 */
const CONFIRMED = { writeConcern: { w: 'majority', journal: true }, readConcern: { level: 'majority' } } as const;

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** If any file is named, the connection is encrypted regardless of the URI. */
  readonly tls?: TlsFiles;
  /** How long a ping may stay unanswered before callers that wait for the database are refused; 750 ms unless given. */
  readonly pingPatienceMs?: number;
  /** If the database lacks what this version needs: migrate it (default), wait for another process, or ignore it. */
  readonly lacking?: 'migrate' | 'wait' | 'leave';
  /** Number of shards of a new installation; an existing one keeps its own. */
  readonly shards?: number | undefined;
  /** Called with the reason after each try that has failed. */
  readonly onWaiting?: ((trouble: string) => void) | undefined;
}

export class Mongo {
  private constructor(
    private readonly connection: Connection,
    private readonly door: DatabaseDoor,
    private readonly lane: Lane = 'normal',
  ) {}

  /** Waits for the server, with a log line per try, until it answers or `signal` is aborted, and has what this version needs. */
  static async connect(uri: string, log: Logger, options: ConnectOptions = {}): Promise<Mongo> {
    const { signal, tls, pingPatienceMs, lacking = 'migrate', shards, onWaiting } = options;
    for (;;) {
      signal?.throwIfAborted();
      const connection = mongoose.createConnection();
      try {
        const settings = {
          serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
          maxPoolSize: MAX_POOL_SIZE,
          ...CONFIRMED,
          readPreference: 'primary',
          retryWrites: true,
          ignoreUndefined: true,
          socketTimeoutMS: OPERATION_TIMEOUT_MS,
          ...(tls && tlsOptions(tls, uri)),
        } as const;
        const client = await connectClient(uri, settings);
        connection.setClient(client);
        const door = new DatabaseDoor(new OperationWatch(() => ping(connection), pingPatienceMs), () =>
          connectClient(uri, { ...settings, socketTimeoutMS: 0 }),
        );
        door.watch.follow(client);
        const mongo = new Mongo(connection, door);
        if (lacking === 'migrate') await mongo.migrate(log, { signal, shards });
        if (lacking === 'wait') await untilMigrated(mongo, log, signal);
        const instance = await mongo.readInstance();
        if (instance === null && lacking !== 'leave')
          throw new Error('the database lacks indexes of this version: run npm run migrate');
        return mongo;
      } catch (error) {
        const trouble = databaseTrouble(error);
        log.warn({ error: trouble }, 'the service waits for MongoDB');
        onWaiting?.(trouble);
        await connection.close().catch(() => undefined);
        await delay(RETRY_MS, signal);
      }
    }
  }

  /** The same database, with operations that wait in this lane of the gate. */
  inLane(lane: Lane): Mongo {
    return new Mongo(this.connection, this.door, lane);
  }

  /** All shards of the installation. Throws where the database has not been made ready yet. */
  get shards(): Shards {
    const { shardCount } = this.door;
    if (shardCount === null) throw new AppError('UNAVAILABLE', 'the number of shards is not stored in the database');
    return new Shards(shardCount);
  }

  /** Reads the settings of the whole installation again; null before the database is made ready. */
  async readInstance(): Promise<Instance | null> {
    const instance = await new InstanceStore(this).read();
    this.door.shardCount = instance?.shards ?? null;
    return instance;
  }

  /** Each operation waits for a permit of the gate, and throws UNAVAILABLE where it gets none. */
  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T> {
    return gatedCollection(this.database.collection<T>(name), (work) => this.perform(name, work));
  }

  /**
   * Runs `work` for a caller who waits. Throws UNAVAILABLE while the database is stalled, and within some 1.5 s after it stalls.
   * Work that has begun continues.
   */
  orStalled<T>(work: () => Promise<T>): Promise<T> {
    return this.door.watch.orStalled(work);
  }

  /** The operations under way and waiting at the gate, and how many it admits at once. */
  get load(): GateCounts & { readonly limit: number } {
    return { ...this.door.gate.counts, limit: this.door.limit.current };
  }

  /** Connections to the server that are open, and those of them that an operation uses. */
  get connections(): { readonly open: number; readonly used: number } {
    return this.door.watch.connections;
  }

  /** Sets the observer of each ended operation: its collection, its duration without the wait, and its result. */
  onOperation(listener: OperationListener): void {
    this.door.watch.listen(listener);
  }

  /** The server's clock in epoch milliseconds: the one by which leases and expiries are judged. */
  async serverTime(): Promise<number> {
    const hello: unknown = await this.database.admin().command({ hello: 1 });
    const localTime = typeof hello === 'object' && hello !== null && 'localTime' in hello ? hello.localTime : null;
    if (!(localTime instanceof Date)) throw new AppError('UNAVAILABLE', 'MongoDB did not answer with its time');
    return localTime.getTime();
  }

  /** Throws when the server does not answer. */
  async ping(): Promise<void> {
    await ping(this.connection);
  }

  async close(): Promise<void> {
    this.door.watch.stop();
    await this.connection.close();
  }

  private perform<T>(collection: CollectionName, work: () => Promise<T>): Promise<T> {
    const { gate, limit, watch } = this.door;
    return gate.run(this.lane, async () => {
      try {
        const { result, ms } = await watch.note(collection, work);
        limit.succeeded(ms, gate.counts.underWay);
        return result;
      } catch (error) {
        if (isDatabaseOutage(error)) limit.failed();
        throw error;
      }
    });
  }

  /**
   * Brings the database to what this version needs, or waits for the process that does so. Throws if this process stood still for
   * too long meanwhile.
   */
  async migrate(
    log: Logger,
    options: { readonly signal?: AbortSignal | undefined; readonly shards?: number | undefined } = {},
  ): Promise<void> {
    const builder = new IndexBuilder(this.door.connectForBuilds, this.database.databaseName, log);
    try {
      await migrate(this, builder, log, options.signal);
    } finally {
      await builder.close();
    }
    await removeReplaced(this, log);
    await new InstanceStore(this).make(options.shards);
    await this.readInstance();
  }

  /** Missing, changed and unfinished indexes, each as its collection and key. */
  async missingIndexes(): Promise<string[]> {
    return (await this.indexPlans()).flatMap(([name, { steps }]) =>
      steps.map(({ index, isBuilding }) => `${name} ${JSON.stringify(index.key)}${isBuilding ? ' (being built)' : ''}`),
    );
  }

  /** How many documents a collection has, as the server estimates. */
  async sizeOf(name: CollectionName): Promise<number> {
    return this.database.collection(name).estimatedDocumentCount();
  }

  /** Collections that lack indexes. */
  async incomplete(): Promise<CollectionName[]> {
    return (await this.indexPlans()).flatMap(([name, { steps }]) => (steps.length > 0 ? [name] : []));
  }

  /** What each collection needs of its indexes. */
  async indexPlans(): Promise<readonly (readonly [CollectionName, IndexPlan])[]> {
    return Promise.all(COLLECTION_NAMES.map(async (name) => [name, await planOf(this.database, name)] as const));
  }

  /** Safe to repeat. */
  async dropIndex(collection: CollectionName, index: string): Promise<void> {
    await this.database.collection(collection).dropIndex(index).catch(unlessAbsent);
  }

  private get database(): mongoose.mongo.Db {
    return databaseOf(this.connection);
  }
}

const INDEX_NOT_FOUND = 27;
function unlessAbsent(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
}

function databaseOf({ db }: Connection): mongoose.mongo.Db {
  if (!db) throw new AppError('UNAVAILABLE', 'MongoDB is not connected');
  return db;
}

const ping = async (connection: Connection): Promise<unknown> => databaseOf(connection).admin().command({ ping: 1 });

/** One gate for all database operations of the process. */
class DatabaseDoor {
  readonly limit = new ConcurrencyLimit(OPERATIONS_AT_ONCE);
  readonly gate = new Gate({
    resource: 'the database',
    limit: () => this.limit.current,
    maxWaiting: MAX_OPERATIONS_WAITING,
    maxWaitMs: MAX_OPERATION_WAIT_MS,
    monotonic: () => systemClock.monotonic(),
  });
  shardCount: number | null = null;

  /** `connectForBuilds` opens a connection on which an answer is waited for without a limit. */
  constructor(
    readonly watch: OperationWatch,
    readonly connectForBuilds: () => Promise<mongoose.mongo.MongoClient>,
  ) {}
}
