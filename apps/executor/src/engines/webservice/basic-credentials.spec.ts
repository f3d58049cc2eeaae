import { basicCredentials } from './basic-credentials.js';

test.each([
  ['https://host/', null],
  ['https://me:p%40ss@host/', 'me:p@ss'],
  ['https://me@host/', 'me:'],
  ['https://:token@host/', ':token'],
])('the credentials of %s', (address, pair) => {
  const expected = pair === null ? null : `Basic ${Buffer.from(pair).toString('base64')}`;
  expect(basicCredentials(new URL(address))).toBe(expected);
});
