/**
 * Fills a database from a backup. A hold of all tenants is set before the first document is stored, so that a service that starts
 * at any moment admits and starts nothing until an admin releases the hold.
 */
import type { Readable } from 'node:stream';
import { EVERYBODY, HOLD_SCOPES, type Hold } from '#common/domain/hold.js';
import { type RunId } from '#common/domain/ids.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { JOB_PERMIT } from '#common/domain/shared-limit.js';
import { SERVICES } from '#common/domain/service-name.js';
import { COLLECTION_NAMES, type CollectionName } from '#common/mongo/collections.js';
import { DumpStore, type DumpedDocument } from '#common/mongo/dump.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { MongoLimitDocuments } from '#common/mongo/limit-documents.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { Run } from '#common/run/run.js';
import { eraseAgain } from '../../tenant/src/erase-again.js';
import { readBackup, type BackupDocument, type BackupHead, type DocumentCounts } from './backup-file.js';
import type { Pace } from './pace.js';

/** Documents, and characters of their text, that are stored by one statement. */
const BATCH = { documents: 200, characters: 4 * 1024 * 1024 };
const RUNS_PER_READ = 200;
const LIVE_WITHIN_MS = 60_000;

export interface Loaded {
  readonly head: BackupHead;
  /** In the backup. */
  readonly documents: DocumentCounts;
  /**
   * Of these, those that were stored. Left out are the hold of all tenants, which is the restore's own, and what was read twice because
   * it was changed meanwhile, such as two jobs of one name.
   */
  readonly stored: DocumentCounts;
}

export interface LoadParts {
  readonly store: DumpStore;
  readonly open: () => Readable;
  /** Who holds: `by` of the hold. */
  readonly by: string;
  readonly pace?: Pace;
  /** Gets each document. */
  readonly see?: (entry: BackupDocument) => void;
}

export interface Restored extends Loaded {
  /** Permits of runs under way that were missing in the backup, because these runs were admitted while it was taken. */
  readonly permitsAdded: number;
  /** Tenants that were erased after the backup, as far as the database knew, and again now. */
  readonly erasedAgain: readonly string[];
}

export interface RestoreOptions {
  readonly replace: boolean;
  /** Proves that entries of the audit were erased; it is needed only if tenants are erased again. */
  readonly box: Pick<SecretBox, 'seal'>;
}

/** Restores into the database of the services. Throws an Error with the reason where it is in use, or is not empty and `replace` is not given. */
export async function restore(mongo: Mongo, open: () => Readable, { replace, box }: RestoreOptions): Promise<Restored> {
  const store = new DumpStore(mongo);
  await refuseUnlessFree(mongo, store, replace);
  const loaded = await load(mongo, { store, open, by: 'npm run restore' });
  const erased = await new InstanceStore(mongo).erasedTenants();
  const erasedAgain = await eraseAgain(mongo, box, erased, Date.parse(loaded.head.takenAt));
  return { ...loaded, erasedAgain, permitsAdded: await addPermits(mongo) };
}

/** Throws an Error with the reason where the database is in use, or is not empty and `replace` is not given. */
async function refuseUnlessFree(mongo: Mongo, store: DumpStore, replace: boolean): Promise<void> {
  await refuseWhereServicesRun(mongo);
  const filled = (await store.filled()).filter((name) => name !== 'members' && name !== 'instance');
  if (filled.length > 0 && !replace)
    throw new Error(
      `the database is not empty (${filled.join(', ')}): use an empty database, or --replace to remove all of its data`,
    );
}

/** Removes everything in the database but the hold, which it sets first, and stores the documents of the backup. */
export async function load(mongo: Mongo, { store, open, by, pace, see }: LoadParts): Promise<Loaded> {
  const begin = async (head: BackupHead): Promise<void> => {
    await hold(mongo, by, `Restored the backup of ${head.takenAt}.`);
    for (const name of COLLECTION_NAMES) if (name !== 'holds' && name !== 'instance') await store.clear(name);
    // The list of erased tenants stays.
    await new InstanceStore(mongo).removeSettings();
  };
  const batches = new Batches(store);
  const add = async (entry: BackupDocument): Promise<void> => {
    see?.(entry);
    await batches.add(entry);
    await pace?.spend(entry.characters);
  };
  const { head, documents } = await readBackup(open(), add, begin);
  await batches.flush();
  await mongo.readInstance();
  return { head, documents, stored: batches.stored };
}

