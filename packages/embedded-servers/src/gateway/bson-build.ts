import { BsonType } from './bson-fields.js';

/** Builds documents from existing bytes, without decoding them. */

export interface Element {
  name: string;
  type: number;
  value: Buffer;
}

export function buildDocument(elements: Element[]): Buffer {
  return enclosed(
    elements.map(({ name, type, value }) => Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value])),
  );
}

export const int32 = (name: string, value: number): Element => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return { name, type: BsonType.int32, value: bytes };
};

export const truth = (name: string): Element => ({ name, type: BsonType.boolean, value: Buffer.from([1]) });

export const embedded = (name: string, value: Buffer): Element => ({ name, type: BsonType.document, value });

/** An array is a document whose names are consecutive numbers. */
export const list = (name: string, documents: Buffer[]): Element => ({
  name,
  type: BsonType.array,
  value: buildDocument(documents.map((document, at) => embedded(String(at), document))),
});

function enclosed(parts: Buffer[]): Buffer {
  const length = 4 + parts.reduce((sum, part) => sum + part.length, 0) + 1;
  const head = Buffer.alloc(4);
  head.writeInt32LE(length);
  return Buffer.concat([head, ...parts, Buffer.alloc(1)], length);
}
