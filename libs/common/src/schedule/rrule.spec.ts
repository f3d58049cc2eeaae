/** Slots of recurrence rules, compared with examples of RFC 5545, with a library that evaluates them, and with equivalent cron expressions. */
import 'temporal-polyfill/global';
import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { RRuleTemporal } from 'rrule-temporal';
import type { ScheduleSpec } from '../spec/schedule.js';
import { parseSchedule } from './parse-schedule.js';
import type { ScheduleRule } from './schedule-state.js';
import { nextSlots } from './slots.js';

const DAY = 86_400_000;

function ruleOf(schedule: ScheduleSpec, createdAt = 0): ScheduleRule {
  const parsed = parseSchedule({ schedule }, { hashKey: 'acme/job-1', createdAt });
  if (!parsed.ok || !parsed.rule) throw new Error(JSON.stringify(parsed));
  return parsed.rule;
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', '');

function slotsOf(schedule: ScheduleSpec, after: string, limit: number): string[] {
  return nextSlots(ruleOf(schedule), { after: Date.parse(after), limit }).map(({ nominal, flags }) =>
    [iso(nominal), ...flags].join(' '),
  );
}

const RULES_COMPARED = worlds(40);

describe('slots of a recurrence rule', () => {
  const nine = '1997-09-02T09:00:00Z';
  const at = (days: string): string[] => days.split(' ').map((day) => `${day}T09:00:00`);

  it.each<[string, string, string, string]>([
    ['every other day', 'FREQ=DAILY;INTERVAL=2', nine, '1997-09-02 1997-09-04 1997-09-06'],
    [
      'ten days apart, five times',
      'FREQ=DAILY;INTERVAL=10;COUNT=5',
      nine,
      '1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12',
    ],
    [
      'every other week, the week beginning on Sunday',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=4',
      nine,
      '1997-09-02 1997-09-04 1997-09-16 1997-09-18',
    ],
    [
      'the week beginning on Monday',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997-08-05T09:00:00Z',
      '1997-08-05 1997-08-10 1997-08-19 1997-08-24',
    ],
    [
      'the same, the week beginning on Sunday',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997-08-05T09:00:00Z',
      '1997-08-05 1997-08-17 1997-08-19 1997-08-31',
    ],
    [
      'the first Friday of the month',
      'FREQ=MONTHLY;BYDAY=1FR',
      '1997-09-05T09:00:00Z',
      '1997-09-05 1997-10-03 1997-11-07',
    ],
    [
      'the second last Monday of the month',
      'FREQ=MONTHLY;COUNT=3;BYDAY=-2MO',
      '1997-09-22T09:00:00Z',
      '1997-09-22 1997-10-20 1997-11-17',
    ],
    [
      'the third last day of the month',
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28T09:00:00Z',
      '1997-09-28 1997-10-29 1997-11-28',
    ],
    [
      'the first and the last day of the month',
      'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1',
      '1997-09-30T09:00:00Z',
      '1997-09-30 1997-10-01 1997-10-31 1997-11-01',
    ],
    [
      'days of every third year',
      'FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200',
      '1997-01-01T09:00:00Z',
      '1997-01-01 1997-04-10 1997-07-19 2000-01-01',
    ],
    [
      'the twentieth Monday of the year',
      'FREQ=YEARLY;BYDAY=20MO',
      '1997-05-19T09:00:00Z',
      '1997-05-19 1998-05-18 1999-05-17',
    ],
    [
      'Monday of week 20',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
      '1997-05-12T09:00:00Z',
      '1997-05-12 1998-05-11 1999-05-17',
    ],
    ['Friday the 13th', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', nine, '1998-02-13 1998-03-13 1998-11-13'],
    [
      'election day',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05T09:00:00Z',
      '1996-11-05 2000-11-07 2004-11-02',
    ],
    [
      'the third Tuesday, Wednesday or Thursday',
      'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
      '1997-09-04T09:00:00Z',
      '1997-09-04 1997-10-07 1997-11-06',
    ],
    [
      'the second last working day',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29T09:00:00Z',
      '1997-09-29 1997-10-30 1997-11-27',
    ],
    [
      'a 29th of February, in leap years only',
      'FREQ=YEARLY',
      '2024-02-29T09:00:00Z',
      '2024-02-29 2028-02-29 2032-02-29',
    ],
    ['a 31st, in months that have it', 'FREQ=MONTHLY', '2026-01-31T09:00:00Z', '2026-01-31 2026-03-31 2026-05-31'],
  ])('%s', (_, rrule, anchor, days) => {
    const expected = at(days);
    expect(slotsOf({ rrule, anchor }, '1990-01-01T00:00:00Z', rrule.includes('COUNT') ? 99 : expected.length)).toEqual(
      expected,
    );
  });

  it('end with UNTIL, which may be a date, a local time or one in UTC', () => {
    const schedule = { anchor: '2026-01-01T08:00:00Z', timezone: 'Europe/Prague' };
    const last = (until: string): string | undefined =>
      slotsOf({ ...schedule, rrule: `FREQ=DAILY;UNTIL=${until}` }, '2025-12-31T00:00:00Z', 99).at(-1);
    expect(last('20260103')).toBe('2026-01-03T08:00:00');
    expect(last('20260103T090000')).toBe('2026-01-03T08:00:00');
    expect(last('20260103T085959')).toBe('2026-01-02T08:00:00');
    expect(last('20260103T080000Z')).toBe('2026-01-03T08:00:00');
    expect(last('20260103T075959Z')).toBe('2026-01-02T08:00:00');
  });

  it('begin at midnight of the day on which the job was created if nothing else is given', () => {
    const rule = ruleOf({ rrule: 'FREQ=DAILY;INTERVAL=2', timezone: 'Asia/Tokyo' }, Date.parse('2026-05-01T16:00:00Z'));
    const slots = nextSlots(rule, { after: 0, limit: 2 }).map(({ nominal }) => iso(nominal));
    expect(slots).toEqual(['2026-05-01T15:00:00', '2026-05-03T15:00:00']);
  });

  it('follow the rules about daylight saving', () => {
    const schedule: ScheduleSpec = { rrule: 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', timezone: 'Europe/Prague' };
    const spring = '2026-03-28T12:00:00Z';
    const autumn = '2026-10-24T12:00:00Z';
    expect(slotsOf(schedule, spring, 2)).toEqual(['2026-03-29T01:00:00 dst-gap', '2026-03-30T00:30:00']);
    expect(slotsOf({ ...schedule, dst: { gap: 'before' } }, spring, 1)).toEqual(['2026-03-29T00:59:59 dst-gap']);
    expect(slotsOf({ ...schedule, dst: { gap: 'skip' } }, spring, 1)).toEqual(['2026-03-30T00:30:00']);
    expect(slotsOf({ ...schedule, dst: { overlap: 'both' } }, autumn, 2)).toEqual([
      '2026-10-25T00:30:00 dst-overlap',
      '2026-10-25T01:30:00 dst-overlap',
    ]);
  });

  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', undefined],
    ['FREQ=YEARLY;BYMONTH=4;BYYEARDAY=1', undefined],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6', undefined],
    ['FREQ=DAILY;UNTIL=20200101', '2026-01-01T00:00:00Z'],
  ])('are searched for before a rule is accepted: %s', (rrule, anchor) => {
    const parsed = parseSchedule({ schedule: { rrule, ...(anchor && { anchor }) } }, { hashKey: '', createdAt: 0 });
    expect(parsed).toEqual({
      ok: false,
      problems: [{ path: 'schedule.rrule', message: 'yields no slot between notBefore and notAfter' }],
    });
  });
});

/* ---- properties ---- */

const some = (min: number, max: number, most = 3): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: most }).map((list) => list.sort((a, b) => a - b));
const signed = (max: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max }), fc.boolean()).map(([size, back]) => (back ? -size : size)),
    { minLength: 1, maxLength: 3 },
  );
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekdays = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 4 });
const part = (name: string, list: fc.Arbitrary<readonly (number | string)[]>): fc.Arbitrary<string> =>
  fc.option(
    list.map((values) => `;${name}=${values.join()}`),
    { nil: '' },
  );
