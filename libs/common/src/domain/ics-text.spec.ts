import { icsText } from './ics-text.js';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test('a file in UTF-8 is read as it is, with its folds', () => {
  expect(icsText(bytes('SUMMARY:Štědrý\r\n den\r\n'))).toBe('SUMMARY:Štědrý\r\n den\r\n');
});

test.each([
  ['CRLF and a space', '\r\n '],
  ['a line feed and a tab', '\n\t'],
  ['doubled carriage returns', '\r\r\n '],
  ['a carriage return', '\r '],
])('a character that %s cut in two is read', (_what, fold) => {
  // é is C3 A9, 🎄 is F0 9F 8E 84.
  expect(icsText(bytes('SUMMARY:caf', 0xc3, fold, 0xa9, '\r\nA:', 0xf0, fold, 0x9f, 0x8e, fold, 0x84, '\r\n'))).toBe(
    'SUMMARY:café\r\nA:🎄\r\n',
  );
});

test('what is not UTF-8 without its folds, either, is no text', () => {
  expect(icsText(Buffer.from('SUMMARY:caf\xe9\r\n', 'latin1'))).toBeNull();
});

test('rows of carriage returns are kept, and looked at once', () => {
  const row = '\r'.repeat(200_000);
  const begin = performance.now();
  expect(icsText(bytes('A:', 0xc3, '\r\n ', 0xa9, row, 'B', row, '\n '))).toBe(`A:é${row}B`);
  // Looked at from each of them it took the square of their number: half a minute.
  expect(performance.now() - begin).toBeLessThan(1_000);
});
