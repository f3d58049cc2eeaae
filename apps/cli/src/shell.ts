import type { Command } from 'commander';
import type { Host, Questions } from './host.js';
import type { Printer } from './output/printer.js';
import type { Session } from './session/session.js';

/** The state that the commands of one command line share. */
export interface Shell {
  readonly host: Host;
  /** The exit code of the process, unless an error is thrown. */
  exitCode: number;
  /** The session that was opened; null before. */
  opened: Session | null;
  /** Opens the session with the server that the command's options name; throws an error that says what to do. */
  readonly session: (command: Command) => Session;
  readonly printer: (command: Command) => Printer;
  /** Throws if no person can answer; the error names the option that does. */
  readonly ask: (option: string) => Questions;
}

/** The action of a command: `work` gets its session, then its arguments and its options. */
export const inSession =
  <A extends readonly unknown[]>(
    shell: Pick<Shell, 'session'>,
    work: (session: Session, ...args: A) => Promise<void>,
  ) =>
  async (...args: [...A, ...unknown[]]): Promise<void> => {
    await work(shell.session(args.at(-1) as Command), ...(args as unknown as A));
  };
