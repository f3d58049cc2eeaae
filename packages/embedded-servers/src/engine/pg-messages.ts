/** PostgreSQL's frontend/backend protocol 3.0, as far as a trusted local client of the engine needs it. */

export type Parameter = Buffer | string | null;
export type Row = (Buffer | null)[];

const PROTOCOL_VERSION = 196_608;
/** One result format code (binary) for all columns; Execute of the unnamed portal without a row limit; Sync. */
const BINARY_EXECUTE_SYNC = Buffer.from([0, 1, 0, 1, 0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
const NULL_LENGTH = -1;

export const BackendMessage = {
  authentication: 0x52,
  dataRow: 0x44,
  error: 0x45,
  parseComplete: 0x31,
  readyForQuery: 0x5a,
} as const;

export function startupMessage(user: string, database: string, options: string): Buffer {
  const settings = Buffer.from(`user\0${user}\0database\0${database}\0client_encoding\0UTF8\0options\0${options}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + settings.length, 0);
  head.writeInt32BE(PROTOCOL_VERSION, 4);
  return Buffer.concat([head, settings]);
}

export function simpleQueryMessage(sql: string): Buffer {
  return tagged(0x51, Buffer.from(`${sql}\0`));
}

export function parseMessage(name: string, sql: string): Buffer {
  return tagged(0x50, Buffer.from(`${name}\0${sql}\0\0\0`));
}

/** Bind, Execute and Sync. Strings are bound as text, buffers as binary; every result column is requested in binary. */
export function executeMessages(name: string, parameters: Parameter[]): Buffer[] {
  const count = parameters.length;
  const values = parameters.map((value) => (typeof value === 'string' ? Buffer.from(value) : value));
  const nameBytes = Buffer.byteLength(name);
  const head = Buffer.allocUnsafe(5 + 1 + nameBytes + 1 + 2 + 2 * count + 2);
  head[0] = 0x42;
  head[5] = 0;
  head.write(name, 6);
  let at = 6 + nameBytes;
  head[at] = 0;
  at = head.writeInt16BE(count, at + 1);
  for (const parameter of parameters) at = head.writeInt16BE(Buffer.isBuffer(parameter) ? 1 : 0, at);
  head.writeInt16BE(count, at);
  const parts: Buffer[] = [head];
  let length = head.length - 1 + 4;
  for (const value of values) {
    const size = Buffer.allocUnsafe(4);
    size.writeInt32BE(value === null ? NULL_LENGTH : value.length);
    parts.push(size);
    if (value !== null) parts.push(value);
    length += 4 + (value?.length ?? 0);
  }
  head.writeInt32BE(length, 1);
  parts.push(BINARY_EXECUTE_SYNC);
  return parts;
}

export function readDataRow(body: Buffer): Row {
  const row: Row = new Array<Buffer | null>(body.readInt16BE(0));
  let at = 2;
  for (let column = 0; column < row.length; column++) {
    const length = body.readInt32BE(at);
    at += 4;
    if (length === NULL_LENGTH) {
      row[column] = null;
    } else {
      row[column] = body.subarray(at, at + length);
      at += length;
    }
  }
  return row;
}

/** The fields of an error report by their one-letter names: C is the SQLSTATE, M the message, D the detail. */
export function readErrorFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; body[at] !== 0 && at < body.length;) {
    const end = body.indexOf(0, at + 1);
    fields.set(String.fromCharCode(body.readUInt8(at)), body.toString('utf8', at + 1, end));
    at = end + 1;
  }
  return fields;
}

function tagged(tag: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = tag;
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
