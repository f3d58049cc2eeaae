/** Every error code that a service may answer: its HTTP status, its title, and whether a retry may help. */

interface CodeEntry {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
}

const entry = (status: number, title: string, retryable = false): CodeEntry => ({ status, title, retryable });

export const ERROR_CODES = {
  VALIDATION_FAILED: entry(400, 'The request is not valid'),
  MALFORMED_BODY: entry(400, 'The body cannot be read'),
  UNAUTHENTICATED: entry(401, 'A valid token is required'),
  FORBIDDEN: entry(403, 'The token lacks the role for this'),
  NOT_FOUND: entry(404, 'The object does not exist'),
  METHOD_NOT_ALLOWED: entry(405, 'This method is not allowed here'),
  REQUEST_TIMEOUT: entry(408, 'The request did not arrive in time', true),
  CONFLICT: entry(409, 'The present state does not allow this'),
  IN_USE: entry(409, 'The object is still in use'),
  ALREADY_EXISTS: entry(409, 'The object exists already'),
  CONCURRENCY_FORBIDDEN: entry(409, 'The concurrency policy of the job forbids a further run now'),
  QUEUE_FULL: entry(409, 'The queue of the limit is full'),
  QUOTA_EXCEEDED: entry(409, "The tenant's quota is used up"),
  RUN_NOT_FINAL: entry(409, 'The run has not ended'),
  RUN_FINAL: entry(409, 'The run has ended'),
  ATTEMPT_ENDED: entry(409, 'The attempt has ended or is not the current one'),
  PRECONDITION_FAILED: entry(412, 'The object was changed since it was read'),
  BODY_TOO_LARGE: entry(413, 'The body is too large'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'This media type is not accepted'),
  IDEMPOTENCY_KEY_REUSED: entry(422, 'The idempotency key was used for another request'),
  TOO_MANY_REQUESTS: entry(429, 'Too many requests', true),
  HEADERS_TOO_LARGE: entry(431, 'The headers of the request are too large'),
  INTERNAL: entry(500, 'An internal error occurred'),
  UNAVAILABLE: entry(503, 'A part of the service is not available', true),
  SCHEDULER_UNAVAILABLE: entry(503, 'The scheduler does not answer', true),
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text);
