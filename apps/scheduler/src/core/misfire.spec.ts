import type { MisfireRule } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { firstToRun, missReason } from './plan-step.js';

const MINUTE = 60_000;
const MARK = Date.parse('2026-05-05T10:00:00Z');
const rule = aRule({ cron: '* * * * *' });

/** Minutes after the watermark at which the first slot runs; slots are due up to `now`, in minutes. */
function firstMinute(now: number, change: Partial<MisfireRule>, excluded: readonly number[] = []): number {
  const misfire: MisfireRule = { policy: 'last', maxMissed: 5, startingDeadlineSeconds: null, ...change };
  const excludes = (at: number): boolean => excluded.includes((at - MARK) / MINUTE);
  const view = { now: MARK + now * MINUTE, dueBy: MARK + now * MINUTE };
  const [first] = nextSlots(rule, { after: MARK, limit: 1 });
  return (firstToRun({ rule, mark: MARK, misfire, excludes }, view, first!) - MARK) / MINUTE;
}

test('a slot that is late by a minute at most runs under every policy', () => {
  for (const policy of ['skip', 'last', 'all'] as const) expect(firstMinute(2, { policy })).toBe(1);
});

test('after an hour "skip" and "last" run the slots on time, and "all" also the latest missed ones', () => {
  expect(firstMinute(60, { policy: 'skip' })).toBe(59);
  expect(firstMinute(60, { policy: 'last' })).toBe(59);
  expect(firstMinute(60, { policy: 'all', maxMissed: 10 })).toBe(49);
  expect(firstMinute(60, { policy: 'all', maxMissed: 1_000 })).toBe(1);
});

test('the deadline limits how late a slot may start under any policy', () => {
  expect(firstMinute(60, { policy: 'all', maxMissed: 1_000, startingDeadlineSeconds: 300 })).toBe(55);
  expect(firstMinute(60, { policy: 'skip', startingDeadlineSeconds: 30 })).toBe(60);
});

test('an excluded slot does not count as the last missed one', () => {
  expect(firstMinute(60, { policy: 'all', maxMissed: 2 }, [58])).toBe(56);
});

test('the reason names the setting that prevented the run of a slot', () => {
  const [slot] = nextSlots(rule, { after: MARK, limit: 1 });
  const reason = (change: Partial<MisfireRule>): string =>
    missReason(slot!, { policy: 'all', maxMissed: 5, startingDeadlineSeconds: null, ...change }, MARK + 10 * MINUTE);
  expect([reason({ policy: 'skip' }), reason({ policy: 'last' }), reason({ policy: 'all' })]).toEqual([
    ...['MisfireSkip', 'MisfireLast', 'MaxMissed'],
  ]);
  expect(reason({ policy: 'skip', startingDeadlineSeconds: 60 })).toBe('StartingDeadline');
});
