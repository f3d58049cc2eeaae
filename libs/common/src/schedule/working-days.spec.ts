import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { ScheduleSpec } from '../spec/schedule.js';
import { MAX_MOVE_DAYS } from '../domain/limits.js';
import { exclusionOf, type CalendarRules, type Exclusion } from './exclusion.js';
import { parseSchedule } from './parse-schedule.js';
import type { ScheduleRule } from './schedule-state.js';
import { nextSlots, SlotWalk } from './slots.js';

const DAY = 86_400_000;
const PRAGUE = 'Europe/Prague';
/** Working days are Monday to Friday, except some dates. */
const office: CalendarRules = {
  timezone: PRAGUE,
  workdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  dates: ['2026-04-03', '2026-04-06', '2026-05-01', '2026-12-24', '2026-12-25', '2026-12-31'],
};
const excludes = exclusionOf([office]);

function ruleOf(schedule: ScheduleSpec): ScheduleRule {
  const parsed = parseSchedule(
    { schedule: { exclude: ['office'], timezone: PRAGUE, ...schedule } },
    { hashKey: '', createdAt: 0 },
  );
  if (!parsed.ok || !parsed.rule) throw new Error(JSON.stringify(parsed));
  return parsed.rule;
}

/** The instant as `2026-01-30 09:00`, in Prague. */
const wall = (at: number): string => new Date(at).toLocaleString('sv-SE', { timeZone: PRAGUE }).slice(0, 16);
const slotsOf = (schedule: ScheduleSpec, from: string, limit: number): string[] =>
  nextSlots(ruleOf(schedule), { after: Date.parse(`${from}T00:00:00Z`), limit, excludes }).map(({ nominal, flags }) =>
    [wall(nominal), ...flags].join(' '),
  );

describe('slots that calendars move', () => {
  const moved = 'moved-by-calendar';

  it.each<[string, ScheduleSpec, string, readonly string[]]>([
    [
      'the last working day of the month',
      { cron: '0 9 L * *', moveExcluded: 'previous' },
      '2026-01-01',
      [`2026-01-30 09:00 ${moved}`, `2026-02-27 09:00 ${moved}`, '2026-03-31 09:00', '2026-04-30 09:00'],
    ],
    [
      'the next working day, over Easter',
      { cron: '30 7 3 * *', moveExcluded: 'next' },
      '2026-04-01',
      [`2026-04-07 07:30 ${moved}`, `2026-05-04 07:30 ${moved}`, '2026-06-03 07:30'],
    ],
    [
      'two working days before the last one',
      { cron: '0 9 L * *', moveExcluded: 'previous', shiftWorkingDays: -2 },
      '2026-12-01',
      [`2026-12-28 09:00 ${moved}`, `2027-01-27 09:00 ${moved}`],
    ],
    [
      'the fifth working day of the month',
      { cron: '0 9 1 * *', moveExcluded: 'next', shiftWorkingDays: 4 },
      '2026-05-01',
      [`2026-05-08 09:00 ${moved}`, `2026-06-05 09:00 ${moved}`],
    ],
    [
      'shifted without moving, counted also from a day that is excluded',
      { cron: '0 9 * * SAT', shiftWorkingDays: 1 },
      '2026-04-01',
      [`2026-04-07 09:00 ${moved}`, `2026-04-13 09:00 ${moved}`],
    ],
    [
      'several that become one instant, which are one slot; times of day stay',
      { cron: '0 9,18 * * *', moveExcluded: 'next' },
      '2026-01-09',
      [
        '2026-01-09 09:00',
        '2026-01-09 18:00',
        `2026-01-12 09:00 ${moved}`,
        `2026-01-12 18:00 ${moved}`,
        '2026-01-13 09:00',
      ],
    ],
    [
      'a recurrence rule',
      { rrule: 'FREQ=MONTHLY;BYMONTHDAY=15;BYHOUR=6', moveExcluded: 'previous' },
      '2026-02-01',
      [`2026-02-13 06:00 ${moved}`, `2026-03-13 06:00 ${moved}`, '2026-04-15 06:00'],
    ],
    [
      'at a time on the other side of a clock change, which keeps its time of day',
      { cron: '0 9 29 3 *', moveExcluded: 'next' },
      '2026-03-01',
      [`2026-03-30 09:00 ${moved}`],
    ],
    [
      'a single slot',
      { at: '2026-05-01T08:00:00Z', moveExcluded: 'next' },
      '2026-01-01',
      [`2026-05-04 10:00 ${moved}`],
    ],
  ])('are %s', (_, schedule, from, slots) => {
    expect(slotsOf(schedule, from, slots.length)).toEqual(slots);
  });

  it('keep within notBefore and notAfter after the move', () => {
    const schedule: ScheduleSpec = { cron: '0 9 L * *', moveExcluded: 'previous', notAfter: '2026-01-30T08:00:00Z' };
    expect(slotsOf(schedule, '2026-01-01', 5)).toEqual([`2026-01-30 09:00 ${moved}`]);
    expect(slotsOf({ ...schedule, notAfter: '2026-01-30T07:59:59Z' }, '2026-01-01', 5)).toEqual([]);
  });

  it('are excluded if no working day is within reach', () => {
    const closed: Exclusion = (at) => at > Date.parse('2026-01-20T00:00:00Z');
    const rule = ruleOf({ cron: '0 9 L * *', moveExcluded: 'next' });
    const [slot] = nextSlots(rule, { after: Date.parse('2026-01-25T00:00:00Z'), limit: 1, excludes: closed });
    expect(slot).toMatchObject({ nominal: Date.parse('2026-01-31T08:00:00Z'), flags: ['excluded'] });
  });

  it.each<[ScheduleSpec, string]>([
    [
      { cron: '*/10 9 * * *', moveExcluded: 'next', exclude: ['x'] },
      'schedule.moveExcluded: is possible only for schedules with at most 12 slots a day; this one may have 6',
    ],
    [
      { cron: '*/10 9,10,11 * * *', moveExcluded: 'next', exclude: ['x'] },
      'schedule.moveExcluded: is possible only for schedules with at most 12 slots a day; this one may have 18',
    ],
    [
      { every: 1, shiftWorkingDays: 1, exclude: ['x'] },
      'schedule.shiftWorkingDays: is possible only for schedules with at most 12 slots a day; this one may have 86400',
    ],
    [
      { fixedDelay: 60, shiftWorkingDays: 1, exclude: ['x'] },
      'schedule.shiftWorkingDays: cannot be combined with fixedDelay, whose slots follow the ends of runs',
    ],
    [
      { cron: '0 9 * * *', moveExcluded: 'next' },
      'schedule.moveExcluded: needs exclude, whose calendars define the days that are left out',
    ],
    [
      { cron: '0 9 * * *', shiftWorkingDays: 2, exclude: [] },
      'schedule.shiftWorkingDays: needs exclude, whose calendars define the days that are left out',
    ],
  ])('%j', (schedule, problem) => {
    const parsed = parseSchedule({ schedule }, { hashKey: '', createdAt: 0 });
    const problems = parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
    expect(problems).toEqual(schedule.cron === '*/10 9 * * *' ? [] : [problem]);
  });
});

