import { buildDocument } from './bson-build.js';
import { BsonType, fieldsOf, readNumber, type Field } from './bson-fields.js';
import type { Request } from './request.js';

/**
 * The most frequent bulk of the product's services: many updates or replacements, each of one document by its `_id` and a guard. The
 * engine plans each of them separately, which costs more than the change itself; a bulk of this shape can be run as one statement
 * instead. A bulk with anything unusual is left to the engine.
 */
export interface KeyedChanges {
  readonly change: 'update' | 'replace';
  /** One document `{"": _id}` for each change, one after another. */
  readonly ids: Buffer;
  /** One filter for each change. */
  readonly queries: Buffer;
  /** For each change one document `{"": update}`, or the whole new document. */
  readonly changes: Buffer;
}

/** Below this number the engine's own way costs no more. */
const MIN_CHANGES = 4;
const MAX_DOCUMENT_BYTES = 16_777_216;

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

/** The changes of the request, if each is of one document that no other of them changes. */
export function keyedChangesOf(request: Request): KeyedChanges | undefined {
  if (request.command !== 'update' || request.fieldNames().some((name) => !COMMAND_FIELDS.has(name))) return undefined;
  const statements = request.sequence('updates');
  if (statements.length < MIN_CHANGES) return undefined;
  const parts: Parts[] = [];
  for (const statement of statements) {
    const part = partsOf(statement);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const [change, ...others] = new Set(parts.map((part) => part.change));
  if (change === undefined || others.length > 0 || !areOfOneEach(parts)) return undefined;
  return {
    change,
    ids: Buffer.concat(parts.map(({ id }) => wrapped(id.type, id.value))),
    queries: Buffer.concat(parts.map(({ query }) => query)),
    changes: Buffer.concat(
      parts.map(({ update }) => (change === 'replace' ? update : wrapped(BsonType.document, update))),
    ),
  };
}

interface Value {
  readonly type: number;
  readonly value: Buffer;
}

interface Parts {
  readonly change: KeyedChanges['change'];
  readonly id: Value;
  readonly query: Buffer;
  readonly update: Buffer;
}

/** Whether each change is of another document. Numbers of different types can be equal, and so name the same document. */
function areOfOneEach(parts: readonly Parts[]): boolean {
  const numberTypes = new Set(parts.map(({ id }) => id.type).filter((type) => NUMBERS.has(type)));
  const ids = new Set(parts.map(({ id }) => `${id.type} ${id.value.toString('latin1')}`));
  return numberTypes.size <= 1 && ids.size === parts.length;
}

function partsOf(statement: Buffer): Parts | undefined {
  const fields = fieldsOf(statement);
  const query = documentIn(statement, fields.get('q'));
  const update = documentIn(statement, fields.get('u'));
  if (query === undefined || update === undefined || !isOfOne(statement, fields)) return undefined;
  const id = idOfSimpleFilter(query);
  if (id === undefined) return undefined;
  if (update[FIRST_NAME] === DOLLAR) return { change: 'update', id, query, update };
  return isWhole(update, id) ? { change: 'replace', id, query, update } : undefined;
}

const documentIn = (bytes: Buffer, field: Field | undefined): Buffer | undefined =>
  field?.type === BsonType.document ? bytes.subarray(field.start, field.end) : undefined;

/** Whether at most one document is changed and none inserted, without unusual options. */
function isOfOne(statement: Buffer, fields: ReadonlyMap<string, Field>): boolean {
  for (const [name, field] of fields) {
    if (!STATEMENT_FIELDS.has(name)) return false;
    if ((name === 'multi' || name === 'upsert') && readNumber(statement, field) !== 0) return false;
  }
  return true;
}

/** Whether this is a complete document: `_id` comes first and is the one of the filter, and no name is an operator. */
function isWhole(document: Buffer, id: Value): boolean {
  if (document.length > MAX_DOCUMENT_BYTES) return false;
  const fields = fieldsOf(document);
  const [[name, first] = []] = fields;
  if (name !== '_id' || first?.type !== id.type) return false;
  const isSame = document.subarray(first.start, first.end).equals(id.value);
  return isSame && ![...fields.keys()].some((each) => each.startsWith('$'));
}

/** The position of the `_id`, if the filter names it and compares other fields with plain values only. */
function idOfSimpleFilter(query: Buffer): Value | undefined {
  const fields = fieldsOf(query);
  for (const [name, field] of fields) {
    if (name.startsWith('$')) return undefined;
    if (SIMPLE_TYPES.has(field.type)) continue;
    if (name === '_id' || field.type !== BsonType.document) return undefined;
    const operators = [...fieldsOf(query.subarray(field.start, field.end)).keys()];
    if (operators.length === 0 || operators.some((operator) => !COMPARISONS.has(operator))) return undefined;
  }
  const id = fields.get('_id');
  return id && { type: id.type, value: query.subarray(id.start, id.end) };
}

/** The document `{"": value}`, the form in which the engine takes a single value. */
const wrapped = (type: number, value: Buffer): Buffer => buildDocument([{ name: '', type, value }]);
