import { diffLines } from './diff.js';

const short = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test.each([
  ['nothing has changed', 'a\nb', 'a\nb', [' a', ' b']],
  ['a line was changed', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a line was added', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a line was removed', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['there was nothing before', '', 'a\nb', ['+a', '+b']],
  ['nothing is left', 'a', '', ['-a']],
])('%s', (_what, before, after, expected) => {
  expect(short(before, after)).toEqual(expected);
});
