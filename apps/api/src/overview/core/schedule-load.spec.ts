import fc from 'fast-check';
import { loadOf, MAX_BUSIEST } from './schedule-load.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 5, 8, 30);
const NINE = Date.UTC(2026, 0, 5, 9);

test('jobs are counted by the minute and the hour of their next slots, and the fullest minutes are listed', () => {
  const slots = [NINE, NINE + 20_000, NINE, NINE + 5 * MINUTE, NINE + HOUR, NINE + HOUR];
  const { minutes, hours, busiest } = loadOf(slots, NOW);
  expect([minutes[0], minutes[5], minutes[6]]).toEqual([5, 1, 0]);
  expect(hours.slice(0, 4)).toEqual([
    { at: NINE - HOUR, jobs: 0 },
    { at: NINE, jobs: 4 },
    { at: NINE + HOUR, jobs: 2 },
    { at: NINE + 2 * HOUR, jobs: 0 },
  ]);
  expect(busiest).toEqual([
    { at: NINE, jobs: 3 },
    { at: NINE + HOUR, jobs: 2 },
  ]);
});

test('every slot in the range is counted once, and no slot outside of it', () => {
  const slot = fc.integer({ min: NOW - HOUR, max: NOW + 30 * HOUR });
  fc.assert(
    fc.property(fc.array(slot), (slots) => {
      const { minutes, hours, busiest } = loadOf(slots, NOW);
      const counted = slots.filter((at) => at >= NOW && at < NOW - 30 * MINUTE + 24 * HOUR).length;
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
      expect(sum(minutes)).toBe(counted);
      expect(sum(hours.map(({ jobs }) => jobs))).toBe(counted);
      expect(busiest.length).toBeLessThanOrEqual(MAX_BUSIEST);
    }),
  );
});
