/** Saved values of jobs, every version its own document. Written by the log-collector alone. */
import { randomBytes } from 'node:crypto';
import { parseExactJson } from '../domain/parse-json.js';
import type { JsonValue } from '../spec/fields.js';
import type { JobId, TenantId } from '../domain/ids.js';
import { judgeSave, type StorageVersionHead } from '../domain/job-storage.js';
import { MAX_STORAGE_VERSIONS } from '../domain/limits.js';
import type { StorageSource, StorageVersion } from '../run/output.js';
import type { Instant } from '../run/run.js';
import { AppError } from '../errors/app-error.js';
import { Batcher } from '../runtime/batcher.js';
import { KeyedLock } from '../runtime/keyed-lock.js';
import { retryOnConflict } from '../runtime/retry-on-conflict.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, byKeys, insertInOrder } from './document.js';
import { isDatabaseOutage } from './outage.js';

interface StorageDocument extends Omit<StorageVersion, 'value'>, StoredDocument {
  /** JSON text: keys of any form and numbers of any size stay exact. */
  readonly json: string;
  /** Distinguishes a save whose answer was lost from the save of another caller. */
  readonly writer: string;
}

/** A value that is to be saved in a job's storage. */
export interface NewStorage {
  readonly source: StorageSource;
  readonly at: Instant;
  /** When the run of its attempt was created. */
  readonly runAt?: Instant;
  /** `undefined` deletes: the job has no value from then on. */
  readonly value: JsonValue | undefined;
  /** The value is encrypted. */
  readonly secret?: true;
}

/** Saves of one job that may wait at the same time. */
interface JobSaves {
  readonly owner: Owner;
  readonly saves: (readonly NewStorage[])[];
}

/** The writes of one job that are made together. */
interface JobWrite {
  readonly owner: Owner;
  /** In the order of their times. */
  readonly values: readonly NewStorage[];
  readonly writer: string;
}

interface Plan {
  readonly write: JobWrite;
  /** The version before. */
  readonly latest: number;
  readonly added: readonly StorageDocument[];
}

type Head = StorageVersionHead & { readonly writer: string };

interface Owner {
  readonly job: JobId;
  readonly tenant: TenantId;
}

const READS = { maxBatch: 200, maxUnderWay: 1, maxWaiting: 10_000 };
/** Waiting saves of one job that become one write. */
const MAX_SAVES_WAITING = 5_000;
/** Jobs whose saves are written together, and such writes at once; later saves of a job become its next write. */
const JOBS = { maxBatch: 50, maxUnderWay: 2, maxWaiting: 20_000 };
/** Versions beyond the limit are removed in groups, not after each save. */
const FORGOTTEN_TOGETHER = 10;
const VERSION_DIGITS = 10;
/** Others may save at the same time; in each round one of them succeeds. */
const MAX_ROUNDS = 50;

export class JobStorageStore {
  private readonly storage;
  /** Saves that name a version, or are made by people, are serialised for each job: in parallel they would only conflict. */
  private readonly saving = new KeyedLock<JobId>();
  /** Saves of a job's attempts that wait become one write, however many they are. */
  private readonly waiting = new Map<JobId, { readonly item: JobSaves; readonly version: Promise<number> }>();
  private readonly writes: Batcher<JobSaves, PromiseSettledResult<number>>;
  private readonly reads: Batcher<JobId, StorageVersion | null>;

  constructor(mongo: Mongo) {
    this.storage = mongo.collection<StorageDocument>('jobStorage');
    this.reads = new Batcher((jobs) => this.currentOf(jobs), READS);
    this.writes = new Batcher((items) => this.saveMany(items), { ...JOBS, keyOf: ({ owner }) => owner.job });
  }

  /** The job's value; null if it never had one or it was deleted. */
  async current(job: JobId): Promise<StorageVersion | null> {
    return this.reads.add(job);
  }

  /** The kept versions, newest first, at most `MAX_STORAGE_VERSIONS`. */
  async versions(job: JobId): Promise<StorageVersion[]> {
    const newest = { sort: { _id: -1 }, limit: MAX_STORAGE_VERSIONS } as const;
    return this.storage
      .find({ job, _id: keysUnder(job) }, newest)
      .map(fromDocument)
      .toArray();
  }

