import { endOfString, hasEscapedName } from './escaped-names.js';

test.each([
  ['{"a":1}', false],
  ['{"a":"\\n"}', false],
  ['["\\n"]', false],
  ['{"a":"x\\\\"}', false],
  ['{"a":"\\"b\\":"}', false],
  ['{"\\n":1}', true],
  ['{"a\\\\" \n\t:1}', true],
  ['{"a":"\\n","\\u0062":1}', true],
  ['{"a":["\\""],"b\\"":1}', true],
])('%s: a name is written with an escape: %s', (text, has) => {
  expect(hasEscapedName(text)).toBe(has);
});

test('a string ends at the first quote that no backslash escapes', () => {
  expect(endOfString('"a\\"b\\\\" c', 1)).toBe(8);
  expect(endOfString('"never', 1)).toBe(6);
});
