/**
 * Asks runs for their permits, by a command that their executor applies once, or finds to be too old. A second request within
 * `PERMIT_DEMAND_MS` is the same command.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { PERMIT_DEMAND_MS } from '#common/domain/limits.js';
import { isFinal } from '#common/run/phase.js';
import type { CommandStore, Outbox, RunReader } from '../ports.js';

export class PermitDemands {
  constructor(
    private readonly stores: { readonly reads: Pick<RunReader, 'load'>; readonly commands: CommandStore },
    private readonly outbox: Pick<Outbox, 'dispatch'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Asks the run for all of its permits, which `taker`, of the same tenant, needs. */
  async ask(run: RunId, taker: { readonly run: RunId; readonly priority?: number }): Promise<void> {
    const current = (await this.stores.reads.load([run])).get(run);
    if (!current || isFinal(current.phase)) return;
    const at = this.clock.now();
    await this.stores.commands.add({
      id: `preempt-${run}-${Math.floor(at / PERMIT_DEMAND_MS)}`,
      ...{ run, shard: current.shard, command: 'preempt', graceSeconds: null, actor: 'scheduler', at },
      reason: `run ${taker.run} of priority ${taker.priority ?? 0} needs its permit`,
    });
    this.outbox.dispatch(current);
  }
}
