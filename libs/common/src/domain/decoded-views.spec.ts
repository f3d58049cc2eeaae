import { viewsOf } from './decoded-views.js';

const textsOf = (text: string, isCut = false): string[] => viewsOf(text, isCut).map((view) => view.text);

test('a text without encoded characters has one reading', () => {
  expect(textsOf('plain text, 100 & more')).toEqual(['plain text, 100 & more']);
});

test.each<[string, string, string]>([
  ['JSON', String.raw`a\u0026\u20AC\/\n`, 'a&€/\n'],
  ['bytes', String.raw`\xc3\xa7 \303\247 \xe7 \101`, 'ç ç ç A'],
  ['code points', String.raw`\u{1f600}\x{1f600}\U0001f600\ud83d\ude00`, '😀😀😀😀'],
  ['a code point that does not exist', String.raw`\u{ffffff}`, '\ufffd'],
  ['a URL', '%c3%A7%20%u20AC', 'ç €'],
  ['a form', 'a+b%2Bc', 'a b+c'],
  ['HTML', '&lt;&#60;&#x3C;&amp;&unknown;', '<<<&&unknown;'],
  ['one within another', '%5Cu0026', '&'],
])('%s is decoded', (_, text, decoded) => {
  expect(textsOf(text)).toContain(decoded);
});

test('a position in a reading is that of the encoded character in the text', () => {
  const text = String.raw`x\u0026yz%2526`;
  const view = viewsOf(text).find((each) => each.text === 'x&yz%26');
  expect([0, 1, 2, 4].map((index) => view?.start(index))).toEqual([0, 1, 7, 9]);
  expect([1, 2, 3, 7].map((index) => view?.end(index))).toEqual([1, 7, 8, 14]);
});

test('of a text that was cut the incomplete character is left out', () => {
  expect(textsOf(String.raw`ab\u00`, true)).toContain('ab');
  expect(textsOf('ab%c3%a7%e2%82', true)).toContain('ab');
  expect(textsOf(String.raw`a\"b`, true)).toContain('a"b');
});
