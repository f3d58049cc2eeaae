import type { LogLine } from './log-lines.js';
import { isTrouble, LogSearch, markedParts, marksOf, plainText, rankOf, textSearch } from './log-search.js';

const lineOf = (text: string, stream: LogLine['stream'] = 'stdout'): LogLine => ({
  attempt: 'a',
  label: 'main/0.1',
  seq: 0,
  at: '2026-12-01T00:00:00.000Z',
  stream,
  text,
});
const linesOf = (...texts: string[]): LogLine[] => texts.map((text) => lineOf(text));

describe('a search in a log', () => {
  it('finds a text in upper and lower case, literally', () => {
    const lines = linesOf('Error: a.b', 'error axb', 'A.B again');
    expect(textSearch('a.b').in({ lines, dropped: 0 })).toEqual([0, 2]);
    expect(textSearch('').in({ lines, dropped: 0 })).toEqual([]);
  });

  it('finds a text that is interrupted by colour codes', () => {
    const coloured = '\u001b[1;31mFAIL\u001b[0med: all';
    expect(plainText(coloured)).toBe('FAILed: all');
    expect(textSearch('failed: all').in({ lines: linesOf(coloured), dropped: 0 })).toEqual([0]);
  });

  it('shows of a link its words, and finds them', () => {
    const linked = 'warning: \u001b]8;;https://a.example/W\u0007un\u001b[1mused\u001b[0m\u001b]8;;\u0007 x';
    expect(plainText(linked)).toBe('warning: unused x');
    expect(textSearch('unused x').in({ lines: linesOf(linked), dropped: 0 })).toEqual([0]);
  });

  it('shows and finds only the last state of a line that was written over', () => {
    const bar = 'copied 1 %\r\u001b[32mcopied 50 %\rcopied 100 %\r';
    expect(plainText(bar)).toBe('copied 100 %');
    const lines = linesOf(bar);
    expect(textSearch('copied 50').in({ lines, dropped: 0 })).toEqual([]);
    expect(textSearch('100 %').in({ lines, dropped: 0 })).toEqual([0]);
  });

  it('continues when lines are added, and forgets removed lines', () => {
    const search = textSearch('x');
    const lines = linesOf('x', '-', 'x');
    expect(search.in({ lines, dropped: 0 })).toEqual([0, 2]);
    lines.push(lineOf('x'));
    expect(search.in({ lines, dropped: 0 })).toEqual([0, 2, 3]);
    lines.splice(0, 2);
    expect(search.in({ lines, dropped: 2 })).toEqual([2, 3]);
  });
});

it('finds lines that tell of trouble', () => {
  const lines = [...linesOf('fine', 'Error: no', 'no terror', 'a \u001b[1mFATAL\u001b[0m end'), lineOf('x', 'stderr')];
  expect(new LogSearch(isTrouble).in({ lines, dropped: 10 })).toEqual([11, 13, 14]);
});

it('marks places of a scroll bar once, whatever the number of lines', () => {
  const every = Array.from({ length: 100_000 }, (_, i) => i);
  expect(marksOf(every, { dropped: 0, lines: { length: 100_000 } })).toEqual(
    Array.from({ length: 200 }, (_, i) => i / 200),
  );
  expect(marksOf([10, 15, 19], { dropped: 10, lines: { length: 10 } })).toEqual([0, 0.5, 0.9]);
  expect(marksOf([], { dropped: 0, lines: { length: 0 } })).toEqual([]);
});

it('knows which of the matches a line is', () => {
  expect([3, 5, 9, 4, 10].map((number) => rankOf([3, 5, 9], number))).toEqual([0, 1, 2, null, null]);
  expect(rankOf([3], null)).toBeNull();
});

it.each([
  ['a target here', 'TARGET', ['a ', 'target', ' here']],
  // Lower case has another length than these letters.
  ['İİİİ target', 'target', ['İİİİ ', 'target', '']],
  ['x.y and x.y', 'x.y', ['', 'x.y', ' and ', 'x.y', '']],
  ['no match', '(x)', ['no match']],
])('the parts of %j that match %j alternate with the others', (text, wanted, parts) => {
  expect(markedParts(text, wanted)).toEqual(parts);
});
