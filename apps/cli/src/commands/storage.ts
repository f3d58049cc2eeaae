/** Job storage: the value that a run saves for the next one. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { yamlOf } from '../output/printer.js';
import { listing, when } from '../output/columns.js';
import { shortened } from '../output/listings.js';
import { inSession, type Shell } from '../shell.js';
import { firstOf, listAt } from '../session/any-path.js';
import { byId, wholeNumber } from './arguments.js';
import { jsonArgument } from './runs.js';
import { addVerb } from './verb.js';

const storageVersionListing = listing<Schemas['StorageVersion']>(
  'no value is stored',
  ({ version }) => String(version),
  {
    VERSION: 'version',
    SAVED: when('savedAt'),
    BY: 'savedBy',
    VALUE: ({ value, deleted }) => (deleted ? '(deleted)' : shortened(JSON.stringify(value))),
  },
);

export function addStorageCommands(program: Command, shell: Shell): void {
  const storage = program
    .command('storage')
    .description('manage the job storage: the value that a job saves for its next run');
  storage
    .command('get <job>')
    .description('print the value')
    .action(
      inSession(shell, async ({ client, printer, host }, id: string) => {
        const value = await dataOf(client.GET('/jobs/{id}/storage', byId(id)));
        host.out(printer.output === 'yaml' ? yamlOf(value) : `${JSON.stringify(value, null, 2)}\n`);
      }),
    );
  addVerb(storage, shell, {
    command: 'set <job> <json>',
    description: 'set the value that the next run is given; - reads standard input',
    send: async (session, id, json: string) =>
      session.client.PUT('/jobs/{id}/storage', {
        params: { path: { id } },
        body: await jsonArgument(json, session),
      }),
    line: (_answer, id) => `the storage of job/${id} was set`,
  });
  addVerb(storage, shell, {
    command: 'delete <job>',
    description: 'delete the value, so that the next run is given none; earlier versions stay',
    send: ({ client }, id) => client.DELETE('/jobs/{id}/storage', byId(id)),
    line: (_answer, id) => `the storage of job/${id} was deleted`,
  });
  addVersions(storage, shell);
}

function addVersions(storage: Command, shell: Shell): void {
  storage
    .command('versions <job>')
    .description('list the stored versions of the value, newest first')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const versions = listAt<Schemas['StorageVersion']>(client, '/jobs/{id}/storage/versions', {}, id);
        printer.list((await firstOf(versions, 0)).first, storageVersionListing);
      }),
    );
  addVerb(storage, shell, {
    command: 'restore <job>',
    description: 'restore an earlier version of the value',
    send: ({ client }, id, version: number) =>
      client.POST('/jobs/{id}/storage/restore', { params: { path: { id } }, body: { version } }),
    line: (_answer, id, version) => `the storage of job/${id} has the value of version ${version} again`,
  }).argument('<version>', 'the number of the version', wholeNumber);
}
