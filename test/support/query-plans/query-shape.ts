/** The form of a query, without the values: queries of one form are served by the same index, or by none. */
import { deserialize, type Document } from 'bson';
import type { SentCommand } from '../mongo-relay.js';

export interface Query {
  readonly collection: string;
  readonly filter: Document;
  readonly sort: Document | null;
  /** The index that it names. */
  readonly hint: Document | null;
}

/** The queries in a command: for reads, and for the search before a change. */
export function queriesIn({ body, sequences }: SentCommand): Query[] {
  const [command = ''] = Object.keys(body);
  const collection: unknown = body[command];
  if (typeof collection !== 'string') return [];
  const query = (filter: unknown, sort?: unknown, hint?: unknown): Query => ({
    collection,
    filter: filter ?? {},
    sort: sort ?? null,
    hint: isDocument(hint) ? hint : null,
  });
  const listed = (field: string): Document[] => [
    ...((body[field] as Document[] | undefined) ?? []),
    ...(sequences.get(field) ?? []).map((bytes) => deserialize(bytes)),
  ];
  switch (command) {
    case 'find':
      return [query(body['filter'], body['sort'], body['hint'])];
    case 'findAndModify':
    case 'distinct':
      return [query(body['query'], body['sort'])];
    case 'count':
      // Without a query it is answered from the server's statistics of the collection.
      return [body['query'] ?? []].flat().map((asked) => query(asked));
    case 'aggregate':
      return [...firstStages(body).map((stage) => query(stage['$match'])), ...lookups(body)];
    case 'update':
      return listed('updates').map(({ q }) => query(q));
    case 'delete':
      return listed('deletes').map(({ q }) => query(q));
    default:
      return [];
  }
}

/** A sample is of a bounded size, and no index is of use to it. */
const firstStages = ({ pipeline }: Document): Document[] =>
  (pipeline as Document[]).slice(0, 1).filter((stage) => !('$sample' in stage));

/** Lookups beside each document: the field by which they search, and the beginning of their own pipeline. */
const lookups = ({ pipeline }: Document): Query[] =>
  (pipeline as Document[]).flatMap(({ $lookup: lookup }) => {
    if (!isDocument(lookup) || typeof lookup['foreignField'] !== 'string') return [];
    const [match, sort] = (lookup['pipeline'] ?? []) as Document[];
    const filter = { [lookup['foreignField']]: '', ...(match?.['$match'] as Document | undefined) };
    const order = (sort?.['$sort'] ?? null) as Document | null;
    return [{ collection: String(lookup['from']), filter, sort: order, hint: null }];
  });

/** Equal for queries that differ in values alone. */
export function shapeOf({ collection, filter, sort, hint }: Query): string {
  const order = sort && ` sort ${JSON.stringify(sort)}`;
  const index = hint && ` by ${JSON.stringify(hint)}`;
  return `${collection}: ${JSON.stringify(withoutValues(filter))}${order ?? ''}${index ?? ''}`;
}

function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isDocument) ? value.map(withoutValues) : '…';
  if (!isDocument(value)) return value === null || typeof value === 'boolean' ? value : '…';
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutValues(inner)]));
}

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
