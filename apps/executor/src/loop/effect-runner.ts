/** Performs the effects of decisions. Every effect has a key and is safe to repeat; one that is under way is not started twice. */
import { delay } from '#common/clock/delay.js';
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { Launch, MayBegin, StartResult } from '../engines/engine.js';
import type { SecretGiving } from '../secrets/giving.js';
import type { Input } from '../run/inputs.js';
import type { LaunchOrProblem } from '../launch/launch.js';
import { chunked } from '#common/runtime/continuing.js';
import type { Sealer } from './sealer.js';
import type { Engines } from '../engines/engines.js';
import type { Launcher } from './launcher.js';

export interface EffectParts {
  readonly engines: Engines;
  readonly launcher: Launcher;
  readonly secrets: SecretGiving;
  readonly sealer: Sealer;
  readonly report: (input: Exclude<Input, { type: 'command' }>) => void;
  readonly incarnation: string;
  /** The lease that this replica holds as a member; null: none. */
  readonly lease: () => number | null;
  /** How long an attempt first waits for its output. */
  readonly sealHoldMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What an attempt needs to start, or why it cannot be had; a `failure` may be temporary. */
type Launchable = LaunchOrProblem | { readonly failure: string };
export type PreparedStarts = ReadonlyMap<AttemptId, Launchable>;

const SEAL_TIMEOUT_MS = 2_000;
/**
 * The pause between two seal requests: after an outage of a collector many ends wait, and each learns of its seal within this
 * time.
 */
const RETRY_MS = 300;
const MAX_CLOSING_MS = 3_000;
const RUNS_PER_READ = 500;

export class EffectRunner {
  private readonly underWay = new TrackedTasks<string>();
  /** The claim that was last acted on, by attempt: one claim is started once, however often its effect comes up. */
  private readonly actedOn = new Map<AttemptId, string>();
  /** Called when the executor stops. */
  private readonly atStop = new Set<() => void>();
  private stopped = false;

  constructor(private readonly parts: EffectParts) {}

  /** The lease under which attempts may be claimed now: null once the executor is stopping. */
  get lease(): number | null {
    return this.stopped ? null : this.parts.lease();
  }

  /**
   * Reads what the newly claimed attempts need, while the decision is saved: from the save on others must assume that the start was sent,
   * and so it follows at once. Never rejects.
   */
  async prepare(before: Run, next: Run): Promise<PreparedStarts> {
    const old = new Map(before.live.map((live) => [live.id, live]));
    const starting = new Set(next.effects.flatMap(({ type, attempt }) => (type === 'start' ? [attempt] : [])));
    const claimed = next.live.filter((live) => starting.has(live.id) && live.claim !== old.get(live.id)?.claim);
    const launches = claimed.map(async (live) => [live.id, await this.launch(next, live)] as const);
    return new Map(await Promise.all(launches));
  }

  /**
   * Starts what this replica has claimed, each claim once, whichever decision made it: a save may have succeeded whose answer was
   * lost. A claim that was not sent before others put it in doubt is never sent, which is then reported.
   */
  startClaimed(run: Run, prepared: PreparedStarts): void {
    const due = new Set(run.effects.flatMap(({ type, attempt }) => (type === 'start' ? [attempt] : [])));
    for (const live of run.live) {
      if (live.state !== 'claimed' || live.claim.incarnation !== this.parts.incarnation) continue;
      if (this.actedOn.get(live.id) === claimOf(live)) continue;
      if (due.has(live.id) && !this.stopped)
        this.once(`start:${live.id}`, () => this.start(run, live, prepared.get(live.id)));
      else if (this.stopped || live.doubt !== undefined) {
        this.actedOn.set(live.id, claimOf(live));
        const message = this.stopped
          ? 'the executor is stopping'
          : 'the claim of the attempt was put in doubt before the start was sent';
        this.answer(live, { type: 'notSent', message });
      }
    }
  }

  perform(run: Run, effect: Exclude<Effect, { type: 'start' }>): void {
    const live = run.live.find(({ id }) => id === effect.attempt);
    if (!live) return;
    this.once(effectKey(effect), async () => {
      switch (effect.type) {
        case 'stop':
          return this.stop(run, live, effect);
        case 'seal':
          return this.seal(run, live);
        case 'cleanUp':
          return this.removeLeftovers(run, live);
      }
    });
  }

  cleanUp(run: Run, live: LiveAttempt): void {
    this.actedOn.delete(live.id);
    this.perform({ ...run, live: [live] }, { type: 'cleanUp', attempt: live.id });
  }

  /** Forgets starts of runs that other replicas have taken over: this replica does not learn when their attempts end. */
  async forgetEnded(isMine: (run: RunId) => boolean, runs: Pick<RunReads, 'load'>): Promise<void> {
    const acted = [...this.actedOn.keys()].flatMap((attempt) => {
      const run = parseAttemptId(attempt)?.run;
      return run === undefined || isMine(run) ? [] : [{ attempt, run }];
    });
    for (const some of chunked(acted, RUNS_PER_READ)) {
      const found = await runs.load([...new Set(some.map(({ run }) => run))]);
      // A start that is still live must stay remembered: the run may come back, and must not be started again then.
      for (const { attempt, run } of some)
        if (!found.get(run)?.live.some(({ id }) => id === attempt)) this.actedOn.delete(attempt);
    }
  }

