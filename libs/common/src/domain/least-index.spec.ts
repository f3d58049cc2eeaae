import { jest } from '@jest/globals';
import { leastIndex } from './least-index.js';

test.each([0, 1, 2, 3, 7, 100])(
  'among %d indexes it is each one from which the test holds, or their number',
  (size) => {
    for (let from = 0; from <= size; from++) expect(leastIndex(size, (index) => index >= from)).toBe(from);
  },
);

test('few indexes of very many are tested', () => {
  const holds = jest.fn((index: number) => index >= 700_000);
  expect(leastIndex(1_000_000, holds)).toBe(700_000);
  expect(holds.mock.calls.length).toBeLessThanOrEqual(20);
});
