/** What a command has of the machine it runs on: the one door to terminal, environment and files' places. */

/** Questions to the person at the terminal. */
export interface Questions {
  readonly text: (message: string, preset?: string) => Promise<string>;
  readonly secret: (message: string) => Promise<string>;
  readonly confirm: (message: string) => Promise<boolean>;
}

export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input to its end. */
  readonly input: () => Promise<string>;
  /** True where what is written is seen by a person: then there are colours. */
  readonly isTerminal: boolean;
  /** Null where nobody can answer. */
  readonly questions: Questions | null;
  readonly now: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
