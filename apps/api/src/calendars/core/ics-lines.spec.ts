import { contentLines, withLineEnds } from './ics-lines.js';

test('lines have the number of their first line, with ends of all systems', () => {
  expect(contentLines('A:1\r\nB:2\r\r\n 3\nC:4\r\rD:5\n\tE\r')).toEqual([
    { number: 1, text: 'A:1' },
    { number: 2, text: 'B:23' },
    { number: 4, text: 'C:4' },
    { number: 5, text: '' },
    { number: 6, text: 'D:5E' },
    { number: 8, text: '' },
  ]);
});

test('the time that line ends take grows with the length of the text, not with its square', () => {
  const millisecondsOf = (count: number): number => {
    const text = `A:1${'\r'.repeat(count)}B:2`;
    const begin = performance.now();
    expect(withLineEnds(text)).toHaveLength(6 + 2 * count);
    return performance.now() - begin;
  };
  // With the square it took 30 s.
  expect(millisecondsOf(100_000)).toBeLessThan(1_000);
});
