/** ShellCheck checks every shell script of the repository. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findExecutable } from '#embedded-servers';
import { installDebianPackage } from '#testing/debian-package.js';

const LIMIT_MS = 300_000;
const scripts = [...globSync('{deploy,examples,scripts}/**/*.sh'), '.ci/run'].sort();
/** Programs for other interpreters are in quotes. */
const ALLOWED = ['SC2016'];

beforeAll(() => {
  if (findExecutable('shellcheck', process.env) === undefined)
    installDebianPackage('shellcheck', 'the tests of scripts');
}, LIMIT_MS);

test('there are scripts', () => {
  expect(scripts).toEqual(expect.arrayContaining(['deploy/compose/try/try.sh', 'deploy/kubernetes/make-secrets.sh']));
});

test.each(scripts)('ShellCheck finds nothing in %s', (script) => {
  const found = execFileSync('shellcheck', ['--exclude', ALLOWED.join(), '--format', 'gcc', script], {
    encoding: 'utf8',
  });
  expect(found).toBe('');
});
