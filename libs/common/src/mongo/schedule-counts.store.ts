/** Counts of schedules for operators. */
import type { Instant } from '../run/run.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface ScheduleDocument extends StoredDocument {
  readonly shard: number;
  readonly active: boolean;
  readonly nextSlotAt: Instant | null;
}

/** The exact number beyond this does not matter. */
const MAX_COUNTED = 1_000;

export class ScheduleCounts {
  private readonly schedules: DocumentCollection<ScheduleDocument>;

  constructor(mongo: Mongo) {
    this.schedules = mongo.collection<ScheduleDocument>('schedules');
  }

  /** Active schedules of the shards whose next slot was due before `before`, counted no further than a thousand. */
  async dueBefore(shards: readonly number[], before: Instant): Promise<number> {
    const due = { shard: { $in: [...shards] }, nextSlotAt: { $gt: 0, $lt: before }, active: true };
    return shards.length === 0 ? 0 : this.schedules.countDocuments(due, { limit: MAX_COUNTED });
  }
}
