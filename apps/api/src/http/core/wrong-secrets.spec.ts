/** @promise S11 */
import { WrongSecrets } from './wrong-secrets.js';

const MINUTE_MS = 60_000;

function after(wrong: number, at = 0): WrongSecrets {
  const secrets = new WrongSecrets(3);
  for (let each = 0; each < wrong; each++) secrets.wrong('here', at);
  return secrets;
}

test('an address with too many wrong secrets in a minute is locked out for a minute', () => {
  expect(after(2).lockedForMs('here', 'x', 0)).toBe(0);
  const locked = after(3);
  expect(locked.lockedForMs('here', 'x', 0)).toBe(MINUTE_MS);
  expect(locked.lockedForMs('there', 'x', 0)).toBe(0);
  expect(locked.lockedForMs('here', 'x', MINUTE_MS)).toBe(0);
});

test('wrong secrets older than a minute do not count', () => {
  const secrets = after(2);
  secrets.wrong('here', MINUTE_MS);
  expect(secrets.lockedForMs('here', 'x', MINUTE_MS)).toBe(0);
});

test('a credential that was valid at an address before still works from that address, and only from there', () => {
  const secrets = new WrongSecrets(1);
  secrets.right('here', 'mine');
  for (const address of ['here', 'there']) secrets.wrong(address, 0);
  expect(secrets.lockedForMs('here', 'mine', 0)).toBe(0);
  expect(secrets.lockedForMs('here', 'other', 0)).toBe(MINUTE_MS);
  expect(secrets.lockedForMs('there', 'mine', 0)).toBe(MINUTE_MS);
});

test('no address is locked out if the limit is switched off', () => {
  const secrets = new WrongSecrets(0);
  for (let each = 0; each < 1_000; each++) secrets.wrong('here', 0);
  expect(secrets.lockedForMs('here', 'x', 0)).toBe(0);
});
