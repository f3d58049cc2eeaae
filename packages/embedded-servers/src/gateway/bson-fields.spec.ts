import { Binary, Code, Decimal128, Long, ObjectId, Timestamp, serialize } from 'bson';
import { buildDocument, embedded, int32, list, truth } from './bson-build.js';
import { documentsOf, fieldsOf, readDocument, readNumber, readString } from './bson-fields.js';

const bytesOf = (document: object): Buffer => Buffer.from(serialize(document));

describe('fieldsOf', () => {
  it('finds every field, whatever the types of the fields before it', () => {
    const document = {
      double: 1.5,
      text: 'hé',
      document: { a: [1, 2] },
      list: [1, { b: 2 }],
      binary: new Binary(Buffer.from([1, 2])),
      id: new ObjectId(),
      truth: true,
      date: new Date(0),
      nothing: null,
      pattern: /a.b/i,
      code: new Code('x', { y: 1 }),
      int: 7,
      timestamp: new Timestamp({ t: 1, i: 2 }),
      long: Long.fromNumber(2 ** 40),
      decimal: Decimal128.fromString('1.5'),
      last: 'end',
    };
    const bytes = bytesOf(document);
    const fields = fieldsOf(bytes);
    expect([...fields.keys()]).toEqual(Object.keys(document));
    expect(readString(bytes, fields.get('last'))).toBe('end');
    expect(['double', 'int', 'long', 'truth', 'text'].map((name) => readNumber(bytes, fields.get(name)))).toEqual([
      1.5,
      7,
      2 ** 40,
      1,
      undefined,
    ]);
    expect(readDocument(bytes, fields.get('document'))).toEqual(bytesOf(document.document));
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, -2)],
    ['has a type that does not exist', (bytes: Buffer) => Buffer.from(bytes).fill(0x55, 4, 5)],
    ['has a value longer than itself', (bytes: Buffer) => Buffer.from(bytes).fill(0x7f, 7, 10)],
  ])('refuses a document that %s', (_, damaged) => {
    expect(() => fieldsOf(damaged(bytesOf({ a: 'text', b: 1 })))).toThrow('malformed document');
  });
});

describe('documentsOf', () => {
  it('separates documents that follow one another, and refuses remaining bytes', () => {
    const documents = [{ a: 1 }, {}, { b: 'x' }].map(bytesOf);
    expect(documentsOf(Buffer.concat(documents))).toEqual(documents);
    expect(() => documentsOf(Buffer.concat(documents).subarray(0, -1))).toThrow('does not fit');
  });
});

describe('buildDocument', () => {
  it('builds the bytes that serialisation gives', () => {
    const inner = bytesOf({ x: 1 });
    const built = buildDocument([int32('n', 3), truth('yes'), embedded('d', inner), list('l', [inner, inner])]);
    expect(built).toEqual(bytesOf({ n: 3, yes: true, d: { x: 1 }, l: [{ x: 1 }, { x: 1 }] }));
  });
});
