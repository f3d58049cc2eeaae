import { EJSON, deserialize, type Document } from 'bson';
import type { Engine } from '../engine/engine.js';
import type { PgError } from '../engine/pg-connection.js';
import type { Request } from './request.js';

/** A duplicate key in MongoDB's form: clients read the fields, and some read the text. */
export interface DuplicateKey {
  errmsg: string;
  keyPattern: Document;
  keyValue: Document;
}

interface Index {
  name: string;
  key: Document;
}

const ID_INDEX: Index = { name: '_id_', key: { _id: 1 } };
const UNIQUE_CONSTRAINT = /^documents_rum_index_(\d+)$/;
const NAMED_INDEX = /Index '(.*)'/s;
const CONFLICTING_KEY = /conflicts with existing key .*?=\(BSONHEX([0-9a-f]+)/s;

/** From an error inside a reply, which names the index; `document` is the one to insert, where it is known. */
export async function duplicateKeyOfReply(
  engine: Engine,
  request: Request,
  text: string,
  document: Document | undefined,
): Promise<DuplicateKey> {
  const name = NAMED_INDEX.exec(text)?.[1] ?? ID_INDEX.name;
  if (name === '_id' || name === ID_INDEX.name) return describe(request, ID_INDEX, document);
  const rows = await engine.lookUp('indexByName', request.database, request.collection, name);
  return describe(request, indexOf(rows[0]?.[0]) ?? { name, key: {} }, document);
}

/** From a raised error, which names the constraint and contains the existing key. */
export async function duplicateKeyOfError(engine: Engine, request: Request, error: PgError): Promise<DuplicateKey> {
  const id = UNIQUE_CONSTRAINT.exec(error.constraint)?.[1];
  const rows = id === undefined ? [] : await engine.lookUp('indexById', id);
  const hex = CONFLICTING_KEY.exec(error.detail)?.[1];
  const index = indexOf(rows[0]?.[0]) ?? (id === undefined ? ID_INDEX : indexBeingBuilt(request));
  return describe(request, index, hex === undefined ? undefined : keyOfHex(hex));
}

/** Builds MongoDB's text and fields from the index and the document that violated it. */
export function describeDuplicate(namespace: string, index: Index, document: Document | undefined): DuplicateKey {
  const text = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key`;
  if (document === undefined) return { errmsg: text, keyPattern: index.key, keyValue: {} };
  const entries = Object.keys(index.key).map((path) => [path, valueAt(document, path)] as const);
  const keyText = entries.map(([path, value]) => `${path}: ${EJSON.stringify(value)}`).join(', ');
  return { errmsg: `${text}: { ${keyText} }`, keyPattern: index.key, keyValue: Object.fromEntries(entries) };
}

const describe = (request: Request, index: Index, document: Document | undefined): DuplicateKey =>
  describeDuplicate(request.namespace, index, document);

function indexOf(spec: Buffer | null | undefined): Index | undefined {
  if (spec === null || spec === undefined) return undefined;
  const { name, key }: Document = deserialize(spec);
  return { name: String(name), key: isDocument(key) ? key : {} };
}

/** An index whose creation failed by its constraint is in no catalogue: it is one of those in the command. */
function indexBeingBuilt(request: Request): Index {
  const unique = request
    .sequence('indexes')
    .map((index): Document => deserialize(index))
    .find((index) => index['unique']);
  return { name: String(unique?.['name']), key: isDocument(unique?.['key']) ? unique['key'] : {} };
}

/** For some kinds of index the engine's text of the key is no complete document. */
function keyOfHex(hex: string): Document | undefined {
  try {
    return deserialize(Buffer.from(hex, 'hex'));
  } catch {
    return undefined;
  }
}

function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) value = isDocument(value) ? value[name] : undefined;
  return value ?? null;
}

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;
