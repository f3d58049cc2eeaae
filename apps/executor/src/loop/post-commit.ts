/**
 * Performs the steps after a saved decision: messages, metrics, effects, and the next wake-up. Sweeps repeat all of these if they are
 * lost.
 */
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import type { Decision } from '../run/reconcile.js';
import { MAX_CLOSING_MS, type PreparedStarts } from './attempt-starter.js';
import type { RunBasis } from './run-loader.js';
import type { Logger } from '#common/logging/logger.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { Engines } from '../engines/engine.js';
import type { LaunchInput } from './launch-input.js';
import type { ReportInput } from './run-queue.js';
import type { SealWait } from './sealer.js';

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
  readonly input: Pick<LaunchInput, 'cancelOf'>;
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
      cancel: await input.cancelOf(run, live),
    });
    if (result?.type !== 'ended') return;
    const observation = { type: 'ended', attempt: live.id, startedAt: null, node: null, end: result.end } as const;
    report({ type: 'observed', observation });
  }
}
