/**
 * Reconciles one run: loads it, gathers the facts, decides once, saves the decision, then performs the effects of the next state. If
 * another writer saved the run first, all of that is repeated with the run as it is stored then.
 */
import type { RunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { isEarly } from '#common/run/new-run.js';
import type { Run, AttemptRecord } from '#common/run/run.js';
import { isActive } from '../run/attempt.js';
import { type Answer, type Input, attemptOf } from '../run/inputs.js';
import type { RunPlan } from '../run/plan.js';
import { reconcile, type Decision, questionsOf } from '../run/reconcile.js';
import type { PostCommit } from './post-commit.js';
import type { LoadedRun, RunLoader, RunBasis, RunPlans } from './run-loader.js';
import type { ReconcileRequest } from './run-queue.js';
import type { RunStarts, StartsOfRun } from './run-starts.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { CountableEnds } from '../usage/countable-ends.js';
import { isNewer } from '#common/domain/stored-form.js';
import type { DecisionContext } from '../run/context.js';
import { loadTables } from '../run/indexes.js';
import type { Sealer } from './sealer.js';
import type { SignsOfLife } from './signs-of-life.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
import type { ExecutorConfig } from '../config.js';
import type { RunSpec } from '#common/spec/definitions.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { hasText, hideTexts } from '../run/outside-texts.js';

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

/* Gathers everything that one decision on a run depends on. All of it counts at one instant: no deadline passes in between. */

interface FactSources {
  readonly plans: Pick<RunPlans, 'of'>;
  readonly texts: Pick<OutsideTexts, 'hide'>;
  readonly signs: Pick<SignsOfLife, 'of' | 'verify'>;
  readonly sealer: Pick<Sealer, 'sealEnds'>;
  /** The present instant, and the known facts about this replica and the others. */
  readonly surroundings: (
    run: Run,
  ) => Omit<DecisionContext, 'plan' | 'tables' | keyof ReturnType<StartsOfRun['facts']>>;
}

export interface FactRequest {
  /** The inputs as they were reported: secrets in them are hidden here. */
  readonly inputs: readonly Input[];
  /** Ends that are stored already. */
  readonly storedEnds: readonly Input[];
  readonly starts: Pick<StartsOfRun, 'facts'>;
  /** A caller waits for the answer. */
  readonly urgent: boolean;
}

export interface Facts {
  /** The inputs of the request come first, in their order. */
  readonly inputs: readonly Input[];
  readonly context: DecisionContext;
}

const SEAL_WAIT_MS = 2_000;
/** A callback must be answered within a second, so its decision waits less. */
const URGENT_SEAL_WAIT_MS = 500;

export class FactGatherer {
  constructor(private readonly sources: FactSources) {}

  /**
   * Null: the run has no snapshot, or a newer version has written it. Throws AppError UNAVAILABLE if there are inputs for a run of a
   * newer version, so that they are sent again until an executor of that version takes them.
   */
  async basisOf(run: Run, inputs: readonly Input[]): Promise<RunBasis | null> {
    if (!isNewer(run)) return this.sources.plans.of(run);
    if (inputs.length > 0)
      throw new AppError('UNAVAILABLE', `run ${run.id} was written by a newer version of Carillon`);
    return null;
  }

  /**
   * Adds further inputs that the decision needs: stored signs of life of attempts that would be given up because of their silence, and
   * whether the output of ended attempts is sealed. Throws AppError UNAVAILABLE if secrets or signs cannot be read now.
   */
  async gather({ run, chunks, tables }: LoadedRun, { spec, plan }: RunBasis, request: FactRequest): Promise<Facts> {
    const { texts, signs, sealer, surroundings } = this.sources;
    const { storedEnds, starts, urgent } = request;
    const inputs = await texts.hide(run, spec, request.inputs);
    const context: DecisionContext = {
      ...surroundings(run),
      plan,
      ...starts.facts(),
      tables: tables ?? loadTables(run, plan, chunks ?? new Map()),
    };
    const all = [...inputs, ...storedEnds, ...signs.of(run)];
    const { silent, unsealed } = questionsOf(run, all, context);
    const [seen, sealed] = await Promise.all([
      signs.verify(run, silent),
      sealer.sealEnds(run, unsealed, urgent ? URGENT_SEAL_WAIT_MS : SEAL_WAIT_MS),
    ]);
    return { inputs: [...all, ...seen, ...sealed], context };
  }
}

/** `cluster`: a client that is open while texts are hidden; null if there is no cluster. */
export function outsideTextsOf(
  parts: ServiceParts<ExecutorConfig>,
  tenants: TenantsStore,
  cluster: ApiClient | null,
): OutsideTexts {
  return new OutsideTexts(runSecretsOf(parts, { cluster, tenants }));
}

/** Masks inputs with the secrets of their run. */
class OutsideTexts {
  constructor(private readonly secrets: Pick<RunSecrets, 'maskOf'>) {}

  /** Throws AppError UNAVAILABLE if the secrets cannot be read now: then no input is accepted. */
  async hide(run: Run, spec: RunSpec, inputs: readonly Input[]): Promise<readonly Input[]> {
    const attempts = inputs.flatMap((input) => (hasText(input) && input.type !== 'command' ? [attemptOf(input)] : []));
    if (attempts.length === 0) return inputs;
    const mask = await this.secrets.maskOf(run, spec, [...new Set(attempts)]);
    return inputs.map((input) => hideTexts(mask, input));
  }
}
