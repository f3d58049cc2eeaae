import fc from 'fast-check';
import { withLiteralLetters } from './literal-letters.js';

test.each([
  ['a letter in a name', '{"\\u00e9":1}', '{"é":1}'],
  ['two halves of one character', '"\\ud83d\\ude00"', '"😀"'],
  ['a backslash before what looks like an escape', '"\\\\u00e9"', '"\\\\u00e9"'],
  ['what may not stand for itself', '"\\u0022\\u005c\\u000a\\n\\""', '"\\u0022\\u005c\\u000a\\n\\""'],
  ['what is outside of a text, and stays wrong', '[\\u0031]', '[\\u0031]'],
  ['no escape', '{"a":"é"}', '{"a":"é"}'],
])('%s', (_, json, want) => {
  expect(withLiteralLetters(json)).toBe(want);
});

test('it means the same, however it is escaped', () => {
  const escaped = (text: string): string =>
    JSON.stringify(text).replaceAll(/[\u0080-\uffff]/gu, (letter) =>
      [...Array(letter.length).keys()].map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
    );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(withLiteralLetters(escaped(text)))).toBe(text);
    }),
  );
});

test('a name is the one that was sent, whatever others have sent before', () => {
  for (let i = 0; i < 50; i++) JSON.parse('{"rows":1,"\\\\u0":2}');
  for (let i = 0; i < 50; i++)
    expect(Object.keys(JSON.parse(withLiteralLetters('{"rows":1,"\\u00e91x":[1]}')) as object)).toEqual([
      'rows',
      'é1x',
    ]);
});
