/** An unsuccessful answer of the API server, or none. */
import { z } from 'zod';
import { parseJson } from '../domain/parse-json.js';

const statusBody = z.object({ reason: z.string().nullish(), message: z.string().nullish() });

const MAX_MESSAGE_LENGTH = 1_000;
/** The longest wait that a server or a proxy can ask for, because stops and results wait, too. */
const MAX_RETRY_AFTER_MS = 60_000;

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The reason of Kubernetes, such as `NotFound`, `AlreadyExists` or `Expired`; empty if there was none. */
    readonly reason: string,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterMs?: number } = {},
  ) {
    super(message.slice(0, MAX_MESSAGE_LENGTH), options.cause === undefined ? undefined : { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** How long the server asked us to wait, at most a minute; null if it did not. */
  readonly retryAfterMs: number | null;

  /** The same request may succeed later; without an answer, or with 408 of a proxy, it may have succeeded already. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Of a read: the object does not exist. Throws every other error. */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

/** Of a removal: the object does not exist. Throws every other error. */
export function ignoreNotFound(error: unknown): void {
  nullIfNotFound(error);
}

/** True if the object was removed, or another one has its name now (409 on a request that names a uid or a version). */
export const isGone = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.status === 409);

/** Ignores this error for a change of an object that may have been removed; throws every other error. */
export function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** True if an object of this name exists already. */
export const isExisting = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.reason === 'AlreadyExists';

/** True if we lack this right: none of our objects can exist there either. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** 410: our version is older than those that the server remembers. */
export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** The error of an unsuccessful answer. */
export function apiErrorOf(status: number, body: string, retryAfter: string | undefined): ApiError {
  const seconds = retryAfter === undefined ? NaN : Number(retryAfter);
  const isGiven = Number.isFinite(seconds) && seconds > 0;
  const options = isGiven ? { retryAfterMs: Math.min(MAX_RETRY_AFTER_MS, seconds * 1_000) } : {};
  try {
    const { reason, message } = statusBody.parse(parseJson(body));
    return new ApiError(status, reason ?? '', message ?? `HTTP ${status}`, options);
  } catch {
    return new ApiError(status, '', body === '' ? `HTTP ${status}` : body, options);
  }
}
