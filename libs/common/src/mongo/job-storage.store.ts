/** Saved values of jobs, every version its own document. Written by the log-collector alone. */
import { randomBytes } from 'node:crypto';
import type { JsonValue } from '../contracts/common.js';
import type { JobId, TenantId } from '../domain/ids.js';
import { judgeSave, type StorageVersionHead } from '../domain/job-storage.js';
import { MAX_STORAGE_VERSIONS } from '../domain/limits.js';
import type { StorageSource, StorageVersion } from '../domain/output.js';
import type { Instant } from '../domain/run.js';
import { AppError } from '../errors/app-error.js';
import { onlyDuplicateKeys } from './duplicate-key.js';
import { keysUnder } from './log-document.js';
import { Batcher } from '../runtime/batcher.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

interface StorageDocument extends Omit<StorageVersion, 'value'>, StoredDocument {
  /** JSON text: keys of any form and numbers of any size stay what they were. */
  readonly json: string;
  /** Tells a save whose answer was lost from somebody else's. */
  readonly writer: string;
}

/** A value on its way into a job's storage. */
export interface NewStorage {
  readonly source: StorageSource;
  readonly at: Instant;
  /** `undefined` deletes: the job has no value from then on. */
  readonly value: JsonValue | undefined;
  /** The value is sealed. */
  readonly secret?: true;
}

interface Owner {
  readonly job: JobId;
  readonly tenant: TenantId;
}

interface Save {
  readonly owner: Owner;
  readonly values: readonly NewStorage[];
}

/** Saves that are put together, such batches under way at once, and saves that may wait. */
const SAVES = { maxBatch: 500, maxUnderWay: 8, maxWaiting: 5_000 };
const VERSION_DIGITS = 10;
/** Others may save at the same time; each round one of them gets in. */
const MAX_ROUNDS = 50;

export class JobStorageStore {
  private readonly storage: DocumentCollection<StorageDocument>;
  /** Saves of one job wait for each other: all at once they would only outrun each other. Those of attempts are put together. */
  private readonly saving = new Map<JobId, Promise<unknown>>();
  private readonly together = new Batcher<Save, PromiseSettledResult<number>>(
    (saves) => this.saveTogether(saves),
    SAVES,
  );

  constructor(mongo: Mongo) {
    this.storage = mongo.collection<StorageDocument>('jobStorage');
  }

  /** The job's value now; null if it never had one or it was deleted. */
  async current(job: JobId): Promise<StorageVersion | null> {
    const [newest] = await this.storage.find({ _id: keysUnder(job) }, { sort: { _id: -1 }, limit: 1 }).toArray();
    return newest === undefined || newest.deleted ? null : fromDocument(newest);
  }

  /** The kept versions, newest first, at most `MAX_STORAGE_VERSIONS`. */
  async versions(job: JobId): Promise<StorageVersion[]> {
    const newest = { sort: { _id: -1 }, limit: MAX_STORAGE_VERSIONS } as const;
    return (await this.storage.find({ _id: keysUnder(job) }, newest).toArray()).map(fromDocument);
  }

  /**
   * Saves what is new of the values, in order. Safe to repeat. Gives the job's version afterwards (0 without any).
   * Throws AppError PRECONDITION_FAILED when `expectedVersion` is given and is not the present one.
   */
  async save(owner: Owner, values: readonly NewStorage[], expectedVersion: number | null = null): Promise<number> {
    const isFromAttempts = values.every(({ source }) => 'attempt' in source);
    if (expectedVersion !== null || !isFromAttempts) return this.saveInTurn(owner, values, expectedVersion);
    const saved = await this.together.add({ owner, values });
    if (saved.status === 'rejected') throw saved.reason;
    return saved.value;
  }

  /** Saves of one job are one: a job whose hundreds of runs end at once needs a few writes, not thousands. */
  private async saveTogether(saves: readonly Save[]): Promise<readonly PromiseSettledResult<number>[]> {
    const byJob = new Map<JobId, { owner: Owner; of: Save[] }>();
    for (const save of saves) {
      const { owner } = save;
      const group = byJob.get(owner.job) ?? { owner, of: [] };
      group.of.push(save);
      byJob.set(owner.job, group);
    }
    const versions = new Map(
      [...byJob.values()].map(({ owner, of }) => {
        const inOrder = of.sort((a, b) => firstAt(a) - firstAt(b)).flatMap(({ values }) => values);
        return [owner.job, this.saveInTurn(owner, inOrder, null)];
      }),
    );
    return Promise.allSettled(saves.map(async ({ owner }) => versions.get(owner.job) ?? 0));
  }

  private async saveInTurn(
    owner: Owner,
    values: readonly NewStorage[],
    expectedVersion: number | null,
  ): Promise<number> {
    const before = this.saving.get(owner.job) ?? Promise.resolve();
    const saved = before.catch(() => undefined).then(() => this.saveNow(owner, values, expectedVersion));
    this.saving.set(owner.job, saved);
    try {
      return await saved;
    } finally {
      if (this.saving.get(owner.job) === saved) this.saving.delete(owner.job);
    }
  }

  /** Removes every version: the job itself is gone. */
  async deleteAll(job: JobId): Promise<void> {
    await this.storage.deleteMany({ _id: keysUnder(job) });
  }

  private async saveNow(owner: Owner, values: readonly NewStorage[], expectedVersion: number | null): Promise<number> {
    const writer = randomBytes(9).toString('base64url');
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const history = await this.history(owner.job);
      const latest = history[0]?.version ?? 0;
      const isBegun = history.some((version) => version.writer === writer);
      if (!isBegun) checkVersion(latest, expectedVersion);
      const added = isBegun && values.length === 1 ? [] : newOnes(history, values);
      if (added.length === 0) return latest;
      const documents = added.map((value, i) => toDocument(owner, value, { version: latest + 1 + i, writer }));
      const isIn = (await insertInOrder(this.storage, documents)) === documents.length;
      const newest = isIn ? await this.newestVersion(owner.job) : 0;
      // Where others have saved more than are kept since the look, a number was free because its version is forgotten.
      if (!isIn || newest - latest > MAX_STORAGE_VERSIONS) continue;
      await this.forgetBefore(owner.job, newest);
      return latest + documents.length;
    }
    throw new AppError('UNAVAILABLE', `job storage of ${owner.job} is being saved by too many at once`);
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

const firstAt = ({ values }: Save): Instant => values[0]?.at ?? 0;

function checkVersion(latest: number, expected: number | null): void {
  if (expected !== null && latest !== expected)
    throw new AppError('PRECONDITION_FAILED', `job storage is at version ${latest}, not ${expected}`);
}

/** What is to be added, oldest first; of very many only those that will be kept. */
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

/** Inserts until the first key that exists; gives how many are in. */
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
