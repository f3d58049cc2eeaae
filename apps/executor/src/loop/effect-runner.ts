/**
 * Performs the effects of decisions, all but starts. Every effect has a key and is safe to repeat; one that is under way is not started
 * twice.
 */
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import type { Logger } from '#common/logging/logger.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { Engines } from '../engines/engines.js';
import type { Launcher } from './launcher.js';
import type { ReportInput } from './run-queue.js';
import type { SealWait } from './seal-wait.js';

export interface EffectParts {
  readonly engines: Pick<Engines, 'stop' | 'cleanUp'>;
  readonly launcher: Pick<Launcher, 'cancelOf'>;
  readonly seals: Pick<SealWait, 'untilSealed' | 'stop'>;
  readonly report: ReportInput;
  readonly log: Logger;
}

/** When the executor stops, effects under way and starts that were sent get this long to end. */
export const MAX_CLOSING_MS = 3_000;

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
}
