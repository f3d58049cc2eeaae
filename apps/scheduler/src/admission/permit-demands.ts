/** Asks runs for their permits, by commands that their executor applies once, or rejects as too old. */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { PERMIT_DEMAND_MS } from '#common/domain/limits.js';
import { isFinal } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { CommandStore, Outbox, RunReader } from '../ports.js';

export class PermitDemands {
  constructor(
    private readonly stores: { readonly reads: Pick<RunReader, 'load'>; readonly commands: CommandStore },
    private readonly outbox: Pick<Outbox, 'dispatch'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Asks the run for all of its permits, which `takers`, of the same tenant, need. A second request within `PERMIT_DEMAND_MS` is the same
   * command.
   */
  ask(run: RunId, takers: string): Promise<void> {
    return this.command(run, (_, at) => ({
      id: `preempt-${run}-${Math.floor(at / PERMIT_DEMAND_MS)}`,
      command: 'preempt',
      reason: `the permit is needed by ${takers}`,
    }));
  }

  /** Requests the abort of a run whose permit goes to a newer run: once, and once more after each resume. */
  replace(run: RunId): Promise<void> {
    return this.command(run, ({ generation }) => ({
      id: `replace-${run}-${generation}`,
      command: 'abort',
      reason: 'A newer run of the job replaces it.',
    }));
  }

  private async command(
    run: RunId,
    what: (current: Run, at: Instant) => Pick<RunCommand, 'id' | 'command' | 'reason'>,
  ): Promise<void> {
    const current = (await this.stores.reads.load([run])).get(run);
    if (!current || isFinal(current.phase)) return;
    const at = this.clock.now();
    const about = { run, shard: current.shard, graceSeconds: null, actor: 'scheduler', at };
    await this.stores.commands.add({ ...about, ...what(current, at) });
    this.outbox.dispatch(current);
  }
}
