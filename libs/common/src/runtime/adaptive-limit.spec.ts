import { AdaptiveBatchSize, ConcurrencyLimit } from './adaptive-limit.js';

const BOUNDS = { min: 2, max: 32, initial: 8 };

/** A resource that performs `capacity` operations at once in 10 ms each; further ones wait inside it. */
function serve(limit: ConcurrencyLimit, capacity: number, operations: number): void {
  for (let i = 0; i < operations; i++) {
    const underWay = limit.current;
    limit.succeeded(10 * Math.max(1, underWay / capacity), underWay);
  }
}

test('grows as long as the resource performs more without becoming slower', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  serve(limit, 100, 10_000);
  expect(limit.current).toBe(32);
});

test('falls when operations take longer than usual, and recovers', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  serve(limit, 100, 5_000);
  serve(limit, 4, 2_000);
  expect(limit.current).toBeLessThan(20);
  serve(limit, 100, 5_000);
  expect(limit.current).toBe(32);
});

test('falls at once when operations fail, but never below its minimum', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  limit.failed();
  expect(limit.current).toBe(5);
  for (let i = 0; i < 20; i++) limit.failed();
  expect(limit.current).toBe(2);
});

test('does not change while it is not used', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  for (let i = 0; i < 10_000; i++) limit.succeeded(1, 1);
  expect(limit.current).toBe(8);
});

const LIMITS = { least: 10, most: 1_000, targetMs: 100 };

/** Performs batches on a resource that takes this long per item; gives the sizes. */
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

test('grows to the size that takes the target time, and stays near it', () => {
  const sizes = batches(200, () => 0.5).slice(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(100);
});

test('shrinks at once when the same size takes longer, and grows again when it does not', () => {
  const sizes = batches(300, (i) => (i >= 100 && i < 200 ? 5 : 0.1));
  expect(sizes[99]).toBeGreaterThan(900);
  expect(sizes[110]).toBeLessThan(80);
  expect(sizes[299]).toBeGreaterThan(900);
});

test('stays within its limits, whatever happens', () => {
  const slow = new AdaptiveBatchSize(LIMITS);
  expect(Math.min(...batches(50, () => 1e6, slow))).toBe(10);
  for (let i = 0; i < 10; i++) slow.giveWay();
  expect(slow.size).toBe(10);
  expect(Math.max(...batches(200, () => 0, slow))).toBe(1_000);
  slow.giveWay();
  expect(slow.size).toBe(500);
});

test('does not grow after a batch that was not full', () => {
  const batch = new AdaptiveBatchSize(LIMITS);
  batch.took(1, 3);
  expect(batch.size).toBe(10);
});
