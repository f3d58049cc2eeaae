import { LimitUsage, WHOLE, type SharedParts } from './limit-usage.js';

const limit = (maxActive: number | null) => ({ key: 'l', maxActive, maxPerSecond: null });

function usage(parts: Partial<SharedParts> = {}): LimitUsage {
  return new LimitUsage({ unitsOf: () => null, tokensOf: () => null, spend: () => undefined, ...parts });
}

test('live attempts and promised starts use places and release them', () => {
  const used = usage();
  used.addActive([limit(5)], { all: 2, own: 0 });
  used.addPromised([limit(5)], 2);
  expect(used.room(limit(5))).toBe(1);
  used.addPromised([limit(5)], -2);
  used.addActive([limit(5)], { all: -1, own: 0 });
  expect(used.room(limit(5))).toBe(4);
});

test('of a shared limit this replica has its part, in which only attempts count that it has claimed itself', () => {
  const used = usage({ unitsOf: () => 4 });
  const shared = { ...limit(20), shared: { key: 'l', percent: WHOLE } };
  const half = { ...shared, key: 'half', shared: { key: 'l', percent: 50 } };
  const none = { ...shared, key: 'none', shared: { key: 'l', percent: 1 } };
  used.addActive([shared, half, none], { all: 7, own: 1 });
  expect([shared, half, none].map((each) => used.room(each))).toEqual([3, 1, 0]);
});

test('starts per second are those for which this replica has tokens', () => {
  const spent: unknown[] = [];
  const used = usage({ tokensOf: () => 3, spend: (...each) => spent.push(each) });
  const slow = { key: 'l', maxActive: null, maxPerSecond: 10, shared: { key: 'l', percent: WHOLE } };
  used.addPromised([slow], 1);
  expect(used.room(slow)).toBe(2);
  used.spend([slow, limit(5)], 2);
  expect(spent).toEqual([['l', 2]]);
});
