/** The machine that a command runs on: the only access to the terminal, the environment and the paths of files. */

import type { ServerClock } from './session/server-clock.js';

/** Questions to the person at the terminal. */
export interface Questions {
  readonly text: (message: string, preset?: string) => Promise<string>;
  readonly secret: (message: string) => Promise<string>;
  readonly confirm: (message: string) => Promise<boolean>;
}

/** The size of a terminal, in characters. */
export interface Window {
  readonly columns: number;
  readonly rows: number;
}

/** The machine, and what its answers tell of the server. */
export interface Host extends Terminal {
  readonly clock: ServerClock;
}

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Reads standard input to its end. Throws CliError if it is not UTF-8. */
  readonly input: () => Promise<string>;
  /** True if a person sees the output: then it has colours. */
  readonly isTerminal: boolean;
  /** The same for errors and messages. */
  readonly isErrorTerminal: boolean;
  /** The present size of the terminal that shows the output; null if none does. */
  readonly window: () => Window | null;
  /** Null if no person can answer. */
  readonly questions: Questions | null;
  readonly now: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
