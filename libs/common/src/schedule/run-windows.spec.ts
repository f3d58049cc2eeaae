import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { ScheduleSpec } from '../spec/schedule.js';
import type { ScheduleRule } from './schedule-state.js';
import { parseSchedule } from './parse-schedule.js';
import { markTooSoon, nextSlots } from './slots.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

function ruleOf(schedule: ScheduleSpec): ScheduleRule {
  const parsed = parseSchedule({ schedule }, { hashKey: 'acme/job-1', createdAt: 0 });
  if (!parsed.ok || !parsed.rule) throw new Error(JSON.stringify(parsed));
  return parsed.rule;
}

const textOf = (at: number): string => new Date(at).toISOString().slice(0, 16);

function slotsAfter(schedule: ScheduleSpec, after: string, limit: number): string[] {
  return nextSlots(ruleOf(schedule), { after: Date.parse(after), limit }).map(({ nominal, flags }) =>
    [textOf(nominal), ...flags].join(' '),
  );
}

const night = { windows: [{ from: '22:00', to: '06:00' }] } satisfies ScheduleSpec;

describe('a preview of a schedule with a minimum interval', () => {
  it('marks a slot that would follow too soon on the last slot that is not marked', () => {
    const rule = ruleOf({ cron: '0,1,2,20,29,30 * * * *', minIntervalSeconds: 600 });
    const marked = markTooSoon(nextSlots(rule, { after: -1, limit: 7 }), rule);
    const soon = marked.filter(({ flags }) => flags.includes('too-soon')).map(({ nominal }) => nominal / MINUTE);
    expect(soon).toEqual([1, 2, 29]);
    const plain = ruleOf({ cron: '* * * * *' });
    expect(markTooSoon(nextSlots(plain, { after: -1, limit: 7 }), plain).flatMap(({ flags }) => flags)).toEqual([]);
  });
});

