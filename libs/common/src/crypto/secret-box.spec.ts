import { randomBytes } from 'node:crypto';
import { parseSecretKeys, SecretBox } from './secret-box.js';

const keyText = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

test('an encrypted value is decrypted by the key that encrypted it, also after rotation', () => {
  const first = keyText('a');
  const second = keyText('b');
  const sealed = new SecretBox(parseSecretKeys(first)).seal('päss');
  expect(sealed).not.toContain('päss');
  expect(new SecretBox(parseSecretKeys(`${second},${first}`)).open(sealed)).toBe('päss');
});

test('a value is refused when its key is missing or a bit was changed', () => {
  const sealed = new SecretBox(parseSecretKeys(keyText('a'))).seal('x');
  expect(() => new SecretBox(parseSecretKeys(keyText('b'))).open(sealed)).toThrow(
    'the key "a", which SECRET_KEYS does not hold',
  );
  expect(() => new SecretBox(parseSecretKeys(keyText('a'))).open(sealed)).toThrow(
    'changed, or sealed with another key of the name "a"',
  );
});

test('a value is encrypted again by the first key, and only once', () => {
  const first = keyText('a');
  const second = keyText('b');
  const sealed = new SecretBox(parseSecretKeys(first)).seal('päss');
  const box = new SecretBox(parseSecretKeys(`${second},${first}`));
  const anew = box.reseal(sealed);
  expect(new SecretBox(parseSecretKeys(second)).open(anew)).toBe('päss');
  expect(box.reseal(anew)).toBe(anew);
});

test('each token that an attempt may have been given before keys changed their order is known', () => {
  const first = keyText('a');
  const second = keyText('b');
  const before = new SecretBox(parseSecretKeys(first)).callbackToken('r/0/main/0/1');
  const box = new SecretBox(parseSecretKeys(`${second},${first}`));
  expect(box.callbackTokens('r/0/main/0/1')).toEqual([box.callbackToken('r/0/main/0/1'), before]);
});

test('a callback token is valid for its attempt only', () => {
  const box = new SecretBox(parseSecretKeys(keyText('a')));
  const token = box.callbackToken('r/0/main/0/1');
  expect(box.verifyCallbackToken('r/0/main/0/1', token)).toBe(true);
  expect(box.verifyCallbackToken('r/0/main/0/2', token)).toBe(false);
  expect(box.verifyCallbackToken('r/0/main/0/1', 'nonsense')).toBe(false);
});

test.each([
  ['nocolon', 'must have the form id:base64'],
  ['a:c2hvcnQ=', 'must be 32 bytes'],
  ['', 'must have the form'],
  [[keyText('a'), keyText('b'), keyText('a')].join(), 'the id "a" occurs twice'],
])('the key list %p is refused with its cause', (text, cause) => {
  expect(() => parseSecretKeys(text)).toThrow(cause);
});
