/**
 * Reconciles one run: loads it, decides, saves the ends and the next state, then performs what the state asks for. The decision is
 * pure, and is made again with what was learned in between (a granted start, a sealed output, a lost write race).
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import type { AttemptRecord, LiveAttempt, Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { reconcile, type Decision } from '../run/reconcile.js';
import { loadTables } from '../run/indexes.js';
import type { DecisionContext } from '../run/draft.js';
import type { Answer, Input } from '../run/inputs.js';
import type { EffectRunner } from './effect-runner.js';
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

export interface RunSaver {
  save(next: Run, expectedRev: number): Promise<boolean>;
}

export interface ReconcilerStores {
  readonly runs: RunSaver;
  readonly attempts: Pick<AttemptsStore, 'recordEnd' | 'recordLog' | 'get'>;
  readonly events: Pick<RunEventsStore, 'add'>;
  readonly indexes: Pick<RunIndexesStore, 'add' | 'remove'>;
}

export interface ReconcilerParts {
  readonly loader: RunLoader;
  readonly plans: RunPlans;
  readonly stores: ReconcilerStores;
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
  readonly surroundings: (
    run: Pick<Run, 'tenant'>,
  ) => Omit<DecisionContext, 'now' | 'plan' | 'grant' | 'capacity' | 'tables'>;
}

/** Others may write the same run for a moment; each race that is lost shows a newer state. */
const MAX_RACES = 20;
const SEAL_WAIT_MS = 2_000;
/** A callback must be answered within a second, so its turn waits less. */
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

  private async race(id: RunId, request: ReconcileRequest, seen: { plan: RunPlan | null }): Promise<readonly Answer[]> {
    let known = request.repeatEffects ? null : this.parts.loader.peek(id);
    for (let race = 0; race < MAX_RACES; race++) {
      const loaded: LoadedRun | null = known ?? (await this.parts.loader.read(id));
      const basis = loaded && (await this.parts.plans.of(loaded.run));
      if (!loaded || !basis) return this.withoutRun(id, request.inputs);
      seen.plan = basis.plan;
      const inputs = await this.parts.texts.hide(loaded.run, basis.spec, request.inputs);
      const answers = await this.attempt(loaded, basis, { ...request, inputs });
      // What is remembered may be old: a refusal is given only by what is stored.
      if (answers?.every((answer) => answer === 'done') === true || (answers && !known)) return answers;
      known = null;
    }
    throw new AppError('UNAVAILABLE', `run ${id} was written by others ${MAX_RACES} times in a row`);
  }

  private withoutRun(id: RunId, inputs: readonly Input[]): readonly Answer[] {
    this.parts.starts.forget(id);
    this.parts.loader.forget(id);
    return inputs.map(() => 'notCurrent');
  }

  /** Null when somebody else wrote the run first. */
  private async attempt(
    loaded: LoadedRun,
    basis: RunBasis,
    request: ReconcileRequest,
  ): Promise<readonly Answer[] | null> {
    const { starts, loader, startLimits } = this.parts;
    const { run } = loaded;
    const limits = limitsOf(run, basis.spec, startLimits);
    let known = run;
    try {
      const decision = await this.decideFully(loaded, basis, request);
      const prepared = await this.parts.effects.prepare(run, decision.next);
      if (decision.changed) {
        if (!(await this.save(run, decision))) return null;
        known = decision.next;
      }
      // A queued run is the scheduler's to write: what is seen of it now is old in a moment.
      if (known.phase === 'Queued') loader.forget(run.id);
      else loader.remember(known, decision.tables);
      this.parts.postCommit.run({ before: run, decision, basis, repeatEffects: request.repeatEffects }, prepared);
      return decision.answers.slice(0, request.inputs.length);
    } finally {
      starts.setUsage(run.id, limits, known.live.filter(isActive).length);
    }
  }

  /** Decides, and decides again with every fact that the first decision asked for. */
  private async decideFully(loaded: LoadedRun, basis: RunBasis, request: ReconcileRequest): Promise<Decision> {
    const { starts, startLimits, sealer, signs } = this.parts;
    const { run } = loaded;
    let inputs: readonly Input[] = [...request.inputs, ...signs.of(run)];
    // One instant for the whole turn: what is decided again is decided on the same time.
    const limits = limitsOf(run, basis.spec, startLimits);
    const turn = this.parts.surroundings(run);
    const again = this.deciding(loaded, basis, { ...turn, capacity: capacityOf(limits) });
    let decision = again(inputs, 0);
    if (decision.changed && goesSilent(run, decision.next)) {
      inputs = [...inputs, ...(await signs.verify(run))];
      decision = again(inputs, 0);
    }
    const sealed = await sealer.sealEnds(run, decision.records, request.urgent ? URGENT_SEAL_WAIT_MS : SEAL_WAIT_MS);
    const recorded = await this.recordEnds(decision.records, sealed);
    if (sealed.length > 0 || recorded.length > 0) {
      inputs = [...inputs, ...sealed, ...recorded];
      decision = again(inputs, 0);
    }
    if (decision.wanted.most === 0 || turn.self.lease === null) {
      starts.leave(run.id);
      return decision;
    }
    const grant = starts.take(run.id, limits, decision.wanted);
    if (grant === 0) return decision;
    const granted = again(inputs, grant);
    if (granted.wanted.most === 0) starts.leave(run.id);
    return granted;
  }

  private deciding(
    { run, chunks, tables: known }: LoadedRun,
    { plan }: RunBasis,
    surroundings: Omit<DecisionContext, 'now' | 'plan' | 'grant' | 'tables'>,
  ): (inputs: readonly Input[], grant: number) => Decision {
    const tables = known ?? loadTables(run, plan, chunks ?? new Map());
    const turn = { ...surroundings, now: this.parts.clock.now(), plan, tables };
    return (inputs, grant) => reconcile(run, inputs, { ...turn, grant });
  }

  /** Saves the ends, with what is known of their output. Ends that somebody saved earlier stand and come back as inputs. */
  private async recordEnds(records: readonly AttemptRecord[], sealed: readonly Input[]): Promise<Input[]> {
    const { attempts } = this.parts.stores;
    const verdicts = new Map(
      sealed.flatMap((input) => (input.type === 'sealed' ? [[input.attempt, input] as const] : [])),
    );
    const outcomes = await Promise.all(
      records.map(async (record): Promise<Input[]> => {
        const verdict = verdicts.get(record.id);
        const whole = verdict ? { ...record, logComplete: verdict.complete, logReason: verdict.reason } : record;
        if (await attempts.recordEnd(whole)) return [];
        const stored = await attempts.get(record.id);
        return stored ? [{ type: 'recorded', record: stored }] : [];
      }),
    );
    return outcomes.flat();
  }

  private async save(run: Run, { next, verdicts, moved, chunks, superseded }: Decision): Promise<boolean> {
    const { runs, attempts, events, indexes } = this.parts.stores;
    if (moved.length > 0) await events.add(run.id, run.olderTransitions ?? 0, moved);
    if (chunks.length > 0) await indexes.add(run.id, chunks);
    // Before the run, which forgets its attempts: nobody would come back to say it.
    await Promise.all(verdicts.map(({ attempt, complete, reason }) => attempts.recordLog(attempt, complete, reason)));
    const isSaved = await runs.save(next, run.rev);
    // Whichever chunks nothing refers to now. Those of a process that dies before this go with the run.
    const left = isSaved ? superseded : chunks;
    if (left.length > 0) await indexes.remove(run.id, left);
    return isSaved;
  }
}

const isActive = ({ state }: LiveAttempt): boolean => state !== 'ended';

/** True when this decision gives an attempt up for its silence. */
const goesSilent = (before: Run, next: Run): boolean =>
  next.live.some(
    ({ id, stop }) => stop?.reason === 'idleTimeout' && before.live.find((live) => live.id === id)?.stop === null,
  );
