/** Starting, ending and repeating runs. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { CliError } from '../errors.js';
import { runListing } from '../output/listings.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, instantAhead, integer, looseValue, pair, textValue, wholeNumber } from './arguments.js';
import { followLog, tellEnd, tellWait } from './follow-run.js';
import { forEachId, requireText } from './verb.js';

type RunRequest = Schemas['RunRequest'];

interface StartOptions {
  readonly param?: Readonly<Record<string, string>>;
  readonly params?: string;
  readonly option?: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly policy?: NonNullable<RunRequest['concurrencyPolicy']>;
  readonly priority?: number;
  readonly follow?: boolean;
}

export function addRunCommands(program: Command, shell: Shell): void {
  program
    .command('run <job>')
    .description('start a job now')
    .option(
      '-p, --param <name=value>',
      'a parameter for this run; the value is read as JSON if it is valid JSON, otherwise as a text',
      pair,
    )
    .option('--params <json>', 'all parameters as JSON; - reads standard input')
    .option('--option <name=value>', 'an option that the job declares', pair)
    .option(
      '--at <time>',
      'do not start the run before this time: a time, or 2h for two hours from now',
      instantAhead(shell.host.clock),
    )
    .option('--policy <policy>', 'the concurrency policy of this run: Allow, Forbid, Enqueue or Replace')
    .option('--priority <number>', 'the priority among waiting runs of the tenant: -100 to 100', integer)
    .option('-f, --follow', 'follow the log until the run has ended; exit code 1 unless it succeeds')
    .action(
      inSession(shell, async (session, id: string, options: StartOptions) => {
        if (options.follow === true) requireText(session.printer, '--follow prints the log');
        const body = await requestOf(id, options, session);
        const reply = session.client.POST('/jobs/{id}/run', { params: { path: { id } }, body });
        const { run, duplicate = false } = await dataOf(reply);
        if (duplicate) session.host.err('the request is a duplicate: this is the run of an earlier request\n');
        await tellStarted(shell, session, run, options.follow === true);
      }),
    );
  program
    .command('rerun <run>')
    .description('run the job of a run again, with the parameters of that run')
    .option('--failed', 'only the indexes that have not succeeded')
    .option('--downstream', 'also run the jobs that run after the job')
    .option('-f, --follow', 'follow the log until the run has ended')
    .action(
      inSession(
        shell,
        async (session, id: string, options: { failed?: boolean; downstream?: boolean; follow?: boolean }) => {
          if (options.follow === true) requireText(session.printer, '--follow prints the log');
          const body = definedFields({ onlyFailed: options.failed, downstream: options.downstream });
          const { run } = await dataOf(session.client.POST('/runs/{id}/rerun', { params: { path: { id } }, body }));
          await tellStarted(shell, session, run, options.follow === true);
        },
      ),
    );
  addRunControl(program, shell);
}

async function requestOf(id: string, options: StartOptions, { host, client }: Session): Promise<RunRequest> {
  const { param, params, option, at, policy, priority } = options;
  if (params !== undefined && param !== undefined) throw new CliError('give --param or --params, not both');
  const parameters = params !== undefined ? await jsonArgument(params, { host }) : param && loose(param);
  return definedFields({
    parameters,
    options: option && (await optionsOf(option, id, client)),
    startAfter: at,
    concurrencyPolicy: policy,
    priority,
  });
}

/** An option whose values are texts takes the value as it was typed: `08` and `20200219` are no numbers there. */
async function optionsOf(
  typed: Readonly<Record<string, string>>,
  id: string,
  client: Session['client'],
): Promise<RunRequest['options']> {
  const { options = [] } = await dataOf(client.GET('/jobs/{id}', byId(id)));
  const ofTexts = new Set(options.filter(({ type }) => !OF_OTHER_VALUES.has(type)).map(({ name }) => name));
  const read = ([name, text]: [string, string]): [string, unknown] => [
    name,
    ofTexts.has(name) ? textValue(text) : looseValue(text),
  ];
  return Object.fromEntries(Object.entries(typed).map(read));
}

const OF_OTHER_VALUES: ReadonlySet<string> = new Set(['bool', 'multi', 'number']);

const loose = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, looseValue(text)]));

const MAX_QUOTED = 30;

/** An argument that is JSON; `-` reads it from standard input. */
export async function jsonArgument(argument: string, { host }: Pick<Session, 'host'>): Promise<unknown> {
  const text = argument === '-' ? await host.input() : argument;
  try {
    return parseExactJson(text);
  } catch (error) {
    // Shells take quotes away: what has arrived is not what was typed. Only its beginning, as it may hold a secret.
    const begin = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
    throw new CliError(
      `this is not valid JSON: ${begin === '' ? 'it is empty' : begin} (${(error as Error).message.replace(/ in JSON.*| is not valid JSON$/s, '')})`,
      undefined,
      argument === '-' ? null : 'some shells take quotes away: with - in its place it is read from standard input',
    );
  }
}

async function tellStarted(shell: Shell, session: Session, run: Schemas['Run'], follow: boolean): Promise<void> {
  const { printer, host } = session;
  if (printer.isData && !follow) {
    if (printer.output === 'name') printer.line(run.id);
    else printer.value(run);
    return;
  }
  if (!follow) {
    printer.list([run], runListing);
    await tellWait(session, run);
    host.err(`for its log: carillon logs ${run.id} -f\n`);
    return;
  }
  host.err(`run ${run.id}\n`);
  await tellWait(session, run);
  await followLog(session, run.id, {});
  shell.exitCode = await tellEnd(session, run.id);
}

type CommandName = Schemas['CommandRunBody']['command'];
const CONTROL: readonly (readonly [command: CommandName, description: string])[] = [
  ['abort', 'end runs, with a grace time for their attempts; resume can open them again'],
  ['terminate', 'end runs finally, so that they cannot be resumed'],
  ['kill', 'end runs at once, without a grace time'],
  ['restart', 'start runs again from their beginning'],
  ['complete', 'end runs as if they had succeeded'],
];

function addRunControl(program: Command, shell: Shell): void {
  for (const [name, description] of CONTROL)
    program
      .command(`${name} <runs...>`)
      .description(description)
      .option('--reason <text>', 'the reason, shown with the run')
      .option('--grace <seconds>', 'the grace time that attempts have to end', wholeNumber)
      .action(
        inSession(shell, async (session, runs: string[], options: { reason?: string; grace?: number }) => {
          await forEachId(session, runs, async (id) => commandRun(session, id, name, options));
        }),
      );
  program
    .command('resume <job>')
    .description('resume a paused job; run/<id> opens an aborted run again')
    .action(
      inSession(shell, async (session, name: string) => {
        const id = name.replace(/^(?:job|run)\//, '');
        if (name.startsWith('run/')) {
          const { line, answer } = await commandRun(session, id, 'resume', {});
          session.printer.done(line, answer);
        } else {
          const resumed = session.client.POST('/jobs/{id}/resume', { params: { path: { id } }, body: {} });
          session.printer.done(`job/${id} resumed`, await dataOf(resumed));
        }
      }),
    );
}

async function commandRun(
  { client }: Session,
  id: string,
  command: CommandName,
  { reason, grace }: { readonly reason?: string; readonly grace?: number },
): Promise<{ readonly line: string; readonly answer: unknown }> {
  const body = { command, ...definedFields({ reason, graceSeconds: grace }) };
  const answer = await dataOf(client.POST('/runs/{id}/commands', { params: { path: { id } }, body }));
  return { line: `run/${id}: the command ${command} was accepted`, answer };
}