  /** The number of remembered starts. */
  get remembered(): number {
    return this.actedOn.size;
  }

  /** Starts nothing new, and waits for a short time for the results of starts that were sent. */
  async close(): Promise<void> {
    this.stopped = true;
    for (const stop of this.atStop) stop();
    await this.underWay.drain(MAX_CLOSING_MS);
  }

  private once(key: string, work: () => Promise<void>): void {
    if (this.stopped || this.underWay.has(key)) return;
    const done = work().catch((error: unknown) => {
      this.parts.log.warn({ effect: key, err: error }, 'an effect failed; a sweep repeats it');
    });
    void this.underWay.add(done, key);
  }

  /** An attempt whose preparation fails certainly has not started. */
  private async start(run: Run, live: LiveAttempt, prepared?: Launchable): Promise<void> {
    const { lease } = this.parts;
    this.actedOn.set(live.id, claimOf(live));
    const mayBegin = (): boolean => !this.stopped && lease() === live.claim.lease;
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
    else await this.startGiven(run, live, launch, mayBegin);
  }

  /** Secrets from outside are read last: a claim that lapses meanwhile gives them back. */
  private async startGiven(run: Run, live: LiveAttempt, launch: Launch, mayBegin: MayBegin): Promise<void> {
    const { engines, secrets } = this.parts;
    const giving = secrets.give(run, launch).catch((error: unknown) => ({ failed: notPrepared(messageOf(error)) }));
    const given = await this.unlessStopped(giving);
    if (given === null || 'failed' in given) {
      this.answer(live, given?.failed ?? LAPSED);
      if (given === null) await giving.then((late) => ('failed' in late ? undefined : secrets.takeBack(late)));
      return;
    }
    const result = mayBegin()
      ? await engines.start(given.launch, mayBegin).catch((error: unknown) => notPrepared(messageOf(error)))
      : LAPSED;
    this.answer(live, result);
    if (result.type === 'refused' || result.type === 'notSent') await secrets.takeBack(given);
  }

  /** Null when the executor stops meanwhile: it must say that it has not sent a start as long as it can. */
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

  private async launch(run: Run, live: LiveAttempt): Promise<Launchable> {
    try {
      return await this.parts.launcher.launchOf(run, live);
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  private answer({ id, claim }: LiveAttempt, result: StartResult): void {
    this.parts.report({ type: 'startResult', attempt: id, claim, result });
  }

  private async stop(run: Run, live: LiveAttempt, effect: Extract<Effect, { type: 'stop' }>): Promise<void> {
    const { engines, launcher, report } = this.parts;
    const result = await engines.stop(run.engine, {
      attempt: live.id,
      host: live.claim.host,
      name: live.name ?? null,
      stoppedAt: live.stop?.at ?? null,
      force: effect.force,
      graceSeconds: effect.graceSeconds,
      reason: live.stop?.reason ?? 'aborted',
      cancel: await launcher.cancelOf(run, live),
    });
    if (result?.type !== 'ended') return;
    const observation = { type: 'ended', attempt: live.id, startedAt: null, node: null, end: result.end } as const;
    report({ type: 'observed', observation });
  }

  /** Asks until the output is sealed, or until the hold has passed and the decision has given it up. */
  private async seal(run: Run, live: LiveAttempt): Promise<void> {
    const { sealer, report, clock, sealHoldMs } = this.parts;
    const target = { attempt: live.id, host: live.claim.host, startedAt: live.startedAt };
    let sealBy = live.sealBy ?? 0;
    for (let before: number | null = null; !this.stopped && clock.now() < sealBy;) {
      const reply = await sealer.seal(run, target, SEAL_TIMEOUT_MS);
      if (reply.type === 'sealed') {
        report(reply);
        return;
      }
      const { linesRead } = reply;
      const comesFurther = before !== null && linesRead !== null && linesRead > before;
      if (comesFurther && sealBy - clock.now() < sealHoldMs / 2) {
        report({ type: 'sealing', attempt: live.id });
        // The decision on this report has the same effect pending, which is not started twice: this loop goes on.
        sealBy = clock.now() + sealHoldMs;
      }
      before = linesRead;
      await delay(RETRY_MS);
    }
  }

  private async removeLeftovers(run: Run, live: LiveAttempt): Promise<void> {
    await this.parts.engines.cleanUp(run.engine, live.id, live.name ?? null);
  }
}

const LAPSED: StartResult = { type: 'notSent', message: 'the claim of the attempt ended before the start was sent' };
const notPrepared = (message: string): StartResult => ({
  type: 'refused',
  retryable: true,
  reason: 'NotPrepared',
  message,
});

const claimOf = ({ claim, refusals }: LiveAttempt): string => `${claim.at}/${refusals ?? 0}`;
