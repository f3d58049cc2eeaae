/** The sweeps find what a lost message, a crash or a wrong clock may have left undone, each at its own pace. */
import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { ShardOwner } from '../plan/plan-loop.js';

export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** One step over these shards; safe to repeat and to interrupt. It may give how much it has found: see `SweepLoop`. */
  run(shards: readonly number[]): Promise<unknown>;
  /** Saves what must not be lost when the service stops. */
  finish?(): Promise<void>;
}

export class Sweeps implements Startable {
  private readonly loops: readonly SweepLoop[];

  constructor(
    private readonly sweeps: readonly Sweep[],
    shards: Pick<ShardOwner, 'owned'>,
    tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    // Without a shard nothing is looked at, so it is not known that there is nothing: the sweep does not rest.
    const run = async (sweep: Sweep): Promise<unknown> => {
      const owned = [...shards.owned()];
      return owned.length > 0 ? sweep.run(owned) : undefined;
    };
    this.loops = sweeps.map((sweep) => new SweepLoop(sweep.name, () => run(sweep), sweep.everyMs, tools));
  }

  start(): void {
    for (const loop of this.loops) loop.start(0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    for (const sweep of this.sweeps) await sweep.finish?.();
  }
}
