/** Commands that send one request about an object, and print one line about the answer. */
import type { Command } from 'commander';
import { dataOf } from '#client/client.js';
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
        session.printer.line(line(await dataOf(send(session, id, more)), id, more));
      }),
    );
