import { Controller } from '@nestjs/common';
import { timeText } from '../http/core/time-text.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { RunCommands } from './run-commands.js';
import { RunDetailsReader } from './run-details.js';
import { runRoutes as routes } from './run.routes.js';
import { toRunView } from './run.view.js';

type Routes = typeof routes;

@Controller()
export class RunCommandController {
  constructor(
    private readonly commands: RunCommands,
    private readonly details: RunDetailsReader,
  ) {}

  @Serves(routes.deleteRun)
  async delete(@Req() asked: RequestContext<Routes['deleteRun']>): Promise<AnswerOf<Routes['deleteRun']>> {
    await this.commands.remove(asked, asked.params.id);
    return { body: null };
  }

  @Serves(routes.commandRun)
  async command(@Req() asked: RequestContext<Routes['commandRun']>): Promise<AnswerOf<Routes['commandRun']>> {
    const { command } = asked.body;
    const { id, run, at } = await this.commands.command(asked, asked.params.id, asked.body);
    return { body: { id, run, command, at: timeText(at) } };
  }

  @Serves(routes.patchRun)
  async patch(@Req() asked: RequestContext<Routes['patchRun']>): Promise<AnswerOf<Routes['patchRun']>> {
    const details = await this.details.of(await this.commands.change(asked, asked.params.id, asked.body));
    return { body: toRunView(details), rev: details.run.rev };
  }
}
