/** Saved values of jobs, every version its own document. Written by the log-collector alone. */
import { randomBytes } from 'node:crypto';
import type { JsonValue } from '../spec/fields.js';
import type { JobId, TenantId } from '../domain/ids.js';
import { judgeSave, type StorageVersionHead } from '../domain/job-storage.js';
import { MAX_STORAGE_VERSIONS } from '../domain/limits.js';
import type { StorageSource, StorageVersion } from '../run/output.js';
import type { Instant } from '../run/run.js';
import { AppError } from '../errors/app-error.js';
import { onlyDuplicateKeys } from './duplicate-key.js';
import { Batcher } from '../runtime/batcher.js';
import { KeyedLock } from '../runtime/keyed-lock.js';
import { Semaphore } from '../runtime/pool.js';
import { retryOnConflict } from '../runtime/retry-on-conflict.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface StorageDocument extends Omit<StorageVersion, 'value'>, StoredDocument {
  /** JSON text: keys of any form and numbers of any size stay exact. */
  readonly json: string;
  /** Tells a save whose answer was lost from another one's. */
  readonly writer: string;
}

/** A value on its way into a job's storage. */
export interface NewStorage {
  readonly source: StorageSource;
  readonly at: Instant;
  /** `undefined` deletes: the job has no value from then on. */
  readonly value: JsonValue | undefined;
  /** The value is encrypted. */
  readonly secret?: true;
}

interface WaitingSaves {
  readonly saves: (readonly NewStorage[])[];
  /** The job's owner when the values are saved. */
  readonly version: Promise<number>;
}

interface Owner {
  readonly job: JobId;
  readonly tenant: TenantId;
}

const READS = { maxBatch: 200, maxUnderWay: 1, maxWaiting: 10_000 };
/** Waiting saves of one job that become one write. */
const MAX_SAVES_WAITING = 5_000;
/**
 * Jobs whose saves are written at the same time. The fewer they are, the more saves of the others are merged meanwhile; with too few
 * the waits for the database add up.
 */
const JOBS_SAVED_AT_ONCE = 8;
/** Versions that are not kept any more are removed in groups, not after each save. */
const FORGOTTEN_TOGETHER = 10;
const VERSION_DIGITS = 10;
/** Others may save at the same time; in each round one of them succeeds. */
const MAX_ROUNDS = 50;

export class JobStorageStore {
  private readonly storage: DocumentCollection<StorageDocument>;
  /** Saves of one job are serialised: at the same time they would only conflict. */
  private readonly saving = new KeyedLock<JobId>();
  /** Saves of a job's attempts that wait become one write, however many they are. */
  private readonly waiting = new Map<JobId, WaitingSaves>();
  private readonly permits = new Semaphore(JOBS_SAVED_AT_ONCE);
  private readonly reads: Batcher<JobId, StorageVersion | null>;

  constructor(mongo: Mongo) {
    this.storage = mongo.collection<StorageDocument>('jobStorage');
    this.reads = new Batcher((jobs) => this.currentOf(jobs), READS);
  }

  /** The job's value; null if it never had one or it was deleted. */
  async current(job: JobId): Promise<StorageVersion | null> {
    return this.reads.add(job);
  }

  /** The kept versions, newest first, at most `MAX_STORAGE_VERSIONS`. */
  async versions(job: JobId): Promise<StorageVersion[]> {
    const newest = { sort: { _id: -1 }, limit: MAX_STORAGE_VERSIONS } as const;
    return (await this.storage.find({ _id: keysUnder(job) }, newest).toArray()).map(fromDocument);
  }

  /**
   * Saves the new ones of the values, in order. Safe to repeat. Returns the job's version afterwards (0 without any). Throws
   * AppError PRECONDITION_FAILED when `expectedVersion` is given and is not the present one.
   */
  async save(owner: Owner, values: readonly NewStorage[], expectedVersion: number | null = null): Promise<number> {
    const isFromAttempts = values.every(({ source }) => 'attempt' in source);
    if (expectedVersion !== null || !isFromAttempts)
      return this.saving.run(owner.job, () => this.saveNow(owner, values, expectedVersion));
    const waiting = this.waiting.get(owner.job);
    if (waiting === undefined) return this.saveTogether(owner, values);
    if (waiting.saves.length >= MAX_SAVES_WAITING)
      throw new AppError('UNAVAILABLE', `too many saves of the job storage of ${owner.job} wait`);
    waiting.saves.push(values);
    return waiting.version;
  }

  /** Removes every version: the job itself is removed. */
  async deleteAll(job: JobId): Promise<void> {
    await this.storage.deleteMany({ _id: keysUnder(job) });
  }

  /** Saves the values, together with those that arrive for the same job meanwhile. */
  private saveTogether(owner: Owner, values: readonly NewStorage[]): Promise<number> {
    const saves = [values];
    const begin = (): Promise<number> => {
      this.waiting.delete(owner.job);
      return this.saveNow(owner, saves.sort((a, b) => firstAt(a) - firstAt(b)).flat(), null);
    };
    const version = this.saving.run(owner.job, () => this.permits.use(begin));
    this.waiting.set(owner.job, { saves, version });
    return version;
  }

