/** What follows a saved decision: messages, metrics, effects, and the next wake-up. Sweeps repeat all of it if it is lost. */
import type { Clock } from '#common/clock/clock.js';
import { effectKey, type Effect, type LiveAttempt, type Run } from '#common/run/run.js';
import type { Decision } from '../run/reconcile.js';
import type { PreparedStarts } from './effect-runner.js';
import type { RunBasis } from './run-plans.js';

export interface Saved {
  readonly before: Run;
  readonly decision: Decision;
  readonly basis: RunBasis;
  /** Do everything that is pending, not only what this decision added. */
  readonly repeatEffects: boolean;
}

export interface EffectPerformer {
  perform(run: Run, effect: Exclude<Effect, { type: 'start' }>): void;
  startClaimed(run: Run, prepared: PreparedStarts): void;
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

/** Wake-ups within this time are timed exactly; the sweep finds the later ones. */
const EXACT_WAKE_MS = 5_000;

export class PostCommit {
  constructor(
    private readonly parts: {
      readonly effects: EffectPerformer;
      readonly observers: readonly RunObserver[];
      readonly watchers: readonly RunWatcher[];
      readonly wakeAt: (run: Run['id'], at: number, now: number) => void;
      readonly clock: Clock;
    },
  ) {}

  /** `prepared`: what the attempts need that the decision has claimed. */
  run(saved: Saved, prepared: PreparedStarts): void {
    const { before, decision, repeatEffects } = saved;
    const { next, changed } = decision;
    const { effects, observers, watchers, wakeAt, clock } = this.parts;
    for (const watcher of watchers) watcher.see(next);
    if (changed) {
      for (const observer of observers) observer.observe(saved);
      for (const live of goneFrom(before, next)) effects.cleanUp(next, live);
    }
    effects.startClaimed(next, prepared);
    const known = new Set(repeatEffects ? [] : before.effects.map(effectKey));
    for (const effect of next.effects)
      if (effect.type !== 'start' && !known.has(effectKey(effect))) effects.perform(next, effect);
    const now = clock.now();
    if (next.wakeAt !== null && next.wakeAt - now < EXACT_WAKE_MS) wakeAt(next.id, next.wakeAt, now);
  }
}

/** Attempts that the run does not name any more: their end is saved and counted, their output sealed or given up. */
function goneFrom(before: Run, next: Run): LiveAttempt[] {
  const kept = new Set(next.live.map(({ id }) => id));
  return before.live.filter(({ id }) => !kept.has(id));
}
