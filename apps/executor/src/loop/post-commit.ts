/**
 * Performs the steps after a saved decision: messages, metrics, effects, and the next wake-up. Sweeps repeat all of these if they are
 * lost.
 */
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import type { Decision } from '../run/reconcile.js';
import type { PreparedStarts } from './attempt-starter.js';
import type { RunBasis } from './run-plans.js';

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
      readonly starts: ClaimStarter;
      readonly effects: EffectPerformer;
      readonly observers: readonly RunObserver[];
      readonly watchers: readonly RunWatcher[];
      readonly wakeSoon: (run: Run['id'], at: number) => void;
    },
  ) {}

  /** Reads what the newly claimed attempts need, while the decision is saved. Never rejects. */
  prepare(before: Run, { next }: Decision): Promise<PreparedStarts> {
    return this.parts.starts.prepare(before, next);
  }

  /** `prepared`: what the attempts that the decision has claimed need. */
  run(saved: Saved, prepared: PreparedStarts): void {
    const { before, decision, repeatEffects } = saved;
    const { next, changed } = decision;
    const { starts, effects, observers, watchers, wakeSoon } = this.parts;
    for (const watcher of watchers) watcher.see(next);
    if (changed) {
      for (const observer of observers) observer.observe(saved);
      for (const live of goneFrom(before, next)) {
        starts.forget(live.id);
        effects.cleanUp(next, live);
      }
    }
    starts.startClaimed(next, prepared);
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