  private async saveNow(owner: Owner, values: readonly NewStorage[], expectedVersion: number | null): Promise<number> {
    const writer = randomBytes(9).toString('base64url');
    const contended = `job storage of ${owner.job} is being saved by too many at once`;
    return retryOnConflict(MAX_ROUNDS, contended, async () => {
      const history = await this.history(owner.job);
      const latest = history[0]?.version ?? 0;
      const isBegun = history.some((version) => version.writer === writer);
      if (!isBegun) checkVersion(latest, expectedVersion);
      const added = isBegun && values.length === 1 ? [] : newOnes(history, values);
      if (added.length === 0) return latest;
      const documents = added.map((value, i) => toDocument(owner, value, { version: latest + 1 + i, writer }));
      const isIn = (await insertInOrder(this.storage, documents)) === documents.length;
      const newest = isIn ? await this.newestVersion(owner.job) : 0;
      // Where others have saved more than are kept since the read, a number was free because its version was removed.
      if (!isIn || newest - latest > MAX_STORAGE_VERSIONS) return null;
      if (isForgettingDue(latest, newest)) await this.forgetBefore(owner.job, newest);
      return latest + documents.length;
    });
  }

  private async currentOf(jobs: readonly JobId[]): Promise<(StorageVersion | null)[]> {
    const heads = { projection: { job: 1, version: 1, deleted: 1 } } as const;
    const newest = new Map<string, Pick<StorageDocument, '_id' | 'version' | 'deleted'>>();
    for (const head of await this.storage.find({ job: { $in: [...new Set(jobs)] } }, heads).toArray())
      if (head.version > (newest.get(head.job)?.version ?? 0)) newest.set(head.job, head);
    const keys = [...newest.values()].filter(({ deleted }) => !deleted).map(({ _id }) => _id);
    const found = keys.length === 0 ? [] : await this.storage.find({ _id: { $in: keys } }).toArray();
    // A version that has gone meanwhile was followed by more than are kept.
    if (found.length < keys.length) return this.currentOf(jobs);
    const values = new Map(found.map((document) => [document.job, fromDocument(document)]));
    return jobs.map((job) => values.get(job) ?? null);
  }

  private async history(job: JobId): Promise<(StorageVersionHead & { readonly writer: string })[]> {
    const heads = { projection: { json: 0 }, sort: { _id: -1 }, limit: MAX_STORAGE_VERSIONS } as const;
    const documents = await this.storage.find({ _id: keysUnder(job) }, heads).toArray();
    return documents.map(({ version, savedAt, source, writer }) => ({ version, savedAt, source, writer }));
  }

  private async newestVersion(job: JobId): Promise<number> {
    const newest = { projection: { version: 1 }, sort: { _id: -1 } } as const;
    return (await this.storage.findOne({ _id: keysUnder(job) }, newest))?.version ?? 0;
  }

  private async forgetBefore(job: JobId, latest: number): Promise<void> {
    const newestForgotten = latest - MAX_STORAGE_VERSIONS;
    if (newestForgotten < 1) return;
    await this.storage.deleteMany({ _id: { $gt: `${job}/`, $lte: versionKey(job, newestForgotten) } });
  }
}

const isForgettingDue = (before: number, now: number): boolean =>
  Math.floor(before / FORGOTTEN_TOGETHER) !== Math.floor(now / FORGOTTEN_TOGETHER);

const firstAt = (values: readonly NewStorage[]): Instant => values[0]?.at ?? 0;

function checkVersion(latest: number, expected: number | null): void {
  if (expected !== null && latest !== expected)
    throw new AppError('PRECONDITION_FAILED', `job storage is at version ${latest}, not ${expected}`);
}

/** The values to add, oldest first; of very many only those that will be kept. */
function newOnes(history: readonly StorageVersionHead[], values: readonly NewStorage[]): NewStorage[] {
  const added: NewStorage[] = [];
  let known = [...history];
  for (const value of values) {
    if (judgeSave(known, value) !== 'add') continue;
    added.push(value);
    const version = (known[0]?.version ?? 0) + 1;
    known = [{ version, savedAt: value.at, source: value.source }, ...known].slice(0, MAX_STORAGE_VERSIONS);
  }
  return added.slice(-MAX_STORAGE_VERSIONS);
}

const versionKey = (job: JobId, version: number): string => `${job}/${String(version).padStart(VERSION_DIGITS, '0')}`;

function toDocument(
  { job, tenant }: { readonly job: JobId; readonly tenant: TenantId },
  { source, at, value, secret }: NewStorage,
  { version, writer }: { readonly version: number; readonly writer: string },
): StorageDocument {
  const deleted = value === undefined;
  const json = JSON.stringify(deleted ? null : value);
  const key = { _id: versionKey(job, version), job, tenant, version };
  return { ...key, json, ...(secret && { secret }), deleted, savedAt: at, source, writer };
}

function fromDocument({ _id: _key, json, writer: _writer, ...rest }: StorageDocument): StorageVersion {
  return { ...rest, value: JSON.parse(json) as JsonValue };
}

/** Inserts up to the first key that exists; returns how many were inserted. */
async function insertInOrder(
  storage: DocumentCollection<StorageDocument>,
  documents: readonly StorageDocument[],
): Promise<number> {
  try {
    await storage.insertMany([...documents], { ordered: true });
    return documents.length;
  } catch (error) {
    const [existing] = onlyDuplicateKeys(error) ?? [];
    if (existing === undefined) throw error;
    return existing;
  }
}
