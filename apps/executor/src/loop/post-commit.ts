/**
 * Performs the steps after a saved decision: messages, metrics, effects, and the next wake-up. Sweeps repeat all of these if they are
 * lost.
 */
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import type { Decision } from '../run/reconcile.js';
import type { RunBasis } from './run-loader.js';
import type { Logger } from '#common/logging/logger.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { Engines, StartResult, Launch, MayBegin } from '../engines/engine.js';
import type { LaunchInput } from './launch-input.js';
import type { ReportInput } from './run-queue.js';
import type { SealWait } from './sealer.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { chunked } from '#common/runtime/continuing.js';
import type { LaunchOrProblem } from '../launch/launch.js';
import type { SecretGiving } from '../secrets/giving.js';

export interface Saved {
  readonly before: Run;
  readonly decision: Decision;
  readonly basis: RunBasis;
  /** Do everything that is pending, not only what this decision added. */
  readonly repeatEffects: boolean;
}

export interface ClaimStarter {
  /** Never rejects. */
  prepare(before: Run, next: Run): Promise<PreparedStarts>;
  startClaimed(run: Run, prepared: PreparedStarts): void;
  forget(attempt: LiveAttempt['id']): void;
}

export interface EffectPerformer {
  perform(run: Run, effect: Exclude<Effect, { type: 'start' }>): void;
  cleanUp(run: Run, live: LiveAttempt): void;
}

export interface RunObserver {
  /** A run has changed. */
  observe(saved: Saved): void;
}

export interface RunWatcher {
  /** A run was reconciled, changed or not: so a replica that takes over a shard also counts runs that only wait. */
  see(run: Run): void;
}

export class PostCommit {
  constructor(
    private readonly parts: {
      readonly starter: ClaimStarter;
      readonly effects: EffectPerformer;
      readonly observers: readonly RunObserver[];
      readonly watchers: readonly RunWatcher[];
      readonly wakeSoon: (run: Run['id'], at: number) => void;
    },
  ) {}

  /** Reads what the newly claimed attempts need, while the decision is saved. Never rejects. */
  prepare(before: Run, { next }: Decision): Promise<PreparedStarts> {
    return this.parts.starter.prepare(before, next);
  }

  /** `prepared`: what the attempts that the decision has claimed need. */
  run(saved: Saved, prepared: PreparedStarts): void {
    const { before, decision, repeatEffects } = saved;
    const { next, changed } = decision;
    const { starter, effects, observers, watchers, wakeSoon } = this.parts;
    for (const watcher of watchers) watcher.see(next);
    if (changed) {
      for (const observer of observers) observer.observe(saved);
      for (const live of goneFrom(before, next)) {
        starter.forget(live.id);
        effects.cleanUp(next, live);
      }
    }
    starter.startClaimed(next, prepared);
    const former = new Set(repeatEffects ? [] : before.effects.map(effectKey));
    for (const effect of next.effects)
      if (effect.type !== 'start' && !former.has(effectKey(effect))) effects.perform(next, effect);
    if (next.wakeAt !== null) wakeSoon(next.id, next.wakeAt);
  }
}

/** Attempts that the run does not name any more: their end is saved and counted, their output sealed or given up. */
function goneFrom(before: Run, next: Run): LiveAttempt[] {
  const kept = new Set(next.live.map(({ id }) => id));
  return before.live.filter(({ id }) => !kept.has(id));
}

export interface EffectParts {
  readonly engines: Pick<Engines, 'stop' | 'cleanUp'>;
  readonly input: Pick<LaunchInput, 'stopOf'>;
  readonly seals: Pick<SealWait, 'untilSealed' | 'stop'>;
  readonly report: ReportInput;
  readonly log: Logger;
}

/** Performs the effects of decisions, all but starts. Each has a key and is safe to repeat; one that is under way is not started twice. */
export class EffectRunner {
  private readonly underWay = new TrackedTasks<string>();
  private stopped = false;

  constructor(private readonly parts: EffectParts) {}

  perform(run: Run, effect: Exclude<Effect, { type: 'start' }>): void {
    const key = effectKey(effect);
    const live = run.live.find(({ id }) => id === effect.attempt);
    if (!live || this.stopped || this.underWay.has(key)) return;
    const done = this.done(run, live, effect).catch((error: unknown) => {
      this.parts.log.warn({ effect: key, err: error }, 'an effect failed; a sweep repeats it');
    });
    void this.underWay.add(done, key);
  }

  /** Removes the leftovers of an attempt that the run does not name any more. */
  cleanUp(run: Run, live: LiveAttempt): void {
    this.perform({ ...run, live: [live] }, { type: 'cleanUp', attempt: live.id });
  }

  /** Begins no new effects, and waits for a short time for the effects under way. */
  async close(): Promise<void> {
    this.stopped = true;
    this.parts.seals.stop();
    await this.underWay.drain(MAX_CLOSING_MS);
  }

