/** Runs one command line and returns its exit code. */
import { Command, CommanderError, Option } from 'commander';
import { ApiError, UnreachableError } from '#client/api-error.js';
import { CliError, EXIT, explain, NOT_FOUND } from './errors.js';
import type { Host, Terminal } from './host.js';
import { ServerClock } from './session/server-clock.js';
import { addAccessCommands } from './commands/access.js';
import { addApplyCommands } from './commands/apply.js';
import { addBackfillCommands } from './commands/backfill.js';
import { addBulk, addBulkControl } from './commands/bulk.js';
import { addCompletion } from './commands/completion.js';
import { addDelete } from './commands/delete.js';
import { addDoctor } from './commands/doctor.js';
import { addDescribe } from './commands/describe.js';
import { addErrorCommands } from './commands/errors.js';
import { addIncidentCommands, addMonitorCommands } from './commands/monitors.js';
import { addChannelCommands, addDeliveryCommands, addEventCommands } from './commands/deliveries.js';
import { addExport } from './commands/export.js';
import { addGraphCommands } from './commands/graph.js';
import { addHerd } from './commands/herd.js';
import { addGet } from './commands/get.js';
import { addImport } from './commands/import.js';
import { addInit } from './commands/init.js';
import { addJobCommands } from './commands/jobs.js';
import { addLogs } from './commands/logs.js';
import { addRunCommands } from './commands/runs.js';
import { addStale } from './commands/stale.js';
import { addStorageCommands } from './commands/storage.js';
import { addUp } from './commands/up.js';
import { addUsage } from './commands/usage.js';
import { addValidate } from './commands/validate.js';
import { harmless } from './output/harmless.js';
import { outputForm, OUTPUTS } from './output/printer.js';
import {
  aboutServer,
  aboutSignIn,
  openSession,
  printerOf,
  tellUnknown,
  type GlobalOptions,
} from './session/session.js';
import { proxyHint } from './session/proxy.js';
import type { Shell } from './shell.js';

const EXAMPLES = `
First steps:
  carillon init jobs                                     write a first worker and a first job into a folder
  carillon up jobs                                       a whole scheduler on this machine, with its page and this folder, until Ctrl-C
  carillon login --server https://carillon.example.com   sign in to another server (the scheduler of this folder needs no sign-in)
  carillon apply -f jobs/                                create, change or remove definitions as the files say
  carillon run nightly-report --follow                   start a job and watch its log
  carillon get runs --state FAILED                       list failed runs
  carillon logs <run>                                    read the log of a run

Exit codes: 0 success; 1 there are differences, a run failed, or some of several requests were refused; 2 wrong command line or file;
3 the server cannot be reached; 4 not signed in or not allowed; 5 refused.`;

/** The whole command line, for running and for completing it. */
export function programOf(shell: Shell, version: string): Command {
  const program = new Command('carillon')
    .description('The command line of Carillon, the job scheduler.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .option('--server <address>', 'the address of the server (CARILLON_SERVER)')
    .option('--token <token>', 'the token to sign in with (CARILLON_TOKEN)')
    .option('--context <name>', 'the context, a remembered sign-in, to use (CARILLON_CONTEXT)')
    .option('-t, --tenant <id>', 'the tenant to work in (CARILLON_TENANT)')
    .addOption(
      new Option(
        '-o, --output <form>',
        `the form of the output: ${OUTPUTS.join(', ')}, or jsonpath=<template> as in kubectl`,
      )
        .choices([...OUTPUTS, 'jsonpath='])
        .argParser(outputForm),
    )
    .option('--no-color', 'print no colours, even on a terminal')
    .addHelpText('after', EXAMPLES);
  const adders = [
    addAccessCommands,
    addApplyCommands,
    addValidate,
    addExport,
    addImport,
    addDelete,
    addGet,
    addDescribe,
    addRunCommands,
    addLogs,
    addJobCommands,
    addBackfillCommands,
    addGraphCommands,
    addHerd,
    addStale,
    addUsage,
    addInit,
    addUp,
    addBulk,
    addBulkControl,
    addStorageCommands,
    addDeliveryCommands,
    addDoctor,
    addChannelCommands,
    addEventCommands,
    addMonitorCommands,
    addIncidentCommands,
    addErrorCommands,
    addCompletion,
  ];
  for (const add of adders) add(program, shell);
  return program;
}

/** Returns the exit code. Never throws. */
export async function runCli(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  // Messages about files and answers quote them.
  const clock = new ServerClock(terminal.now);
  const host: Host = {
    ...terminal,
    clock,
    now: clock.now,
    err: (text) => {
      terminal.err(harmless(text));
    },
  };
  const shell = shellOn(host);
  const program = programOf(shell, version);
  quietly(program, host, program.name());
  program.hook('preAction', async (_program, command) => {
    refuseEmptyPaths(command);
    await reckonByServer(command, shell);
    refuseReversedTimes(command);
  });
  program.hook('postAction', async (_program, command) => {
    await tellUnknown(shell.opened, command.opts());
  });
  try {
    await program.parseAsync(withoutHelpOfUnknown(program, args), { from: 'user' });
    return host.signal.aborted ? EXIT.interrupted : shell.exitCode;
  } catch (error) {
    // At a question, Ctrl-C is a key, and its end an error.
    if (host.signal.aborted || (error instanceof Error && error.name === 'ExitPromptError')) return EXIT.interrupted;
    // Commander has printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return tellError(error, shell, program);
  }
}

/** Returns the exit code. */
async function tellError(error: unknown, shell: Shell, program: Command): Promise<number> {
  const { host, opened } = shell;
  const { lines, hint, exitCode } = explain(aboutSignIn(await aboutServer(error, opened), opened?.target, host.now()));
  const { paint } = printerOf(program.opts<GlobalOptions>(), { ...host, isTerminal: host.isErrorTerminal });
  host.err(`${paint('error:', 'bad')} ${lines.join('\n')}\n`);
  const proxy = error instanceof UnreachableError ? proxyHint(host) : null;
  for (const each of [hint, proxy]) if (each !== null) host.err(`${paint('→', 'faint')} ${each}\n`);
  if (error instanceof ApiError && error.status === NOT_FOUND) await tellUnknown(opened, {});
  return exitCode;
}

/** Commander answers a request for help about an unknown command with the help of what stands before it, as a success. */
function withoutHelpOfUnknown(program: Command, args: readonly string[]): string[] {
  let command = program;
  for (const word of program.parseOptions([...args]).operands) {
    if (command.commands.length === 0) break;
    if (word === 'help') continue;
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next === undefined) return args.filter((arg) => !['help', '--help', '-h'].includes(arg));
    command = next;
  }
  return [...args];
}

