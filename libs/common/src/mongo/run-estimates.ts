/** How many runs a list has, about: by a sample of all runs, which serves every question of the next minute. */
import type { Clock } from '../clock/clock.js';
import { stateOf } from '../run/phase.js';
import type { DocumentCollection } from './document.js';
import type { Mongo } from './mongo.js';
import type { RunDocument } from './run-document.js';
import type { RunFilter } from './run-filter.js';

/** Documents in a sample: a list of a hundredth of all runs is about ten in it. */
const SAMPLE_SIZE = 1_000;
const SAMPLE_KEPT_MS = 60_000;

type Sampled = Pick<RunDocument, 'tenant' | 'job' | 'phase' | 'trigger' | 'errorGroup' | 'createdAt'>;

interface Sample {
  /** Of all documents, keys without a run included. */
  readonly total: number;
  readonly documents: readonly Partial<Sampled>[];
}

const FIELDS = { _id: 0, tenant: 1, job: 1, phase: 1, trigger: 1, errorGroup: 1, createdAt: 1 } as const;

export class RunEstimates {
  private readonly runs: DocumentCollection<RunDocument>;
  private sample: Promise<Sample> | null = null;
  private takenAt = -Infinity;

  constructor(
    mongo: Mongo,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  async count(filter: RunFilter): Promise<number> {
    const { total, documents } = await this.current();
    if (documents.length === 0) return 0;
    const found = documents.filter((each) => isIn(filter, each)).length;
    return Math.round((total * found) / documents.length);
  }

  private current(): Promise<Sample> {
    const now = this.clock.monotonic();
    if (this.sample !== null && now - this.takenAt < SAMPLE_KEPT_MS) return this.sample;
    this.takenAt = now;
    this.sample = this.take();
    this.sample.catch(() => {
      this.sample = null;
    });
    return this.sample;
  }

  private async take(): Promise<Sample> {
    const pipeline = [{ $sample: { size: SAMPLE_SIZE } }, { $project: FIELDS }];
    const [total, documents] = await Promise.all([
      this.runs.estimatedDocumentCount(),
      this.runs.aggregate<Partial<Sampled>>(pipeline).toArray(),
    ]);
    return { total, documents };
  }
}

function isIn(filter: RunFilter, sampled: Partial<Sampled>): boolean {
  const { tenant, job, phase, trigger, errorGroup, createdAt } = sampled;
  // A key without a run has none of them.
  if (tenant === undefined || phase === undefined || createdAt === undefined) return false;
  const { tenants, from, to, begins } = filter;
  const values = { job, phase, trigger, errorGroup, state: stateOf(phase) };
  const fields = ['job', 'phase', 'trigger', 'errorGroup', 'state'] as const;
  return (
    tenants?.includes(tenant) !== false &&
    fields.every((field) => filter[field] === null || filter[field] === values[field]) &&
    createdAt >= Math.max(from ?? 0, begins.get(tenant) ?? 0) &&
    createdAt <= (to ?? Infinity)
  );
}
