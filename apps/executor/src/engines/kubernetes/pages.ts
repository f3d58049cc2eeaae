/** Paged lists of objects. */
import { z } from 'zod';
import type { ApiClient } from '#common/kubernetes/api-client.js';

/** Only names, labels and annotations are returned. */
export const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
export const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const PAGE_SIZE = 500;

const page = z.object({
  metadata: z.object({ continue: z.string().nullish() }),
  items: z.array(z.unknown()).nullish(),
});

export interface Listed {
  readonly path: string;
  readonly labelSelector: string;
  readonly accept: string;
}

/** The current state, read from the server's store itself. */
export async function listPages(client: ApiClient, { path, labelSelector, accept }: Listed): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let next: string | null = null; next !== '';) {
    const query = { labelSelector, limit: String(PAGE_SIZE), ...(next !== null && { continue: next }) };
    const { metadata, items } = page.parse(await client.call({ verb: 'list', path, lane: 'read', query, accept }));
    all.push(...(items ?? []));
    next = metadata.continue ?? '';
  }
  return all;
}
