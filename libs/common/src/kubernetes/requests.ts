/** What requests to the API server have in common: paths, forms of answers, and lists page by page. */
import { z } from 'zod';
import type { ApiClient } from './api-client.js';

/** Only names, labels and annotations are returned. */
export const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
export const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const PAGE_SIZE = 500;

const page = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.string().nullish() }),
  items: z.array(z.unknown()).nullish(),
});

export const podsPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
export const podPath = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string =>
  `${podsPath(namespace)}/${name}`;

export interface ListRequest {
  readonly path: string;
  readonly labelSelector: string;
  readonly fieldSelector?: string;
  readonly accept?: string;
  readonly maxTries?: number;
}

export interface ObjectList {
  readonly items: readonly unknown[];
  readonly version: string;
}

/** The current state, read from the server's store itself. Null if `stop` was aborted meanwhile. */
export async function listPages(
  client: Pick<ApiClient, 'call'>,
  { path, labelSelector, fieldSelector, ...request }: ListRequest,
  stop?: AbortSignal,
): Promise<ObjectList | null> {
  const all: unknown[] = [];
  for (let next: string | null = null; ;) {
    const query = {
      labelSelector,
      ...(fieldSelector !== undefined && { fieldSelector }),
      limit: String(PAGE_SIZE),
      ...(next !== null && { continue: next }),
    };
    const answer = await client.call({ verb: 'list', path, lane: 'read', query, ...request });
    if (stop?.aborted) return null;
    const { metadata, items } = page.parse(answer);
    all.push(...(items ?? []));
    next = metadata.continue ?? '';
    if (next === '') return { items: all, version: metadata.resourceVersion };
  }
}
