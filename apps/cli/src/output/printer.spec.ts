import { parseExactJson } from '#common/domain/parse-json.js';
import { Printer, yamlOf } from './printer.js';

const written: string[] = [];
const printer = new Printer('table', { colors: true, write: (text) => written.push(text), now: () => 0 });
beforeEach(() => {
  written.length = 0;
});

test.each([
  ['moves the cursor', 'a\u001b[2Jb', 'a\ufffd[2Jb'],
  ['sets the title of the window', '\u001b]0;x\u0007', '\ufffd]0;x\ufffd'],
  ['goes back to the start of the line', 'failed\rfine', 'failed\ufffdfine'],
  ['contains an eight-bit control character', '\u009b2J', '\ufffd2J'],
])('output of a worker does not control the terminal where it %s', (_what, text, shown) => {
  printer.table([{ text }], [{ head: 'Message', of: (item) => item.text }]);
  printer.fields({ Message: text });
  printer.line(text);
  expect(written.slice(1).map((line) => line.trimEnd())).toEqual([
    expect.stringContaining(shown),
    expect.stringContaining(shown),
    shown,
  ]);
});

test('colours, tabs and line ends are kept', () => {
  const text = `${printer.paint('good', 'good')}\tand\nmore`;
  printer.line(text);
  expect(written).toEqual([`${text}\n`]);
});

test('numbers of workers are printed as they were written', () => {
  const value = parseExactJson('{"id":9007199254740993,"sha":123e4567,"list":[1.0]}');
  expect(yamlOf(value)).toBe('id: 9007199254740993\nsha: 123e4567\nlist:\n  - 1.0\n');
});
