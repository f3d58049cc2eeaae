import type { Command } from 'commander';
import { ApiError, UnreachableError } from '#client/api-error.js';
import { dataOf } from '#client/client.js';
import { CliError, EXIT, inOneLine } from '../errors.js';
import type { Session } from '../session/session.js';
import { harmlessLine } from '../output/harmless.js';
import { inSession, type Shell } from '../shell.js';
import { definedFields, instantFrom, wholeNumber } from './arguments.js';
import { followLog, type LogChoice } from './follow-run.js';
import { requireText } from './verb.js';

interface LogOptions extends LogChoice {
  readonly follow?: boolean;
  readonly grep?: string;
  readonly job?: boolean;
}

export function addLogs(program: Command, shell: Shell): void {
  program
    .command('logs <run>')
    .description('print the log of a run; with --job, of the newest run of a job')
    .option('-f, --follow', 'follow the log until the run has ended')
    .option('--job', 'the argument is a job, not a run')
    .option('--task <name>', 'only lines of this task')
    .option('--index <number>', 'only lines of this index', wholeNumber)
    .option('--attempt <number>', 'only lines of the attempt with this number', wholeNumber)
    .option('--tail <lines>', 'only this many of the newest lines', wholeNumber)
    .option(
      '--since <time>',
      'only lines from this time on: a time, or 10m for ten minutes ago',
      instantFrom(shell.host.clock),
    )
    .option('--grep <text>', 'only lines that contain this text, in upper or lower case')
    .option('--timestamps', 'begin each line with its time')
    .action(
      inSession(shell, async (session, name: string, options: LogOptions) => {
        requireText(session.printer, 'a log is text');
        const id = options.job === true ? await newestRun(session, name) : name;
        const { follow, grep, job: _job, ...choice } = options;
        if (follow !== true) {
          await print(session, id, options);
          return;
        }
        if (grep !== undefined)
          throw new CliError(
            '--grep searches stored lines and cannot be combined with --follow',
            EXIT.usage,
            'use a pipe: carillon logs -f … | grep …',
          );
        await followLog(session, id, choice);
      }),
    );
}

async function newestRun({ client }: Session, job: string): Promise<string> {
  const { items } = await dataOf(client.GET('/runs', { params: { query: { job, limit: 1 } } }));
  if (!items[0])
    throw new CliError(`the job ${job} has not run yet`, EXIT.refused, `start the job: carillon run ${job}`);
  return items[0].id;
}

/** Prints the stored log; a long log is passed on in pieces. */
async function print({ client, host }: Session, id: string, options: LogOptions): Promise<void> {
  const { task, index, attempt, tail, since, grep, timestamps } = options;
  const query = definedFields({
    task,
    index,
    attempt,
    tail,
    since,
    q: grep,
    timestamps: timestamps === true ? ('true' as const) : undefined,
  });
  const answered = await client.GET('/runs/{id}/logs', { params: { path: { id }, query }, parseAs: 'stream' });
  if (!answered.response.ok) throw new ApiError(answered.response, answered.error);
  let isEmpty = true;
  try {
    for await (const text of textOf((answered.data as AsyncIterable<Uint8Array> | null) ?? [])) {
      isEmpty = false;
      host.out(host.isTerminal ? text.split('\n').map(harmlessLine).join('\n') : text);
    }
  } catch (cause) {
    host.signal.throwIfAborted();
    // The connection was lost, or nothing more came for Node's five minutes.
    throw new CliError(
      `the log was cut off: ${inOneLine(new UnreachableError(answered.response.url, cause))}`,
      EXIT.unreachable,
    );
  }
  // A part that the run does not have is no error to the server: it may still begin.
  const parts = Object.entries(definedFields({ task, index, attempt })).map(([name, value]) => `${name} ${value}`);
  if (isEmpty && parts.length > 0) host.err(`no such line was written by ${parts.join(', ')} of the run ${id}\n`);
}

/** In pieces of whole lines, because a command to a terminal may be divided between two chunks. */
async function* textOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
  if (rest !== '') yield rest;
}
