import fc from 'fast-check';
import { isStoredAfter } from './stored-order.js';

test.each([
  ['\u{1f680}', '\uff21'],
  ['a\u{10000}', 'a\uffee'],
  ['b', 'a\u{1f680}'],
  ['ab', 'a'],
])('%j is stored after %j', (later, earlier) => {
  expect([isStoredAfter(later, earlier), isStoredAfter(earlier, later)]).toEqual([true, false]);
});

test('texts are in the order of their UTF-8 bytes, as the database compares them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffee', '\u{10000}', '\u{1f680}') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(isStoredAfter(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0);
    }),
  );
});
