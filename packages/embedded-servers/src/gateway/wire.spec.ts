import { serialize } from 'bson';
import { Request } from './request.js';
import { legacyHeader, messageLength, msgHeader, readMessage } from './wire.js';

const client = { id: 1, remoteAddress: '127.0.0.1:1' };
const bytesOf = (document: object): Buffer => Buffer.from(serialize(document));

function int32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeInt32LE(value, 4 * at));
  return bytes;
}

function msg(flags: number, ...sections: Buffer[]): Buffer {
  const body = Buffer.concat([int32(flags), ...sections]);
  return Buffer.concat([int32(16 + body.length, 42, 0, 2013), body]);
}

const bodySection = (document: object): Buffer => Buffer.concat([Buffer.from([0]), bytesOf(document)]);

function sequenceSection(name: string, documents: object[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map(bytesOf)]);
  return Buffer.concat([Buffer.from([1]), int32(4 + content.length), content]);
}

describe('readMessage', () => {
  it('parses a command with its documents in a separate section, in either order', () => {
    const sections = [bodySection({ insert: 'c', $db: 'd' }), sequenceSection('documents', [{ a: 1 }, { a: 2 }])];
    for (const ordered of [sections, sections.toReversed()]) {
      const request = new Request(readMessage(msg(0, ...ordered)), client);
      expect([request.command, request.namespace, request.message.requestId]).toEqual(['insert', 'd.c', 42]);
      expect(request.sequence('documents')).toEqual([{ a: 1 }, { a: 2 }].map(bytesOf));
    }
  });

  it('parses the same documents as an array of the command', () => {
    const request = new Request(
      readMessage(msg(0, bodySection({ insert: 'c', documents: [{ a: 1 }], $db: 'd' }))),
      client,
    );
    expect(request.sequence('documents')).toEqual([bytesOf({ a: 1 })]);
  });

  it('skips the checksum, and recognises flags for no answer and for several answers', () => {
    const ping = bodySection({ ping: 1, $db: 'admin' });
    expect(readMessage(msg(1, ping, int32(0x12345678))).body).toEqual(bytesOf({ ping: 1, $db: 'admin' }));
    expect(readMessage(msg(2, ping))).toMatchObject({ noReply: true, exhaust: false });
    expect(readMessage(msg(65_536, ping))).toMatchObject({ noReply: false, exhaust: true });
  });

  it('parses the handshake of old drivers', () => {
    const body = Buffer.concat([int32(0), Buffer.from('admin.$cmd\0'), int32(0, -1), bytesOf({ isMaster: 1 })]);
    const message = readMessage(Buffer.concat([int32(16 + body.length, 7, 0, 2004), body]));
    expect(message).toMatchObject({ legacy: true, requestId: 7, database: 'admin' });
    expect(new Request(message, client).command).toBe('isMaster');
  });

  it.each([
    ['no body', msg(0, sequenceSection('documents', []))],
    ['a section of an unknown kind', msg(0, Buffer.concat([Buffer.from([9]), bytesOf({})]))],
    ['a section longer than the message', msg(0, bodySection({ ping: 1 })).fill(0x7f, 21, 24)],
    ['an operation that is not supported', Buffer.concat([int32(16, 1, 0, 2002)])],
  ])('refuses %s', (_, frame) => {
    expect(() => readMessage(frame)).toThrow();
  });
});

describe('messageLength', () => {
  it('refuses impossible lengths', () => {
    expect(messageLength(int32(64), 0)).toBe(64);
    expect(() => messageLength(int32(3), 0)).toThrow('a message has an invalid length: 3 bytes');
    expect(() => messageLength(int32(0x7fffffff), 0)).toThrow('bytes');
  });
});

describe('a reply header', () => {
  it('states the length of the whole message, and which request it answers', () => {
    const reply = { requestId: 5, responseTo: 42, moreToCome: true };
    expect(msgHeader(reply, 100)).toEqual(Buffer.concat([int32(121, 5, 42, 2013, 2), Buffer.from([0])]));
    expect(legacyHeader(reply, 100)).toEqual(int32(136, 5, 42, 1, 8, 0, 0, 0, 1));
  });
});
