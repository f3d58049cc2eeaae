import { formsOf, mayBeEncoded, shortLinesOf } from './secret-forms.js';

const SECRET = 'pä/ss+w"ord';

test.each<[string, string]>([
  ['as it is', SECRET],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['behind a user name in base64', Buffer.from(`user:${SECRET}`).toString('base64')],
  ['behind two characters in the URL alphabet', Buffer.from(`12${SECRET}`).toString('base64url')],
])('a secret is found %s', (_where, text) => {
  expect(formsOf(SECRET).some((form) => text.includes(form))).toBe(true);
});

test('a key of several lines is searched for line by line; short lines count only if they stand alone', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADAN\nshort\nab\n';
  expect(formsOf(key)).toEqual(expect.arrayContaining(['-----BEGIN KEY-----', 'MIIEvQIBADAN']));
  expect(formsOf(key)).not.toContain('short');
  expect(shortLinesOf(key)).toEqual(['short']);
  expect(shortLinesOf('one line only')).toEqual([]);
});

test('no form of a secret is so short that it would hide half of a log', () => {
  expect(formsOf('ab')).toEqual([]);
});

test('a secret without special characters is the same in every encoding, and so is its base64', () => {
  expect(mayBeEncoded('Xy9-abc_DEF.0123456789')).toBe(false);
  expect(['pass word', 'pass&word', 'pässword', 'x'.repeat(60)].map(mayBeEncoded)).toEqual([true, true, true, true]);
});

test('the last line of base64 that is broken into lines counts as a short line', () => {
  expect(shortLinesOf('0123456789'.repeat(6))).toEqual([
    btoa('0123456789'.repeat(6)).slice(76),
    btoa(`${'0123456789'.repeat(6)}\n`).slice(76),
  ]);
});
