/** Does what decisions ask for. Every effect is keyed and safe to repeat; what is under way is not begun twice. */
import { delay } from '#common/clock/delay.js';
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/domain/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { StartResult } from '../core/engine.js';
import type { Input } from '../core/inputs.js';
import { chunked } from '../loops/chunked.js';
import type { EffectPerformer } from '../turns/aftermath.js';
import type { Sealer } from '../turns/sealer.js';
import type { Engines } from './engines.js';
import type { Launcher } from './launcher.js';

export interface EffectParts {
  readonly engines: Engines;
  readonly launcher: Launcher;
  readonly sealer: Sealer;
  readonly report: (input: Exclude<Input, { type: 'command' }>) => void;
  readonly incarnation: string;
  /** How long an attempt waits for its output at first. */
  readonly sealHoldMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A claim older than this is not acted on: its process was stopped meanwhile, and others may have judged it. */
const MAX_CLAIM_AGE_MS = 15_000;
const RETRY_MS = 1_000;
const SEAL_TIMEOUT_MS = 2_000;
const MAX_CLOSING_MS = 3_000;
const RUNS_PER_READ = 500;

export class EffectRunner implements EffectPerformer {
  private readonly underWay = new Map<string, Promise<void>>();
  /** One claim is one start, however often the effect comes up: the claim that was last acted on, by attempt. */
  private readonly actedOn = new Map<AttemptId, string>();
  private stopped = false;

  constructor(private readonly parts: EffectParts) {}

  perform(run: Run, effect: Effect): void {
    const live = run.live.find(({ id }) => id === effect.attempt);
    if (!live) return;
    this.once(effectKey(effect), async () => {
      switch (effect.type) {
        case 'start':
          return this.start(run, live);
        case 'stop':
          return this.stop(run, live, effect);
        case 'seal':
          return this.seal(run, live);
        case 'cleanUp':
          return this.removeRests(run, live);
      }
    });
  }

  cleanUp(run: Run, live: LiveAttempt): void {
    this.actedOn.delete(live.id);
    this.perform({ ...run, live: [live] }, { type: 'cleanUp', attempt: live.id });
  }

  /** Forgets starts of runs that others have taken over: nobody here sees their attempts end. */
  async forgetEnded(isMine: (run: RunId) => boolean, runs: Pick<RunsStore, 'load'>): Promise<void> {
    const acted = [...this.actedOn.keys()].flatMap((attempt) => {
      const run = parseAttemptId(attempt)?.run;
      return run === undefined || isMine(run) ? [] : [{ attempt, run }];
    });
    for (const some of chunked(acted, RUNS_PER_READ)) {
      const found = await runs.load([...new Set(some.map(({ run }) => run))]);
      // One that is still live might come back with its run, and must not be started again then.
      for (const { attempt, run } of some)
        if (!found.get(run)?.live.some(({ id }) => id === attempt)) this.actedOn.delete(attempt);
    }
  }

  /** Starts that are remembered. */
  get remembered(): number {
    return this.actedOn.size;
  }

  /** Begins nothing new, and waits a little for the answers to what was begun: nobody could tell later whether it started. */
  async close(): Promise<void> {
    this.stopped = true;
    const waited = new AbortController();
    await Promise.race([Promise.all(this.underWay.values()), delay(MAX_CLOSING_MS, waited.signal)]);
    waited.abort();
  }

  private once(key: string, work: () => Promise<void>): void {
    if (this.stopped || this.underWay.has(key)) return;
    const done = work()
      .catch((error: unknown) => {
        this.parts.log.warn({ effect: key, err: error }, 'effect failed, the sweep repeats it');
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, done);
  }

  /** Only the incarnation that the claim names may start. What cannot be prepared was certainly not started. */
  private async start(run: Run, live: LiveAttempt): Promise<void> {
    const { engines, launcher, report, incarnation, clock } = this.parts;
    const claim = `${live.claim.at}/${live.refusals ?? 0}`;
    if (live.claim.incarnation !== incarnation || this.actedOn.get(live.id) === claim) return;
    this.actedOn.set(live.id, claim);
    const answer = (result: StartResult): void => {
      report({ type: 'startResult', attempt: live.id, result });
    };
    try {
      const launch = await launcher.launchOf(run, live);
      if ('problem' in launch)
        answer({
          type: 'refused',
          retryable: false,
          reason: launch.reason ?? 'NotLaunchable',
          message: launch.problem,
        });
      else if (clock.now() - live.claim.at > MAX_CLAIM_AGE_MS)
        answer(notSent('Delayed', `it was not sent within ${MAX_CLAIM_AGE_MS} ms of its claim`));
      else answer(await engines.start(launch));
    } catch (error) {
      answer(notSent('NotPrepared', messageOf(error)));
    }
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

  /** Asks until the output is sealed, or the hold has passed and the decision has given it up. */
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
        // What is decided on this has the same effect pending, which is not begun twice: asking goes on here.
        sealBy = clock.now() + sealHoldMs;
      }
      before = linesRead;
      await delay(RETRY_MS);
    }
  }

  private async removeRests(run: Run, live: LiveAttempt): Promise<void> {
    await this.parts.engines.cleanUp(run.engine, live.id, live.name ?? null);
  }
}

const notSent = (reason: string, message: string): StartResult => ({
  type: 'refused',
  retryable: true,
  reason,
  message,
});
