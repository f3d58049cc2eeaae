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

/** Everything that is new in these blocks after the anchor, and whether something is missing before it. */
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

/** Lines as two hands write them: in order but for neighbours, some with equal times and equal texts. */
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

describe('going on in a log that the node sends again', () => {
  it('gives every line after the last one read, once, wherever it stopped and however it is cut', () => {
    fc.assert(
      fc.property(logs, fc.nat(), fc.integer({ min: 1, max: 7 }), fc.nat(), (lines, stop, size, cut) => {
        const read = 1 + (stop % lines.length);
        const first = cut % read;
        const anchor = anchorAfter(anchorAfter(null, lines.slice(0, first)), lines.slice(first, read));
        const blocks = Array.from({ length: Math.ceil(lines.length / size) }, (_, i) =>
          lines.slice(i * size, (i + 1) * size),
        );
        const { texts, torn } = resumed(anchor, blocks);
        // Equal neighbours are the same line to everyone: what counts is how many there are in the end.
        expect(texts).toEqual(lines.slice(read).map(({ text }) => text));
        expect(torn).toBe(false);
      }),
    );
  });

  it('gives them once also where the node has rotated lines before the last one read away', () => {
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

  it('sees that the node has rotated the last line read away', () => {
    const anchor = anchorAfter(null, [line(0, 'read')]);
    expect(resumed(anchor, [[line(5_000, 'later'), line(5_001, 'on')]])).toEqual({
      texts: ['later', 'on'],
      torn: true,
    });
    expect(resumed(anchor, [[line(10, 'soon after')]])).toEqual({ texts: ['soon after'], torn: true });
    expect(resumed(anchor, [])).toEqual({ texts: [], torn: true });
  });

  it('keeps what the node still has of the same millisecond, when the last line read is gone', () => {
    const anchor = anchorAfter(null, [line(0, 'read', 500)]);
    const left = [line(0, 'sooner', 499), line(0, 'later', 501), line(0, 'on', 1_000)];
    expect(resumed(anchor, [left])).toEqual({ texts: ['later', 'on'], torn: true });
  });

  it('keeps what the node still has of the same nanosecond, when it has cut their row', () => {
    const anchor = anchorAfter(null, [line(0, 'a'), line(0, 'b'), line(0, 'c')]);
    expect(resumed(anchor, [[line(0, 'd'), line(0, 'e')]])).toEqual({ texts: ['d', 'e'], torn: true });
    expect(resumed(anchor, [[line(0, 'c')], [line(0, 'd')]])).toEqual({ texts: ['d'], torn: true });
  });

  it('does not repeat what it has read before an earlier line of the other hand, when the node has cut their row', () => {
    const read = [line(150, '1'), line(150, '2'), line(0, '3')];
    const anchor = parsePosition(formatPosition({ round: 0, anchor: anchorAfter(null, read) })).anchor;
    const left = [...read.slice(1), line(0, '4')];
    expect(resumed(anchor, [left])).toEqual({ texts: ['4'], torn: true });
    expect(resumed(anchor, [[line(160, 'new'), ...read.slice(2), line(0, '4')]])).toEqual({
      texts: ['new', '4'],
      torn: true,
    });
  });

  it('tells a line from an equal one of the same nanosecond that the other hand wrote before', () => {
    const lines = [line(10, 'a'), line(11, 'b'), line(10, 'a'), line(12, 'c')];
    for (const read of [1, 2, 3]) {
      const stored = formatPosition({ round: 0, anchor: anchorAfter(null, lines.slice(0, read)) });
      const texts = lines.slice(read).map(({ text }) => text);
      expect(resumed(parsePosition(stored).anchor, [lines])).toEqual({ texts, torn: false });
    }
  });

  it('tells equal lines of the latest time from each other that a line of the other stream parts', () => {
    const lines = [line(10, 'a'), line(9, 'b'), line(10, 'a'), line(9, 'b'), line(10, 'a'), line(12, 'c')];
    for (const read of [1, 2, 3, 4, 5]) {
      const stored = formatPosition({ round: 0, anchor: anchorAfter(null, lines.slice(0, read)) });
      const texts = lines.slice(read).map(({ text }) => text);
      expect(resumed(parsePosition(stored).anchor, [lines])).toEqual({ texts, torn: false });
    }
  });

  it('leaves out neighbours that were read though their times are later', () => {
    const anchor = anchorAfter(null, [line(20, 'second hand'), line(10, 'first hand')]);
    expect(resumed(anchor, [[line(20, 'second hand')], [line(10, 'first hand'), line(15, 'new')]])).toEqual({
      texts: ['new'],
      torn: false,
    });
  });

  it('begins at the beginning where nothing was read', () => {
    expect(resumed(null, [[line(0, 'a')], [line(1, 'b')]])).toEqual({ texts: ['a', 'b'], torn: false });
  });
});

describe('a position', () => {
  it('is the same after it was stored', () => {
    const anchor = anchorAfter(null, [line(1, 'x y'), line(1, 'x y')]);
    expect(parsePosition(formatPosition({ round: 3, anchor }))).toEqual({ round: 3, anchor });
    const behind = anchorAfter(null, [line(2, 'x y'), line(1, 'x y')]);
    expect(parsePosition(formatPosition({ round: 3, anchor: behind }))).toEqual({ round: 3, anchor: behind });
    expect(parsePosition(formatPosition({ round: 2, anchor: null }))).toEqual({ round: 2, anchor: null });
    expect(parsePosition(null)).toEqual({ round: 0, anchor: null });
  });
});
