/**
 * The client of the REST API, for Node and for browsers: the paths, bodies and answers of the OpenAPI document as types
 * (`api-types.ts`, which `npm run docs` generates), requests that are safe to repeat, and event streams that resume.
 *
 * ```ts
 * const client = createClient({ server: 'https://carillon.example.com', token });
 * const job = await dataOf(client.GET('/jobs/{id}', { params: { path: { id: 'nightly' } } }));
 * for await (const { type, data } of client.follow('/events', { tenant: 'ibm' })) console.log(type, data);
 * ```
 */
import createFetchClient, { defaultPathSerializer, type Client as FetchClient } from 'openapi-fetch';
import { ApiError } from './api-error.js';
import type { components, paths } from './api-types.js';
import { followEvents, type FollowOptions, type ServerEvent } from './event-stream.js';
import { RETRY_LIMITS, retryingFetch, type Ending, type RetryLimits } from './retrying-fetch.js';

/** The schemas of the document by their names: `Schemas['Job']`. */
export type Schemas = components['schemas'];

export interface ClientOptions {
  /** The address of Carillon, with its path prefix if it has one: `/api/v1` is appended to it. */
  readonly server: string;
  /**
   * Called for every request, so that a new token counts at once. Undefined sends none: for pages with a session's
   * cookie.
   */
  readonly token?: string | (() => string | undefined);
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly retry?: Partial<RetryLimits>;
  /** Ends every request, also between two tries. */
  readonly signal?: AbortSignal;
  /** Replaces the global fetch, and is given both of its arguments. */
  readonly fetch?: (request: Request, init: Ending) => Promise<Response>;
}

type StreamQuery = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Client extends FetchClient<paths> {
  /** Follows a stream of server-sent events, a path below `/api/v1`; see `followEvents`. */
  follow: (path: string, query?: StreamQuery, options?: FollowOptions) => AsyncGenerator<ServerEvent>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Beyond the characters of a bearer token (RFC 6750). */
const NOT_OF_TOKEN = /[^\w.~+/=-]/u;

/** What is wrong with a text that cannot be sent as a token, without any part of it; null if it can. */
export function tokenProblem(token: string): string | null {
  if (/^(["']).*\1$/s.test(token)) return 'the token is in quotation marks, which are no part of it';
  const at = NOT_OF_TOKEN.exec(token)?.index;
  return at === undefined ? null : `the token contains a character that no token has, at position ${at + 1}`;
}

/** Throws TypeError for a token that cannot be sent; for one that a function gives, requests fail. */
export function createClient(options: ClientOptions): Client {
  if (typeof options.token === 'string') headersOf(options);
  const baseUrl = `${options.server.replace(/\/+$/, '')}/api/v1`;
  const plainFetch = options.fetch ?? ((request: Request, init: Ending) => globalThis.fetch(request, init));
  const authorized = async (request: Request, init: Ending): Promise<Response> => {
    for (const [name, value] of Object.entries(headersOf(options))) request.headers.set(name, value);
    return plainFetch(request, { ...init, redirect: 'manual' });
  };
  const follow: Client['follow'] = (path, query = {}, following) =>
    followEvents(async (lastEventId, signal) => {
      const values = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) values.set(name, String(value));
      const headers = { accept: 'text/event-stream', ...(lastEventId !== null && { 'last-event-id': lastEventId }) };
      const request = new Request(`${baseUrl}${path}?${values.toString()}`, { headers, signal });
      return requireAnswer(await authorized(request, { signal }));
    }, following);
  const fetch = retryingFetch(authorized, { ...RETRY_LIMITS, ...options.retry }, options.signal);
  const client = createFetchClient<paths>({
    baseUrl,
    pathSerializer,
    fetch: async (request) => requireAnswer(await fetch(request)),
  });
  return Object.assign(client, { follow });
}

/** Addresses drop such names, and lead to another path. Throws `ApiError`. */
function pathSerializer(path: string, names: Record<string, unknown>): string {
  for (const name of Object.values(names)) {
    if (name === '') throw new ApiError({ status: 400 }, { code: 'VALIDATION_FAILED', detail: 'the id is empty' });
    if (name === '.' || name === '..')
      throw new ApiError({ status: 404 }, { code: 'NOT_FOUND', detail: `nothing has the id ${name}` });
  }
  return defaultPathSerializer(path, names);
}

/**
 * Another server may answer every address with a page, and a proxy lead to another address: followed, a change would become a read and the token
 * be left out. Throws `ApiError`.
 */
function requireAnswer(response: Response): Response {
  const address = response.headers.get('location');
  if (response.type === 'opaqueredirect' || (REDIRECTS.has(response.status) && address !== null))
    throw new ApiError(response, {
      detail: `the server leads to another address${address === null ? '' : `, ${address}`}`,
    });
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html') === true)
    throw new ApiError(response, { detail: `the server answered ${response.status} with a web page` });
  return response;
}

function headersOf({ token, headers }: ClientOptions): Record<string, string> {
  const present = typeof token === 'function' ? token() : token;
  // The error of the runtime shows the whole header.
  const problem = tokenProblem(present ?? '');
  if (problem !== null) throw new TypeError(problem);
  return { ...headers, ...(present !== undefined && { authorization: `Bearer ${present}` }) };
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer; throws `ApiError` if the API refused. */
export async function dataOf<T>(answered: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await answered;
  if (!response.ok) throw new ApiError(response, error);
  return data as T;
}

/** Every item of a list, page by page: `ask` requests the page at a cursor. */
export async function* itemsOf<T>(
  ask: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
