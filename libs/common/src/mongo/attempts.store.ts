/** Ended attempts: an end is saved here first, then counted in its run. Written by the executor alone. */
import { asAttemptId, runOfAttempt, type AttemptId, type RunId } from '../domain/ids.js';
import type { AttemptRecord, RunOutputs } from '../run/run.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { BatchedReads, BatchedUpdates, BulkWriter, type GuardedDocument } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import { keyedBy, runsOf } from './of-run.js';
import { confirmed, LINEARIZABLE } from './outage.js';
import { withStoredNumbers } from './stored-numbers.js';

export interface AttemptDocument extends Omit<AttemptRecord, 'id'>, GuardedDocument {}

export const fromAttemptDocument = ({ _id, rev: _rev, writer: _writer, ...rest }: AttemptDocument): AttemptRecord => ({
  id: asAttemptId(_id),
  ...rest,
  ...(rest.progress !== undefined && { progress: withStoredNumbers(rest.progress) }),
  ...(rest.outputs && { outputs: withStoredNumbers(rest.outputs) }),
});

export class AttemptsStore {
  private readonly attempts;
  private readonly single;
  private readonly writer: BulkWriter<AttemptDocument>;
  private readonly verdicts: BatchedUpdates<AttemptDocument>;

  constructor(mongo: Mongo) {
    this.attempts = mongo.collection<AttemptDocument>('attempts');
    this.single = new BatchedReads(this.attempts, (keys) => runsOf(keys.map(asAttemptId)));
    this.writer = new BulkWriter(this.attempts);
    this.verdicts = new BatchedUpdates(this.attempts);
  }

  /** Saves an attempt's end. False: an end of this attempt is saved already, and that one stands. */
  async recordEnd(record: AttemptRecord): Promise<boolean> {
    const { id, ...rest } = record;
    return this.writer.insert({ _id: id, ...rest, rev: 1 });
  }

  /** Adds the verdict on the log that came after the end was saved. "Complete" is never revoked. */
  async recordLog(attempt: AttemptId, complete: boolean, reason: string | null, outputs?: RunOutputs): Promise<void> {
    const guard = complete ? {} : { logComplete: { $ne: true } };
    await this.verdicts.update(
      { _id: attempt, run: runOfAttempt(attempt), ...guard },
      {
        $set: { logComplete: complete, logReason: reason, ...(outputs && { outputs }) },
      },
    );
  }

  /** The attempt, if its end is saved; requests at about the same time share a query. */
  async get(attempt: AttemptId): Promise<AttemptRecord | null> {
    const document = await this.single.get(attempt);
    return document && fromAttemptDocument(document);
  }

  /** As `get`, but never from a former primary: for a final refusal. */
  async getNow(attempt: AttemptId): Promise<AttemptRecord | null> {
    const document = await confirmed(
      this.attempts.findOne({ _id: attempt, run: runOfAttempt(attempt) }, { ...LINEARIZABLE }),
    );
    return document && fromAttemptDocument(document);
  }

  /** The attempts among these whose end is saved. */
  async ofIds(ids: readonly AttemptId[]): Promise<AttemptRecord[]> {
    if (ids.length === 0) return [];
    return this.attempts.find(keyedBy(ids)).map(fromAttemptDocument).toArray();
  }

  /** The ended attempts of the runs, in key order. */
  async ofRuns(runs: readonly RunId[]): Promise<AttemptRecord[]> {
    if (runs.length === 0) return [];
    return this.attempts
      .find({ run: { $in: [...runs] } }, { sort: { run: 1, _id: 1 } })
      .map(fromAttemptDocument)
      .toArray();
  }

  /** The ended attempts of a run that `keep` accepts, in key order: a page after `after`. */
  async pageOf(
    run: RunId,
    keep: (attempt: AttemptRecord) => boolean,
    after: string | null,
    limit: number,
  ): Promise<Page<AttemptRecord>> {
    const read = async (last: AttemptRecord | null, size: number): Promise<AttemptRecord[]> => {
      const from = last?.id ?? after;
      return this.attempts
        .find(
          { run, ...(from === null ? {} : { _id: { $gt: asAttemptId(from) } }) },
          { sort: { run: 1, _id: 1 }, limit: size },
        )
        .map(fromAttemptDocument)
        .toArray();
    };
    return scanPage(read, keep, limit);
  }
}
