/** The description of a kind of objects that `get` can list. */
import type { Command } from 'commander';
import type { paths } from '#client/api-types.js';
import { ApiError } from '#client/api-error.js';
import { CliError, EXIT, inOneLine } from '../errors.js';
import type { Listing } from '../output/printer.js';
import { listAt, request } from '../session/any-path.js';
import type { Session } from '../session/session.js';
import { definedFields } from './arguments.js';

const PAGE = 500;

/** Options of every list. */
export interface ListOptions {
  readonly limit: number;
  readonly field?: readonly string[];
  readonly watch?: boolean;
}

export type Items<T> = AsyncIterable<T> | Promise<readonly T[]>;

/** The description of how the objects of a kind are listed. */
export interface Kind<T, O> {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
  /** `<job>`, `[ids...]`. */
  readonly argument?: string;
  readonly options?: (command: Command) => Command;
  readonly listing: Listing<T>;
  /** The order in which they are shown; that of the server if it is left out. */
  readonly order?: (a: T, b: T) => number;
  /** `names`: the values of the argument. */
  readonly items: (session: Session, names: readonly string[], options: O & ListOptions) => Items<T>;
}

export const pageSize = ({ limit, field }: ListOptions): number =>
  limit === 0 || field ? PAGE : Math.min(PAGE, limit + 1);

/** Reads the objects one by one. An object that cannot be read does not hide the others: its error is thrown at the end. */
export async function* each<T>(ids: readonly string[], read: (id: string) => Promise<T>): AsyncGenerator<T> {
  const refused: unknown[] = [];
  for (const id of ids) {
    const object = await read(id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      refused.push(error);
      return null;
    });
    if (object !== null) yield object;
  }
  if (refused.length > 1) throw new CliError(refused.map(inOneLine).join('\n'), EXIT.refused);
  if (refused.length > 0) throw refused[0];
}

type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;
/** The part of a list's query that the options of the command give. */
type Filters<P extends keyof paths> = { readonly [K in keyof Query<P>]?: Query<P>[K] | undefined };

/** `owned`: objects of tenants. `named`: their ids are unique in their tenants only, so that each request names the tenant. */
type Scope = 'global' | 'owned' | 'named';

type ListPath =
  | '/calendars'
  | '/channels'
  | '/errors'
  | '/incidents'
  | '/jobs'
  | '/monitors'
  | '/rules'
  | '/runs'
  | '/tenants'
  | '/tokens'
  | '/triggers'
  | '/workers';

/** How objects are listed, or read by their ids. */
export const itemsAt =
  <T, O, P extends ListPath>(path: P, scope: Scope, filters?: (options: O) => Filters<P>): Kind<T, O>['items'] =>
  ({ client, tenant }, ids, options) => {
    const ofTenant = definedFields({ tenant });
    const query = scope === 'named' ? ofTenant : {};
    return ids.length > 0
      ? each(ids, async (id) =>
          request<T>(client, 'GET', `${path}/{id}` as keyof paths, { params: { path: { id }, query } }),
        )
      : listAt(client, path, {
          ...(scope === 'global' ? {} : ofTenant),
          ...definedFields(filters?.(options) ?? {}),
          limit: pageSize(options),
        });
  };

/** How the parts of the object that the argument names are listed. */
export const partsAt =
  <T, O, P extends keyof paths>(
    path: P,
    scope: Scope = 'global',
    filters?: (options: O) => Filters<P>,
  ): Kind<T, O>['items'] =>
  ({ client, tenant }, [id = ''], options) =>
    listAt(
      client,
      path,
      {
        ...(scope === 'named' && definedFields({ tenant })),
        ...definedFields(filters?.(options) ?? {}),
        limit: pageSize(options),
      },
      id,
    );

/** A kind whose lists have no filters. */
export const kindOf = <T>(
  name: 'workers' | 'tenants' | 'calendars' | 'monitors' | 'rules' | 'triggers',
  scope: Scope,
  description: string,
  listing: Listing<T>,
): Kind<T, object> => ({
  name,
  alias: name.slice(0, -1),
  argument: '[ids...]',
  description,
  listing,
  items: itemsAt(`/${name}`, scope),
});
