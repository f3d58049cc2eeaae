/** The notices that were sent about jobs and runs: their targets and outcomes, and how to send one again. */
import { Option, type Command } from 'commander';
import { NOTICE_EVENTS, type NoticeEvent } from '#common/notices/notice-events.js';
import { dataOf, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import { firstOf, listAt } from '../session/any-path.js';
import type { Session } from '../session/session.js';
import { listing, painted, when, wide } from '../output/columns.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, ofTenant, wholeNumber } from './arguments.js';
import { jsonArgument } from './runs.js';
import { addVerb, tellCut } from './verb.js';

const DEFAULT_LIMIT = 50;
const RUN = 'run/';

type Delivery = Schemas['Delivery'];

const deliveryListing = listing<Delivery>('no notices', 'id', {
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
      inSession(shell, async (session, name: string, { limit }: { limit: number }, command: Command) => {
        const ofRun = name.startsWith(RUN);
        const path = ofRun ? '/runs/{id}/deliveries' : '/jobs/{id}/deliveries';
        const deliveries = listAt<Delivery>(session.client, path, {}, ofRun ? name.slice(RUN.length) : name);
        const { first, hasMore } = await firstOf(deliveries, limit);
        session.printer.list(first, deliveryListing);
        if (hasMore) tellCut(session, command, limit);
      }),
    );
  addVerb(program, shell, {
    command: 'redeliver <delivery>',
    description: 'deliver a notice again, with the same key',
    send: ({ client }, id) => client.POST('/deliveries/{id}/redeliver', byId(id)),
    line: ({ to }) => `the notice is sent again to ${to}`,
  });
}

const eventListing = listing<Schemas['CloudEvent']>('no events', 'id', {
  TIME: when('time'),
  TYPE: 'type',
  RUN: ({ subject }) => subject,
  SEQUENCE: 'sequence',
  ID: wide('id'),
});

export function addEventCommands(program: Command, shell: Shell): void {
  program
    .command('events')
    .description(
      'list the ends of runs of a tenant from its log of events, which is kept while it has a channel of type cloudevents',
    )
    .option('--after <place>', 'the SEQUENCE of an event, or a time')
    .option('--limit <number>', 'the number of items at most; 0 for all', wholeNumber, DEFAULT_LIMIT)
    .action(
      inSession(shell, async (session, { after, limit }: { after?: string; limit: number }, command: Command) => {
        const { first, hasMore } = await firstOf(eventsAfter(session, after), limit);
        session.printer.list(first, eventListing);
        if (hasMore) tellCut(session, command, limit);
      }),
    );
}

async function* eventsAfter(
  { client, tenant }: Session,
  place: string | undefined,
): AsyncGenerator<Schemas['CloudEvent']> {
  for (let after = place; ;) {
    const page = await dataOf(client.GET('/events/log', { params: { query: definedFields({ tenant, after }) } }));
    yield* page.items;
    if (!page.hasMore) return;
    ({ after } = page);
  }
}

export function addChannelCommands(program: Command, shell: Shell): void {
  const channel = program
    .command('channel')
    .description('manage channels, to which notices are sent; list them by get channels');
  channel
    .command('set <channel> <json>')
    .description('create or replace a channel; the target is JSON, - reads it from standard input')
    .option('--name <name>', 'the display name')
    .option('--title <template>', TITLE)
    .option('--text <template>', TEXT)
    .action(
      inSession(shell, async (session, id: string, json: string, { name, ...texts }: { name?: string } & Texts) => {
        const target = (await jsonArgument(json, session)) as Schemas['ChannelTarget'];
        await setChannel(session, id, definedFields({ name, target, template: templateOf(texts) }));
        session.printer.done(`the channel ${id} was saved`);
      }),
    );
  addVerb(channel, shell, {
    command: 'preview <channel>',
    description:
      'show what a channel would say, without sending it; by other templates than its own where they are given',
    send: (session, id, { on, ...texts }: OfEvent & Texts) =>
      session.client.POST('/channels/{id}/preview', {
        ...ofTenant(session, id),
        body: definedFields({ on, template: templateOf(texts) }),
      }),
    line: ({ title, text }) => `${title}\n\n${text}`,
  })
    .addOption(eventOption())
    .option('--title <template>', TITLE)
    .option('--text <template>', TEXT);
  addVerb(channel, shell, {
    command: 'replay <channel> <after>',
    description:
      'send the events after a place again, the SEQUENCE of an event or a time, to a channel of type cloudevents',
    send: (session, id, after: string) =>
      session.client.POST('/channels/{id}/replay', { ...ofTenant(session, id), body: { after } }),
    line: (_, id, after) => `the channel ${id} gets the events after ${after} again`,
  });
  addVerb(channel, shell, {
    command: 'test <channel>',
    description: 'send a test message; exit code 1 unless the channel accepts it',
    send: (session, id, { on }: OfEvent) => {
      const { params } = ofTenant(session, id);
      return session.client.POST('/channels/{id}/test', {
        params: { ...params, query: { ...params.query, ...definedFields({ on }) } },
      });
    },
    line: ({ delivered, reason, tookMs }, id) => {
      if (!delivered) throw new CliError(`the channel ${id} did not accept the message: ${reason ?? ''}`);
      return `the channel ${id} accepted the message after ${tookMs} ms`;
    },
  }).addOption(eventOption());
}

interface OfEvent {
  readonly on?: NoticeEvent;
}
type Texts = NonNullable<Schemas['Channel']['template']>;

const TITLE = "the template of the title, such as '${job.name} ${on}'";
const TEXT = 'the template of the text, in place of the list of facts';

const eventOption = (): Option =>
  new Option('--on <event>', 'as for this event, with made-up values').choices(NOTICE_EVENTS);

const templateOf = ({ title, text }: Texts): Texts | undefined =>
  title === undefined && text === undefined ? undefined : definedFields({ title, text });

async function setChannel({ client, tenant }: Session, id: string, body: Schemas['ChannelReplacement']): Promise<void> {
  const { params } = ofTenant({ tenant }, id);
  const channel = await client.GET('/channels/{id}', { params });
  if (channel.response.status !== 404) {
    await dataOf(client.PUT('/channels/{id}', { params, body }));
    return;
  }
  if (tenant === undefined)
    throw new CliError('the tenant of the channel is missing', undefined, 'give it by --tenant <id>');
  await dataOf(client.POST('/channels', { body: { id, tenant, ...body } }));
}
