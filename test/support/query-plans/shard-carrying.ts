/** Whether a command names the shard key of its collection, so that a cluster sends it only to those of its shards that have to do with it. */
import { deserialize, type Document } from 'bson';
import { COLLECTIONS, type CollectionName } from '#common/mongo/collections.js';
import { ASKED_EVERYWHERE, shardKeyOf } from '#common/mongo/shard-keys.js';
import type { SentCommand } from '../mongo-relay.js';
import { isDocument, queriesIn, shapeOf, type Query } from './query-shape.js';

/** The parts of the command that go to all shards of a cluster and are not on the list of allowed ones; a line for each. */
export function scattered(command: SentCommand): string[] {
  const lacking = insertsWithoutKey(command);
  return [
    ...lacking,
    ...queriesIn(command)
      .filter((query) => !isOfFew(query) && !mayBeEverywhere(query))
      .map(shapeOf),
  ];
}

const keyOf = (collection: string): string | null => {
  if (!(collection in COLLECTIONS)) return null;
  const key = shardKeyOf(collection as CollectionName);
  return 'whole' in key ? null : key.field;
};

/** A document is stored on the shard that its key names: all of them must have one. */
function insertsWithoutKey({ body, sequences }: SentCommand): string[] {
  const collection: unknown = body['insert'];
  if (typeof collection !== 'string') return [];
  const key = keyOf(collection);
  const documents: Document[] = [
    ...((body['documents'] as Document[] | undefined) ?? []),
    ...(sequences.get('documents') ?? []).map((bytes) => deserialize(bytes)),
  ];
  return key === null || documents.every((document) => key in document)
    ? []
    : [`${collection}: a document without ${key}`];
}

export function isOfFew({ collection, filter }: Pick<Query, 'collection' | 'filter'>): boolean {
  const key = keyOf(collection);
  return key === null || names(filter, key);
}

/** True if the filter restricts the values of the field. */
function names(filter: Document, key: string): boolean {
  return Object.entries(filter).some(([field, condition]: [string, unknown]) => {
    if (field === '$and') return (condition as Document[]).some((part) => names(part, key));
    if (field === '$or') return (condition as Document[]).every((part) => names(part, key));
    return field === key && (!isDocument(condition) || '$in' in condition || '$eq' in condition);
  });
}

function mayBeEverywhere({ collection, filter }: Query): boolean {
  const asked = fieldsOf(filter);
  return ASKED_EVERYWHERE.some(
    ({ collections, fields }) =>
      (collections.length === 0 || collections.includes(collection as CollectionName)) &&
      (fields.length === 0 ? [...asked].every((field) => field === '_id') : fields.every((field) => asked.has(field))),
  );
}

const fieldsOf = (filter: Document): Set<string> =>
  new Set(
    Object.entries(filter).flatMap(([field, condition]: [string, unknown]) =>
      field === '$and' ? (condition as Document[]).flatMap((part) => [...fieldsOf(part)]) : [field],
    ),
  );