  private async done(run: Run, live: LiveAttempt, effect: Exclude<Effect, { type: 'start' }>): Promise<void> {
    switch (effect.type) {
      case 'stop':
        return this.stop(run, live, effect);
      case 'seal':
        return this.parts.seals.untilSealed(run, live);
      case 'cleanUp':
        return this.parts.engines.cleanUp(run.engine, live.id, live.name ?? null);
    }
  }

  private async stop(run: Run, live: LiveAttempt, effect: Extract<Effect, { type: 'stop' }>): Promise<void> {
    const { engines, input, report } = this.parts;
    const result = await engines.stop(run.engine, {
      attempt: live.id,
      host: live.claim.host,
      name: live.name ?? null,
      stoppedAt: live.stop?.at ?? null,
      force: effect.force,
      graceSeconds: effect.graceSeconds,
      reason: live.stop?.reason ?? 'aborted',
      ...(await input.stopOf(run, live)),
    });
    if (result?.type !== 'ended') return;
    const observation = { type: 'ended', attempt: live.id, startedAt: null, node: null, end: result.end } as const;
    report({ type: 'observed', observation });
  }
}

/* Starts the attempts that this replica has claimed: each claim once, for every decision that made it. */

interface AttemptStarterParts {
  readonly input: Pick<LaunchInput, 'of'>;
  readonly secretStarter: SecretStarter;
  readonly report: ReportInput;
  readonly incarnation: string;
  /** The lease that this replica holds as a member; null: none. */
  readonly lease: () => number | null;
  readonly log: Logger;
}

/** The inputs of a start, or why they are not available; a `failure` may be temporary. */
type Launchable = LaunchOrProblem | { readonly failure: string };
export type PreparedStarts = ReadonlyMap<AttemptId, Launchable>;

const RUNS_PER_READ = 500;
/** When the executor stops, effects under way and starts that were sent get this long to end. */
const MAX_CLOSING_MS = 3_000;

export class AttemptStarter {
  private readonly underWay = new TrackedTasks<AttemptId>();
  /** The claim that was last acted on, by attempt: one claim is started once, even if its effect is repeated. */
  private readonly actedOn = new Map<AttemptId, string>();
  private stopped = false;

  constructor(private readonly parts: AttemptStarterParts) {}

  /** The lease under which attempts may be claimed now: null once the executor is stopping. */
  get lease(): number | null {
    return this.stopped ? null : this.parts.lease();
  }

  /**
   * Reads what the newly claimed attempts need, and opens connections, while the decision is saved: once it is saved, other replicas must assume that the start
   * was sent, so the start follows at once. Never rejects.
   */
  async prepare(before: Run, next: Run): Promise<PreparedStarts> {
    const old = new Map(before.live.map((live) => [live.id, live]));
    const starting = startsOf(next);
    const claimed = next.live.filter((live) => starting.has(live.id) && live.claim !== old.get(live.id)?.claim);
    const launches = claimed.map(async (live) => [live.id, await this.prepareOne(next, live)] as const);
    return new Map(await Promise.all(launches));
  }

  /**
   * Starts what this replica has claimed, each claim once: a save may have succeeded whose answer was lost. If other replicas put a claim
   * in doubt before its start was sent, the start is never sent, and this is reported.
   */
  startClaimed(run: Run, prepared: PreparedStarts): void {
    const due = startsOf(run);
    for (const live of run.live) {
      if (live.state !== 'claimed' || live.claim.incarnation !== this.parts.incarnation) continue;
      if (this.actedOn.get(live.id) === claimOf(live)) continue;
      if (due.has(live.id) && !this.stopped) this.begin(run, live, prepared.get(live.id));
      else if (this.stopped || live.doubt !== undefined) {
        this.actedOn.set(live.id, claimOf(live));
        const message = this.stopped
          ? 'the executor is stopping'
          : 'the claim of the attempt was put in doubt before the start was sent';
        this.answer(live, { type: 'notSent', message });
      }
    }
  }

  /** Forgets an attempt that is over. */
  forget(attempt: AttemptId): void {
    this.actedOn.delete(attempt);
  }

  /** Forgets starts of runs that other replicas have taken over: this replica does not learn when their attempts end. */
  async forgetEnded(isMine: (run: RunId) => boolean, runs: Pick<RunReads, 'load'>): Promise<void> {
    const acted = [...this.actedOn.keys()].flatMap((attempt) => {
      const run = parseAttemptId(attempt)?.run;
      return run === undefined || isMine(run) ? [] : [{ attempt, run }];
    });
    for (const some of chunked(acted, RUNS_PER_READ)) {
      const stored = await runs.load([...new Set(some.map(({ run }) => run))]);
      // A start that is still live must stay remembered: the run may return, and the attempt must not be started again then.
      for (const { attempt, run } of some)
        if (!stored.get(run)?.live.some(({ id }) => id === attempt)) this.forget(attempt);
    }
  }

