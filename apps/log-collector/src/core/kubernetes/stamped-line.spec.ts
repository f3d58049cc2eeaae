import { LineFramer } from '../line-framer.js';
import { JOIN_PIECES, PIECE_BYTES, StampReader } from './stamped-line.js';

const read = (text: string) => new StampReader().read({ text, omittedBytes: 0 });
const STAMP = '2026-03-01T10:00:00.123456789Z';

describe('a line with the time that a node puts before it', () => {
  it.each([
    [`${STAMP} hello world`, 'hello world', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T11:00:00.9+01:00 x', 'x', '2026-03-01T10:00:00.900Z'],
    ['2026-03-01T10:00:00Z ', '', '2026-03-01T10:00:00.000Z'],
    [`${STAMP} ${STAMP} twice`, `${STAMP} twice`, '2026-03-01T10:00:00.123Z'],
  ])('is read: %s', (line, text, at) => {
    expect(read(line)).toMatchObject({ text, at: Date.parse(at) });
  });

  it.each(['unable to retrieve container logs for containerd://0123', '', '2026-03-01 10:00:00 no stamp', STAMP])(
    'is distinguished from messages of the node: %s',
    (line) => {
      expect(read(line)).toBeNull();
    },
  );

  it('is read with the right time for different seconds and zones', () => {
    const reader = new StampReader();
    const times = ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:01.25Z', '2026-03-01T10:00:01.25+02:00'];
    expect(times.map((time) => reader.read({ text: `${time} x`, omittedBytes: 0 })?.at)).toEqual(times.map(Date.parse));
  });
});

describe('a line that a runtime wrote in pieces', () => {
  const framed = (bytes: Buffer) =>
    new LineFramer(1_000_000, JOIN_PIECES).push(bytes).map(({ text }) => read(text)?.text);
  const pieces = (text: Buffer): Buffer[] =>
    Array.from({ length: Math.ceil(text.length / PIECE_BYTES) }, (_, i) =>
      text.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
    );
  // A character of two bytes is cut between the first two pieces.
  const long = Buffer.from(`${'x'.repeat(PIECE_BYTES - 1)}é${'y'.repeat(2 * PIECE_BYTES)}`);

  it('is joined if each piece has a time', () => {
    const stamped = Buffer.concat(pieces(long).flatMap((piece) => [Buffer.from(`${STAMP} `), piece]));
    expect(framed(Buffer.concat([stamped, Buffer.from(`\n${STAMP} next\n`)]))).toEqual([long.toString(), 'next']);
  });

  it('is not changed if the node puts one time before the whole line', () => {
    expect(framed(Buffer.concat([Buffer.from(`${STAMP} `), long, Buffer.from('\n')]))).toEqual([long.toString()]);
  });
});
