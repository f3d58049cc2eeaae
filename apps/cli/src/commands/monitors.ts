/** Commands for monitors of external work and for their incidents; `get` lists both. */
import type { Command } from 'commander';
import type { Shell } from '../shell.js';
import { byId, ofTenant } from './arguments.js';
import { addVerb } from './verb.js';

export function addMonitorCommands(program: Command, shell: Shell): void {
  const monitor = program
    .command('monitor')
    .description('manage monitors of work that runs elsewhere; list them by get monitors');
  addVerb(monitor, shell, {
    command: 'url <monitor>',
    description: 'show the secret address that the work of a monitor pings',
    send: (session, id) => session.client.GET('/monitors/{id}', ofTenant(session, id)),
    line: ({ pingUrl }) => pingUrl,
  });
  addVerb(monitor, shell, {
    command: 'rotate <monitor>',
    description: 'replace the address of a monitor; the former address is not accepted any more',
    send: (session, id) => session.client.POST('/monitors/{id}/rotate', ofTenant(session, id)),
    line: ({ pingUrl }) => pingUrl,
  });
}

export function addIncidentCommands(program: Command, shell: Shell): void {
  const incident = program
    .command('incident')
    .description('manage incidents of monitors and rules; list them by get incidents');
  addVerb(incident, shell, {
    command: 'acknowledge <incident>',
    description: 'acknowledge an incident, so that it is not escalated',
    send: ({ client }, id) => client.POST('/incidents/{id}/acknowledge', byId(id)),
    line: ({ monitor }) => `the incident of ${monitor} is acknowledged`,
  });
  addVerb(incident, shell, {
    command: 'note <incident> <text>',
    description: 'add a note to an incident, also after its end',
    send: ({ client }, id, text: string) => client.POST('/incidents/{id}/notes', { ...byId(id), body: { text } }),
    line: ({ monitor }) => `the note is added to the incident of ${monitor}`,
  });
  addVerb(incident, shell, {
    command: 'resolve <incident>',
    description: 'resolve an incident',
    send: ({ client }, id) => client.POST('/incidents/{id}/resolve', byId(id)),
    line: ({ monitor }) => `the incident of ${monitor} is resolved`,
  });
}
