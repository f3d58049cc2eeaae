/** Commands for monitors of external work and for their incidents; `get` lists both. */
import type { Command } from 'commander';
import { dataOf } from '#client/client.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields } from './arguments.js';

export function addMonitorCommands(program: Command, shell: Shell): void {
  const monitor = program
    .command('monitor')
    .description('manage monitors of work that runs elsewhere; list them by get monitors');
  monitor
    .command('url <monitor>')
    .description('show the secret address that the work of a monitor pings')
    .action(
      inSession(shell, async ({ client, printer, tenant }, id: string) => {
        const params = { path: { id }, query: definedFields({ tenant }) };
        printer.line((await dataOf(client.GET('/monitors/{id}', { params }))).pingUrl);
      }),
    );
  monitor
    .command('rotate <monitor>')
    .description('replace the address of a monitor; the former address is not accepted any more')
    .action(
      inSession(shell, async ({ client, printer, tenant }, id: string) => {
        const params = { path: { id }, query: definedFields({ tenant }) };
        printer.line((await dataOf(client.POST('/monitors/{id}/rotate', { params }))).pingUrl);
      }),
    );
}

export function addIncidentCommands(program: Command, shell: Shell): void {
  const incident = program
    .command('incident')
    .description('manage incidents of monitors and rules; list them by get incidents');
  incident
    .command('acknowledge <incident>')
    .description('acknowledge an incident, so that it is not escalated')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const { monitor } = await dataOf(client.POST('/incidents/{id}/acknowledge', byId(id)));
        printer.line(`the incident of ${monitor} is acknowledged`);
      }),
    );
  incident
    .command('resolve <incident>')
    .description('resolve an incident')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const { monitor } = await dataOf(client.POST('/incidents/{id}/resolve', byId(id)));
        printer.line(`the incident of ${monitor} is resolved`);
      }),
    );
}