export async function refuseWhereServicesRun(mongo: Mongo): Promise<void> {
  const members = new MembersStore(mongo);
  const since = (await mongo.serverTime()) - LIVE_WITHIN_MS;
  for (const service of SERVICES) {
    const [live] = await members.heardSince(service, since);
    if (live)
      throw new Error(`the ${service} ${live.replica} used this database within the last minute: stop all services`);
  }
}

/** Also how a drill marks its database, before anything else is in it. */
export async function hold(mongo: Mongo, by: string, reason: string): Promise<void> {
  const holds = new HoldsStore(mongo);
  const since = await mongo.serverTime();
  const before = await holds.load(EVERYBODY);
  const all: Hold = {
    tenant: EVERYBODY,
    scopes: HOLD_SCOPES,
    reason,
    by,
    since,
    skipUntil: null,
    rev: (before?.rev ?? 0) + 1,
  };
  if (!(await holds.put(all, before))) throw new Error('the hold was changed at the same time: run this again');
}

/** Documents of one collection, stored in batches. */
class Batches {
  readonly stored: DocumentCounts = {};
  private name: CollectionName | null = null;
  private documents: DumpedDocument[] = [];
  private characters = 0;

  constructor(private readonly store: DumpStore) {}

  /** The hold of all tenants is stored already, and stays. */
  async add({ collection: name, document, characters }: BackupDocument): Promise<void> {
    if (name !== this.name) await this.flush();
    this.name = name;
    if (name === 'holds' && document._id === EVERYBODY) return;
    this.documents.push(document);
    this.characters += characters;
    if (this.documents.length >= BATCH.documents || this.characters >= BATCH.characters) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.name !== null && this.documents.length > 0) {
      const added = await this.store.insert(this.name, this.documents);
      this.stored[this.name] = (this.stored[this.name] ?? 0) + added;
    }
    this.documents = [];
    this.characters = 0;
  }
}

/**
 * Schedules are read before runs (`order.ts`), so a run may have been admitted in between: it gets its permits, so that no other
 * run of its job is started beside it. The sweeps of the schedulers release the permits of ended runs. Returns their number.
 */
export async function addPermits(mongo: Mongo): Promise<number> {
  const reads = new RunReads(mongo);
  let added = 0;
  for (const shard of mongo.shards.all) {
    for (let after: { wakeAt: number; id: RunId } | null = null; ;) {
      const page: Run[] = await reads.openRuns(shard, after, RUNS_PER_READ);
      for (const run of page) for (const key of run.holds) if (await addPermit(mongo, run, key)) added++;
      const last = page.at(-1);
      if (last === undefined || page.length < RUNS_PER_READ) break;
      after = { wakeAt: last.wakeAt ?? last.createdAt, id: last.id };
    }
  }
  return added;
}

async function addPermit(mongo: Mongo, run: Run, key: string): Promise<boolean> {
  const since = await mongo.serverTime();
  if (key.startsWith(JOB_PERMIT)) {
    const schedules = new SchedulesStore(mongo);
    const state = await schedules.load(run.job);
    if (!state || state.holders.some((permit) => permit.run === run.id)) return false;
    const rev = state.rev + 1;
    const holders = [...state.holders, { run: run.id, since, grant: rev }];
    const queue = state.queue.filter((waiter) => waiter.run !== run.id);
    return schedules.save({ ...state, holders, queue, rev }, state.rev);
  }
  const limits = new LimitsStore(new MongoLimitDocuments(mongo));
  const permit = { run: run.id, job: run.job, since, grant: 0 };
  const limit = await limits.load(key);
  if (!limit)
    return limits.insert({ key, tenant: run.tenant, rev: 1, holders: [permit], waiting: [], overflow: false });
  if (limit.holders.some((each) => each.run === run.id)) return false;
  return limits.save({ ...limit, holders: [...limit.holders, permit], rev: limit.rev + 1 }, limit.rev);
}
