import { ERROR_CODES, type ErrorCode } from './codes.js';

/** One problem of an input; `path` names the field, `''` the whole. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
}

/** An operational error: expected, with a code that determines the answer and whether a retry may help. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** After how many seconds a retry may help, where that is known. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.problems = options.problems ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }
}

/** OpenSSL's name of what it finds where the other side answers without TLS. */
const NOT_TLS = new Set(['wrong version number', 'http request', 'packet length too long']);

/**
 * The message of any thrown value. Where all addresses of a host have failed, Node's error has none of its own; where OpenSSL has, it is a
 * line for debugging, of which only the reason is kept.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { library, reason } = error as { readonly library?: unknown; readonly reason?: unknown };
  if (library === 'SSL routines' && typeof reason === 'string')
    return `TLS failed: ${NOT_TLS.has(reason) ? `the other side does not answer with TLS (${reason})` : reason}`;
  const several: readonly unknown[] = error instanceof AggregateError && error.message === '' ? error.errors : [];
  return several.length === 0 ? error.message : [...new Set(several.map(messageOf))].join('; ');
}
