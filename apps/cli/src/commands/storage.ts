/** Job storage: the value that a run saves for the next one. */
import type { Command } from 'commander';
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { yamlOf } from '../output/printer.js';
import { listing, when } from '../output/columns.js';
import { shortened } from '../output/listings.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, wholeNumber } from './arguments.js';
import { parsedJson } from './runs.js';

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
  storage
    .command('set <job> <json>')
    .description('set the value that the next run is given; - reads standard input')
    .action(
      inSession(shell, async ({ client, printer, host }, id: string, json: string) => {
        const body = parsedJson(json === '-' ? await host.input() : json);
        await dataOf(client.PUT('/jobs/{id}/storage', { params: { path: { id } }, body }));
        printer.line(`the storage of job/${id} was set`);
      }),
    );
  storage
    .command('delete <job>')
    .description('delete the value, so that the next run is given none; earlier versions stay')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        await dataOf(client.DELETE('/jobs/{id}/storage', byId(id)));
        printer.line(`the storage of job/${id} was deleted`);
      }),
    );
  addVersions(storage, shell);
}

function addVersions(storage: Command, shell: Shell): void {
  storage
    .command('versions <job>')
    .description('list the stored versions of the value, newest first')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const versions: Schemas['StorageVersion'][] = [];
        const pages = itemsOf(async (cursor) =>
          dataOf(
            client.GET('/jobs/{id}/storage/versions', { params: { path: { id }, query: definedFields({ cursor }) } }),
          ),
        );
        for await (const version of pages) versions.push(version);
        printer.list(versions, storageVersionListing);
      }),
    );
  storage
    .command('restore <job> <version>')
    .description('restore an earlier version of the value')
    .action(
      inSession(shell, async ({ client, printer }, id: string, version: string) => {
        const body = { version: wholeNumber(version) };
        await dataOf(client.POST('/jobs/{id}/storage/restore', { params: { path: { id } }, body }));
        printer.line(`the storage of job/${id} has the value of version ${version} again`);
      }),
    );
}
