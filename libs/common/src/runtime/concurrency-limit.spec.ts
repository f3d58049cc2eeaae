import { ConcurrencyLimit } from './concurrency-limit.js';

const BOUNDS = { min: 2, max: 32, initial: 8 };

/** A resource that serves `capacity` operations at once in 10 ms each; more only wait inside it. */
function serve(limit: ConcurrencyLimit, capacity: number, operations: number): void {
  for (let i = 0; i < operations; i++) {
    const underWay = limit.current;
    limit.succeeded(10 * Math.max(1, underWay / capacity), underWay);
  }
}

test('grows as far as the resource takes more without slowing down', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  serve(limit, 100, 10_000);
  expect(limit.current).toBe(32);
});

test('falls when operations take longer than usual, and comes back', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  serve(limit, 100, 5_000);
  serve(limit, 4, 2_000);
  expect(limit.current).toBeLessThan(20);
  serve(limit, 100, 5_000);
  expect(limit.current).toBe(32);
});

test('what fails lowers it at once, but never below its least', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  limit.failed();
  expect(limit.current).toBe(5);
  for (let i = 0; i < 20; i++) limit.failed();
  expect(limit.current).toBe(2);
});

test('stays where it is while it is not used', () => {
  const limit = new ConcurrencyLimit(BOUNDS);
  for (let i = 0; i < 10_000; i++) limit.succeeded(1, 1);
  expect(limit.current).toBe(8);
});
