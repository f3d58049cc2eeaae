/** Commands that send one request about an object, and print one line about the answer. */
import type { Command } from 'commander';
import { ApiError } from '#client/api-error.js';
import { dataOf } from '#client/client.js';
import { CliError, inOneLine, UNAUTHENTICATED } from '../errors.js';
import type { Output, Printer } from '../output/printer.js';
import type { Session } from '../session/session.js';
import { inSession, type Shell } from '../shell.js';

interface Verb<T, More> {
  /** With its arguments: `resolve <incident>`. */
  readonly command: string;
  readonly description: string;
  /** `more`: the second argument of the command, or else its options. */
  readonly send: (session: Session, id: string, more: More) => Parameters<typeof dataOf<T>>[0];
  /** Throws if the answer says that the command has failed. */
  readonly line: (answer: NoInfer<T>, id: string, more: NoInfer<More>) => string;
}

/** Adds the command; the caller adds its options. */
export const addVerb = <T, More>(
  parent: Command,
  shell: Shell,
  { command, description, send, line }: Verb<T, More>,
): Command =>
  parent
    .command(command)
    .description(description)
    .action(
      inSession(shell, async (session, id: string, more: More) => {
        const answer = await dataOf(send(session, id, more));
        session.printer.done(line(answer, id, more), answer);
      }),
    );

/** Throws CliError for a form of output that the command does not have: it would print something else in silence. */
export function requireText({ output, isData }: Printer, what: string, has: readonly Output[] = []): void {
  if (isData && !has.includes(output))
    throw new CliError(
      `${what}, whatever -o asks for`,
      undefined,
      'leave -o out, or list objects: carillon get --help',
    );
}

/** Says on standard error that a list was cut at its limit, unless a program asked for that number itself. */
export function tellCut({ printer, host }: Pick<Session, 'printer' | 'host'>, command: Command, limit: number): void {
  if (!printer.isData || command.getOptionValueSource('limit') === 'default')
    host.err(`only the first ${limit} are shown; for all: --limit 0\n`);
}

/**
 * Does the same with each object, and prints a line for each; for programs a list of the answers. A refusal is told and does not end it; the last
 * one is thrown at the end, and any other error at once.
 */
export async function forEachId(
  { printer, host }: Pick<Session, 'printer' | 'host'>,
  ids: readonly string[],
  work: (id: string) => Promise<{ readonly line: string; readonly answer?: unknown }>,
): Promise<void> {
  const answers: unknown[] = [];
  const refusals: ApiError[] = [];
  try {
    for (const id of ids) {
      try {
        const { line, answer } = await work(id);
        if (printer.printsObjects) answers.push(answer ?? { message: line });
        else printer.line(line);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === UNAUTHENTICATED) throw error;
        refusals.push(error);
      }
    }
  } finally {
    if (answers.length > 0) printer.value(answers);
    for (const refusal of refusals.slice(0, -1)) host.err(`error: ${inOneLine(refusal)}\n`);
  }
  const last = refusals.at(-1);
  if (last !== undefined) throw last;
}
