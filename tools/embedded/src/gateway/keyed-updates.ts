import { buildDocument } from './bson-build.js';
import { BsonType, fieldsOf, readNumber, type Field } from './bson-fields.js';
import type { Request } from './request.js';

/**
 * The bulk that the product's services send most: many updates, each of one document by its `_id` and a guard. The
 * engine plans every one of them anew, which costs more than the update itself; a bulk of this shape can be run as one
 * statement instead. Whatever is unusual in it is left to the engine.
 */
export interface KeyedUpdates {
  /** One document `{"": _id}` per update, one after another. */
  ids: Buffer;
  /** One filter per update. */
  queries: Buffer;
  /** One document `{"": update}` per update. */
  updates: Buffer;
}

/** Below this the engine's own way costs less: measured equal at about ten. */
const MIN_UPDATES = 16;

const COMMAND_FIELDS = new Set([
  'update',
  'updates',
  'ordered',
  'lsid',
  'txnNumber',
  '$db',
  '$clusterTime',
  'writeConcern',
  '$readPreference',
]);
const STATEMENT_FIELDS = new Set(['q', 'u', 'multi', 'upsert']);
const COMPARISONS = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists']);
const NUMBERS: ReadonlySet<number> = new Set([BsonType.double, BsonType.int32, BsonType.int64]);
const SIMPLE_TYPES: ReadonlySet<number> = new Set([
  BsonType.double,
  BsonType.string,
  BsonType.binary,
  BsonType.objectId,
  BsonType.boolean,
  BsonType.date,
  BsonType.int32,
  BsonType.int64,
]);
const DOLLAR = 0x24;
const FIRST_NAME = 5;

/** The updates of the request, if each is of one document that no other of them touches. */
export function keyedUpdatesOf(request: Request): KeyedUpdates | undefined {
  if (request.command !== 'update' || request.fieldNames().some((name) => !COMMAND_FIELDS.has(name))) return undefined;
  const statements = request.sequence('updates');
  if (statements.length < MIN_UPDATES) return undefined;
  const ids: Buffer[] = [];
  const queries: Buffer[] = [];
  const updates: Buffer[] = [];
  const seen = new Set<string>();
  let numberType: number | undefined;
  for (const statement of statements) {
    const parts = partsOf(statement);
    if (parts === undefined) return undefined;
    const { query, update, id } = parts;
    // Numbers of different types can be equal, and so name one document.
    if (NUMBERS.has(id.type) && id.type !== (numberType ??= id.type)) return undefined;
    const value = query.subarray(id.start, id.end);
    seen.add(`${id.type} ${value.toString('latin1')}`);
    ids.push(wrapped(id.type, value));
    queries.push(query);
    updates.push(wrapped(BsonType.document, update));
  }
  if (seen.size < statements.length) return undefined;
  return { ids: Buffer.concat(ids), queries: Buffer.concat(queries), updates: Buffer.concat(updates) };
}

function partsOf(statement: Buffer): { query: Buffer; update: Buffer; id: Field } | undefined {
  const fields = fieldsOf(statement);
  const q = fields.get('q');
  const u = fields.get('u');
  if (q?.type !== BsonType.document || u?.type !== BsonType.document) return undefined;
  for (const [name, field] of fields) {
    if (!STATEMENT_FIELDS.has(name)) return undefined;
    if ((name === 'multi' || name === 'upsert') && readNumber(statement, field) !== 0) return undefined;
  }
  const query = statement.subarray(q.start, q.end);
  const update = statement.subarray(u.start, u.end);
  const id = idOfSimpleFilter(query);
  return id !== undefined && update[FIRST_NAME] === DOLLAR ? { query, update, id } : undefined;
}

/** Where the `_id` is, if the filter names it and compares other fields with plain values only. */
function idOfSimpleFilter(query: Buffer): Field | undefined {
  const fields = fieldsOf(query);
  for (const [name, field] of fields) {
    if (name.startsWith('$')) return undefined;
    if (SIMPLE_TYPES.has(field.type)) continue;
    if (name === '_id' || field.type !== BsonType.document) return undefined;
    const operators = [...fieldsOf(query.subarray(field.start, field.end)).keys()];
    if (operators.length === 0 || operators.some((operator) => !COMPARISONS.has(operator))) return undefined;
  }
  return fields.get('_id');
}

/** The document `{"": value}`, the form in which the engine takes a single value. */
const wrapped = (type: number, value: Buffer): Buffer => buildDocument([{ name: '', type, value }]);
