import { GatewayError } from './gateway-error.js';

/** The position of one value in the bytes of a document. */
export interface Field {
  type: number;
  start: number;
  end: number;
}

/** The BSON types that the gateway itself reads. */
export const BsonType = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  objectId: 7,
  boolean: 8,
  date: 9,
  int32: 16,
  int64: 18,
} as const;

const HEADER_BYTES = 4;

/** Bytes of a value by its type; a function where the value contains its own length. */
const VALUE_BYTES = new Map<number, (bytes: Buffer, at: number) => number>([
  ...([1, 9, 17, 18] as const).map((type) => [type, () => 8] as const),
  ...([6, 10, 127, 255] as const).map((type) => [type, () => 0] as const),
  ...([2, 13, 14] as const).map((type) => [type, (bytes: Buffer, at: number) => 4 + bytes.readInt32LE(at)] as const),
  ...([3, 4, 15] as const).map((type) => [type, (bytes: Buffer, at: number) => bytes.readInt32LE(at)] as const),
  [5, (bytes, at) => 5 + bytes.readInt32LE(at)],
  [7, () => 12],
  [8, () => 1],
  [11, (bytes, at) => bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at],
  [12, (bytes, at) => 4 + bytes.readInt32LE(at) + 12],
  [16, () => 4],
  [19, () => 16],
]);

/** The top-level fields of a document, found without decoding a value. */
export function fieldsOf(bytes: Buffer): Map<string, Field> {
  const fields = new Map<string, Field>();
  const end = bytes.readInt32LE(0) - 1;
  if (end < HEADER_BYTES || end >= bytes.length) throw malformed('its length is wrong');
  for (let at = HEADER_BYTES; at < end;) {
    const type = bytes.readUInt8(at);
    const nameEnd = bytes.indexOf(0, at + 1);
    const start = nameEnd + 1;
    const length = VALUE_BYTES.get(type)?.(bytes, start);
    if (nameEnd < 0 || length === undefined || length < 0 || start + length > end) {
      throw malformed(`a value of type ${type} does not fit`);
    }
    fields.set(bytes.toString('latin1', at + 1, nameEnd), { type, start, end: start + length });
    at = start + length;
  }
  return fields;
}

/** The documents of a kind-1 section, or of any bytes where document follows document. */
export function documentsOf(bytes: Buffer): Buffer[] {
  const documents: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readInt32LE(at);
    if (length < 5 || at + length > bytes.length) throw malformed('a document of a sequence does not fit');
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  return documents;
}

export function readString(bytes: Buffer, field: Field | undefined): string | undefined {
  return field?.type === BsonType.string ? bytes.toString('utf8', field.start + 4, field.end - 1) : undefined;
}

/** The number, or 1 and 0 for true and false. */
export function readNumber(bytes: Buffer, field: Field | undefined): number | undefined {
  switch (field?.type) {
    case BsonType.int32:
      return bytes.readInt32LE(field.start);
    case BsonType.int64:
      return Number(bytes.readBigInt64LE(field.start));
    case BsonType.double:
      return bytes.readDoubleLE(field.start);
    case BsonType.boolean:
      return bytes.readUInt8(field.start);
    case undefined:
    default:
      return undefined;
  }
}

/** The bytes of an embedded document or array. */
export function readDocument(bytes: Buffer, field: Field | undefined): Buffer | undefined {
  const isDocument = field?.type === BsonType.document || field?.type === BsonType.array;
  return isDocument ? bytes.subarray(field.start, field.end) : undefined;
}

const malformed = (why: string): GatewayError => new GatewayError('InvalidBSON', `malformed document: ${why}`);
