/** What people ask about runs; reading only. */
import type { Gap } from '../schedule/schedule-state.js';
import { asAttemptId, asRunId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import type { RunState } from '../run/phase.js';
import type { AttemptRecord, Instant, Run, Transition } from '../run/run.js';
import { fromAttemptDocument, type AttemptDocument } from './attempts.store.js';
import { BatchedReads } from './batched-operations.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { fromRunDocument, type RunDocument } from './runs.store.js';

export interface RunFilter {
  /** null: of every tenant. */
  readonly tenants: readonly string[] | null;
  readonly job: JobId | null;
  readonly state: RunState | null;
  /** By creation, both ends included. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly keep: (run: Run) => boolean;
}

export interface RunCursor {
  readonly createdAt: Instant;
  readonly id: string;
}

export interface RunCounts {
  readonly active: number;
  readonly queued: number;
}

interface RunEventDocument extends Transition, StoredDocument {
  readonly run: RunId;
}

interface GapDocument extends Gap, StoredDocument {}

/** Unfinished runs are counted no further than this for one answer. */
export const MAX_COUNTED_RUNS = 5_000;

export class RunQueries {
  private readonly runs: DocumentCollection<RunDocument>;
  private readonly runReads: BatchedReads<RunDocument>;
  private readonly liveReads: BatchedReads<RunDocument, 'live'>;
  private readonly attempts: DocumentCollection<AttemptDocument>;
  private readonly attemptReads: BatchedReads<AttemptDocument>;
  private readonly events: DocumentCollection<RunEventDocument>;
  private readonly gaps: DocumentCollection<GapDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.runReads = new BatchedReads(this.runs, IS_RUN);
    this.liveReads = new BatchedReads(this.runs, IS_RUN, ['live']);
    this.attempts = mongo.collection<AttemptDocument>('attempts');
    this.attemptReads = new BatchedReads(this.attempts);
    this.events = mongo.collection<RunEventDocument>('runEvents');
    this.gaps = mongo.collection<GapDocument>('gaps');
  }

  async load(id: RunId): Promise<Run | null> {
    const document = await this.runReads.get(id);
    return document && fromRunDocument(document);
  }

  /** What lives of a run; nothing where there is no such run. */
  async liveOf(id: RunId): Promise<Run['live']> {
    return (await this.liveReads.get(id))?.live ?? [];
  }

  /** Newest first. */
  async list(filter: RunFilter, after: RunCursor | null, limit: number): Promise<Page<Run>> {
    const read = async (last: Run | null, size: number): Promise<Run[]> => {
      const conditions = conditionsOf(filter, last ?? after);
      const documents = await this.runs
        .find({ $and: [RUNS_ONLY, ...conditions] }, { sort: { createdAt: -1, _id: -1 }, limit: size })
        .toArray();
      return documents.map(fromRunDocument);
    };
    return scanPage(read, filter.keep, limit);
  }

  /** Unfinished runs per job, counted no further than `MAX_COUNTED_RUNS` in all. */
  async countUnfinished(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, RunCounts>> {
    const counts = new Map<JobId, RunCounts>();
    if (jobs.length === 0) return counts;
    const unfinished = { job: { $in: [...jobs] }, state: { $in: ['RUNNING', 'QUEUED'] as const } };
    const options = { projection: { job: 1, state: 1 }, limit: MAX_COUNTED_RUNS };
    for (const { job, state } of await this.runs.find(unfinished, options).toArray()) {
      const { active, queued } = counts.get(job) ?? { active: 0, queued: 0 };
      counts.set(job, state === 'QUEUED' ? { active, queued: queued + 1 } : { active: active + 1, queued });
    }
    return counts;
  }

  /** True while a run of the tenant is queued or under way. */
  async hasUnfinished(tenant: TenantId): Promise<boolean> {
    const unfinished = { tenant, state: { $in: ['RUNNING', 'QUEUED'] as const } };
    return (await this.runs.findOne(unfinished, { projection: { _id: 1 } })) !== null;
  }

  /** Ended attempts in key order. */
  async attemptsOf(
    run: RunId,
    keep: (attempt: AttemptRecord) => boolean,
    after: string | null,
    limit: number,
  ): Promise<Page<AttemptRecord>> {
    const read = async (last: AttemptRecord | null, size: number): Promise<AttemptRecord[]> => {
      const from = last?.id ?? after;
      const filter = { run, ...(from === null ? {} : { _id: { $gt: asAttemptId(from) } }) };
      const documents = await this.attempts.find(filter, { sort: { run: 1, _id: 1 }, limit: size }).toArray();
      return documents.map(fromAttemptDocument);
    };
    return scanPage(read, keep, limit);
  }

  async attempt(id: string): Promise<AttemptRecord | null> {
    const document = await this.attemptReads.get(id);
    return document && fromAttemptDocument(document);
  }

  /** Transitions that no longer fit into the run's document, oldest first, from an instant on. */
  async eventsFrom(run: RunId, from: Instant, limit: number): Promise<Transition[]> {
    const documents = await this.events.find({ run, at: { $gte: from } }, { sort: { at: 1, _id: 1 }, limit }).toArray();
    return documents.map(({ _id, run: _run, ...transition }) => transition);
  }

  /** Ranges of slots of a job that became no runs and touch the span, oldest first. */
  async gapsOf(job: JobId, from: Instant, to: Instant, limit: number): Promise<Gap[]> {
    const documents = await this.gaps
      .find({ job, from: { $lte: to }, to: { $gte: from } }, { sort: { from: 1 }, limit })
      .toArray();
    return documents.map(({ _id, ...gap }) => gap);
  }
}

/** Closed keys of slots have no phase, and no creation. */
const IS_RUN = { phase: { $exists: true } };
const RUNS_ONLY = { createdAt: { $gt: 0 } };

function conditionsOf(filter: RunFilter, cursor: RunCursor | null): Record<string, unknown>[] {
  return [
    ...(filter.tenants === null ? [] : [{ tenant: { $in: [...filter.tenants] } }]),
    ...(filter.job === null ? [] : [{ job: filter.job }]),
    ...(filter.state === null ? [] : [{ state: filter.state }]),
    ...(filter.from === null ? [] : [{ createdAt: { $gte: filter.from } }]),
    ...(filter.to === null ? [] : [{ createdAt: { $lte: filter.to } }]),
    ...(cursor === null
      ? []
      : [
          { createdAt: { $lte: cursor.createdAt } },
          { $or: [{ createdAt: { $lt: cursor.createdAt } }, { _id: { $lt: asRunId(cursor.id) } }] },
        ]),
  ];
}
