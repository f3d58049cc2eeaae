import fc from 'fast-check';
import type { Backfill } from '#common/domain/backfill.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { MAX_BACKFILL_SLOTS } from '#common/domain/limits.js';
import { excludesNothing, exclusionOf } from '#common/schedule/exclusion.js';
import type { ScheduleSpec } from '#common/spec/schedule.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { advanced, cancelled, nextBatch, slotsInRange } from './backfill.js';

const T0 = Date.parse('2026-05-04T10:00:00Z');
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Some days before the clock change. */
const DST = Date.parse('2026-10-15T00:00:00Z');
const rule = aRule({ cron: '* * * * *' });

const aBackfill = (change: Partial<Backfill> = {}): Backfill => ({
  id: 'b1',
  job: asJobId('j1'),
  tenant: asTenantId('acme'),
  shard: 1,
  rev: 1,
  rule,
  from: T0,
  to: T0 + 4 * MINUTE,
  mark: T0 - 1,
  nextAt: T0,
  maxPerMinute: 60,
  concurrencyPolicy: null,
  requestedBy: 'anna',
  createdAt: T0,
  finishedAt: null,
  state: 'Running',
  message: '',
  total: 5,
  made: 0,
  ...change,
});

describe('the slots of a range', () => {
  const now = T0 + 60 * MINUTE;

  it('are those of the rule, including both ends', () => {
    const range = slotsInRange(rule, { from: T0, to: T0 + 2 * MINUTE }, excludesNothing, now);
    expect(range).toEqual({ ok: true, slots: [T0, T0 + MINUTE, T0 + 2 * MINUTE] });
  });

  it('do not include slots that calendars exclude', () => {
    const range = slotsInRange(rule, { from: T0, to: T0 + 2 * MINUTE }, (at) => at === T0 + MINUTE, now);
    expect(range).toEqual({ ok: true, slots: [T0, T0 + 2 * MINUTE] });
  });

  it.each([
    ['the future', { from: T0, to: now + 1 }, 'to'],
    ['a range whose end is before its start', { from: T0 + 1, to: T0 }, 'from'],
    ['more slots than the limit', { from: T0 - (MAX_BACKFILL_SLOTS + 1) * MINUTE, to: T0 }, 'to'],
  ])('refuse %s, with the name of the field', (_what, range, path) => {
    expect(slotsInRange(rule, range, excludesNothing, now)).toMatchObject({ ok: false, path });
  });
});

describe('a step', () => {
  const now = T0 + 10 * MINUTE;

  it('starts as many slots as the rate allows, and waits for the corresponding time', () => {
    const backfill = aBackfill({ maxPerMinute: 120 });
    const batch = nextBatch(backfill, excludesNothing, 1_000);
    expect(batch).toEqual([T0, T0 + MINUTE]);
    expect(advanced(backfill, { batch, made: 2 }, now)).toMatchObject({
      mark: T0 + MINUTE,
      made: 2,
      nextAt: now + 1_000,
      state: 'Running',
      rev: 2,
    });
  });

  it('starts one slot if the rate is less than one per step', () => {
    const backfill = aBackfill({ maxPerMinute: 2 });
    const batch = nextBatch(backfill, excludesNothing, 1_000);
    expect(batch).toEqual([T0]);
    expect(advanced(backfill, { batch, made: 1 }, now).nextAt).toBe(now + 30_000);
  });

  it('stops before a slot that could not be admitted', () => {
    const batch = [T0, T0 + MINUTE];
    expect(advanced(aBackfill(), { batch, made: 0 }, now)).toMatchObject({
      mark: T0 - 1,
      made: 0,
      nextAt: now + 1_000,
    });
    expect(advanced(aBackfill(), { batch, made: 1 }, now)).toMatchObject({ mark: T0, made: 1, nextAt: now + 1_000 });
  });

  it('completes the backfill when no slot is left', () => {
    const done = advanced(aBackfill({ mark: T0 + 4 * MINUTE, made: 5 }), { batch: [], made: 0 }, now);
    expect(done).toMatchObject({ state: 'Completed', nextAt: null, finishedAt: now, made: 5 });
  });
});

test('a cancelled backfill keeps its runs and starts no others', () => {
  expect(cancelled(aBackfill({ made: 2, mark: T0 + MINUTE }), 'Cancelled by anna.', T0)).toMatchObject({
    state: 'Cancelled',
    nextAt: null,
    made: 2,
    mark: T0 + MINUTE,
    message: 'Cancelled by anna.',
  });
});

test('every slot of the range gets its run once and in order, for any steps and any refused slots', () => {
  const MONDAYS = exclusionOf([{ weekly: [{ days: ['mon'], from: '00:00', to: '24:00' }] }]);
  const rules = fc.constantFrom<ScheduleSpec>(
    { cron: '*/30 * * * *', timezone: 'Europe/Prague' },
    { cron: '0 6 * * *', moveExcluded: 'previous' },
    { cron: ['0 6 * * *', '0 18 * * 2'], moveExcluded: 'next', shiftWorkingDays: -1 },
    { cron: '0 * * * *', windows: [{ from: '09:00', to: '17:00' }], outsideWindows: 'open' },
    { every: 3_600, windows: [{ from: '22:00', to: '02:00' }] },
  );
  const steps = fc.array(fc.record({ made: fc.nat(3), stepMs: fc.constantFrom(100, 1_000, 3_000) }), { maxLength: 20 });
  const ranges = fc.record({ from: fc.nat(20 * DAY), hours: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(rules, fc.constantFrom(excludesNothing, MONDAYS), ranges, steps, (spec, excludes, range, taken) => {
      const from = DST + range.from;
      const to = DST + range.from + range.hours * 3_600_000;
      const walked = aRule({ ...spec, exclude: ['mondays'] });
      const wanted = slotsInRange(walked, { from, to }, excludes, to);
      let backfill = aBackfill({ rule: walked, from, to, mark: from - 1, maxPerMinute: 120 });
      const made: number[] = [];
      for (const step of [...taken, ...Array.from({ length: 300 }, () => ({ made: 9, stepMs: 9_000 }))]) {
        if (backfill.state !== 'Running') break;
        const batch = nextBatch(backfill, excludes, step.stepMs);
        const count = Math.min(step.made, batch.length);
        made.push(...batch.slice(0, count));
        backfill = advanced(backfill, { batch, made: count }, to);
      }
      expect(wanted).toEqual({ ok: true, slots: made });
      expect(backfill).toMatchObject({ state: 'Completed', made: made.length });
    }),
  );
});
