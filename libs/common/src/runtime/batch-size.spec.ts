import { AdaptiveBatchSize } from './batch-size.js';

const LIMITS = { least: 10, most: 1_000, targetMs: 100 };

/** Runs batches on something that takes so long per piece; gives the sizes. */
function batches(
  count: number,
  msPerPiece: (batch: number) => number,
  batch = new AdaptiveBatchSize(LIMITS),
): number[] {
  return Array.from({ length: count }, (_, i) => {
    const { size } = batch;
    batch.took(size * msPerPiece(i), size);
    return size;
  });
}

test('grows to what takes as long as it should, and stays about there', () => {
  const sizes = batches(200, () => 0.5).slice(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(100);
});

test('shrinks at once when the same takes longer, and grows again when it does not', () => {
  const sizes = batches(300, (i) => (i >= 100 && i < 200 ? 5 : 0.1));
  expect(sizes[99]).toBeGreaterThan(900);
  expect(sizes[110]).toBeLessThan(80);
  expect(sizes[299]).toBeGreaterThan(900);
});

test('keeps to its limits, whatever happens', () => {
  const slow = new AdaptiveBatchSize(LIMITS);
  expect(Math.min(...batches(50, () => 1e6, slow))).toBe(10);
  for (let i = 0; i < 10; i++) slow.giveWay();
  expect(slow.size).toBe(10);
  expect(Math.max(...batches(200, () => 0, slow))).toBe(1_000);
  slow.giveWay();
  expect(slow.size).toBe(500);
});

test('does not grow by a batch that was not full', () => {
  const batch = new AdaptiveBatchSize(LIMITS);
  batch.took(1, 3);
  expect(batch.size).toBe(10);
});
