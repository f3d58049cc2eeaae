/** @promise S4 */
import { isOpenInterpreter, wordUses } from './shell-words.js';

/** Uses by their first letter: argument, script, code, program. */
const uses = (...words: string[]): string =>
  wordUses(words)
    .map(([first]) => first)
    .join('');

test.each<[string, string, string]>([
  ['a program with arguments', 'report --day x', 'paa'],
  ['the text after sh -c', 'sh -c x y z', 'ppsaa'],
  ['the text after options of the shell', 'bash -euo pipefail -c x', 'pppps'],
  ['the text after a double dash', '/bin/sh -lc -- x', 'ppps'],
  ['the file of a shell', 'bash run.sh x', 'ppa'],
  ['a shell behind wrappers', '/usr/bin/env FOO=1 timeout 5s nice sh -c x', 'pappppps'],
  ['a shell of busybox', 'busybox sh -c x', 'ppps'],
  ['a shell of another user', 'su postgres -c x', 'ppps'],
  ['a shell among arguments', 'find . -exec sh -c x ;', 'paaapsa'],
  ['the name of a shell as an argument', 'report sh x', 'paa'],
  ['the text in another language', 'python3.11 -c x y', 'ppca'],
  ['the text in an option', 'node --eval=x y', 'pca'],
  ['a program of another language', 'python3 app.py x', 'ppa'],
  ['a command for another host', 'ssh host report x', 'pccc'],
])('the words of %s', (_what, line, want) => {
  expect(uses(...line.split(' '))).toBe(want);
});

test.each<[string, boolean]>([
  ['sh', true],
  ['sh -c', true],
  ['env bash -l', true],
  ['timeout 60', true],
  ['python3', true],
  ['python3 app.py', false],
  ['sh /app/run.sh', false],
  ['tini -- /app/run', false],
  ['/app/run', false],
  ['', true],
])('a command that takes its program from the added words: %s', (line, want) => {
  expect(isOpenInterpreter(line.split(' ').filter((word) => word !== ''))).toBe(want);
});
