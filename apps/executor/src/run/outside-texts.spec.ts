/** @promise S3 */
import { asAttemptId } from '#common/domain/ids.js';
import { HIDE_EVERYTHING, secretMask } from '#common/domain/secret-mask.js';
import type { AttemptEnd } from '#common/run/run.js';
import type { Input } from './inputs.js';
import { hasText, hideTexts } from './outside-texts.js';

const attempt = asAttemptId('run/0/main/0/1');
const SECRET = 'hunter2-the-password';
const end: AttemptEnd = { result: 'failed', at: 1, exitCode: 3, reason: 'ExitCode', message: `said ${SECRET}` };
const placed = { attempt, startedAt: null, node: null };
const record = {
  id: attempt,
  run: 'run' as never,
  tenant: 'ibm' as never,
  task: 'main',
  index: 0,
  generation: 0,
  attempt: 1,
  startedAt: null,
  end,
  node: null,
  logComplete: null,
  logReason: null,
  progress: { words: [SECRET] },
};

const wordy: [what: string, input: Input][] = [
  ['an observed end', { type: 'observed', observation: { type: 'ended', ...placed, end } }],
  ['a wait', { type: 'observed', observation: { type: 'waiting', attempt, reason: 'Pull', message: SECRET } }],
  ['an end that was found by a recovery', { type: 'found', found: { type: 'ended', ...placed, end }, of: {} as never }],
  ['a start that failed', { type: 'startResult', attempt, result: { type: 'failed', end } }],
  [
    'a refusal',
    { type: 'startResult', attempt, result: { type: 'refused', retryable: true, reason: 'X', message: SECRET } },
  ],
  ['a doubt', { type: 'startResult', attempt, result: { type: 'inDoubt', reason: 'X', message: SECRET } }],
  ['a record', { type: 'recorded', record }],
  ['a message', { type: 'status', attempt, at: 1, state: 'RUNNING', message: SECRET, exitCode: null, progress: null }],
  [
    'a progress',
    { type: 'status', attempt, at: 1, state: 'RUNNING', message: null, exitCode: null, progress: { [SECRET]: 1 } },
  ],
];
test.each(wordy)('the secrets in %s are masked', (_, input) => {
  expect(hasText(input)).toBe(true);
  const hidden = hideTexts(secretMask([SECRET]), input);
  expect(JSON.stringify(hidden)).toBe(JSON.stringify(input).replaceAll(SECRET, '***'));
});

const wordless: [what: string, input: Input][] = [
  ['a start', { type: 'startResult', attempt, result: { type: 'started', at: 1, node: null } }],
  [
    'an end without a message',
    { type: 'observed', observation: { type: 'ended', ...placed, end: { ...end, message: '' } } },
  ],
  ['a sign of life', { type: 'seen', attempt, at: 1 }],
  ['a seal', { type: 'sealed', attempt, complete: true, reason: null }],
];
test.each(wordless)('the text of %s needs no masking', (_, input) => {
  expect(hasText(input)).toBe(false);
  expect(hideTexts(HIDE_EVERYTHING, input)).toEqual(input);
});

test('the reason why a secret cannot be read is kept, even if everything else is masked', () => {
  const refused = {
    type: 'refused',
    retryable: false,
    reason: 'SecretUnreadable',
    message: 'the key "k1" is gone',
  } as const;
  const input: Input = { type: 'startResult', attempt, result: refused };
  expect(hideTexts(HIDE_EVERYTHING, input)).toEqual(input);
});