  /** The number of remembered starts. */
  get remembered(): number {
    return this.actedOn.size;
  }

  /** Starts nothing new, and waits for a short time for the results of starts that were sent. */
  async close(): Promise<void> {
    this.stopped = true;
    this.parts.secretStarter.stop();
    await this.underWay.drain(MAX_CLOSING_MS);
  }

  /** The start of an earlier claim may be under way. */
  private begin(run: Run, live: LiveAttempt, prepared: Launchable | undefined): void {
    if (this.underWay.has(live.id)) return;
    const done = this.start(run, live, prepared).catch((error: unknown) => {
      this.parts.log.warn({ effect: `start:${live.id}`, err: error }, 'an effect failed; a sweep repeats it');
    });
    void this.underWay.add(done, live.id);
  }

  /** An attempt whose preparation fails certainly has not started. */
  private async start(run: Run, live: LiveAttempt, prepared: Launchable | undefined): Promise<void> {
    this.actedOn.set(live.id, claimOf(live));
    const mayBegin = (): boolean => this.lease === live.claim.lease;
    const launch = prepared ?? (await this.launch(run, live));
    if ('problem' in launch)
      this.answer(live, {
        type: 'refused',
        retryable: false,
        reason: launch.reason ?? 'NotLaunchable',
        message: launch.problem,
      });
    else if ('failure' in launch) this.answer(live, notPrepared(launch.failure));
    else if (!mayBegin()) this.answer(live, LAPSED);
    else
      await this.parts.secretStarter.start(run, launch, mayBegin, (result) => {
        this.answer(live, result);
      });
  }

  private async prepareOne(run: Run, live: LiveAttempt): Promise<Launchable> {
    const launch = await this.launch(run, live);
    if (!('problem' in launch) && !('failure' in launch)) this.parts.secretStarter.prepare(launch);
    return launch;
  }

  private async launch(run: Run, live: LiveAttempt): Promise<Launchable> {
    try {
      return await this.parts.input.of(run, live);
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  private answer({ id, claim }: LiveAttempt, result: StartResult): void {
    this.parts.report({ type: 'startResult', attempt: id, claim, result });
  }
}

const startsOf = ({ effects }: Run): ReadonlySet<AttemptId> =>
  new Set(effects.flatMap(({ type, attempt }) => (type === 'start' ? [attempt] : [])));
const claimOf = ({ claim, refusals }: LiveAttempt): string => `${claim.at}/${refusals ?? 0}`;

/** Starts an attempt on its engine with its secrets from providers: they are read last, and given back if nothing was started. */
export class SecretStarter {
  /** Called when the executor stops. */
  private readonly atStop = new Set<() => void>();
  private stopped = false;

  constructor(
    private readonly engines: Pick<Engines, 'start' | 'prepare'>,
    private readonly secrets: SecretGiving,
  ) {}

  /** A hint that `start` will be called once its claim is saved. */
  prepare(launch: Launch): void {
    this.engines.prepare(launch);
  }

  /** Calls `answer` once. Rejects if secrets cannot be given back after that. A claim that lapses meanwhile gives them back. */
  async start(run: Run, launch: Launch, mayBegin: MayBegin, answer: (result: StartResult) => void): Promise<void> {
    const { engines, secrets } = this;
    const giving = secrets.give(run, launch).catch((error: unknown) => ({ failed: notPrepared(messageOf(error)) }));
    const outcome = await this.unlessStopped(giving);
    if (outcome === null || 'failed' in outcome) {
      answer(outcome?.failed ?? LAPSED);
      if (outcome === null) await giving.then((late) => ('failed' in late ? undefined : secrets.takeBack(late)));
      return;
    }
    const result = mayBegin()
      ? await engines.start(outcome.launch, mayBegin).catch((error: unknown) => notPrepared(messageOf(error)))
      : LAPSED;
    answer(result);
    if (result.type === 'refused' || result.type === 'notSent') await secrets.takeBack(outcome);
  }

  /** Starts that still wait for their secrets are answered as not sent. */
  stop(): void {
    this.stopped = true;
    for (const stop of this.atStop) stop();
  }

  /** Null when the executor stops meanwhile: it must report that the start was not sent while it still can. */
  private unlessStopped<T>(work: Promise<T>): Promise<T | null> {
    if (this.stopped) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        resolve(null);
      };
      this.atStop.add(stop);
      void work.then(resolve, reject).finally(() => this.atStop.delete(stop));
    });
  }
}

const LAPSED: StartResult = {
  type: 'notSent',
  message: 'the claim of the attempt ended before the start was sent',
};
const notPrepared = (message: string): StartResult => ({
  type: 'refused',
  retryable: true,
  reason: 'NotPrepared',
  message,
});