/** To the system an empty path is the present folder: a variable that is not set would choose what nobody has named. */
function refuseEmptyPaths(command: Command): void {
  const options = command.options
    .filter(({ flags }) => /<(?:path|folder|dir)>/.test(flags))
    .map((option) => [option.long ?? '', command.getOptionValue(option.attributeName()) as unknown] as const);
  const args = command.registeredArguments.map(
    (argument, at) => [`<${argument.name()}>`, command.processedArgs[at] as unknown] as const,
  );
  const paths = args.filter(([name]) => /^<(?:path|files|folder)>$/.test(name));
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.includes(''));
  for (const [name, value] of [...options, ...paths])
    if (isEmpty(value)) throw new CliError(`${name} is empty`, undefined, 'for the present folder: .');
}

/** Nothing lies between them, which would look like a list without objects. */
function refuseReversedTimes(command: Command): void {
  const { from, to } = command.opts<{ readonly from?: unknown; readonly to?: unknown }>();
  if (typeof from === 'string' && typeof to === 'string' && from > to)
    throw new CliError(`--from ${from} is after --to ${to}`);
}

/** A span such as 2h was taken from the clock of this machine: the server tells its own first. */
async function reckonByServer(command: Command, shell: Shell): Promise<void> {
  const { clock } = shell.host;
  const spans = Object.entries(command.opts()).filter(([, value]) => clock.again(value) !== null);
  if (spans.length === 0) return;
  // The command itself says why there is no answer.
  await shell
    .session(command)
    .client.GET('/me')
    .catch(() => undefined);
  for (const [name, value] of spans) command.setOptionValue(name, clock.again(value));
}

function shellOn(host: Host): Shell {
  const optionsOf = (command: Command): GlobalOptions => command.optsWithGlobals<GlobalOptions>();
  return {
    host,
    exitCode: EXIT.done,
    opened: null,
    session(command) {
      this.opened = openSession(optionsOf(command), host);
      return this.opened;
    },
    printer: (command) => printerOf(optionsOf(command), host),
    ask(option) {
      if (host.questions) return host.questions;
      throw new CliError(
        'the command needs an answer, but standard input is not a terminal',
        undefined,
        `give the answer by the option ${option}`,
      );
    },
  };
}

/** Makes every command, also subcommands, write to the host, throw instead of ending the process, and name its own help. */
function quietly(command: Command, host: Host, words: string): void {
  command.showHelpAfterError(`For the usage of the command: ${words} --help`);
  command.exitOverride().configureOutput({
    writeOut: host.out,
    writeErr: host.err,
    getOutHasColors: () => host.isTerminal,
    getErrHasColors: () => host.isErrorTerminal,
  });
  for (const each of command.commands) quietly(each, host, `${words} ${each.name()}`);
}
