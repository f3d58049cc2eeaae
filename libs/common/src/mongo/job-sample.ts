/** How many jobs have a term, and how many a list has, about: by a sample of all jobs, which serves every question of the next minute. */
import type { Clock } from '../clock/clock.js';
import type { DocumentCollection, Tenants } from './document.js';
import type { JobDocument } from './job-document.js';
import type { Mongo } from './mongo.js';

/** Documents in a sample: of a hundredth of all jobs there are about ten in it. */
const SAMPLE_SIZE = 1_000;
const SAMPLE_KEPT_MS = 60_000;

export type SampledJob = Pick<JobDocument, '_id' | 'tenant' | 'name' | 'live' | 'archived' | 'terms'>;

interface Sample {
  /** Of all documents, deleted jobs included. */
  readonly total: number;
  readonly documents: readonly SampledJob[];
}

const FIELDS = { tenant: 1, name: 1, live: 1, archived: 1, terms: 1 } as const;

export class JobSample {
  private readonly jobs: DocumentCollection<JobDocument>;
  private sample: Promise<Sample> | null = null;
  private takenAt = -Infinity;
  private isTaking = false;

  constructor(
    mongo: Pick<Mongo, 'collection'>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.jobs = mongo.collection<JobDocument>('jobs');
  }

  /** How many live jobs of the tenants fit each of the questions. */
  async count(tenants: Tenants, questions: readonly ((job: SampledJob) => boolean)[]): Promise<number[]> {
    const { total, documents } = await this.current();
    const inside = documents.filter(({ live, tenant }) => live === true && tenants?.includes(tenant) !== false);
    return questions.map((fits) => Math.round((total * inside.filter(fits).length) / Math.max(1, documents.length)));
  }

  /** The one of a minute ago serves until the next is there: nobody waits but for the first. */
  private current(): Promise<Sample> {
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

  private async take(): Promise<Sample> {
    const pipeline = [{ $sample: { size: SAMPLE_SIZE } }, { $project: FIELDS }];
    const [total, documents] = await Promise.all([
      this.jobs.estimatedDocumentCount(),
      this.jobs.aggregate<SampledJob>(pipeline).toArray(),
    ]);
    return { total, documents };
  }
}
