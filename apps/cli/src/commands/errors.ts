/** Commands for error groups, which `get errors` lists. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { CliError } from '../errors.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, instantAhead, instantFrom, wholeNumber } from './arguments.js';
import { carryOut } from './bulk.js';
import { addVerb } from './verb.js';

type MuteBody = Schemas['MuteErrorBody'];

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
  const time = instantFrom(shell.host.clock);
  const error = program.command('error').alias('errors').description('manage error groups; list them by get errors');
  addVerb(error, shell, {
    command: 'mute <group>',
    description:
      'mute an error group, so that it is not listed as open; without options until a new version of its jobs fails in this way',
    send: ({ client }, id, options: MuteOptions) =>
      client.POST('/errors/{id}/mute', { params: { path: { id } }, body: muteBody(options) }),
    line: ({ id }) => `the error group ${id} is muted`,
  })
    .option('--until-version <number>', 'until this version of a job, or a later one, fails in this way', wholeNumber)
    .option('--until <time>', 'until this time: a time, or 7d for a week from now', instantAhead(shell.host.clock))
    .option('--forever', 'until somebody unmutes the group')
    .option('--why <text>', 'the reason, for people');
  addVerb(error, shell, {
    command: 'unmute <group>',
    description: 'open a muted error group again',
    send: ({ client }, id) => client.POST('/errors/{id}/unmute', byId(id)),
    line: ({ id, state }) => `the error group ${id} is ${state}`,
  });
  error
    .command('redrive <group>')
    .description('run the failed runs of an error group again by a bulk operation on the server; each run only once')
    .option('--job <id>', 'only runs of this job')
    .option('--from <time>', 'only runs recorded from this time on', time)
    .option('--to <time>', 'only runs recorded before this time', time)
    .option('--failed', 'only the indexes that have not succeeded')
    .option('--dry-run', 'only show how many runs would be started, and the first of them')
    .option('--no-wait', 'do not wait for the end of the operation, which goes on on the server')
    .action(
      inSession(shell, async (session, errorGroup: string, options: RedriveOptions) => {
        const { job, from, to, failed } = options;
        // The server takes an unknown group for one without runs.
        await dataOf(session.client.GET('/errors/{id}', byId(errorGroup)));
        const runs = { errorGroup, ...definedFields({ tenant: session.tenant, job, from, to }) };
        const body = { action: 'redrive' as const, runs, dryRun: false, ...definedFields({ onlyFailed: failed }) };
        await carryOut(shell, session, body, options);
      }),
    );
}

function muteBody({ until, untilVersion: version, forever, why = '' }: MuteOptions): MuteBody {
  if ([until, version, forever].filter((each) => each !== undefined).length > 1)
    throw new CliError('give only one of --until-version, --until and --forever');
  if (until !== undefined) return { until: 'time', time: until, why };
  if (version !== undefined) return { until: 'version', version, why };
  return { until: forever === true ? 'forever' : 'newVersion', why };
}
