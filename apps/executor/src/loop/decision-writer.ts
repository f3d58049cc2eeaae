/**
 * Saves a decision: first the documents that the run's next state refers to or no longer names, then the run itself, unless another writer
 * wrote it meanwhile.
 */
import type { AttemptRecord, Run } from '#common/run/run.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { Input } from '../run/inputs.js';
import type { Decision } from '../run/reconcile.js';
import type { CountableEnds } from '../usage/countable-ends.js';

export interface DecisionStores {
  readonly runs: { save(next: Run, expectedRev: number): Promise<boolean> };
  readonly attempts: Pick<AttemptsStore, 'recordEnd' | 'recordLog' | 'get' | 'ofIds'>;
  readonly events: Pick<RunEventsStore, 'add'>;
  readonly indexes: Pick<RunIndexesStore, 'add' | 'remove'>;
}

type RecordedEnd = Extract<Input, { type: 'recorded' }>;

export interface SaveResult {
  readonly isSaved: boolean;
  /** If the decision was not saved: the ends of attempts that are saved, as inputs of the next decision. */
  readonly ends: readonly RecordedEnd[];
}

export class DecisionWriter {
  constructor(
    private readonly stores: DecisionStores,
    private readonly countable: CountableEnds,
  ) {}

  /**
   * The decision is not saved if the run, or an end of one of its attempts, was written by another writer first, or if the end of the run
   * is too late for the usage ledger.
   */
  async save(run: Run, decision: Decision): Promise<SaveResult> {
    const { next, verdicts, moved, chunks, superseded, formerEnd } = decision;
    const { runs, attempts, events, indexes } = this.stores;
    const stored = await Promise.all(decision.records.map((record) => this.recordEnd(record)));
    const ends = stored.map(({ record }): RecordedEnd => ({ type: 'recorded', record }));
    if (this.countable.isTooLate(run, next) || stored.some(({ isOurs }) => !isOurs)) return { isSaved: false, ends };
    if (moved.length > 0) await events.add(run.id, run.olderTransitions ?? 0, moved);
    if (chunks.length > 0) await indexes.add(run.id, chunks);
    // Before the run is saved: the saved run does not name these attempts any more, so nothing would repeat this.
    await Promise.all(
      verdicts.map(({ attempt, complete, reason, outputs }) => attempts.recordLog(attempt, complete, reason, outputs)),
    );
    await this.countable.keep(formerEnd);
    const isSaved = await runs.save(next, run.rev);
    // Removes chunks that nothing refers to. If the process dies before this, they are removed with the run.
    const left = isSaved ? superseded : chunks;
    if (left.length > 0) await indexes.remove(run.id, left);
    return { isSaved, ends };
  }

  /** The recorded ends that the run, as it is stored, has not counted: a decision failed after it had saved them. */
  async endsOf({ live }: Run): Promise<readonly RecordedEnd[]> {
    const unended = live.filter(({ state }) => state !== 'ended').map(({ id }) => id);
    const records = await this.stores.attempts.ofIds(unended);
    return records.map((record) => ({ type: 'recorded', record }));
  }

  /** The end of the attempt as it stands: the first that is saved. */
  private async recordEnd(record: AttemptRecord): Promise<{ record: AttemptRecord; isOurs: boolean }> {
    const { attempts } = this.stores;
    if (await attempts.recordEnd(record)) return { record, isOurs: true };
    const stored = await attempts.get(record.id);
    return stored ? { record: stored, isOurs: false } : { record, isOurs: true };
  }
}
