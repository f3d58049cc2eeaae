/** Samples of collections, each used for a minute, and what is estimated from them: how many runs or jobs a list has. */
import type { Clock } from '../clock/clock.js';
import { isFailure } from '../run/failed-ends.js';
import { stateOf, type RunState } from '../run/phase.js';
import type { Instant } from '../run/run.js';
import type { DocumentCollection, StoredDocument, Tenants } from './document.js';
import type { JobDocument } from './job-document.js';
import type { Mongo } from './mongo.js';
import type { RunDocument } from './run-document.js';
import type { RunFilter } from './run-filter.js';

/** Documents in a sample: it contains about ten of a hundredth of all documents. */
const SAMPLE_SIZE = 1_000;
const SAMPLE_KEPT_MS = 60_000;

interface Sample<T> {
  /** The number of all documents of the collection. */
  readonly total: number;
  readonly documents: readonly T[];
}

/** A sample of a collection, which is used for a minute. */
class KeptSample<D extends StoredDocument, T extends object> {
  private sample: Promise<Sample<T>> | null = null;
  private takenAt = -Infinity;
  private isTaking = false;

  constructor(
    private readonly collection: DocumentCollection<D>,
    /** The fields that are read of each document. */
    private readonly fields: Readonly<Record<string, 0 | 1>>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** An expired sample is used until the next one is read: callers wait only for the first. */
  current(): Promise<Sample<T>> {
    if (this.sample !== null && (this.isTaking || this.clock.monotonic() - this.takenAt < SAMPLE_KEPT_MS))
      return this.sample;
    this.isTaking = true;
    const taking = this.take().finally(() => {
      this.isTaking = false;
    });
    taking.then(
      () => {
        this.takenAt = this.clock.monotonic();
        this.sample = taking;
      },
      () => {
        if (this.sample === taking) this.sample = null;
      },
    );
    this.sample ??= taking;
    return this.sample;
  }

  private async take(): Promise<Sample<T>> {
    const pipeline = [{ $sample: { size: SAMPLE_SIZE } }, { $project: this.fields }];
    const [total, documents] = await Promise.all([
      this.collection.estimatedDocumentCount(),
      this.collection.aggregate<T>(pipeline).toArray(),
    ]);
    return { total, documents };
  }
}

/** With at least this many runs of the list in the sample, the estimate is wrong by less than half. */
const CERTAIN = 30;

type Sampled = Pick<RunDocument, 'tenant' | 'job' | 'phase' | 'reason' | 'trigger' | 'errorGroup' | 'createdAt'>;

const RUN_FIELDS = { _id: 0, tenant: 1, job: 1, phase: 1, reason: 1, trigger: 1, errorGroup: 1, createdAt: 1 } as const;

/** Estimates how many runs a list has. */
export class RunEstimates {
  private readonly sample: KeptSample<RunDocument, Partial<Sampled>>;

  constructor(
    mongo: Pick<Mongo, 'collection'>,
    clock: Pick<Clock, 'monotonic'>,
    collection: 'runs' | 'coldRuns' = 'runs',
  ) {
    this.sample = new KeptSample(mongo.collection<RunDocument>(collection), RUN_FIELDS, clock);
  }

  async count(filter: RunFilter): Promise<number> {
    return (await this.look(filter)).count;
  }

  /** Estimates the number of runs where it is certainly higher than `than`; otherwise null, and the runs must be counted. */
  async countIfMore(filter: RunFilter, than: number): Promise<number | null> {
    const { matches, count } = await this.look(filter);
    return matches >= CERTAIN && count >= 2 * than ? count : null;
  }

  /** When runs of the sample were recorded. */
  async times(filter: RunFilter): Promise<{ readonly ofList: readonly Instant[]; readonly ofAll: readonly Instant[] }> {
    const { documents } = await this.sample.current();
    return { ofList: timesOf(documents.filter((each) => isIn(filter, each))), ofAll: timesOf(documents) };
  }

  private async look(filter: RunFilter): Promise<{ readonly matches: number; readonly count: number }> {
    // The total includes keys without a run.
    const { total, documents } = await this.sample.current();
    const matches = documents.filter((each) => isIn(filter, each)).length;
    return { matches, count: Math.round((total * matches) / Math.max(1, documents.length)) };
  }
}

/** A key without a run has none. */
const timesOf = (documents: readonly Partial<Sampled>[]): Instant[] =>
  documents.flatMap(({ createdAt }) => (createdAt === undefined ? [] : [createdAt]));

function isIn(filter: RunFilter, sampled: Partial<Sampled>): boolean {
  const { tenant, job, phase, trigger, errorGroup, createdAt } = sampled;
  // A key without a run has none of them.
  if (tenant === undefined || phase === undefined || createdAt === undefined) return false;
  const { tenants, from, to, begins } = filter;
  const values = { job, phase, trigger, errorGroup, state: stateOf(phase) };
  const fields = ['job', 'phase', 'trigger', 'errorGroup', 'state'] as const;
  return (
    tenants?.includes(tenant) !== false &&
    hasEnd(filter, values.state, sampled.reason) &&
    fields.every((field) => filter[field] === null || filter[field] === values[field]) &&
    createdAt >= Math.max(from ?? 0, begins.get(tenant) ?? 0) &&
    createdAt <= (to ?? Infinity)
  );
}

const hasEnd = ({ failed }: RunFilter, state: RunState, reason = ''): boolean =>
  failed === undefined || failed === isFailure({ state, reason });

export type SampledJob = Pick<JobDocument, '_id' | 'tenant' | 'name' | 'live' | 'archived' | 'terms'>;

const JOB_FIELDS = { tenant: 1, name: 1, live: 1, archived: 1, terms: 1 } as const;

/** Estimates how many jobs have a term, and how many a list has. */
export class JobSample {
  private readonly sample: KeptSample<JobDocument, SampledJob>;

  constructor(mongo: Pick<Mongo, 'collection'>, clock: Pick<Clock, 'monotonic'>) {
    this.sample = new KeptSample(mongo.collection<JobDocument>('jobs'), JOB_FIELDS, clock);
  }

  /** How many live jobs of the tenants match each of the queries. */
  async count(tenants: Tenants, conditions: readonly ((job: SampledJob) => boolean)[]): Promise<number[]> {
    const { total, documents } = await this.sample.current();
    const inside = documents.filter(({ live, tenant }) => live === true && tenants?.includes(tenant) !== false);
    return conditions.map((fits) => Math.round((total * inside.filter(fits).length) / Math.max(1, documents.length)));
  }
}
