import { utf8Text } from './utf8-text.js';

test('bytes of UTF-8 are read as they are, with a byte order mark and with U+FFFD', () => {
  for (const text of ['', 'žluťoučký kůň', '\ufeffa', 'a\ufffdb', '\u{1f514}\0'])
    expect(utf8Text(Buffer.from(text))).toBe(text);
});

test.each([
  ['Latin-1', Buffer.from('é', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffé', 'utf16le')],
  ['a character that is cut', Buffer.from('é').subarray(0, 1)],
  ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ['an overlong form', Buffer.from([0xc0, 0xaf])],
])('%s is no text', (_what, bytes) => {
  expect(utf8Text(bytes)).toBeNull();
});
