import type { RunId } from '#common/domain/ids.js';
import type { CommandSweep } from '../loops/command-sweep.js';
import type { RunLoader } from '../turns/run-loader.js';
import type { RunTurns } from '../turns/run-turns.js';

/** Takes a hint that a run should be looked at: it was admitted, or a command waits for it. */
export class Dispatching {
  constructor(
    private readonly turns: Pick<RunTurns, 'submit'>,
    private readonly commands: Pick<CommandSweep, 'takeFor'>,
    private readonly loader: Pick<RunLoader, 'peek' | 'forget'>,
  ) {}

  async take(run: RunId): Promise<void> {
    // The first word about a run is its admission; a run that is known here is mentioned because of a command.
    if (this.loader.peek(run)) {
      await this.commands.takeFor(run);
      return;
    }
    await this.turns.submit(run, [], { isNew: true });
  }
}