  /**
   * Saves those of the values that are new, in order. Safe to repeat. Returns the job's version afterwards (0 without any). Throws
   * AppError PRECONDITION_FAILED when `expectedVersion` is given and is not the present one.
   */
  async save(owner: Owner, values: readonly NewStorage[], expectedVersion: number | null = null): Promise<number> {
    const isFromAttempts = values.every(({ source }) => 'attempt' in source);
    if (expectedVersion !== null || !isFromAttempts)
      return this.saving.run(owner.job, () => this.saveOne({ owner, values, writer: newWriter() }, expectedVersion));
    const waiting = this.waiting.get(owner.job);
    if (waiting === undefined) {
      const item = { owner, saves: [values] };
      const version = this.writes.add(item).then((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      const entry = { item, version };
      this.waiting.set(owner.job, entry);
      // A save that was refused at once never begins.
      version.catch(() => {
        if (this.waiting.get(owner.job) === entry) this.waiting.delete(owner.job);
      });
      return version;
    }
    if (waiting.item.saves.length >= MAX_SAVES_WAITING)
      throw new AppError('UNAVAILABLE', `too many writes of the job storage of ${owner.job} are waiting; try again`);
    waiting.item.saves.push(values);
    return waiting.version;
  }

  /** Removes every version, because the job itself is removed. */
  async deleteAll(job: JobId): Promise<void> {
    await this.storage.deleteMany({ job, _id: keysUnder(job) });
  }

  /** Reads once for all of the jobs. A failure of one of them does not affect the others. */
  private async saveMany(items: readonly JobSaves[]): Promise<PromiseSettledResult<number>[]> {
    const writes = items.map(({ owner, saves }): JobWrite => {
      this.waiting.delete(owner.job);
      const values = saves.toSorted((a, b) => firstAt(a) - firstAt(b)).flat();
      return { owner, values, writer: newWriter() };
    });
    const jobs = writes.map(({ owner }) => owner.job);
    const histories = await this.histories(jobs);
    const plans = writes.map((write) => ({ write, ...planned(write, histories.get(write.owner.job) ?? []) }));
    const added = plans.flatMap((plan) => plan.added);
    // In order, so that the first versions of each job are inserted first.
    const inserted = new Set(added.slice(0, await this.insertedOf(added)));
    const newest = inserted.size > 0 ? await this.newestVersions(jobs) : new Map<string, number>();
    const isSaved = (plan: Plan): boolean =>
      plan.added.every((document) => inserted.has(document)) &&
      (plan.added.length === 0 || counts(plan.latest, newest.get(plan.write.owner.job) ?? 0));
    const saved = new Set(plans.filter(isSaved));
    await this.forget(
      [...saved].map(({ write, latest }) => [write.owner.job, latest, newest.get(write.owner.job) ?? 0]),
    );
    // For the others, another writer was faster, or one of them cannot be stored.
    return Promise.allSettled(
      plans.map(async (plan) => (saved.has(plan) ? plan.latest + plan.added.length : this.saveOne(plan.write, null))),
    );
  }

  /** How many of the documents of many jobs were inserted, from the first on. Throws while the database is away. */
  private async insertedOf(documents: readonly StorageDocument[]): Promise<number> {
    try {
      return await insertInOrder(this.storage, documents);
    } catch (error) {
      if (isDatabaseOutage(error) || error instanceof AppError) throw error;
      return 0;
    }
  }

  private async saveOne({ owner, values, writer }: JobWrite, expectedVersion: number | null): Promise<number> {
    const storage = `the job storage of ${owner.job}`;
    return retryOnConflict(MAX_ROUNDS, storage, async () => {
      const history = await this.history(owner.job);
      const { latest, added, isBegun } = planned({ owner, values, writer }, history);
      if (!isBegun) checkVersion(latest, expectedVersion);
      if (added.length === 0) return latest;
      if ((await insertInOrder(this.storage, added)) < added.length) return null;
      const newest = await this.newestVersion(owner.job);
      if (!counts(latest, newest)) return null;
      await this.forget([[owner.job, latest, newest]]);
      return latest + added.length;
    });
  }

  private async currentOf(jobs: readonly JobId[]): Promise<(StorageVersion | null)[]> {
    const heads = { projection: { job: 1, version: 1, deleted: 1 } } as const;
    const newest = new Map<string, Pick<StorageDocument, '_id' | 'version' | 'deleted'>>();
    for (const head of await this.storage.find({ job: { $in: [...new Set(jobs)] } }, heads).toArray())
      if (head.version > (newest.get(head.job)?.version ?? 0)) newest.set(head.job, head);
    const keys = [...newest.values()].filter(({ deleted }) => !deleted).map(({ _id }) => _id);
    const documents = await byKeys(this.storage, keys, { job: { $in: [...newest.keys()] as JobId[] } });
    // A version that was removed meanwhile was followed by more versions than are kept.
    if (documents.length < keys.length) return this.currentOf(jobs);
    const values = new Map(documents.map((document) => [document.job, fromDocument(document)]));
    return jobs.map((job) => values.get(job) ?? null);
  }

  /** The kept versions without their values, newest first. */
  async heads(job: JobId): Promise<readonly StorageVersionHead[]> {
    return this.history(job);
  }

  private async history(job: JobId): Promise<Head[]> {
    const heads = { projection: { json: 0 }, sort: { _id: -1 }, limit: MAX_STORAGE_VERSIONS } as const;
    return this.storage
      .find({ job, _id: keysUnder(job) }, heads)
      .map(headOf)
      .toArray();
  }

  private async histories(jobs: readonly JobId[]): Promise<Map<string, Head[]>> {
    const documents = await this.storage.find({ job: { $in: [...jobs] } }, { projection: { json: 0 } }).toArray();
    const newestFirst = documents.sort((a, b) => b.version - a.version);
    const byJob = Map.groupBy(newestFirst, ({ job }) => job as string);
    return new Map([...byJob].map(([job, all]) => [job, all.slice(0, MAX_STORAGE_VERSIONS).map(headOf)]));
  }

  private async newestVersions(jobs: readonly JobId[]): Promise<Map<string, number>> {
    const heads = { projection: { job: 1, version: 1 } } as const;
    const newest = new Map<string, number>();
    for (const { job, version } of await this.storage.find({ job: { $in: [...jobs] } }, heads).toArray())
      newest.set(job, Math.max(version, newest.get(job) ?? 0));
    return newest;
  }

  private async newestVersion(job: JobId): Promise<number> {
    const newest = { projection: { version: 1 }, sort: { _id: -1 } } as const;
    return (await this.storage.findOne({ job, _id: keysUnder(job) }, newest))?.version ?? 0;
  }

  /** Removes the versions beyond the limit of jobs that have advanced from one version to another. */
  private async forget(grown: readonly (readonly [job: JobId, before: number, now: number])[]): Promise<void> {
    const removals = grown.flatMap(([job, before, now]) => {
      const newestForgotten = now - MAX_STORAGE_VERSIONS;
      if (newestForgotten < 1 || !isForgettingDue(before, now)) return [];
      return [{ deleteMany: { filter: { job, _id: { $gt: `${job}/`, $lte: versionKey(job, newestForgotten) } } } }];
    });
    if (removals.length > 0) await this.storage.bulkWrite(removals, { ordered: false });
  }
}

/**
 * True when the version that was inserted after `latest` is valid. If others have saved more versions than are kept since the read,
 * its number was free only because the version with that number was removed.
 */
const counts = (latest: number, newest: number): boolean => newest > 0 && newest - latest <= MAX_STORAGE_VERSIONS;

const isForgettingDue = (before: number, now: number): boolean =>
  Math.floor(before / FORGOTTEN_TOGETHER) !== Math.floor(now / FORGOTTEN_TOGETHER);

const newWriter = (): string => randomBytes(9).toString('base64url');

const headOf = ({ version, savedAt, source, runAt, writer }: Head): Head => ({
  version,
  savedAt,
  source,
  writer,
  ...(runAt !== undefined && { runAt }),
});

/** The versions that a write adds to a history. */
function planned(
  { owner, values, writer }: JobWrite,
  history: readonly Head[],
): { readonly latest: number; readonly added: readonly StorageDocument[]; readonly isBegun: boolean } {
  const latest = history[0]?.version ?? 0;
  const isBegun = history.some((version) => version.writer === writer);
  const added = isBegun && values.length === 1 ? [] : newOnes(history, values);
  return {
    latest,
    isBegun,
    added: added.map((value, i) => toDocument(owner, value, { version: latest + 1 + i, writer })),
  };
}

const firstAt = (values: readonly NewStorage[]): Instant => values[0]?.at ?? 0;

function checkVersion(latest: number, expected: number | null): void {
  if (expected !== null && latest !== expected)
    throw new AppError('PRECONDITION_FAILED', `the job storage has version ${latest}, not ${expected}`);
}

/** The values to add, oldest first; if there are very many, only those that will be kept. */
function newOnes(history: readonly StorageVersionHead[], values: readonly NewStorage[]): NewStorage[] {
  const added: NewStorage[] = [];
  let heads = [...history];
  for (const value of values) {
    if (judgeSave(heads, value) !== 'add') continue;
    added.push(value);
    const version = (heads[0]?.version ?? 0) + 1;
    const { at: savedAt, source, runAt } = value;
    heads = [{ version, savedAt, source, ...(runAt !== undefined && { runAt }) }, ...heads].slice(
      0,
      MAX_STORAGE_VERSIONS,
    );
  }
  return added.slice(-MAX_STORAGE_VERSIONS);
}

const versionKey = (job: JobId, version: number): string => `${job}/${String(version).padStart(VERSION_DIGITS, '0')}`;

function toDocument(
  { job, tenant }: { readonly job: JobId; readonly tenant: TenantId },
  { source, at, runAt, value, secret }: NewStorage,
  { version, writer }: { readonly version: number; readonly writer: string },
): StorageDocument {
  const deleted = value === undefined;
  const json = JSON.stringify(deleted ? null : value);
  const key = { _id: versionKey(job, version), job, tenant, version };
  const created = runAt === undefined ? {} : { runAt };
  return { ...key, json, ...(secret && { secret }), deleted, savedAt: at, source, ...created, writer };
}

function fromDocument({ _id: _key, json, writer: _writer, ...rest }: StorageDocument): StorageVersion {
  return { ...rest, value: parseExactJson(json) as JsonValue };
}
