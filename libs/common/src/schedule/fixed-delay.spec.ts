import { asRunId } from '../domain/ids.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { delayedFrom, ruleOfSlots } from './fixed-delay.js';
import { parseSchedule } from './parse-schedule.js';
import { nextSlots } from './slots.js';

const CONTEXT = { hashKey: 'acme/job-1', createdAt: 1_500 };
const slotsOf = (schedule: Parameters<typeof aRule>[0], at: number): number[] => {
  const rule = ruleOfSlots({ rule: aRule(schedule), delayed: { at, run: null } });
  return nextSlots(rule!, { after: 0, limit: 5 }).map(({ nominal }) => nominal);
};

test('a fixed delay has only the one slot that is known', () => {
  expect(slotsOf({ fixedDelay: 60 }, 90_000)).toEqual([90_000]);
  expect(ruleOfSlots({ rule: aRule({ every: 60 }), delayed: { at: 5, run: asRunId('r') } })).toEqual(
    aRule({ every: 60 }),
  );
  expect(ruleOfSlots({ rule: null })).toBeNull();
});

test('without a known end of a run a fixed delay has no slot', () => {
  expect(nextSlots(aRule({ fixedDelay: 60 }), { after: -1, limit: 5 })).toEqual([]);
});

test('the slot is not before notBefore, and there is none after notAfter', () => {
  expect(slotsOf({ fixedDelay: 60, notBefore: '1970-01-01T00:10:00Z' }, 90_000)).toEqual([600_000]);
  expect(slotsOf({ fixedDelay: 60, notAfter: '1970-01-01T00:10:00Z' }, 660_000)).toEqual([]);
});

test('the delay ends on a whole second, and is never shorter than configured', () => {
  expect(delayedFrom(10, 1_001)).toEqual({ at: 12_000, run: null });
  expect(delayedFrom(10, 1_000)).toEqual({ at: 11_000, run: null });
});

test.each([
  [{ fixedDelay: 60, every: 60 }, 'schedule', 'takes one of cron, every, at, fixedDelay and rrule'],
  [{ fixedDelay: 0.5 }, 'schedule.fixedDelay', 'must be a whole number of seconds, at least 1'],
  [{ fixedDelay: 60, anchor: '2026-01-01T00:00:00Z' }, 'schedule.anchor', 'is possible only with every or rrule'],
  [
    { fixedDelay: 60, notAfter: '1970-01-01T00:00:30Z' },
    'schedule.fixedDelay',
    'yields no slot between notBefore and notAfter',
  ],
])('%j is refused', (schedule, path, message) => {
  expect(parseSchedule({ schedule }, CONTEXT)).toEqual({ ok: false, problems: [{ path, message }] });
});