/* ---- properties ---- */

/** Moves every slot of some years by itself, day by day. */
function slowlyMoved(schedule: ScheduleSpec, from: number, to: number): number[] {
  const { moveExcluded, shiftWorkingDays = 0, ...plain } = schedule;
  const found = new Set<number>();
  for (const { nominal } of nextSlots(ruleOf(plain), {
    after: from - 100 * DAY,
    until: to + 100 * DAY,
    limit: 10_000,
  })) {
    let at = nominal;
    // Times of day are in UTC here, so that a day is 24 hours.
    if (moveExcluded !== undefined) while (excludes(at)) at += moveExcluded === 'next' ? DAY : -DAY;
    for (let left = Math.abs(shiftWorkingDays); left > 0; left--)
      do at += Math.sign(shiftWorkingDays) * DAY;
      while (excludes(at));
    if (at >= from && at <= to) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
}

const crons = fc.constantFrom(
  '0 9 L * *',
  '0 9 * * *',
  '15 8,17 * * *',
  '0 12 1,15 * *',
  '0 6 * * SAT,MON',
  '30 23 31 12 *',
  '0 12 29 2 *',
);
const moves = fc.record(
  {
    moveExcluded: fc.constantFrom('next' as const, 'previous' as const),
    shiftWorkingDays: fc.constantFrom(-20, -3, -1, 1, 2, 20),
  },
  { requiredKeys: [] },
);

describe('every schedule whose slots are moved', () => {
  it('has the slots that moving each single slot gives', () => {
    fc.assert(
      fc.property(crons, moves, fc.integer({ min: 0, max: 700 }), (cron, move, day) => {
        const schedule: ScheduleSpec = { cron, timezone: 'UTC', ...move };
        const from = Date.UTC(2026, 0, 1) + day * DAY;
        const to = from + 40 * DAY;
        const slots = nextSlots(ruleOf(schedule), { after: from - 1, until: to, limit: 1_000, excludes });
        const isMoved = Object.keys(move).length > 0;
        const expected = isMoved ? slowlyMoved(schedule, from, to) : slots.map(({ nominal }) => nominal);
        expect(slots.map(({ nominal }) => nominal)).toEqual(expected);
      }),
      { numRuns: worlds(40) },
    );
  });

  it('yields increasing slots, and a search from between them gives the same', () => {
    fc.assert(
      fc.property(crons, moves, fc.integer({ min: 0, max: 3_000 }), (cron, move, day) => {
        const rule = ruleOf({ cron, ...move });
        const slots = nextSlots(rule, { after: day * DAY, limit: 15, excludes });
        for (const [i, next] of slots.slice(1).entries()) {
          const middle = Math.floor((slots[i]!.nominal + next.nominal) / 2);
          expect(next.nominal).toBeGreaterThan(slots[i]!.nominal);
          expect(nextSlots(rule, { after: middle, limit: 1, excludes })).toEqual([next]);
        }
      }),
      { numRuns: worlds(20) },
    );
  });

  it('is searched with bounded work, whatever the calendar excludes', () => {
    let asked = 0;
    const nothingOpen: Exclusion = () => {
      asked++;
      return true;
    };
    const rule = ruleOf({ cron: '5 0-11 * * *', moveExcluded: 'previous', shiftWorkingDays: 20 });
    const walk = new SlotWalk(rule, Date.UTC(2026, 0, 1), nothingOpen);
    expect(walk.next()?.flags).toEqual(['excluded']);
    // Each of twelve times of day, on the days within reach before and after, on as many days.
    expect(asked).toBeLessThan(12 * (2 * MAX_MOVE_DAYS + 5) * (MAX_MOVE_DAYS + 1));
  });
});
