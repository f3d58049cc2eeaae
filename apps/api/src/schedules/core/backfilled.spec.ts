import { MAX_BACKFILLED_COUNTED } from '#common/domain/limits.js';
import type { OpenGap } from '#common/schedule/schedule-state.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { backfilledIn, hasMade } from './backfilled.js';

const HOUR = 3_600_000;
const hour = (number: number): number => Date.parse('2026-03-02T00:00:00Z') + number * HOUR;
const night: OpenGap = { from: hour(1), to: hour(8), count: 8, outcome: 'missed', reason: 'MisfireSkip' };
const rule = aRule({ cron: '0 * * * *' });
const made = (from: number, to: number, mark = to, state: 'Running' | 'Completed' | 'Cancelled' = 'Completed') => ({
  rule,
  from: hour(from),
  to: hour(to),
  mark: hour(mark),
  state,
});
const counted = (gap: OpenGap, ...backfills: Parameters<typeof backfilledIn>[0][number]['backfills']): number =>
  backfilledIn([{ gap, backfills }])[0]!;

describe('slots of a gap that backfills have run', () => {
  it.each([
    ['none, without a backfill', [], 0],
    ['all, if a completed backfill covers the gap', [made(0, 9)], 8],
    ['those up to the mark of a running backfill', [made(0, 9, 3, 'Running')], 3],
    ['those up to the mark of a cancelled backfill', [made(0, 9, 3, 'Cancelled')], 3],
    ['none, if the backfill has made no run yet', [made(1, 8, 0.99, 'Running')], 0],
    ['counted once each, even if they were backfilled several times', [made(1, 4), made(3, 6)], 6],
    ['none, if the range is outside of the gap', [made(9, 12), made(-3, 0)], 0],
  ])('are %s', (_what, backfills, wanted) => {
    expect(counted(night, ...backfills)).toBe(wanted);
  });

  it('are slots of the schedule of the backfill, and never more than the gap has', () => {
    expect(counted(night, { ...made(0, 9), rule: aRule({ cron: '0 3 * * *' }) })).toBe(1);
    expect(counted(night, { ...made(0, 9), rule: aRule({ cron: '*/5 * * * *' }) })).toBe(8);
  });

  it('do not include slots that a calendar or a window excludes', () => {
    expect(counted({ ...night, outcome: 'excluded', reason: 'Excluded' }, made(0, 9))).toBe(0);
    const windows = [{ from: '04:00', to: '06:00' }];
    expect(counted(night, { ...made(0, 9), rule: aRule({ cron: '0 * * * *', windows }) })).toBeLessThan(8);
  });

  it('are counted up to the limit', () => {
    const long: OpenGap = { ...night, to: hour(1_000_000), count: 1_000_000 };
    const counts = backfilledIn([
      { gap: long, backfills: [made(0, 1_000_000)] },
      { gap: night, backfills: [made(0, 9)] },
    ]);
    expect(counts).toEqual([MAX_BACKFILLED_COUNTED, 0]);
  });
});

it('a slot has its run when the mark of its backfill has passed it', () => {
  const running = made(0, 9, 3, 'Running');
  expect([2, 3, 4].map((number) => hasMade(running, hour(number)))).toEqual([true, true, false]);
  expect(hasMade(made(0, 9, 8), hour(9))).toBe(true);
});
