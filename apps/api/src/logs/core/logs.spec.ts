import fc from 'fast-check';
import { asAttemptId, asRunId } from '#common/domain/ids.js';
import type { StoredLine } from '#common/run/output.js';
import { linesOf } from '../../callbacks/core/log-lines.js';
import { LineCursor } from './line-cursor.js';
import { logCursorText, parseLogCursor } from './log-cursor.js';

const run = asRunId('r-1');
const attempt = asAttemptId('r-1/0/main/0/1');
const line = (seq: number): StoredLine => ({ attempt, seq, at: seq, stream: 'stdout', text: `l${seq}` });
const range = (from: number, to: number): StoredLine[] =>
  Array.from({ length: to - from + 1 }, (_, i) => line(from + i));

test('a cursor is read back from its text', () => {
  const place = new Map([
    [attempt, 7],
    [asAttemptId('r-1/0/main/12/3'), 9],
  ]);
  expect(parseLogCursor(run, logCursorText(run, place))).toEqual(place);
  expect(parseLogCursor(run, 'nonsense')).toBeNull();
  expect(parseLogCursor(run, '0/main/0/1:x')).toBeNull();
  expect(parseLogCursor(run, '')).toBeNull();
});

test('a cursor of very many attempts keeps those that changed last', () => {
  const place = new Map(Array.from({ length: 500 }, (_, i) => [asAttemptId(`r-1/0/main/${i}/1`), i] as const));
  const kept = parseLogCursor(run, logCursorText(run, place))!;
  expect(kept.size).toBe(128);
  expect(kept.get(asAttemptId('r-1/0/main/499/1'))).toBe(499);
});

test('every line is taken once and in order, even if messages are lost or repeated', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('live' as const),
      from: fc.integer({ min: 1, max: 30 }),
      count: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ kind: fc.constant('stored' as const), upTo: fc.integer({ min: 1, max: 35 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const cursor = new LineCursor(new Map());
      const taken: number[] = [];
      for (const each of steps) {
        const lines =
          each.kind === 'live'
            ? cursor.takeLive(attempt, range(each.from, each.from + each.count - 1))
            : [
                ...cursor.takeStored(
                  range((cursor.cursor.get(attempt) ?? 0) + 1, Math.max(cursor.cursor.get(attempt) ?? 0, each.upTo)),
                ),
                ...cursor.takeHeld(),
              ];
        taken.push(...lines.map(({ seq }) => seq));
      }
      expect(taken).toEqual(Array.from({ length: taken.length }, (_, i) => i + 1));
    }),
  );
});

test('lines that were published after a gap follow as soon as the store has filled the gap', () => {
  const cursor = new LineCursor(new Map());
  expect(cursor.takeLive(attempt, range(3, 4))).toEqual([]);
  expect(cursor.takeLive(attempt, range(5, 5))).toEqual([]);
  cursor.takeStored(range(1, 1));
  expect([cursor.takeHeld(), cursor.hasHole]).toEqual([[], true]);
  cursor.takeStored(range(2, 3));
  expect(cursor.takeHeld().map(({ seq }) => seq)).toEqual([4, 5]);
  expect([cursor.takeHeld(), cursor.hasHole]).toEqual([[], false]);
});

test('a gap is reported until the store fills it', () => {
  const cursor = new LineCursor(new Map());
  expect(cursor.takeLive(attempt, [line(2)])).toEqual([]);
  expect(cursor.hasHole).toBe(true);
  expect(cursor.takeStored(range(1, 2)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(cursor.hasHole).toBe(false);
});

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\nb\n\nc', ['a', 'b', '', 'c']],
  ['\n', ['']],
])('the text %j is split into the lines %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
