/** Backfills, each a document that the scheduler advances by compare-and-set. */
import type { Backfill } from '../domain/backfill.js';
import { asTenantId, type JobId } from '../domain/ids.js';
import { BACKFILL_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { BulkWriter, type GuardedDocument } from './batched-operations.js';
import { inShards } from './document.js';
import type { Mongo } from './mongo.js';

interface BackfillDocument extends Omit<Backfill, 'id'>, GuardedDocument {
  /** Present until the backfill is complete: the partial index covers it. */
  readonly open?: true;
  readonly expireAt?: Date;
}

function toDocument({ id, ...rest }: Backfill): BackfillDocument {
  const { nextAt, finishedAt } = rest;
  const removal = finishedAt === null ? {} : { expireAt: new Date(finishedAt + BACKFILL_KEPT_MS) };
  return { _id: id, ...rest, ...(nextAt !== null && { open: true as const }), ...removal };
}

function fromDocument({ _id, writer: _writer, open: _open, expireAt: _e, ...rest }: BackfillDocument): Backfill {
  return { id: _id, ...rest };
}

const MAX_COUNTED = 1_000;

export class BackfillsStore {
  private readonly backfills;
  private readonly writer: BulkWriter<BackfillDocument>;

  /** Backfills of `resting` tenants are not due. */
  constructor(
    mongo: Mongo,
    private readonly resting: () => readonly string[] = () => [],
  ) {
    this.backfills = mongo.collection<BackfillDocument>('backfills');
    this.writer = new BulkWriter(this.backfills);
  }

  async load(id: string): Promise<Backfill | null> {
    const document = await this.backfills.findOne({ _id: id });
    return document && fromDocument(document);
  }

  /** False: it existed already. */
  async insert(backfill: Backfill): Promise<boolean> {
    return this.writer.insert(toDocument(backfill));
  }

  /** Replaces the document if its revision is still `expectedRev`. False: load again. */
  async save(next: Backfill, expectedRev: number): Promise<boolean> {
    return this.writer.replace(toDocument(next), expectedRev);
  }

  /** Backfills whose next slots may start. */
  async due(shards: readonly number[], now: Instant, limit: number): Promise<Backfill[]> {
    const resting = this.resting().map(asTenantId);
    const ofOthers = resting.length === 0 ? {} : { tenant: { $nin: resting } };
    return this.backfills
      .find(
        { open: true, ...inShards(shards), nextAt: { $gt: 0, $lte: now }, ...ofOthers },
        { sort: { nextAt: 1 }, limit },
      )
      .map(fromDocument)
      .toArray();
  }

  /** How many backfills of the shards have slots left to run, counted up to a thousand. */
  async countOpen(shards: readonly number[]): Promise<number> {
    return shards.length === 0
      ? 0
      : this.backfills.countDocuments({ open: true, ...inShards(shards) }, { limit: MAX_COUNTED });
  }

  /** The newest backfills of a job. */
  async ofJob(job: JobId, limit: number): Promise<Backfill[]> {
    return this.backfills
      .find({ job }, { sort: { createdAt: -1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Backfills of the jobs whose ranges end at `since` or later, in no order. */
  async reaching(jobs: readonly JobId[], since: Instant, limit: number): Promise<Backfill[]> {
    if (jobs.length === 0) return [];
    return this.backfills
      .find({ job: { $in: [...jobs] }, to: { $gte: since } }, { limit })
      .map(fromDocument)
      .toArray();
  }
}
