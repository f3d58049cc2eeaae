/**
 * How much work an expression can cause: counted in steps of the searches, because time depends on the machine (bench/ measures
 * it). A step takes well under a microsecond, so the bounds below stand for a few milliseconds.
 */
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { ScheduleSpec } from '../spec/schedule.js';
import { FieldSet } from './field-set.js';
import { parseSchedule } from './parse-schedule.js';
import { RruleSearch } from './rrule-search.js';
import { nextSlots } from './slots.js';
import { Zone } from './zone.js';

/** The longest search goes through every month of 130 years once per expression. */
const MAX_STEPS_PER_EXPRESSION = 10_000;

/** A recurrence rule checks each day of 130 years once: to see that it never fires, and for its last slot. */
const MAX_DAYS_PER_RRULE = 48_000;

/** Parses, and searches for the first slot if it is accepted. */
function stepsOf(schedule: ScheduleSpec): { steps: number; ok: boolean } {
  const steps = [jest.spyOn(FieldSet.prototype, 'from'), jest.spyOn(Zone.prototype, 'stretchAt')] as const;
  const parsed = parseSchedule({ schedule }, { hashKey: 'acme/x', createdAt: 0 });
  if (parsed.ok && parsed.rule) nextSlots(parsed.rule, { after: Date.UTC(2026, 0, 1), limit: 1 });
  const count = steps.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of steps) spy.mockRestore();
  return { steps: count, ok: parsed.ok };
}

describe('the work for an expression', () => {
  it.each<[string, ScheduleSpec]>([
    ['a day that no month has', { cron: '0 0 30 2 *' }],
    ['a day that only other months have', { cron: '0 0 31 2,4,6,9,11 *' }],
    ['a leap day of years that have none', { cron: '0 0 0 29 2 ? 2001-2003,2100' }],
    ['the last century’s only leap day', { cron: '0 0 0 29 2 ? 2097-2099' }],
    ['working days that do not exist', { cron: '0 0 31W 2,4,6,9,11 ?' }],
    ['a day before a month begins', { cron: '0 0 L-30 2 *' }],
    ['a bound after the last slot', { cron: '0 0 1 1 *', notBefore: '2099-06-01T00:00:00Z' }],
    ['a bound before the first slot', { cron: '0 0 0 1 1 ? 2099', notAfter: '2000-01-01T00:00:00Z' }],
  ])('is small if it never fires: %s', (_, schedule) => {
    const { steps, ok } = stepsOf({ timezone: 'Europe/Prague', ...schedule });
    expect(ok).toBe(false);
    expect(steps).toBeLessThan(MAX_STEPS_PER_EXPRESSION);
  });

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=4;BYYEARDAY=1',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=3',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTHDAY=1',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=1000',
  ])('is bounded for a recurrence rule: %s', (rrule) => {
    const days = jest.spyOn(RruleSearch.prototype as unknown as { matches(day: number): boolean }, 'matches');
    stepsOf({ rrule, timezone: 'Europe/Prague', anchor: '1971-01-01T00:00:00Z' });
    const count = days.mock.calls.length;
    days.mockRestore();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(2 * MAX_DAYS_PER_RRULE);
  });

  it('is bounded for the rarest slots, in sixteen expressions at once', () => {
    const cron = Array.from({ length: 16 }, (_, i) => `${i} 59 23 29 2 ? 2096`);
    const { steps, ok } = stepsOf({ cron, timezone: 'America/New_York' });
    expect(ok).toBe(true);
    expect(steps).toBeLessThan(16 * MAX_STEPS_PER_EXPRESSION);
  });

  it('is bounded for any text', () => {
    const char = fc.constantFrom(...Array.from('0123456789*/-,?#LWH() '));
    const item = fc.oneof(
      fc.constantFrom('*', '?', 'L', 'LW', '31W', 'L-30', '6#5', '5L', 'H', 'H/59', 'H(0-0)', '0-59/59', '*/1', '1970'),
      fc.integer({ min: 0, max: 2100 }).map(String),
      fc.array(char, { maxLength: 8 }).map((chars) => chars.join('')),
    );
    const field = fc.array(item, { minLength: 1, maxLength: 70 }).map((items) => items.join(','));
    const days = fc.tuple(
      fc.constantFrom('*', '29', '30', '31', 'L-30', '31W', 'LW'),
      fc.constantFrom('*', '2', '4,6'),
    );
    const sensible = fc
      .tuple(fc.constantFrom('*', '59', 'H/59', '0-59/59'), days, fc.constantFrom('?', '6#5', '5L', '*'))
      .map(([time, [day, month], weekday]) => `${time} 23 ${day} ${month} ${weekday}`);
    const wild = fc.array(fc.oneof(item, field), { minLength: 0, maxLength: 9 }).map((fields) => fields.join(' '));
    const cron = fc.oneof(wild, sensible);
    const dst = fc.record({
      gap: fc.constantFrom('skip' as const, 'after' as const, 'before' as const),
      overlap: fc.constantFrom('first' as const, 'second' as const, 'both' as const),
    });
    let refused = 0;
    let accepted = 0;
    fc.assert(
      fc.property(cron, dst, fc.constantFrom('UTC', 'Africa/Casablanca', 'Pacific/Apia'), (text, dst, timezone) => {
        const { steps, ok } = stepsOf({ cron: text, dst, timezone });
        if (ok) accepted++;
        else refused++;
        expect(steps).toBeLessThan(MAX_STEPS_PER_EXPRESSION);
      }),
      { numRuns: worlds(600) },
    );
    expect(Math.min(refused, accepted)).toBeGreaterThan(10);
  });
});