const joined = (parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.tuple(...parts).map((all) => all.join(''));

const common = [
  fc.integer({ min: 1, max: 5 }).map((interval) => `;INTERVAL=${interval}`),
  part('BYMONTH', some(1, 12)),
  part('BYHOUR', some(0, 23)),
  part('BYMINUTE', some(0, 59)),
  fc.constantFrom('', ';WKST=SU', ';WKST=WE'),
];
const nthDays = (max: number): fc.Arbitrary<string[]> =>
  fc.array(
    fc.tuple(signed(max), fc.constantFrom(...DAYS)).map(([[nth = 1], day]) => `${nth}${day}`),
    { minLength: 1, maxLength: 3 },
  );
const rules = fc.oneof(
  joined([fc.constant('FREQ=DAILY'), ...common, part('BYDAY', weekdays), part('BYMONTHDAY', signed(31))]),
  joined([fc.constant('FREQ=WEEKLY'), ...common, part('BYDAY', weekdays)]),
  joined([fc.constant('FREQ=MONTHLY'), ...common, part('BYMONTHDAY', signed(31)), part('BYDAY', weekdays)]),
  joined([fc.constant('FREQ=MONTHLY'), ...common, part('BYDAY', nthDays(5))]),
  joined([
    fc.constant('FREQ=MONTHLY'),
    ...common,
    weekdays.map((days) => `;BYDAY=${days.join()}`),
    part('BYSETPOS', signed(4)),
  ]),
  joined([fc.constant('FREQ=YEARLY'), ...common, part('BYYEARDAY', signed(366))]),
  joined([fc.constant('FREQ=YEARLY'), ...common, part('BYMONTHDAY', signed(31))]),
);

const LISTS_PER_ZONE = Intl.supportedValuesOf('timeZone');

describe('every recurrence rule', () => {
  it('agrees with a library that follows RFC 5545, in all zones', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 86_399 }),
        (rrule, day, second) => {
          const anchor = Date.UTC(2020, 0, 1) + day * DAY + second * 1000;
          const schedule = { rrule, anchor: new Date(anchor).toISOString() };
          const parsed = parseSchedule({ schedule }, { hashKey: '', createdAt: 0 });
          fc.pre(parsed.ok);
          const dtstart = iso(anchor).replace(/[-:]/g, '');
          const library = new RRuleTemporal({
            rruleString: `DTSTART:${dtstart}Z\nRRULE:${rrule};COUNT=5`,
            maxIterations: 100_000,
          });
          const expected = library.all().map(({ epochMilliseconds }) => epochMilliseconds);
          const until = Date.UTC(2060, 0, 1);
          compared++;
          expect(nextSlots(ruleOf(schedule), { after: 0, until, limit: 5 }).map(({ nominal }) => nominal)).toEqual(
            expected.filter((at) => at <= until),
          );
        },
      ),
      { numRuns: RULES_COMPARED },
    );
    expect(compared).toBeGreaterThanOrEqual(RULES_COMPARED);
  });

  it('has the slots of the equivalent cron expression, in all zones', () => {
    const days = fc.oneof(
      fc.constant({ cron: '* *', rrule: '' }),
      some(1, 31).map((list) => ({ cron: `${list.join()} *`, rrule: `;BYMONTHDAY=${list.join()}` })),
      weekdays.map((list) => ({ cron: `* ${list.map((day) => `${day}X`).join()}`, rrule: `;BYDAY=${list.join()}` })),
    );
    const dst = fc.record({
      gap: fc.constantFrom('skip' as const, 'after' as const, 'before' as const),
      overlap: fc.constantFrom('first' as const, 'second' as const, 'both' as const),
    });
    const when = fc.record({ days, minutes: some(0, 59), hours: some(0, 4), months: some(1, 12, 12) });
    const NAMES: Readonly<Record<string, string>> = {
      MO: 'MON',
      TU: 'TUE',
      WE: 'WED',
      TH: 'THU',
      FR: 'FRI',
      SA: 'SAT',
      SU: 'SUN',
    };
    fc.assert(
      fc.property(
        when,
        fc.constantFrom(...LISTS_PER_ZONE),
        dst,
        fc.integer({ min: 2, max: 60 * 365 }),
        ({ days, minutes, hours, months }, timezone, dst, day) => {
          const [ofMonth, ofWeek = '*'] = days.cron
            .replace(/([A-Z]{2})X/g, (_, name: string) => NAMES[name] ?? '')
            .split(' ');
          const cron = `${minutes.join()} ${hours.join()} ${ofMonth} ${months.join()} ${ofWeek}`;
          const rrule = `FREQ=DAILY;BYMONTH=${months.join()}${days.rrule};BYHOUR=${hours.join()};BYMINUTE=${minutes.join()};BYSECOND=0`;
          fc.pre(parseSchedule({ cron }, { hashKey: '', createdAt: 0 }).ok);
          const window = { after: day * DAY, limit: 40 };
          expect(nextSlots(ruleOf({ rrule, timezone, dst, anchor: '1970-01-01T00:00:00Z' }), window)).toEqual(
            nextSlots(ruleOf({ cron, timezone, dst }), window),
          );
        },
      ),
      { numRuns: worlds(20) },
    );
  });

  it('yields increasing slots, and a search from between them gives the same', () => {
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom(...LISTS_PER_ZONE),
        fc.integer({ min: 0, max: 50 * 365 }),
        (rrule, timezone, day) => {
          const schedule = { rrule, timezone, anchor: '2001-02-03T04:05:06Z' };
          fc.pre(parseSchedule({ schedule }, { hashKey: '', createdAt: 0 }).ok);
          const rule = ruleOf(schedule);
          const slots = nextSlots(rule, { after: day * DAY, limit: 20 });
          for (const [i, next] of slots.slice(1).entries()) {
            const middle = Math.floor((slots[i]!.nominal + next.nominal) / 2);
            expect(next.nominal).toBeGreaterThan(slots[i]!.nominal);
            expect(nextSlots(rule, { after: middle, limit: 1 })).toEqual([next]);
          }
        },
      ),
      { numRuns: worlds(10) },
    );
  });

  it('is refused or searched without an unexpected error, whatever its text', () => {
    const word = fc.constantFrom(
      'FREQ=',
      'DAILY',
      'YEARLY',
      'MONTHLY',
      ';',
      '=',
      ',',
      '-',
      'BYDAY=',
      'MO',
      '1',
      '53',
      'BYSETPOS=',
      'COUNT=',
      'UNTIL=',
      'BYWEEKNO=',
      '20260101',
      'T',
      'Z',
    );
    const hostile = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc.array(word, { maxLength: 12 }).map((words) => `FREQ=YEARLY;${words.join('')}`),
    );
    fc.assert(
      fc.property(hostile, (rrule) => {
        const parsed = parseSchedule({ schedule: { rrule } }, { hashKey: 'acme/x', createdAt: 0 });
        const fires = parsed.ok && parsed.rule !== null && nextSlots(parsed.rule, { after: -1, limit: 3 }).length > 0;
        expect(fires).toBe(parsed.ok);
      }),
      { numRuns: worlds(50) },
    );
  });
});
