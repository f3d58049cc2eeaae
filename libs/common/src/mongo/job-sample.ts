/** Estimates how many jobs have a term, and how many a list has, from a sample of all jobs. One sample is used for a minute. */
import type { Clock } from '../clock/clock.js';
import type { Tenants } from './document.js';
import type { JobDocument } from './job-document.js';
import { KeptSample } from './kept-sample.js';
import type { Mongo } from './mongo.js';

export type SampledJob = Pick<JobDocument, '_id' | 'tenant' | 'name' | 'live' | 'archived' | 'terms'>;

const FIELDS = { tenant: 1, name: 1, live: 1, archived: 1, terms: 1 } as const;

export class JobSample {
  private readonly sample: KeptSample<JobDocument, SampledJob>;

  constructor(mongo: Pick<Mongo, 'collection'>, clock: Pick<Clock, 'monotonic'>) {
    this.sample = new KeptSample(mongo.collection<JobDocument>('jobs'), FIELDS, clock);
  }

  /** How many live jobs of the tenants match each of the queries. */
  async count(tenants: Tenants, questions: readonly ((job: SampledJob) => boolean)[]): Promise<number[]> {
    const { total, documents } = await this.sample.current();
    const inside = documents.filter(({ live, tenant }) => live === true && tenants?.includes(tenant) !== false);
    return questions.map((fits) => Math.round((total * inside.filter(fits).length) / Math.max(1, documents.length)));
  }
}
