/**
 * Reconciles one run: loads it, gathers the facts, decides once, saves the decision, then performs the effects of the next state. If
 * another writer saved the run first, all of that is repeated with the run as it is stored then.
 */
import type { RunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { isEarly } from '#common/run/new-run.js';
import type { Run, AttemptRecord } from '#common/run/run.js';
import { isActive } from '../run/attempt.js';
import type { Answer, Input } from '../run/inputs.js';
import type { RunPlan } from '../run/plan.js';
import { reconcile, type Decision } from '../run/reconcile.js';
import type { FactGatherer } from './fact-gatherer.js';
import type { PostCommit } from './post-commit.js';
import type { LoadedRun, RunLoader, RunBasis } from './run-loader.js';
import type { ReconcileRequest } from './run-queue.js';
import type { RunStarts } from './run-starts.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { CountableEnds } from '../usage/countable-ends.js';

export interface ReconcilerParts {
  readonly loader: RunLoader;
  readonly facts: FactGatherer;
  readonly starts: RunStarts;
  readonly writer: DecisionWriter;
  readonly postCommit: PostCommit;
}

/** Other replicas may write the same run for a moment; each lost race gives a newer state. */
const MAX_RACES = 20;

export class RunReconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  /**
   * Returns one answer for each input, in order. Throws AppError UNAVAILABLE if something that the decision needs cannot be read or
   * written now, or if other writers win `MAX_RACES` times. A cached run is tried first, unless effects are repeated or the last decision
   * failed. Calls `setPlan` as soon as the plan of the run is known.
   */
  async reconcile(
    id: RunId,
    request: ReconcileRequest,
    setPlan: (plan: RunPlan) => void = () => undefined,
  ): Promise<readonly Answer[]> {
    const { loader, facts } = this.parts;
    let cached = request.repeatEffects || request.afterFailure ? null : loader.peek(id);
    let storedEnds: readonly Input[] = [];
    for (let race = 0; race < MAX_RACES; race++) {
      const loaded = cached ?? (await loader.read(id));
      const basis = loaded && (await facts.basisOf(loaded.run, request.inputs));
      if (!loaded || !basis) return this.withoutRun(id, request.inputs);
      setPlan(basis.plan);
      const { answers, ends } = await this.attempt(loaded, basis, { ...request, storedEnds });
      // A cached run may be old: an input is refused only by the run as it is stored.
      if (answers && (!cached || answers.every((answer) => answer === 'done'))) return answers;
      storedEnds = ends;
      cached = null;
    }
    throw new AppError('UNAVAILABLE', `run ${id} was changed by others ${MAX_RACES} times in a row`);
  }

  /** Gathers, decides, saves, acts: each once. */
  private async attempt(loaded: LoadedRun, basis: RunBasis, request: AttemptRequest): Promise<Attempted> {
    const { facts, writer, postCommit } = this.parts;
    const { run: before } = loaded;
    const starts = this.parts.starts.of(before, basis);
    let stored: Run | null = before;
    try {
      const storedEnds = request.afterFailure ? await writer.endsOf(before) : request.storedEnds;
      const { inputs, context } = await facts.gather(loaded, basis, { ...request, storedEnds, starts });

      const decision = reconcile(before, inputs, context);
      if (decision.wanted.most === 0 || context.self.lease === null) starts.leave();

      // Both run at the same time; a failed read is one of the results, so this does not throw.
      const preparing = postCommit.prepare(before, decision);
      if (decision.changed) {
        stored = null;
        const { isSaved, ends } = await writer.save(before, decision);
        if (!isSaved) return { answers: null, ends };
        stored = decision.next;
      }
      const prepared = await preparing;

      this.cache(decision.changed ? decision.next : before, decision);
      postCommit.run({ before, decision, basis, repeatEffects: request.repeatEffects }, prepared);
      return { answers: decision.answers.slice(0, request.inputs.length), ends: [] };
    } finally {
      // Without an answer, or after a lost race, the claims of this decision, or of an earlier one, may be stored.
      if (stored === null) starts.keepGrants();
      else starts.setUsage(stored);
    }
  }

  /** Runs that the scheduler may still write are not cached: queued ones, and early ones, which it may revoke and make again. */
  private cache(stored: Run, { tables }: Decision): void {
    if (stored.phase === 'Queued' || isEarly(stored)) this.parts.loader.forget(stored.id);
    else this.parts.loader.remember(stored, tables);
  }

  private withoutRun(id: RunId, inputs: readonly Input[]): readonly Answer[] {
    this.parts.starts.forget(id);
    this.parts.loader.forget(id);
    return inputs.map(() => 'notCurrent');
  }
}

interface AttemptRequest extends ReconcileRequest {
  /** Ends of its attempts that an earlier try has saved although it could not save the run. */
  readonly storedEnds: readonly Input[];
}

interface Attempted {
  /** Null when another writer saved the run first. */
  readonly answers: readonly Answer[] | null;
  /** Ends of its attempts that are saved although the run is not. */
  readonly ends: readonly Input[];
}

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

/**
 * Saves a decision: first the documents that the run's next state refers to or no longer names, then the run itself, unless another writer
 * wrote it meanwhile.
 */
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
    const unended = live.filter(isActive).map(({ id }) => id);
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
