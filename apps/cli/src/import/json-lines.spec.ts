import { jsonLines } from './json-lines.js';

const read = (text: string): ReturnType<typeof jsonLines> => jsonLines({ name: 'backup.txt', text });
const problemsOf = (text: string): string[] =>
  (read(text) ?? []).flatMap((each) => ('problem' in each ? [each.problem] : []));

test('each line is a value with its line; empty lines and line ends of Windows mean nothing', () => {
  expect(read('{"version":"2.11.0"}\r\n\n[{"_id":"a"}]\r\n[]\n')).toEqual([
    { value: { version: '2.11.0' }, source: 'backup.txt:1' },
    { value: [{ _id: 'a' }], source: 'backup.txt:3' },
    { value: [], source: 'backup.txt:4' },
  ]);
});

test('a line that was cut is one error with its line', () => {
  expect(problemsOf('[{"_id":"a"}]\n[{"_id":"b","wor')).toEqual([
    expect.stringMatching(/^backup\.txt:2: is not a whole JSON value, as lines before it are: /),
  ]);
});

test('a number that would change is an error with its place', () => {
  const cut = '[{"_id":"a"}]\n[{"_id":"b","job":{"parameters":{"id":9007199254740993,"ok":1.0}}}]\n';
  expect(problemsOf(cut)).toEqual([
    expect.stringMatching(/^backup\.txt:2: 0\.job\.parameters\.id is a number that would change/),
  ]);
});

test.each([
  ['one value in many lines', '{\n  "docs": []\n}\n'],
  ['one value in one line', '{"docs":[]}\n'],
  ['lists in YAML', '- a\n- b\n'],
  ['nothing', '\n'],
])('%s is no such text', (_what, text) => {
  expect(read(text)).toBeNull();
});
