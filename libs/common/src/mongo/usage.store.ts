/**
 * The usage ledger and what is needed to count each end of a run in it once. Written by the executor alone, except that the api removes the
 * ledgers of a tenant with it.
 */
import type { mongo } from 'mongoose';
import { asJobId, asRunId, asTenantId, parseAttemptId, type RunId, type TenantId } from '../domain/ids.js';
import { USAGE_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../domain/instant.js';
import { ENDED_STATES, endKeyOf, type Ledger, type LedgerKind, type LoggedEnd, type RunEnd } from '../usage/ledger.js';
import { endInHour } from '../usage/hours.js';
import type { StorageSize } from '../usage/storage-pass.js';
import { NO_USAGE } from '../usage/usage.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { BulkWriter, type GuardedDocument } from './batched-operations.js';
import {
  partsByTenant,
  type DocumentCollection,
  type StoredDocument,
  type Tenants,
  byKeys,
  mapById,
  isFirst,
  saveRevision,
} from './document.js';
import { ANY_TEXT } from './index-order.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

/** How far runs are counted. */
export interface UsageProgress {
  /** Since when runs are counted. */
  readonly since: Instant;
  /** All ends up to here are counted. */
  readonly through: Instant;
  /** The end of the window that is being counted; null between two windows. */
  readonly window: Instant | null;
  /** Since when hours are counted; absent while a version without hours counts. */
  readonly hoursSince?: Instant;
  readonly rev: number;
}

interface LedgerDocument extends Omit<Ledger, 'id'>, GuardedDocument {
  readonly expireAt: Date;
}
interface ProgressDocument extends UsageProgress, StoredDocument {}
interface EarlyEndDocument extends Omit<LoggedEnd, 'run'>, StoredDocument {
  readonly run: string;
}

const PROGRESS = 'progress';
const END_FIELDS = {
  tenant: 1,
  job: 1,
  state: 1,
  changedAt: 1,
  createdAt: 1,
  usage: 1,
  usageFrom: 1,
  generation: 1,
  reason: 1,
  trigger: 1,
  scheduledFor: 1,
  startAfter: 1,
  started: 1,
} as const;

export class UsageStore {
  private readonly ledgers;
  private readonly progress;
  private readonly early;
  private readonly runs;
  private readonly logs: DocumentCollection<StoredDocument>;
  private readonly storage: DocumentCollection<StoredDocument>;
  private readonly writer: BulkWriter<LedgerDocument>;

  constructor(mongo: Mongo) {
    this.ledgers = mongo.collection<LedgerDocument>('usage');
    this.progress = mongo.collection<ProgressDocument>('usageProgress');
    this.early = mongo.collection<EarlyEndDocument>('usageEarlyEnds');
    this.runs = mongo.collection<RunDocument>('runs');
    this.logs = mongo.collection('logs');
    this.storage = mongo.collection('jobStorage');
    this.writer = new BulkWriter(this.ledgers);
  }

  // Progress

  /** Null before the first window. */
  async readProgress(): Promise<UsageProgress | null> {
    const document = await this.progress.findOne({ _id: PROGRESS });
    if (document === null) return null;
    // What a later version has added is not saved back: it has to see that this version counted without it.
    const { since, through, window, hoursSince, rev } = document;
    return { since, through, window, rev, ...(hoursSince !== undefined && { hoursSince }) };
  }

  /** False: another process was faster. */
  async saveProgress(next: UsageProgress): Promise<boolean> {
    return saveRevision(this.progress, { _id: PROGRESS, ...next });
  }

  // Ends of runs

  /** When the first change of a run was made after `from`, also of a run that is gone; null if there was none. */
  async firstChangeAfter(from: Instant): Promise<Instant | null> {
    const run = await this.runs.findOne(
      { ...RUNS_ONLY, changedAt: { $gt: from } },
      { projection: { changedAt: 1 }, sort: { changedAt: 1, _id: 1 } },
    );
    // Read after the runs: the end of a run is kept before the run goes.
    const early = await this.early.findOne({ at: { $gt: from } }, { projection: { at: 1 }, sort: { at: 1 } });
    const times = [run?.changedAt, early?.at].flatMap((at) => at ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** A page of the runs that ended after `from` and until `to`, in order, after the place of the former page. */
  async endsBetween(from: Instant, to: Instant, after: EndsPage['next'], limit: number): Promise<EndsPage> {
    const place =
      after === null ? {} : { $or: [{ changedAt: { $gt: after.at } }, { _id: { $gt: after.run as string } }] };
    const lower = after === null ? { $gt: from } : { $gte: after.at };
    const filter = { ...RUNS_ONLY, changedAt: { ...lower, $lte: to }, ...place } as mongo.Filter<RunDocument>;
    const documents = await this.runs
      .find(filter, { projection: END_FIELDS, sort: { changedAt: 1, _id: 1 }, limit })
      .toArray();
    const last = documents.length < limit ? undefined : documents.at(-1);
    return {
      ends: documents.flatMap((document) => endOf(document) ?? []),
      next: last === undefined ? null : { at: last.changedAt ?? to, run: asRunId(last._id) },
    };
  }

  /** The same ends with the bytes of their logs. */
  async withLogs(ends: readonly RunEnd[]): Promise<LoggedEnd[]> {
    const whole = ends.filter(({ generations }) => generations.from === 0).map(({ run }) => run);
    const bytes = new Map(whole.length === 0 ? [] : await this.bytesOfRuns(whole));
    for (const end of ends) if (end.generations.from > 0) bytes.set(end.run, await this.bytesOfGenerations(end));
    return ends.map((end) => ({ ...end, logBytes: bytes.get(end.run) ?? 0 }));
  }

  private async bytesOfRuns(runs: readonly RunId[]): Promise<[string, number][]> {
    const stages = [
      { $match: { run: { $in: [...runs] } } },
      { $group: { _id: '$attempt', run: { $first: '$run' }, bytes: { $max: '$progress.keptBytes' } } },
      { $group: { _id: '$run', bytes: { $sum: '$bytes' } } },
    ];
    return this.logs
      .aggregate<{ _id: string; bytes: number }>(stages)
      .map(({ _id, bytes }): [string, number] => [_id, bytes])
      .toArray();
  }

  private async bytesOfGenerations({ run, generations: { from, to } }: RunEnd): Promise<number> {
    const stages = [{ $match: { run } }, { $group: { _id: '$attempt', bytes: { $max: '$progress.keptBytes' } } }];
    const attempts = await this.logs.aggregate<{ _id: string; bytes: number }>(stages).toArray();
    const counts = (attempt: string): boolean => {
      const generation = parseAttemptId(attempt)?.generation ?? 0;
      return generation >= from && generation <= to;
    };
    return attempts.reduce((sum, { _id, bytes }) => sum + (counts(_id) ? bytes : 0), 0);
  }

  // Job storage

  /**
   * What the kept versions of jobs hold, in the order of their keys, after one of them. An encrypted value counts as it is stored, about a
   * third more than the value.
   */
  async storageSizes(after: string | null, limit: number): Promise<StorageSize[]> {
    const bytes = { $cond: ['$deleted', 0, { $strLenBytes: '$json' }] };
    const stages = [
      { $match: { _id: after === null ? ANY_TEXT : { $gt: after } } },
      { $sort: { _id: 1 } },
      { $limit: limit },
      { $project: { tenant: 1, job: 1, savedAt: 1, bytes } },
    ];
    return this.storage
      .aggregate<Omit<StorageSize, 'key'> & StoredDocument>(stages)
      .map(({ _id, tenant, job, savedAt, bytes: held }) => ({ key: _id, tenant, job, savedAt, bytes: held }))
      .toArray();
  }

  // Early ends

  /** Keeps the end of a run, with the bytes of its log, before the run changes or goes. Safe to repeat. */
  async keepEarlyEnd(early: RunEnd): Promise<void> {
    const { run, ...end } = early;
    const logBytes = await this.bytesOfGenerations(early);
    await isFirst(this.early.insertOne({ _id: endKeyOf(early), run, ...end, logBytes }));
  }

  async earlyEndsBetween(from: Instant, to: Instant, limit: number): Promise<LoggedEnd[]> {
    return this.early
      .find({ at: { $gt: from, $lte: to } }, { sort: { at: 1 }, limit })
      .map(({ _id, run, tenant, job, ...end }) => ({
        ...end,
        run: asRunId(run),
        tenant: asTenantId(tenant),
        job: asJobId(job),
      }))
      .toArray();
  }

  async forgetEarlyEnds(through: Instant): Promise<void> {
    await this.early.deleteMany({ at: { $lte: through } });
  }

  // Ledgers

  async load(ids: readonly string[]): Promise<ReadonlyMap<string, Ledger>> {
    return mapById(await byKeys(this.ledgers, ids), ledgerOf);
  }

  /** False: another process has written it. */
  async save(ledger: Ledger): Promise<boolean> {
    const { id, ...rest } = ledger;
    const expireAt = new Date(Date.parse(`${ledger.month}-01T00:00:00Z`) + USAGE_KEPT_MS);
    const document = { _id: id, ...rest, expireAt };
    return ledger.rev === 1 ? this.writer.insert(document) : this.writer.replace(document, ledger.rev - 1);
  }

  /** Ledgers of a month in the order of their ids, after one of them. */
  async list(
    { kind, month, tenants }: LedgerQuestion,
    after: string | null,
    limit: number,
  ): Promise<readonly Ledger[]> {
    const read = async (inside: object, last: Ledger | null, most: number): Promise<Ledger[]> => {
      // With a bound, even one that excludes nothing, DocumentDB returns them in the order of its index.
      return this.ledgers
        .find({ kind, month, ...inside, _id: { $gt: last?.id ?? after ?? '' } }, { sort: { _id: 1 }, limit: most })
        .map(ledgerOf)
        .toArray();
    };
    return firstOfParts(partsByTenant(tenants), read, limit, byId);
  }

  /** The end of the first window after `from` that some ledger has taken: after a restore, ledgers may be ahead of the progress. */
  async firstThroughAfter(from: Instant): Promise<Instant | null> {
    return (
      (await this.ledgers.findOne({ through: { $gt: from } }, { projection: { through: 1 }, sort: { through: 1 } }))
        ?.through ?? null
    );
  }

  async removeAll(tenant: TenantId): Promise<void> {
    await this.ledgers.deleteMany({ tenant });
  }
}

export interface LedgerQuestion {
  readonly kind: LedgerKind;
  readonly month: string;
  /** Null: all tenants. */
  readonly tenants: Tenants;
}

export interface EndsPage {
  readonly ends: readonly RunEnd[];
  /** Where the next page begins; null at the end. */
  readonly next: { readonly at: Instant; readonly run: RunId } | null;
}

function endOf(document: RunDocument): RunEnd | null {
  const { _id, tenant, job, createdAt, changedAt, usage = NO_USAGE, usageFrom = 0, generation } = document;
  const state = ENDED_STATES.find((each) => each === document.state);
  if (state === undefined || changedAt === undefined) return null;
  const generations = { from: usageFrom, to: generation };
  const inHour = endInHour({ ...document, state });
  return { run: asRunId(_id), tenant, job, createdAt, state, at: changedAt, usage, generations, ...inHour };
}

function ledgerOf({ _id, kind, tenant, job, month, days, hours, through, rev }: LedgerDocument): Ledger {
  const ledger = { id: _id, kind, tenant, job, month, days, through, rev };
  return hours === undefined ? ledger : { ...ledger, hours };
}

const byId = (a: Ledger, b: Ledger): number => (a.id < b.id ? -1 : 1);
