/** Commands for error groups, which `get errors` lists. */
import type { Command } from 'commander';
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import { errorListing } from '../output/error-listings.js';
import type { Shell } from '../shell.js';
import { given, instantFrom, wholeNumber } from './arguments.js';
import { carryOut } from './bulk.js';
import { each, pageSize, type Kind } from './kind.js';

type MuteBody = Schemas['MuteErrorBody'];

interface ErrorOptions {
  readonly state?: Schemas['ErrorGroup']['state'];
  readonly job?: string;
  readonly search?: string;
  readonly byCount?: boolean;
}

export const errors: Kind<Schemas['ErrorGroup'], ErrorOptions> = {
  name: 'errors',
  alias: 'error',
  argument: '[ids...]',
  description: 'failed runs in groups by what they say, the latest first',
  listing: errorListing,
  options: (command) =>
    command
      .option('--state <state>', 'open, muted or quiet')
      .option('--job <id>', 'only those that this job is among')
      .option('-q, --search <text>', 'with this in the reason, the lines or the jobs')
      .option('--by-count', 'the most frequent first'),
  items: ({ client, tenant }, ids, options) => {
    if (ids.length > 0)
      return each(ids, async (id) => dataOf(client.GET('/errors/{id}', { params: { path: { id } } })));
    const { state, job, search, byCount } = options;
    const sort = byCount === true ? ('-count' as const) : undefined;
    const query = given({ tenant, state, job, q: search, sort });
    return itemsOf(async (cursor) =>
      dataOf(
        client.GET('/errors', { params: { query: { ...query, limit: pageSize(options), ...given({ cursor }) } } }),
      ),
    );
  },
};

interface MuteOptions {
  readonly until?: string;
  readonly untilVersion?: number;
  readonly forever?: boolean;
  readonly why?: string;
}

interface RedriveOptions {
  readonly job?: string;
  readonly from?: string;
  readonly to?: string;
  readonly failed?: boolean;
  readonly dryRun?: boolean;
  readonly wait: boolean;
}

export function addErrorCommands(program: Command, shell: Shell): void {
  const time = instantFrom(shell.host.now);
  const error = program.command('error').alias('errors').description('error groups; listed by get errors');
  error
    .command('mute <group>')
    .description('do not show it among what is open: until a new version of its jobs fails so, unless said otherwise')
    .option('--until-version <number>', 'until this version of a job, or a later one, fails so', wholeNumber)
    .option('--until <time>', 'until then', time)
    .option('--forever', 'until somebody unmutes it')
    .option('--why <text>', 'why, for people')
    .action(async (id: string, options: MuteOptions, command: Command) => {
      const { client, printer } = shell.session(command);
      const group = await dataOf(
        client.POST('/errors/{id}/mute', { params: { path: { id } }, body: muteBody(options) }),
      );
      printer.line(`the error group ${group.id} is muted`);
    });
  error
    .command('unmute <group>')
    .description('open it again')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { client, printer } = shell.session(command);
      const group = await dataOf(client.POST('/errors/{id}/unmute', { params: { path: { id } } }));
      printer.line(`the error group ${group.id} is ${group.state}`);
    });
  error
    .command('redrive <group>')
    .description('run its failed runs again, each once for ever. The server carries it out')
    .option('--job <id>', 'only runs of this job')
    .option('--from <time>', 'only runs recorded since', time)
    .option('--to <time>', 'only runs recorded before', time)
    .option('--failed', 'only the indexes that have not succeeded')
    .option('--dry-run', 'only say how many, and which come first')
    .option('--no-wait', 'do not wait for the end; it goes on without you')
    .action(async (errorGroup: string, options: RedriveOptions, command: Command) => {
      const session = shell.session(command);
      const { job, from, to, failed } = options;
      const runs = { errorGroup, ...given({ tenant: session.tenant, job, from, to }) };
      const body = { action: 'redrive' as const, runs, dryRun: false, ...given({ onlyFailed: failed }) };
      await carryOut(shell, session, body, options);
    });
}

function muteBody({ until, untilVersion: version, forever, why = '' }: MuteOptions): MuteBody {
  if ([until, version, forever].filter((each) => each !== undefined).length > 1)
    throw new CliError('give one of --until-version, --until and --forever');
  if (until !== undefined) return { until: 'time', time: until, why };
  if (version !== undefined) return { until: 'version', version, why };
  return { until: forever === true ? 'forever' : 'newVersion', why };
}
