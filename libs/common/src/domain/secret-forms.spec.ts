import { formsOf, shortLinesOf } from './secret-forms.js';

const SECRET = 'pä/ss+w"ord';

test.each<[string, string]>([
  ['as it is', SECRET],
  ['in JSON', JSON.stringify(SECRET)],
  ['in JSON inside JSON', JSON.stringify(JSON.stringify(SECRET))],
  ['in an address', `https://host/?q=${encodeURIComponent(SECRET)}`],
  ['in an address with lower digits', encodeURIComponent(SECRET).toLowerCase()],
  ['in a form', new URLSearchParams({ q: SECRET }).toString()],
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
