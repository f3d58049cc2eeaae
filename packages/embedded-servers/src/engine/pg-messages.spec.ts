import { executeMessages, parseMessage, readDataRow, readErrorFields, simpleQueryMessage } from './pg-messages.js';

describe('messages to the engine', () => {
  it('have their length after the tag', () => {
    expect(simpleQueryMessage('SELECT 1')).toEqual(Buffer.from('Q\0\0\0\x0dSELECT 1\0', 'latin1'));
    const parse = parseMessage('find', 'SELECT $1');
    expect(parse.readInt32BE(1)).toBe(parse.length - 1);
    expect(parse.toString('latin1', 5)).toBe('find\0SELECT $1\0\0\0');
  });

  it('bind strings as text, buffers as binary and null as null', () => {
    const bytes = Buffer.concat(executeMessages('s', ['db', Buffer.from([1, 2, 3]), null]));
    const bindBytes = bytes.readInt32BE(1) + 1;
    expect(bytes.toString('latin1', 0, 1)).toBe('B');
    expect(bytes.toString('latin1', 5, 8)).toBe('\0s\0');
    expect([8, 10, 12, 14, 16].map((at) => bytes.readInt16BE(at))).toEqual([3, 0, 1, 0, 3]);
    expect(bytes.readInt32BE(18)).toBe(2);
    expect(bytes.readInt32BE(24)).toBe(3);
    expect(bytes.readInt32BE(31)).toBe(-1);
    expect(bytes.toString('latin1', bindBytes, bindBytes + 1)).toBe('E');
    expect(bytes.subarray(-5)).toEqual(Buffer.from('S\0\0\0\x04', 'latin1'));
  });
});

describe('messages of the engine', () => {
  it('contain the columns of a row, null among them', () => {
    const body = Buffer.from([0, 3, 0, 0, 0, 1, 7, 255, 255, 255, 255, 0, 0, 0, 0]);
    expect(readDataRow(body)).toEqual([Buffer.from([7]), null, Buffer.alloc(0)]);
  });

  it('contain the fields of an error by their letters', () => {
    const fields = readErrorFields(Buffer.from('SERROR\0C23505\0Mduplicate\0\0', 'latin1'));
    expect(Object.fromEntries(fields)).toEqual({ S: 'ERROR', C: '23505', M: 'duplicate' });
  });
});
