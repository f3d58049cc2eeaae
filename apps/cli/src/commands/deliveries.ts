/** The notices that were sent about jobs and runs: their targets and outcomes, and how to send one again. */
import type { Command } from 'commander';
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import type { Session } from '../session/session.js';
import { listing, painted, when, wide } from '../output/columns.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, wholeNumber } from './arguments.js';
import { parsedJson } from './runs.js';

const DEFAULT_LIMIT = 50;

type Delivery = Schemas['Delivery'];

const deliveryListing = listing<Schemas['Delivery']>('no notices', 'id', {
  ID: 'id',
  ON: 'on',
  STATE: painted('state', { pending: 'active', delivered: 'good', gaveUp: 'bad' }),
  DECIDED: when('decidedAt'),
  TRIES: 'tryCount',
  'LAST ANSWER': ({ tries }) => tries.at(-1)?.reason ?? tries.at(-1)?.status,
  'NEXT TRY': when('nextTryAt'),
  RUN: wide('run'),
  TO: wide('to'),
});

export function addDeliveryCommands(program: Command, shell: Shell): void {
  program
    .command('deliveries <job>')
    .description('list the notices of a job, newest first; run/<id> for those of a run')
    .option('--limit <number>', 'the number of items at most; 0 for all', wholeNumber, DEFAULT_LIMIT)
    .action(
      inSession(shell, async (session, name: string, { limit }: { limit: number }) => {
        const deliveries: Delivery[] = [];
        for await (const delivery of deliveriesOf(session, name)) {
          if (limit > 0 && deliveries.length === limit) break;
          deliveries.push(delivery);
        }
        session.printer.list(deliveries, deliveryListing);
      }),
    );
  program
    .command('redeliver <delivery>')
    .description('deliver a notice again, with the same key')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const { to } = await dataOf(client.POST('/deliveries/{id}/redeliver', byId(id)));
        printer.line(`the notice is sent again to ${to}`);
      }),
    );
}

export function addChannelCommands(program: Command, shell: Shell): void {
  const channel = program
    .command('channel')
    .description('manage channels, to which notices are sent; list them by get channels');
  channel
    .command('set <channel> <json>')
    .description('create or replace a channel; the target is JSON, - reads it from standard input')
    .option('--name <name>', 'the display name')
    .action(
      inSession(shell, async (session, id: string, json: string, { name }: { name?: string }) => {
        const target = parsedJson(json === '-' ? await session.host.input() : json) as Schemas['ChannelTarget'];
        await setChannel(session, id, definedFields({ name, target }));
        session.printer.line(`the channel ${id} was saved`);
      }),
    );
  channel
    .command('test <channel>')
    .description('send a test message; exit code 1 unless the channel accepts it')
    .action(
      inSession(shell, async ({ client, printer, tenant }, id: string) => {
        const params = { path: { id }, query: definedFields({ tenant }) };
        const { delivered, reason, tookMs } = await dataOf(client.POST('/channels/{id}/test', { params }));
        if (!delivered) throw new CliError(`the channel ${id} did not accept the message: ${reason ?? ''}`);
        printer.line(`the channel ${id} accepted the message after ${tookMs} ms`);
      }),
    );
}

async function setChannel({ client, tenant }: Session, id: string, body: Schemas['ChannelReplacement']): Promise<void> {
  const params = { path: { id }, query: definedFields({ tenant }) };
  const channel = await client.GET('/channels/{id}', { params });
  if (channel.response.status !== 404) {
    await dataOf(client.PUT('/channels/{id}', { params, body }));
    return;
  }
  if (tenant === undefined)
    throw new CliError('the tenant of the channel is missing', undefined, 'give it by --tenant <id>');
  await dataOf(client.POST('/channels', { body: { id, tenant, ...body } }));
}

const RUN = 'run/';

function deliveriesOf({ client }: Session, name: string): AsyncIterable<Delivery> {
  const ask = (
    id: string,
    cursor: string | undefined,
  ): { params: { path: { id: string }; query: { cursor?: string } } } => ({
    params: { path: { id }, query: definedFields({ cursor }) },
  });
  return name.startsWith(RUN)
    ? itemsOf(async (cursor) => dataOf(client.GET('/runs/{id}/deliveries', ask(name.slice(RUN.length), cursor))))
    : itemsOf(async (cursor) => dataOf(client.GET('/jobs/{id}/deliveries', ask(name, cursor))));
}
