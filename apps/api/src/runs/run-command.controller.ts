import { timeText } from '../http/view-fields.js';
import { Serves, type Handlers } from '../http/serves.js';
import { RunCommands } from './run-commands.js';
import { RunDetailsReader } from './run-details.js';
import { runRoutes } from './run.routes.js';
import { toRunView } from './run.view.js';

const { deleteRun, commandRun, patchRun } = runRoutes;
const routes = { deleteRun, commandRun, patchRun };

@Serves(routes)
export class RunCommandController {
  constructor(
    private readonly commands: RunCommands,
    private readonly details: RunDetailsReader,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    deleteRun: async (asked) => {
      await this.commands.remove(asked, asked.params.id);
      return { body: null };
    },

    commandRun: async (asked) => {
      const { command } = asked.body;
      const { id, run, at } = await this.commands.command(asked, asked.params.id, asked.body);
      return { body: { id, run, command, at: timeText(at) } };
    },

    patchRun: async (asked) => {
      const details = await this.details.of(await this.commands.change(asked, asked.params.id, asked.body));
      return { body: toRunView(details), rev: details.run.rev };
    },
  };
}
