/**
 * Whether a service is at rest: for a while it has handled no message and nothing around it has changed, and it would receive a
 * message. Sweeps that only replace lost messages run less often then. The next event ends the rest at once.
 */
import type { Clock } from '../clock/clock.js';

/** How long nothing has happened before a service is at rest. */
const CALM_AFTER_MS = 60_000;

export class Calm {
  private movedAt: number;
  private readonly listeners = new Set<() => void>();

  /** `hears`: whether a message that is sent now would be received. */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly hears: () => boolean,
  ) {
    this.movedAt = clock.monotonic();
  }

  get isCalm(): boolean {
    return this.hears() && this.isStill;
  }

  /** Records an event. */
  end(): void {
    const wasStill = this.isStill;
    this.movedAt = this.clock.monotonic();
    if (wasStill) for (const listener of this.listeners) listener();
  }

  /** Calls back when a rest ends. Returns the function that ends it. */
  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private get isStill(): boolean {
    return this.clock.monotonic() - this.movedAt >= CALM_AFTER_MS;
  }
}
