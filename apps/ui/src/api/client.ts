/** The client of the public REST API, typed by its OpenAPI document, and the answers that the page keeps. It throws a refusal as an `ApiError`. */
import createClient, { type Middleware } from 'openapi-fetch';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import type { components, paths } from '#client/api-types.js';
import { jsonAnswer } from '#client/json-answer.js';
import { randomKey } from '#client/retrying-fetch.js';
import { addressOf, credentials } from './session.js';
import { createContext, useContext } from 'react';

export type Schemas = components['schemas'];
export type Job = Schemas['Job'];
export type Run = Schemas['Run'];
export type RunDetail = Schemas['RunDetail'];
export type Worker = Schemas['Worker'];
export type Tenant = Schemas['Tenant'];
export type ErrorGroup = Schemas['ErrorGroup'];

/** A read that takes longer ends with an error. */
const READ_TIMEOUT_MS = 20_000;

let tellSignedOut = (): void => undefined;
/** Calls back when the API no longer accepts the token or the session. */
export const whenSignedOut = (handler: () => void): void => {
  tellSignedOut = handler;
};

const carriesCredentials: Middleware = {
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(credentials())) request.headers.set(name, value);
    // A request whose answer was lost is sent again, and must not take effect twice.
    if (request.method !== 'GET') request.headers.set('idempotency-key', randomKey());
  },
};

const reach = async (request: Request): Promise<Response> => {
  const patience = request.method === 'GET' ? { signal: AbortSignal.any([request.signal, timeout()]) } : {};
  try {
    return await fetch(request, patience);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError({ status: 0 }, { detail: 'The server cannot be reached.' });
  }
};
const timeout = (): AbortSignal => AbortSignal.timeout(READ_TIMEOUT_MS);

export const API_ADDRESS = addressOf('api/v1').href;

export const api = createClient<paths>({
  baseUrl: API_ADDRESS,
  fetch: async (request) => jsonAnswer(await reach(request)),
  querySerializer: { array: { style: 'form', explode: true } },
});
api.use(carriesCredentials);

/** The parameters of a request about the object of this id. */
export const ofId = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } });

/** The parameters of a request about a definition: its id is unique in its tenant. */
export const ofDefinition = ({
  id,
  tenant,
}: {
  readonly id: string;
  readonly tenant: string;
}): { params: { path: { id: string }; query: { tenant: string } } } => ({
  params: { path: { id }, query: { tenant } },
});

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer with its headers, or an `ApiError`. */
export async function answered<T>(request: Promise<Answer<T>>): Promise<{ body: T; response: Response }> {
  const { data, error, response } = await request;
  if (!response.ok) {
    if (response.status === 401) tellSignedOut();
    throw new ApiError(response, error);
  }
  return { body: data as T, response };
}

/** The answer, or an `ApiError`. */
export const ok = async <T>(request: Promise<Answer<T>>): Promise<T> => (await answered(request)).body;

/** The answer, or null if the object does not exist. */
export async function orNull<T>(request: Promise<Answer<T>>): Promise<T | null> {
  try {
    return await ok(request);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
      retryDelay: 1_000,
      refetchOnWindowFocus: true,
    },
  },
});

/** Reads all answers again whose keys begin like this one. */
export const refresh = (...key: readonly string[]): Promise<void> => cache.invalidateQueries({ queryKey: key });

/* Who is signed in, and what they may do. */

type Caller = Schemas['Caller'];
export type Role = Caller['roles'][number]['role'];

const ROLES: readonly Role[] = ['viewer', 'operator', 'editor', 'owner', 'admin'];
export const EVERY_TENANT = '*';

export const CallerContext = createContext<Caller | null>(null);

export interface Rights {
  readonly caller: Caller;
  /** True if the caller has the role, or more, in the tenant; without a tenant: in any. */
  readonly may: (role: Role, tenant?: string) => boolean;
  readonly isAdmin: boolean;
}

/** Throws if no person is signed in. */
export function useRights(): Rights {
  const caller = useContext(CallerContext);
  if (caller === null) throw new Error('Nobody is signed in.');
  const may = (role: Role, tenant?: string): boolean =>
    caller.roles.some(
      (grant) =>
        (tenant === undefined || grant.tenant === EVERY_TENANT || grant.tenant === tenant || grant.role === 'admin') &&
        ROLES.indexOf(grant.role) >= ROLES.indexOf(role),
    );
  return { caller, may, isAdmin: may('admin') };
}
