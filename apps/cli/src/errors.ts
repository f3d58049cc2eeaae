/** The exit codes of commands, and their error messages: the problem and the next step. */
import { ApiError, UnreachableError } from '#client/api-error.js';

/** The exit codes; scripts and continuous integration depend on them. */
export const EXIT = {
  done: 0,
  /** The command worked, and its result is negative: there are differences, the run has failed, an object was refused. */
  negative: 1,
  /** The command line, a file or a setting is wrong: nothing was sent. */
  usage: 2,
  unreachable: 3,
  /** The caller is not signed in, or lacks the right. */
  denied: 4,
  /** The API refused; the message says why. */
  refused: 5,
  interrupted: 130,
} as const;

/** A failure that is printed as it stands. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT.usage,
    /** The next command, or the necessary change. */
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

export interface Explained {
  readonly lines: readonly string[];
  readonly hint: string | null;
  readonly exitCode: number;
}

const HINTS: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'sign in again: carillon login',
  FORBIDDEN: 'show your roles: carillon whoami',
  NOT_FOUND: 'list what exists: carillon get jobs, carillon get runs',
  CONCURRENCY_FORBIDDEN: 'list active runs: carillon get runs --state RUNNING',
  RUN_NOT_FINAL: 'end the run first: carillon abort <run>',
  RUN_FINAL: 'start the run again: carillon rerun <run>',
  IDEMPOTENCY_KEY_REUSED: 'run the command again',
};

/** Statuses that commands decide by. */
export const BAD_REQUEST = 400;
export const UNAUTHENTICATED = 401;
export const NOT_FOUND = 404;
/** Statuses of a proxy whose server is away, as while it is started again. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

export const TENANT_HINT = 'name the tenant: -t <id>, or CARILLON_TENANT';

/** Explains every error that a command may throw, in sentences. A bug is shown with its stack. */
export function explain(error: unknown): Explained {
  if (error instanceof CliError) return { lines: [error.message], hint: error.hint, exitCode: error.exitCode };
  if (error instanceof UnreachableError)
    return {
      lines: [error.message],
      hint: 'show which server is used: carillon context show',
      exitCode: EXIT.unreachable,
    };
  if (error instanceof ApiError && error.code === 'UNKNOWN') return explainForeign(error);
  if (error instanceof ApiError) return explainRefusal(error);
  // Of a file: its message names the file and the reason.
  if (error instanceof Error && 'syscall' in error && 'path' in error)
    return { lines: [error.message], hint: null, exitCode: EXIT.usage };
  return {
    lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    hint: null,
    exitCode: EXIT.refused,
  };
}

function explainRefusal({ message, code, status, errors }: ApiError): Explained {
  const fields = errors.map(({ path, message: problem }) => (path === '' ? problem : `${path} ${problem}`));
  // The message of the server begins with the first problem, and counts the others.
  const isRepeated = fields.length > 1 && message.includes(errors[0]?.message ?? '');
  const title = isRepeated ? `${fields.length} problems` : message;
  const isDenied = status === UNAUTHENTICATED || status === 403;
  return {
    lines: [`${title} (${code})`, ...fields.filter((field) => field !== title).map((field) => `  ${field}`)],
    hint: errors.some(({ path }) => path === 'tenant') ? TENANT_HINT : (HINTS[code] ?? null),
    exitCode: isDenied ? EXIT.denied : EXIT.refused,
  };
}

/** The answer of something else than Carillon. */
function explainForeign({ message, status }: ApiError): Explained {
  if (OF_PROXIES.has(status))
    return {
      lines: [`${message}: what stands before the server, such as a proxy, gets no answer from it`],
      hint: 'try again soon; show which server is used: carillon context show',
      exitCode: EXIT.unreachable,
    };
  return {
    lines: [`${message}, but not as Carillon does: another server or a proxy has answered`],
    hint: 'check the address: carillon context show',
    exitCode: EXIT.refused,
  };
}

/** One line for a list of failures. */
export const inOneLine = (error: unknown): string =>
  explain(error)
    .lines.map((line) => line.trim())
    .join('; ');
