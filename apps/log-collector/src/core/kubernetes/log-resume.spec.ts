import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { anchorAfter, formatPosition, parsePosition, type Anchor } from './log-position.js';
import { LogResume } from './log-resume.js';
import { StampReader, type StampedLine } from './stamped-line.js';

const BASE = Date.parse('2026-03-01T10:00:00.000Z');

function line(ms: number, text: string, nanos = 0): StampedLine {
  const time = `${new Date(BASE + ms).toISOString().slice(0, 23)}${String(nanos).padStart(6, '0')}Z`;
  const read = new StampReader().read({ text: `${time} ${text}`, omittedBytes: 0 });
  if (read === null) throw new Error('a stamp that cannot be read');
  return read;
}

/** All new lines in these blocks after the anchor, and whether lines before them are missing. */
function resumed(
  anchor: Anchor | null,
  blocks: readonly (readonly StampedLine[])[],
): { texts: string[]; torn: boolean } {
  const resume = new LogResume(anchor);
  const results = [...blocks.map((block) => resume.take(block)), resume.end()];
  return {
    texts: results.flatMap(({ fresh }) => fresh.map(({ text }) => text)),
    torn: results.some(({ isTorn }) => isTorn),
  };
}

/** Lines of two streams: ordered except for neighbours, some with equal times and equal texts. */
const logs = fc
  .array(
    fc.record({
      step: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(0, 1, 2)),
      back: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(0, 1, 2)),
      text: fc.constantFrom('a', 'b', 'c'),
    }),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((steps) => {
    let at = 1_000;
    return steps.map(({ step, back, text }) => line((at += step) - back, text));
  });

describe('resuming a log that the node sends again', () => {
  it('gives every line after the last one that was read, once, for any position and any split into blocks', () => {
    fc.assert(
      fc.property(logs, fc.nat(), fc.integer({ min: 1, max: 7 }), fc.nat(), (lines, stop, size, cut) => {
        const read = 1 + (stop % lines.length);
        const first = cut % read;
        const anchor = anchorAfter(anchorAfter(null, lines.slice(0, first)), lines.slice(first, read));
        const blocks = Array.from({ length: Math.ceil(lines.length / size) }, (_, i) =>
          lines.slice(i * size, (i + 1) * size),
        );
        const { texts, torn } = resumed(anchor, blocks);
        // Equal neighbours cannot be distinguished: only their number counts.
        expect(texts).toEqual(lines.slice(read).map(({ text }) => text));
        expect(torn).toBe(false);
      }),
    );
  });

  it('gives them once also if the node has rotated away lines before the last one that was read', () => {
    fc.assert(
      fc.property(logs, fc.nat(), fc.nat(), (lines, stop, gone) => {
        const numbered = lines.map((each, i) => ({ ...each, text: String(i) }));
        const read = 1 + (stop % numbered.length);
        const { texts } = resumed(anchorAfter(null, numbered.slice(0, read)), [numbered.slice(gone % read)]);
        expect(texts).toEqual(numbered.slice(read).map(({ text }) => text));
      }),
      { numRuns: worlds(1_000) },
    );
  });

  it('detects that the node has rotated away the last line that was read', () => {
    const anchor = anchorAfter(null, [line(0, 'read')]);
    expect(resumed(anchor, [[line(5_000, 'later'), line(5_001, 'on')]])).toEqual({
      texts: ['later', 'on'],
      torn: true,
    });
    expect(resumed(anchor, [[line(10, 'soon after')]])).toEqual({ texts: ['soon after'], torn: true });
    expect(resumed(anchor, [])).toEqual({ texts: [], torn: true });
  });

  it('keeps the remaining lines of the same millisecond if the last line that was read is gone', () => {
    const anchor = anchorAfter(null, [line(0, 'read', 500)]);
    const left = [line(0, 'sooner', 499), line(0, 'later', 501), line(0, 'on', 1_000)];
    expect(resumed(anchor, [left])).toEqual({ texts: ['later', 'on'], torn: true });
  });

  it('keeps the remaining lines of the same nanosecond if the node has cut within them', () => {
    const anchor = anchorAfter(null, [line(0, 'a'), line(0, 'b'), line(0, 'c')]);
    expect(resumed(anchor, [[line(0, 'd'), line(0, 'e')]])).toEqual({ texts: ['d', 'e'], torn: true });
    expect(resumed(anchor, [[line(0, 'c')], [line(0, 'd')]])).toEqual({ texts: ['d'], torn: true });
  });

  it('does not repeat lines that were read before an earlier line of the other stream, if the node has cut within them', () => {
    const read = [line(150, '1'), line(150, '2'), line(0, '3')];
    const anchor = parsePosition(formatPosition({ round: 0, anchor: anchorAfter(null, read) })).anchor;
    const left = [...read.slice(1), line(0, '4')];
    expect(resumed(anchor, [left])).toEqual({ texts: ['4'], torn: true });
    expect(resumed(anchor, [[line(160, 'new'), ...read.slice(2), line(0, '4')]])).toEqual({
      texts: ['new', '4'],
      torn: true,
    });
  });

  it('distinguishes a line from an equal one of the same nanosecond that the other stream wrote before', () => {
    const lines = [line(10, 'a'), line(11, 'b'), line(10, 'a'), line(12, 'c')];
    for (const read of [1, 2, 3]) {
      const stored = formatPosition({ round: 0, anchor: anchorAfter(null, lines.slice(0, read)) });
      const texts = lines.slice(read).map(({ text }) => text);
      expect(resumed(parsePosition(stored).anchor, [lines])).toEqual({ texts, torn: false });
    }
  });

  it('distinguishes equal lines of the latest time that are separated by a line of the other stream', () => {
    const lines = [line(10, 'a'), line(9, 'b'), line(10, 'a'), line(9, 'b'), line(10, 'a'), line(12, 'c')];
    for (const read of [1, 2, 3, 4, 5]) {
      const stored = formatPosition({ round: 0, anchor: anchorAfter(null, lines.slice(0, read)) });
      const texts = lines.slice(read).map(({ text }) => text);
      expect(resumed(parsePosition(stored).anchor, [lines])).toEqual({ texts, torn: false });
    }
  });

  it('leaves out neighbours that were read although their times are later', () => {
    const anchor = anchorAfter(null, [line(20, 'second hand'), line(10, 'first hand')]);
    expect(resumed(anchor, [[line(20, 'second hand')], [line(10, 'first hand'), line(15, 'new')]])).toEqual({
      texts: ['new'],
      torn: false,
    });
  });

  it('begins at the beginning if nothing was read', () => {
    expect(resumed(null, [[line(0, 'a')], [line(1, 'b')]])).toEqual({ texts: ['a', 'b'], torn: false });
  });
});

describe('a position', () => {
  it('is the same after it was stored and read back', () => {
    const anchor = anchorAfter(null, [line(1, 'x y'), line(1, 'x y')]);
    expect(parsePosition(formatPosition({ round: 3, anchor }))).toEqual({ round: 3, anchor });
    const behind = anchorAfter(null, [line(2, 'x y'), line(1, 'x y')]);
    expect(parsePosition(formatPosition({ round: 3, anchor: behind }))).toEqual({ round: 3, anchor: behind });
    expect(parsePosition(formatPosition({ round: 2, anchor: null }))).toEqual({ round: 2, anchor: null });
    expect(parsePosition(null)).toEqual({ round: 0, anchor: null });
  });
});
