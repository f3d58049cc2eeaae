/** @promise S11 */
import fc from 'fast-check';
import { rateLimitHeaders, RateLimiter, type Standing } from './rate-limiter.js';

const allowedOf = (standings: readonly Standing[]): number => standings.filter(({ allowed }) => allowed).length;

test('in any period a key is allowed at most its burst plus what the rate gives in that period', () => {
  const times = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100 }), (asked, perSecond, burst) => {
      const limiter = new RateLimiter({ perSecond, burst });
      const sorted = asked.toSorted((a, b) => a - b);
      const taken = sorted.map((at) => limiter.take('a', at));
      const span = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
      expect(allowedOf(taken)).toBeLessThanOrEqual(burst + (span * perSecond) / 1_000 + 1e-3);
      expect(allowedOf(taken)).toBeGreaterThanOrEqual(Math.min(burst, sorted.length));
    }),
  );
});

test('a caller that waits as long as the limiter says is allowed', () => {
  const limiter = new RateLimiter({ perSecond: 10, burst: 2 });
  expect([limiter.take('a', 0), limiter.take('a', 0)].map(({ remaining }) => remaining)).toEqual([1, 0]);
  const refused = limiter.take('a', 0);
  expect(refused).toEqual({ allowed: false, remaining: 0, resetMs: 100 });
  expect(limiter.take('a', 99).allowed).toBe(false);
  expect(limiter.take('a', 100).allowed).toBe(true);
});

test('keys do not affect each other, and the number of keys in memory is bounded', () => {
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 });
  expect(limiter.take('a', 0).allowed).toBe(true);
  expect(limiter.take('a', 0).allowed).toBe(false);
  for (let each = 0; each < 20_000; each++) expect(limiter.take(`key ${each}`, 0).allowed).toBe(true);
  expect(limiter.take('a', 0).allowed).toBe(true);
});

test('the headers describe every limit, and the older headers describe the limit that is closest to its end', () => {
  const rate = { perSecond: 10, burst: 20 };
  expect(
    rateLimitHeaders([
      { name: 'token', rate, standing: { allowed: true, remaining: 15, resetMs: 500 } },
      { name: 'tenant', rate: { perSecond: 5, burst: 100 }, standing: { allowed: true, remaining: 90, resetMs: 10 } },
      { name: 'tenant', rate: { perSecond: 5, burst: 100 }, standing: { allowed: true, remaining: 2, resetMs: 1_500 } },
    ]),
  ).toEqual({
    RateLimit: '"tenant";r=2;t=2, "token";r=15;t=1',
    'RateLimit-Policy': '"tenant";q=100;w=20, "token";q=20;w=2',
    'RateLimit-Limit': '100',
    'RateLimit-Remaining': '2',
    'RateLimit-Reset': '2',
  });
  expect(rateLimitHeaders([])).toEqual({});
});
