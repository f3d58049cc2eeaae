import { execFileSync } from 'node:child_process';
import { shellWord } from '#common/domain/shell-word.js';
import { runCommand, runCurl, withoutSecrets } from '../../apps/ui/src/parts/shell-commands.js';

/** The words that a shell makes of a command. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `carillon() { printf '%s\\0' "$@"; }; curl() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: 'utf8',
    env: { CARILLON_TOKEN: 'a token' },
  })
    .split('\0')
    .slice(0, -1);

const TEXTS = ['', 'a b', "it's", '$HOME', '`id`', 'a\nb', '--x', '"q"', '\\', '*', '~', '!', 'žluť', '{"a":1}', '#'];

test('a shell reads each word as it is', () => {
  expect(wordsOf(`carillon ${TEXTS.map(shellWord).join(' ')}`)).toEqual(TEXTS);
  expect(shellWord('team/a-job.1')).toBe('team/a-job.1');
});

test('the command of a run has its values', () => {
  const request = {
    parameters: { text: "it's", n: 1.5 },
    options: { day: '08', count: 3, many: ['a', 'b'], on: true },
  };
  expect(wordsOf(runCommand('a-job', request))).toEqual([
    ...['run', 'a-job', '--params', '{"text":"it\'s","n":1.5}'],
    ...['--option', 'day=08', '--option', 'count=3', '--option', 'many=["a","b"]', '--option', 'on=true'],
  ]);
  expect(runCommand('a-job', {})).toBe('carillon run a-job');
});

test('the request of a run is sent with the token of the environment', () => {
  expect(wordsOf(runCurl('https://jobs.example/x/api/v1', 'a-job', { parameters: { a: "'" } }))).toEqual([
    ...['--fail-with-body', '-X', 'POST', 'https://jobs.example/x/api/v1/jobs/a-job/run'],
    ...['-H', 'Authorization: Bearer a token', '-H', 'Content-Type: application/json'],
    ...['-d', `{"parameters":{"a":"'"}}`],
  ]);
});

test('secrets are not in it', () => {
  const request = withoutSecrets({ options: { password: 'x', day: '1' } }, (name) => name === 'password');
  expect(request).toEqual({ options: { password: '***', day: '1' } });
  expect(withoutSecrets({ parameters: {} }, () => true)).toEqual({ parameters: {} });
});
