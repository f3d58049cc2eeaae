/** The public routes as data: checked, documented and served from the same table. */
import { z } from 'zod';
import type { Role } from '#common/spec/definitions.js';
import type { ErrorCode } from '#common/errors/codes.js';
import type { Credential } from '../access/authenticator.js';
import type { Caller } from '../access/core/access.js';
import type { IfMatch } from './core/etag.js';

/** A header of answers to definitions: names the service that has not applied the stored definition yet. */
export const PENDING_HEADER = 'Carillon-Pending';

/** Asks for the outcome of a change without making it. */
export const DRY_RUN_HEADER = 'Carillon-Dry-Run';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A role: the caller must reach it in any tenant before the input is read; the handler, which knows the object's tenant, then checks that
 * tenant. `anyone`: a valid token. `attempt`: the callback token of the attempt in the path.
 */
export type RouteAccess = Role | 'anyone' | 'attempt';

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  /** The operation's name in the OpenAPI document and in the audit. */
  readonly id: string;
  readonly method: Method;
  /** Below `/api/v1`, with parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: RouteAccess;
  readonly params: P;
  readonly query: Q;
  readonly body: B | null;
  /** The body after the handler has completed it from a template or the stored value; null: `body` itself. */
  readonly completedBody: z.ZodType | null;
  /** Media types that the body may have. */
  readonly bodyTypes: readonly string[];
  /** True if the body is a worker's output, which is kept as it is. All other bodies may not contain the character NUL. */
  readonly takesOutput: boolean;
  /** The fields of the body in which numbers are kept as they are written. All other numbers must be such that a double holds them. */
  readonly exactNumbersIn: readonly string[] | 'body';
  readonly status: number;
  /** Another status with the same answer, and its condition; null: there is none. */
  readonly otherStatus: { readonly status: number; readonly when: string } | null;
  readonly answer: A;
  /** Media types of the answer beside JSON. */
  readonly answerTypes: readonly string[];
  /** True for answers that carry an `ETag`. */
  readonly versioned: boolean;
  /** True for definitions that the scheduler has to apply: their answers may have the header `Carillon-Pending`. */
  readonly isSynced: boolean;
  /** True if `Carillon-Dry-Run` is accepted: everything is validated before `Mutation.record`, and nothing is written before it. */
  readonly canDryRun: boolean;
  /** True if one request may ask for very many objects: only a few such requests are served at once. */
  readonly isBatch: boolean;
  /** Errors besides those that every route may return. */
  readonly refusals: readonly ErrorCode[];
  readonly example: { readonly body?: unknown; readonly answer?: unknown };
}

/** A route without what its table says of it. */
export type Unnamed<R extends Route> = Omit<R, 'id' | 'tag'>;
type Schemas = 'params' | 'query' | 'body' | 'answer';
type RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Partial<
  Omit<Route, 'id' | 'tag' | 'method' | 'path' | Schemas>
> & {
  /** Method and path. */
  readonly at: `${Method} /${string}`;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer?: A;
};

const nothing = z.strictObject({});
export type Nothing = typeof nothing;

/** The answer of routes that answer without a body. */
const noContent = z.null();
/** The answer of routes that stream; its media types are in `answerTypes`. */
export const streamed = z.string();

export function route<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodNever,
  A extends z.ZodType = typeof noContent,
>({ at, params, query, body, answer, ...input }: RouteInput<P, Q, B, A>): Unnamed<Route<P, Q, B, A>> {
  const [method = '', path = ''] = at.split(' ');
  return {
    method: method as Method,
    path,
    description: '',
    completedBody: null,
    bodyTypes: ['application/json'],
    takesOutput: false,
    exactNumbersIn: [],
    status: answer ? 200 : 204,
    answerTypes: [],
    otherStatus: null,
    versioned: false,
    isSynced: false,
    canDryRun: false,
    isBatch: false,
    refusals: [],
    example: {},
    ...input,
    // If schemas are left out, the plain ones apply, which are also the defaults of the type parameters.
    params: params ?? (nothing as unknown as P),
    query: query ?? (nothing as unknown as Q),
    body: body ?? null,
    answer: answer ?? (noContent as unknown as A),
  };
}

type Named<T> = { readonly [K in keyof T]: T[K] & Pick<Route, 'id' | 'tag'> };

/** A table of routes, which are named by their keys; `tag` is their chapter in the OpenAPI document. */
export const routesOf = <T extends Readonly<Record<string, Unnamed<Route>>>>(tag: string, table: T): Named<T> =>
  Object.fromEntries(Object.entries(table).map(([id, each]) => [id, { ...each, id, tag }])) as Named<T>;

/** The path as Fastify reads it: parameters behind a colon, and a colon of its own doubled. */
export const pathPattern = ({ path }: Pick<Route, 'path'>): string =>
  path.replaceAll(':', '::').replaceAll(/\{(\w+)\}/g, ':$1');

export const isMutating = (each: Pick<Route, 'method'>): boolean => each.method !== 'GET';

/** Tokens have no revisions. */
const UNVERSIONED = 'deleteToken';
/** True if `If-Match` and `If-None-Match: *` are conditions of the request. */
export const isConditional = ({ method, id }: Pick<Route, 'method' | 'id'>): boolean =>
  (method === 'PUT' || method === 'PATCH' || method === 'DELETE') && id !== UNVERSIONED;

/** A change in progress: who makes it, and a seed from which all its ids are derived, which is the same in a repeat. */
export interface Mutation {
  readonly seed: string;
  /** When the change was first requested; a repeat keeps this time. */
  readonly askedAt: number;
  /** Records the change. Called once, before the first write. */
  readonly record: (about: MutationRecord) => Promise<void>;
  /** One of several changes of the request; it is recorded, and refused, separately. */
  readonly part: (named: Pick<Mutation, 'seed' | 'askedAt'>) => MutationPart;
}

export interface MutationPart extends Omit<Mutation, 'part'> {
  /** Records that this part is refused; the request continues. Never throws. */
  readonly refused: (error: unknown) => Promise<void>;
}

export interface MutationRecord {
  readonly tenant: string | null;
  readonly object: string;
  readonly detail?: string;
}

/** A request after all checks that do not need the object of the request. */
export interface RequestContext<R extends Route> {
  readonly caller: Caller;
  /** The source address of the request, behind trusted proxies. */
  readonly address: string;
  /** The proof of the caller's identity: streams check it again while they are open. */
  readonly credential: Credential;
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  /** Only for routes with a body. */
  readonly body: z.output<NonNullable<R['body']>>;
  readonly ifMatch: IfMatch | null;
  readonly mutation: Mutation;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The answer of a handler; the rest of the response follows from the route. */
export interface Answer<T> {
  readonly body: T;
  /** Shown as the `ETag`. */
  readonly rev?: number;
  /** Below the API's base path. */
  readonly location?: string;
  /** True for a definition that is stored, but not known to the scheduler yet: it takes effect by the scheduler's sweep. */
  readonly isPending?: boolean;
  /** The status in the route's `otherStatus`; the route's usual status if absent. */
  readonly status?: number;
}

export type AnswerOf<R extends Route> = Answer<z.output<R['answer']>>;
