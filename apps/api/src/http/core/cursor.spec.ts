import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.js';

test('a decoded cursor equals the key that was encoded', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 }), (key) => {
      const form = key.map((part) => (typeof part === 'string' ? 's' : 'n')).join('');
      expect(decodeCursor(encodeCursor(key), form)).toEqual(key);
    }),
  );
});

test('any other text is refused as a cursor', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const key = decodeCursor(text, 'ns');
      expect(key === null || key.length === 2).toBe(true);
    }),
  );
  expect(decodeCursor(encodeCursor(['a', 'b']), 'ns')).toBeNull();
  expect(decodeCursor(encodeCursor(['a'.repeat(3_000)]), 's')).toBeNull();
});
