/** The sweeps find what a lost message, a crash or a wrong clock may have left undone, each at its own pace. */
import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Calm } from '#common/runtime/calm.js';
import { SweepLoop, WITHIN_A_REST_MS } from '#common/runtime/sweep-loop.js';
import type { Instant } from '#common/run/run.js';
import type { ShardOwner } from '../plan/plan-loop.js';

export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /**
   * The sweep finds only work that messages announce: while the scheduler is at rest it may run rarely. `soon`: at its own pace whenever
   * the scheduler is not at rest, as while NATS is away; `atLeisure`: more rarely whenever it finds nothing.
   */
  readonly findsLost?: 'soon' | 'atLeisure';
  /** For a sweep that waits for future times: whether one of them comes by then. At rest only this is asked, until it is true. */
  isAnyDue?(shards: readonly number[], until: Instant): Promise<boolean>;
  /** One step over these shards; safe to repeat and to interrupt. It may return how much it has found: see `SweepLoop`. */
  run(shards: readonly number[]): Promise<unknown>;
  /** Saves state that must not be lost when the service stops. */
  finish?(): Promise<void>;
}

export class Sweeps implements Startable {
  private readonly loops: readonly SweepLoop[];

  constructor(
    private readonly sweeps: readonly Sweep[],
    shards: Pick<ShardOwner, 'owned'>,
    { calm, ...tools }: { readonly clock: Clock; readonly log: Logger; readonly calm?: Calm | undefined },
  ) {
    // Without a shard the sweep reads nothing, so it does not know that there is no work: it does not rest.
    const run = async (sweep: Sweep): Promise<unknown> => {
      const owned = [...shards.owned()];
      if (owned.length === 0) return undefined;
      if (calm?.isCalm !== true) {
        const count = await sweep.run(owned);
        return sweep.findsLost === 'soon' ? undefined : count;
      }
      if (sweep.isAnyDue === undefined) return sweep.run(owned);
      if (!(await sweep.isAnyDue(owned, tools.clock.now() + WITHIN_A_REST_MS))) return 0;
      await sweep.run(owned);
      return 1;
    };
    this.loops = sweeps.map((sweep) => {
      const mayRest = sweep.findsLost !== undefined || sweep.isAnyDue !== undefined;
      const loop = new SweepLoop(sweep.name, () => run(sweep), sweep.everyMs, tools);
      return mayRest ? loop.restWith(calm) : loop;
    });
  }

  start(): void {
    for (const loop of this.loops) loop.start(0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    for (const sweep of this.sweeps) await sweep.finish?.();
  }
}
