import { HandClock } from '#testing/hand-clock.js';
import { LimitUsage } from './limit-usage.js';

const limit = (maxActive: number | null, maxPerSecond: number | null = null) => ({ key: 'l', maxActive, maxPerSecond });

function usage() {
  const clock = new HandClock();
  return { clock, usage: new LimitUsage(() => clock.monotonic()) };
}

test('live attempts and promised starts use places and release them', () => {
  const { usage: used } = usage();
  used.addActive([limit(5)], 2);
  used.addPromised([limit(5)], 2);
  expect(used.room(limit(5), 1)).toBe(1);
  used.addPromised([limit(5)], -2);
  used.addActive([limit(5)], -1);
  expect(used.room(limit(5), 1)).toBe(4);
});

test('tokens are refilled with time, up to those of one second', () => {
  const { clock, usage: used } = usage();
  expect(used.room(limit(null, 10), 1)).toBe(10);
  used.spend([limit(null, 10)], 10);
  expect(used.room(limit(null, 10), 1)).toBe(0);
  clock.pass(250);
  expect(used.room(limit(null, 10), 1)).toBe(2);
  clock.pass(60_000);
  expect(used.room(limit(null, 10), 1)).toBe(10);
});

test('a gang larger than the tokens of one second starts with a full bucket, which then has to recover', () => {
  const { clock, usage: used } = usage();
  expect(used.room(limit(null, 4), 9)).toBeGreaterThanOrEqual(9);
  used.spend([limit(null, 4)], 9);
  clock.pass(1_000);
  expect(used.room(limit(null, 4), 1)).toBeLessThanOrEqual(0);
});
