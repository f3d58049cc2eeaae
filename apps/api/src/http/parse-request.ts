/** Reads a request by its route's schemas. */
import { z } from 'zod';
import { AppError, type Problem } from '#common/errors/app-error.js';
import { problemsOf } from '#common/spec/schema-problems.js';
import { parseIfMatch, type IfMatch } from './core/etag.js';
import { invalidField, invalidInput, refuseProblems, nulProblems, readNumbers } from './problem.js';
import { isConditional, isMutating, type Route } from './route.js';

export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifMatch: IfMatch | null;
}

/** Throws VALIDATION_FAILED with every problem at once, or UNSUPPORTED_MEDIA_TYPE. */
export function parseRequest(route: Route, raw: RawRequest): ParsedRequest {
  const problems: Problem[] = [raw.params, raw.query, route.takesOutput ? undefined : raw.body].flatMap(nulProblems);
  const sent = readNumbers(raw.body, route.exactNumbersIn);
  problems.push(...sent.problems);
  refuseProblems(problems);
  const read = (schema: z.ZodType, value: unknown): unknown => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push(...problemsOf(parsed.error.issues));
    return undefined;
  };
  const params = read(route.params, raw.params);
  const query = read(route.query, raw.query);
  if (route.body) checkMediaType(route, raw);
  const body = route.body ? read(route.body, presentBody(route.body, sent.value)) : undefined;
  refuseProblems(problems);
  return { params, query, body, ifMatch: readCondition(route, raw) };
}

/** The single value of a header; several values count as none. */
export function headerOf(raw: Pick<RawRequest, 'headers'>, name: string): string | undefined {
  const value = raw.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** An absent body counts as an empty object if an object is expected. */
const presentBody = (schema: z.ZodType, body: unknown): unknown =>
  body === undefined && schema instanceof z.ZodObject ? {} : body;

function checkMediaType(route: Route, raw: RawRequest): void {
  if (raw.body === undefined) return;
  const type = (headerOf(raw, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (route.bodyTypes.includes(type)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', acceptedTypes(route));
}

/** What paths outside the API accept. */
export const JSON_ONLY = { bodyTypes: ['application/json'] };

/** What a body must be, for routes and for the server, which refuses other types before it reads a body. */
export const acceptedTypes = ({ bodyTypes }: Pick<Route, 'bodyTypes'>): string =>
  `the body must be ${bodyTypes.join(' or ')}`;

/** `If-Match`, else `If-None-Match: *`; other values of that are for reads. */
function readCondition(route: Route, raw: RawRequest): IfMatch | null {
  if (!isMutating(route)) return null;
  const header = headerOf(raw, 'if-match');
  const isForAbsent = isConditional(route) && headerOf(raw, 'if-none-match')?.trim() === '*';
  if (header === undefined) return isForAbsent ? { kind: 'absent' } : null;
  const condition = parseIfMatch(header);
  if (condition === null) throw invalidField('If-Match', 'must be an entity tag in quotes, as in the header ETag');
  return condition;
}

/** Reads a body that the handler has completed. Throws VALIDATION_FAILED. */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(problemsOf(parsed.error.issues));
  return parsed.data;
}
