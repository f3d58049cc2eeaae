import { parseDocument } from 'yaml';
import { checkedNumbers } from './yaml-numbers.js';

const read = (text: string): unknown => {
  const document = parseDocument(`parameters:\n  it: ${text}\n`, { merge: true, customTags: checkedNumbers });
  return document.errors[0]?.message ?? document.toJS();
};

test.each([
  ['1.10', 1.1],
  ['1.0', 1],
  ['1e3', 1000],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
  ['0', 0],
  ['-0.5', -0.5],
  ['0x10', 16],
  ['0o17', 15],
  ['9007199254740992', 9007199254740992],
  ['1_000', '1_000'],
  ['+420 777 123 456', '+420 777 123 456'],
  ['NO', 'NO'],
  ['yes', 'yes'],
  ['"123e4567"', '123e4567'],
])('%s is read as the value that it has', (text, value) => {
  expect(read(text)).toEqual({ parameters: { it: value } });
});

test.each(['0755', '007', '00123', '+01', '-012', '01.5'])(
  '%s is refused: the text, 755 or 493 may be meant',
  (text) => {
    expect(read(text)).toMatch(`the number ${text} begins with 0`);
  },
);

test.each(['123e4567', '9007199254740993', '12345678901234567890', '1e999', '-0', '.inf', '.nan', '0x20000000000001'])(
  '%s is refused, because another value would be sent',
  (text) => {
    expect(read(text)).toMatch(`the number ${text} would change`);
  },
);
