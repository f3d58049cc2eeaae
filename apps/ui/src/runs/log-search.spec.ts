import { LogSearch, plainText, markedParts } from './log-search.js';

const linesOf = (...texts: string[]): { text: string }[] => texts.map((text) => ({ text }));

describe('a search in a log', () => {
  it('finds a text in upper and lower case, literally', () => {
    const lines = linesOf('Error: a.b', 'error axb', 'A.B again');
    expect(new LogSearch('a.b').in({ lines, dropped: 0 })).toEqual([0, 2]);
    expect(new LogSearch('').in({ lines, dropped: 0 })).toEqual([]);
  });

  it('finds a text that is interrupted by colour codes', () => {
    const coloured = '\u001b[1;31mFAIL\u001b[0med: all';
    expect(plainText(coloured)).toBe('FAILed: all');
    expect(new LogSearch('failed: all').in({ lines: linesOf(coloured), dropped: 0 })).toEqual([0]);
  });

  it('shows of a link its words, and finds them', () => {
    const linked = 'warning: \u001b]8;;https://a.example/W\u0007un\u001b[1mused\u001b[0m\u001b]8;;\u0007 x';
    expect(plainText(linked)).toBe('warning: unused x');
    expect(new LogSearch('unused x').in({ lines: linesOf(linked), dropped: 0 })).toEqual([0]);
  });

  it('shows and finds only the last state of a line that was written over', () => {
    const bar = 'copied 1 %\r\u001b[32mcopied 50 %\rcopied 100 %\r';
    expect(plainText(bar)).toBe('copied 100 %');
    const lines = linesOf(bar);
    expect(new LogSearch('copied 50').in({ lines, dropped: 0 })).toEqual([]);
    expect(new LogSearch('100 %').in({ lines, dropped: 0 })).toEqual([0]);
  });

  it('continues when lines are added, and forgets removed lines', () => {
    const search = new LogSearch('x');
    const lines = linesOf('x', '-', 'x');
    expect(search.in({ lines, dropped: 0 })).toEqual([0, 2]);
    lines.push({ text: 'x' });
    expect(search.in({ lines, dropped: 0 })).toEqual([0, 2, 3]);
    lines.splice(0, 2);
    expect(search.in({ lines, dropped: 2 })).toEqual([2, 3]);
  });
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
