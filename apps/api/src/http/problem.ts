/** Every error as RFC 9457 `application/problem+json`. */
import type { FastifyReply } from 'fastify';
import { AppError, type Problem } from '#common/errors/app-error.js';
import { NOT_EXACT, withDoubles } from '#common/domain/exact-number.js';
import { MAX_REQUEST_BODY_BYTES } from '#common/domain/limits.js';
import { nulPaths } from '#common/domain/nul.js';
import { ERROR_CODES, type ErrorCode } from '#common/errors/codes.js';
import type { Logger } from '#common/logging/logger.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { pathText } from '#common/spec/schema-problems.js';

export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly Problem[];
}

const MAX_PROBLEMS = 50;

export function problemDocument(code: ErrorCode, detail: string, problems: readonly Problem[] = []): ProblemDocument {
  const { title, status } = ERROR_CODES[code];
  return {
    type: `urn:carillon:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    detail,
    ...(problems.length > 0 ? { errors: problems.slice(0, MAX_PROBLEMS) } : {}),
  };
}

/** What routes outside the API need. */
export interface PlainSurroundings {
  readonly prefix: string;
  readonly database: Pick<Mongo, 'orStalled'>;
  readonly log: Logger;
}

/** Answers a refusal outside the routes of the API; another error as UNAVAILABLE with this sentence, and logs it. */
export async function answerRefusal(
  reply: FastifyReply,
  error: unknown,
  unforeseen: { readonly log: Logger; readonly message: string; readonly detail: string },
): Promise<FastifyReply> {
  if (!(error instanceof AppError)) unforeseen.log.warn({ err: error }, unforeseen.message);
  const refusal = error instanceof AppError ? error : new AppError('UNAVAILABLE', unforeseen.detail);
  if (refusal.retryAfterSeconds != null) void reply.header('Retry-After', String(refusal.retryAfterSeconds));
  const problem = problemDocument(refusal.code, refusal.message, refusal.problems);
  return reply.status(refusal.status).type('application/problem+json').send(problem);
}

/** Every sent text and field name that contains NUL. */
export const nulProblems = (value: unknown): Problem[] =>
  nulPaths(value, MAX_PROBLEMS).map((path) => ({
    path: pathText(path),
    message: 'must not contain the character NUL (U+0000)',
  }));

/** The body with doubles in place of all numbers but those of the exact fields, and the problems of numbers that no double holds. */
export function readNumbers(
  body: unknown,
  exact: readonly string[] | 'body',
): { readonly value: unknown; readonly problems: Problem[] } {
  if (exact === 'body') return { value: body, problems: [] };
  const { value, inexact } = withDoubles(body, exact);
  return { value, problems: inexact.map((path) => ({ path: pathText(path), message: NOT_EXACT })) };
}

/** The error of a request with these problems. */
export function invalidInput(problems: readonly Problem[]): AppError {
  const [first] = problems;
  const rest = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const summary = first
    ? `${first.path === '' ? 'the request' : first.path} ${first.message}${rest}`
    : 'the request is not valid';
  return new AppError('VALIDATION_FAILED', summary, { problems });
}

/** Throws VALIDATION_FAILED if there are problems. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidInput(problems);
}

export const invalidField = (path: string, message: string): AppError => invalidInput([{ path, message }]);

/** Refusals of the HTTP framework before a request reaches a route, by the framework's own codes. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_BAD_URL: 'VALIDATION_FAILED',
  // Objects never have such long names.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};
const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_BODY',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  412: 'PRECONDITION_FAILED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** An error of the HTTP framework as one of ours; null for everything else. */
export function frameworkProblem(error: {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly message: string;
}): ProblemDocument | null {
  const code =
    (typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined) ??
    (typeof error.status === 'number' ? codeOf(error.status) : undefined);
  if (code === undefined) return null;
  if (code === 'BODY_TOO_LARGE')
    return problemDocument(code, `the body of the request has more than ${MAX_REQUEST_BODY_BYTES} bytes`);
  return problemDocument(code, error.message, code === 'MALFORMED_BODY' ? [{ path: '', message: error.message }] : []);
}

/** Every other error of a caller, such as a range that a file does not have, is not a fault of the server. */
const codeOf = (status: number): ErrorCode | undefined =>
  STATUS_CODES[status] ?? (status >= 400 && status < 500 ? 'VALIDATION_FAILED' : undefined);
