import { timeText } from '../http/page.js';
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
    deleteRun: async (request) => {
      await this.commands.remove(request, request.params.id);
      return { body: null };
    },

    commandRun: async (request) => {
      const { command } = request.body;
      const { id, run, at } = await this.commands.command(request, request.params.id, request.body);
      return { body: { id, run, command, at: timeText(at) } };
    },

    patchRun: async (request) => {
      const details = await this.details.of(await this.commands.change(request, request.params.id, request.body));
      return { body: toRunView(details), rev: details.run.rev };
    },
  };
}
