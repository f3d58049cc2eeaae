/** Everything that a lost message, a crash or a late clock may have left behind is found again here, each thing at its pace. */
import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { ShardOwner } from '../plan/plan-loop.js';

export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** Looks through the shards; safe to repeat and to cut short. */
  run(shards: readonly number[]): Promise<void>;
  /** Does what the end of the service must not lose. */
  finish?(): Promise<void>;
}

export class Sweeps implements Startable {
  /** What calls off each sweep's next turn. */
  private readonly timers = new Map<Sweep, () => void>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly sweeps: readonly Sweep[],
    private readonly shards: ShardOwner,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {}

  start(): void {
    for (const sweep of this.sweeps) this.schedule(sweep, 0);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const callOff of this.timers.values()) callOff();
    await Promise.all(this.running);
    for (const sweep of this.sweeps) await sweep.finish?.();
  }

  private schedule(sweep: Sweep, afterMs: number): void {
    if (this.stopped) return;
    const callOff = this.tools.clock.after(afterMs, () => {
      this.timers.delete(sweep);
      const turn = this.turn(sweep).finally(() => {
        this.running.delete(turn);
        this.schedule(sweep, sweep.everyMs);
      });
      this.running.add(turn);
    });
    this.timers.set(sweep, callOff);
  }

  private async turn(sweep: Sweep): Promise<void> {
    const shards = [...this.shards.owned()];
    if (shards.length === 0) return;
    try {
      await sweep.run(shards);
    } catch (error) {
      this.tools.log.warn({ err: error, sweep: sweep.name }, 'sweep failed; it is tried again');
    }
  }
}