describe('the windows of a schedule', () => {
  it.each<[string, ScheduleSpec, string, readonly string[]]>([
    [
      'drop slots outside of them',
      { cron: '0 */8 * * *', ...night },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T08:00 excluded outside-window', '2026-05-04T16:00 excluded outside-window', '2026-05-05T00:00'],
    ],
    [
      'include their first instant and exclude their last',
      { cron: '0 6,22 * * *', ...night },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T06:00 excluded outside-window', '2026-05-04T22:00'],
    ],
    [
      'replace slots outside of them by one slot at the next opening',
      { cron: '0 */4 * * *', ...night, outsideWindows: 'open' },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T04:00', '2026-05-04T22:00 moved-to-window', '2026-05-05T00:00'],
    ],
    [
      'move nothing if no slot was due',
      { cron: '0 1 * * *', ...night, outsideWindows: 'open' },
      '2026-05-04T02:00:00Z',
      ['2026-05-05T01:00', '2026-05-06T01:00'],
    ],
    [
      'open on the named days, and close a day later',
      { cron: '0 3 * * *', windows: [{ days: ['fri'], from: '22:00', to: '06:00' }], outsideWindows: 'open' },
      '2026-05-04T00:00:00Z',
      ['2026-05-08T22:00 moved-to-window', '2026-05-09T03:00', '2026-05-15T22:00 moved-to-window'],
    ],
    [
      'may be several, and apply to a period as well',
      {
        every: 7_200,
        anchor: '2026-05-04T01:00:00Z',
        windows: [
          { from: '02:00', to: '04:00' },
          { from: '03:00', to: '08:00' },
        ],
      },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T01:00 excluded outside-window', '2026-05-04T03:00', '2026-05-04T05:00', '2026-05-04T07:00'],
    ],
    [
      'are read in the zone of the schedule',
      { cron: '0 12 * * *', timezone: 'America/New_York', ...night, outsideWindows: 'open' },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T02:00 moved-to-window', '2026-05-05T02:00 moved-to-window'],
    ],
    [
      'open at the instant to which the clock jumps if it jumps over their beginning',
      {
        cron: '0 1 * * *',
        timezone: 'Europe/Prague',
        windows: [{ from: '02:30', to: '05:00' }],
        outsideWindows: 'open',
      },
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00 moved-to-window', '2026-03-30T00:30 moved-to-window'],
    ],
    [
      'move a single instant, too',
      { at: '2026-05-04T12:00:00Z', ...night, outsideWindows: 'open' },
      '2026-05-04T00:00:00Z',
      ['2026-05-04T22:00 moved-to-window'],
    ],
  ])('%s', (_, schedule, after, slots) => {
    expect(slotsAfter(schedule, after, slots.length)).toEqual(slots);
  });

  it('never let jitter reach the next slot, moved or not', () => {
    const rule = ruleOf({ cron: '0 21,22 * * *', ...night, outsideWindows: 'open', jitterSeconds: 86_400 });
    const slots = nextSlots(rule, { after: 0, limit: 20 });
    expect(slots.every(({ effective }, i) => effective < (slots[i + 1]?.nominal ?? Infinity))).toBe(true);
  });

  it('are required if a rule for the time outside of them is given', () => {
    const parsed = parseSchedule(
      { schedule: { cron: '* * * * *', outsideWindows: 'open' } },
      { hashKey: '', createdAt: 0 },
    );
    const problem = { path: 'schedule.outsideWindows', message: 'is possible only with windows' };
    expect(parsed).toEqual({ ok: false, problems: [problem] });
  });

  it('agree with a check of every minute, in spite of daylight saving', () => {
    const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
      const hours = Math.floor(quarter / 4);
      const minutes = (quarter % 4) * 15;
      return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    });
    const window = fc
      .record({ days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), from: time, to: time })
      .filter(({ from, to }) => from !== to);
    const schedule = fc.record({
      windows: fc.array(window, { minLength: 1, maxLength: 3 }),
      outsideWindows: fc.constantFrom('skip' as const, 'open' as const),
      cron: fc.constantFrom('*/20 * * * *', '5 3,9,23 * * *', '10 2 * * 0', '0 12 * * *'),
      timezone: fc.constantFrom('UTC', 'Europe/Prague', 'Australia/Lord_Howe', 'Africa/Casablanca'),
    });
    const starts = ['2026-03-27', '2026-10-23', '2026-04-03', '2026-02-13', '2026-06-01'].map((day) => Date.parse(day));
    fc.assert(
      fc.property(schedule, fc.constantFrom(...starts), (spec, start) => {
        // Each slot that is moved has waited for less than eight days.
        const from = start + 8 * DAY;
        const to = start + 10 * DAY;
        const { cron, timezone, outsideWindows } = spec;
        const raw = nextSlots(ruleOf({ cron, timezone }), { after: start - 1, until: to, limit: 10_000 });
        const expected = new Map<number, boolean>();
        let at = start;
        for (const { nominal } of raw) {
          const inside = isInside(spec, nominal);
          if (outsideWindows === 'skip' || inside) expected.set(nominal, inside);
          else {
            at = Math.max(at, nominal);
            while (at <= to && !isInside(spec, at)) at += MINUTE;
            expected.set(at, true);
          }
        }
        const slots = nextSlots(ruleOf(spec), { after: from - 1, until: to, limit: 10_000 });
        const meant = [...expected].filter(([slot]) => slot >= from && slot <= to).sort(([a], [b]) => a - b);
        expect(slots.map(({ nominal, flags }) => [nominal, !flags.includes('outside-window')])).toEqual(meant);
      }),
      { numRuns: worlds(60) },
    );
  }, 60_000);
});

const formats = new Map<string, Intl.DateTimeFormat>();

interface Windowed {
  readonly windows: NonNullable<ScheduleSpec['windows']>;
  readonly timezone: string;
}

/** Read from a clock that Intl shows, without any code of the product. */
function isInside({ windows, timezone }: Windowed, at: number): boolean {
  const shape = { timeZone: timezone, hourCycle: 'h23', weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-US', shape);
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = WEEKDAYS.findIndex((name) => name === parts['weekday']?.toLowerCase());
  const time = `${parts['hour']}:${parts['minute']}`;
  return windows.some(({ days = WEEKDAYS, from, to }) => {
    const opens = (number: number): boolean => days.some((name) => name === WEEKDAYS[(number + 7) % 7]);
    if (from < to) return opens(day) && from <= time && time < to;
    return (opens(day) && from <= time) || (opens(day - 1) && time < to);
  });
}
