/** Slots that did not become runs, as ranges. Written by the scheduler, as copies of the schedules' decisions. */
import type { JobId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { Gap, GapOutcome } from '../schedule/schedule-state.js';
import type { Mongo } from './mongo.js';
import { ofTenants, type StoredDocument, type Tenants, insertIgnoringExisting } from './document.js';

interface GapDocument extends Gap, StoredDocument {}

export class GapsStore {
  private readonly gaps;

  constructor(mongo: Mongo) {
    this.gaps = mongo.collection<GapDocument>('gaps');
  }

  /** Saves the ranges, or extends those with the same beginning; a repeat, or an older view of one, changes nothing. */
  async record(gaps: readonly Gap[]): Promise<void> {
    // Almost all are new, and an insert costs a fraction of an upsert.
    const existing = await insertIgnoringExisting(
      this.gaps,
      gaps.map((gap) => ({ _id: idOf(gap), ...gap })),
    );
    const extended = gaps.filter((gap) => existing.has(idOf(gap)));
    if (extended.length === 0) return;
    await this.gaps.bulkWrite(
      extended.map((gap) => ({
        updateOne: { filter: { _id: idOf(gap) }, update: { $max: { to: gap.to, count: gap.count } } },
      })),
      { ordered: false },
    );
  }

  /** The newest ranges of a job that touch the span, oldest first. */
  async within(job: JobId, from: Instant, to: Instant, limit: number): Promise<Gap[]> {
    const documents = await this.gaps
      .find({ job, from: { $lte: to }, to: { $gte: from } }, { sort: { job: 1, from: -1 }, limit })
      .toArray();
    return documents.reverse().map(fromDocument);
  }

  /** The newest ranges of a job. */
  async newestOf(job: JobId, limit: number): Promise<Gap[]> {
    return this.gaps
      .find({ job }, { sort: { job: 1, from: -1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Ranges with one of the outcomes that end after `since`, the latest first. */
  async endedSince(tenants: Tenants, since: Instant, outcomes: readonly GapOutcome[], limit: number): Promise<Gap[]> {
    const filter = { ...ofTenants(tenants), to: { $gt: since }, outcome: { $in: [...outcomes] } };
    return this.gaps
      .find(filter, { sort: { to: -1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Removes gaps that a wrong clock recorded in the future. */
  async removeAfter(job: JobId, at: Instant): Promise<void> {
    await this.gaps.deleteMany({ job, from: { $gt: at } });
  }
}

const idOf = ({ job, from }: Gap): string => `${job}/${from}`;
const fromDocument = ({ _id, ...gap }: GapDocument): Gap => gap;
