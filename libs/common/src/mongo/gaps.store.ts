/** Slots that did not become runs, as ranges. Written by the scheduler, as copies of the schedules' decisions. */
import type { JobId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { Gap, GapOutcome } from '../schedule/schedule-state.js';
import type { Mongo } from './mongo.js';
import { ofTenants, type DocumentCollection, type StoredDocument, type Tenants } from './document.js';

interface GapDocument extends Gap, StoredDocument {}

export class GapsStore {
  private readonly gaps: DocumentCollection<GapDocument>;

  constructor(mongo: Mongo) {
    this.gaps = mongo.collection<GapDocument>('gaps');
  }

  /** Saves the ranges, or extends those with the same beginning; a repeat, or an older view of one, changes nothing. */
  async record(gaps: readonly Gap[]): Promise<void> {
    if (gaps.length === 0) return;
    await this.gaps.bulkWrite(
      gaps.map(({ to, count, ...rest }) => ({
        updateOne: {
          filter: { _id: `${rest.job}/${rest.from}` },
          update: { $max: { to, count }, $setOnInsert: rest },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  /** The ranges of a job that touch the span, oldest first. */
  async within(job: JobId, from: Instant, to: Instant, limit: number): Promise<Gap[]> {
    const documents = await this.gaps
      .find({ job, from: { $lte: to }, to: { $gte: from } }, { sort: { from: 1 }, limit })
      .toArray();
    return documents.map(fromDocument);
  }

  /** The newest ranges of a job. */
  async newestOf(job: JobId, limit: number): Promise<Gap[]> {
    const documents = await this.gaps.find({ job }, { sort: { job: 1, from: -1 }, limit }).toArray();
    return documents.map(fromDocument);
  }

  /** Ranges with one of the outcomes that end after `since`, the latest first. */
  async endedSince(tenants: Tenants, since: Instant, outcomes: readonly GapOutcome[], limit: number): Promise<Gap[]> {
    const found = { ...ofTenants(tenants), to: { $gt: since }, outcome: { $in: [...outcomes] } };
    return (await this.gaps.find(found, { sort: { to: -1 }, limit }).toArray()).map(fromDocument);
  }

  /** Removes what a wrong clock recorded in the future. */
  async removeAfter(job: JobId, at: Instant): Promise<void> {
    await this.gaps.deleteMany({ job, from: { $gt: at } });
  }
}

const fromDocument = ({ _id, ...gap }: GapDocument): Gap => gap;
