/**
 * Reconciles one run: loads it, gathers the facts, decides once, saves the decision, then performs what the next state asks for.
 * Where somebody else wrote the run first, all of that begins again with the run as it is stored then.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { isEarly } from '#common/run/new-run.js';
import { isNewer } from '#common/domain/stored-form.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { DecisionContext } from '../run/context.js';
import { loadTables } from '../run/indexes.js';
import type { Answer, Input } from '../run/inputs.js';
import { questionsOf, reconcile } from '../run/reconcile.js';
import type { DecisionWriter } from './decision-writer.js';
import type { EffectRunner } from './effect-runner.js';
import type { StartLimit } from './limit-usage.js';
import type { PostCommit } from './post-commit.js';
import type { LoadedRun, RunLoader } from './run-loader.js';
import type { RunMetrics } from './run-metrics.js';
import type { RunPlan } from '../run/plan.js';
import type { RunBasis, RunPlans } from './run-plans.js';
import type { ReconcileRequest } from './run-queue.js';
import type { OutsideTexts } from './hide-texts.js';
import type { Sealer } from './sealer.js';
import type { SignsOfLife } from './signs-of-life.js';
import { capacityOf, limitsOf, type StartLimits } from './start-limits.js';
import type { StartQueue } from './start-queue.js';

export interface ReconcilerParts {
  readonly loader: RunLoader;
  readonly plans: Pick<RunPlans, 'of'>;
  readonly writer: DecisionWriter;
  readonly starts: StartQueue;
  readonly effects: Pick<EffectRunner, 'prepare'>;
  readonly startLimits: StartLimits;
  readonly texts: Pick<OutsideTexts, 'hide'>;
  readonly sealer: Sealer;
  readonly signs: SignsOfLife;
  readonly postCommit: PostCommit;
  readonly metrics: Pick<RunMetrics, 'reconciled'>;
  readonly clock: Clock;
  /** What a decision may know of this replica and the others. */
  readonly surroundings: (run: Run) => Omit<DecisionContext, 'now' | 'plan' | 'grant' | 'capacity' | 'tables'>;
}

/** Others may write the same run for a moment; each race that is lost shows a newer state. */
const MAX_RACES = 20;
const SEAL_WAIT_MS = 2_000;
/** A callback must be answered within a second, so its decision waits less. */
const URGENT_SEAL_WAIT_MS = 500;

export class RunReconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  async reconcile(id: RunId, request: ReconcileRequest): Promise<readonly Answer[]> {
    const { clock, metrics } = this.parts;
    const begun = clock.monotonic();
    const seen: { plan: RunPlan | null } = { plan: null };
    try {
      const answers = await this.race(id, request, seen);
      metrics.reconciled(seen.plan, clock.monotonic() - begun, 'success');
      return answers;
    } catch (error) {
      metrics.reconciled(seen.plan, clock.monotonic() - begun, 'error');
      throw error;
    }
  }

  /** Decides on the run as it is stored, again whenever somebody else wrote it first. */
  private async race(id: RunId, request: ReconcileRequest, seen: { plan: RunPlan | null }): Promise<readonly Answer[]> {
    let known = request.repeatEffects ? null : this.parts.loader.peek(id);
    let learned: readonly Input[] = [];
    for (let race = 0; race < MAX_RACES; race++) {
      const loaded: LoadedRun | null = known ?? (await this.parts.loader.read(id));
      const basis = loaded && (await this.basisOf(loaded.run, request.inputs));
      if (!loaded || !basis) return this.withoutRun(id, request.inputs);
      seen.plan = basis.plan;
      const inputs = await this.parts.texts.hide(loaded.run, basis.spec, request.inputs);
      const result = await this.attempt(loaded, basis, { ...request, inputs: [...inputs, ...learned] });
      const answers = result.answers?.slice(0, inputs.length);
      // What is remembered may be old: a refusal is given only by what is stored.
      if (answers && (!known || answers.every((answer) => answer === 'done'))) return answers;
      learned = result.ends;
      known = null;
    }
    throw new AppError('UNAVAILABLE', `run ${id} was written by others ${MAX_RACES} times in a row`);
  }

  /**
   * Null: the run is none of this version's. Throws UNAVAILABLE where something is told of one that a newer version has written: it
   * is told again, until an executor of that version hears it.
   */
  private async basisOf(run: Run, inputs: readonly Input[]): Promise<RunBasis | null> {
    if (!isNewer(run)) return this.parts.plans.of(run);
    if (inputs.length > 0)
      throw new AppError('UNAVAILABLE', `run ${run.id} was written by a newer version of Carillon`);
    return null;
  }

  private withoutRun(id: RunId, inputs: readonly Input[]): readonly Answer[] {
    this.parts.starts.forget(id);
    this.parts.loader.forget(id);
    return inputs.map(() => 'notCurrent');
  }

  private async attempt(loaded: LoadedRun, basis: RunBasis, request: ReconcileRequest): Promise<Attempted> {
    const { starts, loader, startLimits } = this.parts;
    const { run } = loaded;
    const limits = limitsOf(run, basis.spec, startLimits);
    let known = run;
    try {
      const context = this.contextOf(loaded, basis, limits);
      const decision = reconcile(run, await this.gather(run, request, context), context);
      if (decision.wanted.most === 0 || context.self.lease === null) starts.leave(run.id);
      const prepared = await this.parts.effects.prepare(run, decision.next);
      if (decision.changed) {
        const { isSaved, ends } = await this.parts.writer.save(run, decision);
        if (!isSaved) return { answers: null, ends };
        known = decision.next;
      }
      // A queued run is the scheduler's to write, and one that was made ahead of time it may revoke and make anew.
      if (known.phase === 'Queued' || isEarly(known)) loader.forget(run.id);
      else loader.remember(known, decision.tables);
      this.parts.postCommit.run({ before: run, decision, basis, repeatEffects: request.repeatEffects }, prepared);
      return { answers: decision.answers, ends: [] };
    } finally {
      starts.setUsage(run.id, limits, known.live.filter(isActive).length);
    }
  }

  /** All inputs of the decision: those that were sent, and what signs of life and the collector say of what they bring about. */
  private async gather(run: Run, { inputs, urgent }: ReconcileRequest, context: DecisionContext): Promise<Input[]> {
    const { signs, sealer } = this.parts;
    const known = [...inputs, ...signs.of(run)];
    const { silent, unsealed } = questionsOf(run, known, context);
    const [seen, sealed] = await Promise.all([
      signs.verify(silent),
      sealer.sealEnds(run, unsealed, urgent ? URGENT_SEAL_WAIT_MS : SEAL_WAIT_MS),
    ]);
    return [...known, ...seen, ...sealed];
  }

  /** One instant for questions and decision: no deadline passes between them. */
  private contextOf(
    { run, chunks, tables }: LoadedRun,
    { plan }: RunBasis,
    limits: readonly StartLimit[],
  ): DecisionContext {
    const { clock, starts, surroundings } = this.parts;
    return {
      ...surroundings(run),
      now: clock.now(),
      plan,
      capacity: capacityOf(limits),
      grant: (wanted) => starts.take(run.id, limits, wanted),
      tables: tables ?? loadTables(run, plan, chunks ?? new Map()),
    };
  }
}

interface Attempted {
  /** Null when somebody else wrote the run first. */
  readonly answers: readonly Answer[] | null;
  /** Ends of its attempts that are saved although the run was not. */
  readonly ends: readonly Input[];
}

const isActive = ({ state }: LiveAttempt): boolean => state !== 'ended';
