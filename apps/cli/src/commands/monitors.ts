/** Monitors of work that runs elsewhere, and what is done about their incidents; both are listed by `get`. */
import type { Command } from 'commander';
import { dataOf } from '#client/client.js';
import type { Shell } from '../shell.js';
import { given } from './arguments.js';

export function addMonitorCommands(program: Command, shell: Shell): void {
  const monitor = program.command('monitor').description('work that runs elsewhere; listed by get monitors');
  monitor
    .command('url <monitor>')
    .description('the secret address that its work pings')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { client, printer, tenant } = shell.session(command);
      const params = { path: { id }, query: given({ tenant }) };
      printer.line((await dataOf(client.GET('/monitors/{id}', { params }))).pingUrl);
    });
  monitor
    .command('rotate <monitor>')
    .description('give it another address; the one of before is unknown from then on')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { client, printer, tenant } = shell.session(command);
      const params = { path: { id }, query: given({ tenant }) };
      printer.line((await dataOf(client.POST('/monitors/{id}/rotate', { params }))).pingUrl);
    });
}

export function addIncidentCommands(program: Command, shell: Shell): void {
  const incident = program
    .command('incident')
    .description('what monitors and rules have found; listed by get incidents');
  incident
    .command('acknowledge <incident>')
    .description('take it up: it is not escalated any more')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { client, printer } = shell.session(command);
      const { monitor } = await dataOf(client.POST('/incidents/{id}/acknowledge', { params: { path: { id } } }));
      printer.line(`the incident of ${monitor} is acknowledged`);
    });
  incident
    .command('resolve <incident>')
    .description('end it by hand')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { client, printer } = shell.session(command);
      const { monitor } = await dataOf(client.POST('/incidents/{id}/resolve', { params: { path: { id } } }));
      printer.line(`the incident of ${monitor} is resolved`);
    });
}
