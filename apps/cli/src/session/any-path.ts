/** Requests to a path that is chosen at run time, without the types of its query and body: the server validates them. */
import type { paths } from '#client/api-types.js';
import { dataOf, itemsOf, type Client } from '#client/client.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Init {
  readonly params: { readonly path?: { readonly id: string }; readonly query?: object; readonly header?: object };
  readonly body?: unknown;
}

/** Sends a request and returns the answer; throws `ApiError` if the API refuses. */
export async function request<T>(client: Client, method: Method, path: keyof paths, init: Init): Promise<T> {
  type Send = (path: string, init: Init) => Parameters<typeof dataOf<T>>[0];
  return dataOf((client as unknown as Readonly<Record<Method, Send>>)[method](path, init));
}

/** Every item of a list; `query` is sent for each page, and `id` names the object to which the list belongs. */
export const listAt = <T>(client: Client, path: keyof paths, query: object, id?: string): AsyncGenerator<T> =>
  itemsOf(async (cursor) =>
    request(client, 'GET', path, {
      params: { ...(id !== undefined && { path: { id } }), query: cursor === undefined ? query : { ...query, cursor } },
    }),
  );

/** The first items of a list; with 0 all. */
export async function firstOf<T>(
  items: AsyncIterable<T>,
  limit: number,
): Promise<{ readonly first: T[]; readonly hasMore: boolean }> {
  const first: T[] = [];
  for await (const item of items) {
    if (limit > 0 && first.length === limit) return { first, hasMore: true };
    first.push(item);
  }
  return { first, hasMore: false };
}
