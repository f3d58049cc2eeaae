import { csvRow } from './printer.js';

test.each([
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'say "x"', '"say ""x"""'],
  ['a line end', 'a\nb', '"a\nb"'],
  ['nothing', '', ''],
  ['spaces', ' a b ', ' a b '],
])('a text with %s is quoted where it has to be', (_what, text, cell) => {
  expect(csvRow([text, 'end'])).toBe(`${cell},end\r\n`);
});

test.each(['=1+2', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is no formula to a spreadsheet', (text) => {
  expect(csvRow([text])).toBe(`'${text}\r\n`);
});

test('a formula that has to be quoted is none within its quotes', () => {
  expect(csvRow(['=HYPERLINK("http://x.test",1)'])).toBe(`"'=HYPERLINK(""http://x.test"",1)"\r\n`);
});

test('only the beginning of a cell can make a formula, and numbers are none', () => {
  expect(csvRow(['a=1', 'acme-nightly', -1.5, 0])).toBe('a=1,acme-nightly,-1.5,0\r\n');
});

test('control characters do not reach the terminal', () => {
  expect(csvRow(['a\r=1', 'b\u001b[2J'])).toBe('a\ufffd=1,b\r\n');
});
