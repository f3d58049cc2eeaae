import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { LineFramer, type FramedLine } from './line-framer.js';

const MAX = 64;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function frame(parts: readonly Uint8Array[], max = MAX): FramedLine[] {
  const framer = new LineFramer(max);
  const lines = parts.flatMap((part) => framer.push(part));
  const last = framer.end();
  return last === null ? lines : [...lines, last];
}

const texts = (parts: readonly string[]): string[] => frame(parts.map(bytesOf)).map((line) => line.text);

/** Bytes with many line ends, carriage returns, and characters of every length, valid and invalid. */
const stream = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', 'é', '€', '🙂', '\ufeff', '\0').map(bytesOf),
      fc.uint8Array({ maxLength: 5 }),
      fc.string({ maxLength: 100 }).map(bytesOf),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const points = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...points, bytes.length].map((end, i) => bytes.subarray(points[i - 1] ?? 0, end));
}

describe('line framing', () => {
  it('returns every whole line once and holds back the unfinished one', () => {
    const framer = new LineFramer(MAX);
    expect(framer.push(bytesOf('one\ntwo\nthr')).map((line) => line.text)).toEqual(['one', 'two']);
    expect(framer.pendingBytes).toBe(3);
    expect(framer.push(bytesOf('ee\n')).map((line) => line.text)).toEqual(['three']);
    expect(framer.pendingBytes).toBe(0);
    expect(framer.end()).toBeNull();
  });

  it('keeps empty lines and an unfinished last line', () => {
    expect(texts(['\n\na\n\nb'])).toEqual(['', '', 'a', '', 'b']);
  });

  it('drops the carriage return before a line end and keeps others', () => {
    expect(texts(['10%\r20%\r\n', 'a\r', '\nb\r'])).toEqual(['10%\r20%', 'a', 'b']);
  });

  it('shows invalid UTF-8 as replacement characters without losing the line end', () => {
    const broken = Uint8Array.from([0x61, 0xe2, 0x82, 0x0a, 0xff, 0x0a]);
    expect(frame([broken]).map((line) => line.text)).toEqual(['a\ufffd', '\ufffd']);
  });

  it('keeps a character that is split over two reads', () => {
    const [a, b] = split(bytesOf('€uro\n'), [1]);
    expect(frame([a!, b!]).map((line) => line.text)).toEqual(['€uro']);
  });

  it('cuts a line beyond the limit between two characters and counts the rest', () => {
    expect(frame([bytesOf(`${'é'.repeat(40)}\nnext\n`)], 5)).toEqual([
      { text: 'éé', omittedBytes: 76 },
      { text: 'next', omittedBytes: 0 },
    ]);
  });

  it.each([
    ['its last state', '1%\r22%\r333%\r4444%\n', '4444%', 12],
    ['its last state before a line end of Windows', '1%\r22%\r333%\r4444%\r\r\n', '4444%', 14],
    ['the beginning of a long last state', '1%\r333333333333\n', '33333333', 7],
    ['its beginning if nothing is written over', '333333333333\r\n', '33333333', 5],
    ['nothing if all is written over by nothing but colours', '1%\r333333333333\r\u001b[K\n', '\u001b[K', 16],
  ])('of a long line that is written over itself it keeps %s', (_what, bytes, text, omittedBytes) => {
    expect(frame([bytesOf(bytes)], 8)).toEqual([{ text, omittedBytes }]);
    expect(
      frame(
        split(
          bytesOf(bytes),
          Array.from(bytes, (_, at) => at),
        ),
        8,
      ),
    ).toEqual([{ text, omittedBytes }]);
  });

  it('keeps the head of such a line', () => {
    const framer = new LineFramer(10, null, () => 3);
    const bytes = bytesOf('12 a\rbb\rccc\rdddd\n12 b\n');
    expect(framer.push(bytes)).toEqual([
      { text: '12 dddd', omittedBytes: 9 },
      { text: '12 b', omittedBytes: 0 },
    ]);
  });

  it('keeps no more of an endless line in memory than the limit', () => {
    const framer = new LineFramer(1_000);
    const part = bytesOf('x'.repeat(10_000));
    for (let i = 0; i < 100; i++) expect(framer.push(part)).toEqual([]);
    const line = framer.push(bytesOf('\n'))[0]!;
    expect([line.text.length, line.omittedBytes]).toEqual([1_000, 999_000]);
  });

  it('returns the same lines for any split of the bytes', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), (bytes, cuts) => {
        for (const max of [MAX, 7]) expect(frame(split(bytes, cuts), max)).toEqual(frame([bytes], max));
      }),
      { numRuns: worlds(2_000) },
    );
  });

  it('accounts for every byte', () => {
    fc.assert(
      fc.property(stream, (bytes) => {
        const framer = new LineFramer(1_000_000);
        const lines = framer.push(bytes);
        const ends = bytes.filter((byte) => byte === 10).length;
        expect(lines).toHaveLength(ends);
        expect(framer.pendingBytes).toBe(bytes.length - (bytes.lastIndexOf(10) + 1));
      }),
    );
  });
});
