import { Cron } from 'croner';
import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { ScheduleSpec } from '../spec/schedule.js';
import type { ScheduleRule } from './schedule-state.js';
import { parseSchedule } from './parse-schedule.js';
import { nextSlots } from './slots.js';

const DAY = 86_400_000;
/** Around a span that is checked minute by minute: more than any change of offset. */
const MARGIN = DAY / 4;

function ruleOf(schedule: ScheduleSpec, hashKey = 'acme/job-1'): ScheduleRule {
  const parsed = parseSchedule({ schedule }, { hashKey, createdAt: 0 });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  if (!parsed.rule) throw new Error('a rule is needed');
  return parsed.rule;
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000', '');

function slotsAfter(schedule: ScheduleSpec, after: string, limit: number): string[] {
  return nextSlots(ruleOf(schedule), { after: Date.parse(after), limit }).map(({ nominal, flags }) =>
    [iso(nominal), ...flags].join(' '),
  );
}

describe('slots of a cron expression', () => {
  it.each<[string, string, readonly string[]]>([
    ['* * * * *', '2021-02-09T04:06:13.234Z', ['2021-02-09T04:07:00Z', '2021-02-09T04:08:00Z']],
    ['* * * * *', '2021-02-09T04:07:00Z', ['2021-02-09T04:08:00Z', '2021-02-09T04:09:00Z']],
    ['0 0 12 9 2 * 2021', '2021-02-09T04:06:13Z', ['2021-02-09T12:00:00Z']],
    ['0 0/5 * * * ? *', '2021-02-09T04:06:13Z', ['2021-02-09T04:10:00Z', '2021-02-09T04:15:00Z']],
    ['*/20 59 23 31 12 *', '2026-12-31T23:59:20Z', ['2026-12-31T23:59:40Z', '2027-12-31T23:59:00Z']],
    ['0 0 29 2 *', '2096-02-29T00:00:00Z', []],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    ['0 0 13 * FRI', '2026-02-01T00:00:00Z', ['2026-02-06T00:00:00Z', '2026-02-13T00:00:00Z', '2026-02-20T00:00:00Z']],
    ['0 0 * * 7/3', '2026-01-01T12:00:00Z', ['2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z', '2026-01-07T00:00:00Z']],
    ['0 0 * * 7', '2026-01-01T12:00:00Z', ['2026-01-04T00:00:00Z', '2026-01-11T00:00:00Z']],
    ['0 0 L * *', '2028-01-31T12:00:00Z', ['2028-02-29T00:00:00Z', '2028-03-31T00:00:00Z']],
    ['0 0 L-2 2 *', '2026-01-01T00:00:00Z', ['2026-02-26T00:00:00Z', '2027-02-26T00:00:00Z', '2028-02-27T00:00:00Z']],
    ['0 0 LW * *', '2026-01-01T00:00:00Z', ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z', '2026-03-31T00:00:00Z']],
    [
      '0 0 L-3W * *',
      '2026-04-01T00:00:00Z',
      ['2026-04-27T00:00:00Z', '2026-05-28T00:00:00Z', '2026-06-26T00:00:00Z', '2026-07-28T00:00:00Z'],
    ],
    ['0 0 L-30W * *', '2026-07-15T00:00:00Z', ['2026-08-03T00:00:00Z', '2026-10-01T00:00:00Z']],
    [
      '0 0 16W,2,L-1W * *',
      '2026-04-30T00:00:00Z',
      ['2026-05-02T00:00:00Z', '2026-05-15T00:00:00Z', '2026-05-29T00:00:00Z'],
    ],
    ['0 0 1W * *', '2026-07-15T00:00:00Z', ['2026-08-03T00:00:00Z', '2026-09-01T00:00:00Z']],
    ['0 0 15W * *', '2026-08-01T00:00:00Z', ['2026-08-14T00:00:00Z', '2026-09-15T00:00:00Z']],
    ['0 0 31W * *', '2026-04-01T00:00:00Z', ['2026-05-29T00:00:00Z', '2026-07-31T00:00:00Z']],
    ['0 0 * * FRIL', '2026-01-01T00:00:00Z', ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z']],
    [
      '0 0 * * 1#1,1#5',
      '2026-03-01T00:00:00Z',
      ['2026-03-02T00:00:00Z', '2026-03-30T00:00:00Z', '2026-04-06T00:00:00Z'],
    ],
    [
      '0 0 * * SAT-SUN',
      '2026-01-01T00:00:00Z',
      ['2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z', '2026-01-10T00:00:00Z'],
    ],
    ['0 0 * * 5-7/2', '2026-01-01T00:00:00Z', ['2026-01-02T00:00:00Z', '2026-01-04T00:00:00Z', '2026-01-09T00:00:00Z']],
    [' 0\u00a012  * *\t* ', '2026-01-01T00:00:00Z', ['2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z']],
    ['@weekly', '2026-01-01T00:00:00Z', ['2026-01-04T00:00:00Z', '2026-01-11T00:00:00Z']],
  ])('%s after %s', (cron, after, slots) => {
    expect(slotsAfter({ cron }, after, Math.max(1, slots.length))).toEqual(slots);
  });

  it('are the union of several expressions, each instant once', () => {
    const cron = ['0/5 10-18 * * *', '0 0-9,19-23 * * *', '0 18 * * *'];
    expect(slotsAfter({ cron }, '2021-02-09T18:47:35Z', 5)).toEqual(
      ['18:50', '18:55', '19:00', '20:00', '21:00'].map((time) => `2021-02-09T${time}:00Z`),
    );
    expect(slotsAfter({ cron }, '2021-02-09T07:59:59Z', 5)).toEqual(
      ['08:00', '09:00', '10:00', '10:05', '10:10'].map((time) => `2021-02-09T${time}:00Z`),
    );
  });

  it('keep within notBefore and notAfter, both inclusive', () => {
    const bounds = { cron: '* * * * *', notBefore: '2021-02-10T04:02:00Z', notAfter: '2021-02-10T04:04:00Z' };
    expect(slotsAfter(bounds, '2021-02-09T00:00:00Z', 10)).toEqual(
      ['04:02', '04:03', '04:04'].map((time) => `2021-02-10T${time}:00Z`),
    );
  });

  it('follow the zone of the job', () => {
    expect(slotsAfter({ cron: '0 10 * * *', timezone: 'America/New_York' }, '2022-04-01T10:52:04Z', 1)).toEqual([
      '2022-04-01T14:00:00Z',
    ]);
    expect(slotsAfter({ cron: '0 10 * * *', timezone: 'Asia/Singapore' }, '2022-04-01T10:52:04Z', 1)).toEqual([
      '2022-04-02T02:00:00Z',
    ]);
  });

  it('end with the last year; the search has a limit', () => {
    expect(slotsAfter({ cron: '0 0 1 1 *' }, '2098-06-01T00:00:00Z', 5)).toEqual(['2099-01-01T00:00:00Z']);
    expect(slotsAfter({ every: 3600 }, '2099-12-31T22:30:00Z', 5)).toEqual(['2099-12-31T23:00:00Z']);
  });
});

describe('daylight saving', () => {
  const prague = { timezone: 'Europe/Prague' };
  const spring = '2026-03-28T12:00:00Z';
  const autumn = '2026-10-24T12:00:00Z';

  it.each<[string, ScheduleSpec, string, readonly string[]]>([
    [
      'a skipped time moves to the end of the gap',
      { cron: '30 2 * * *' },
      spring,
      ['2026-03-29T01:00:00Z dst-gap', '2026-03-30T00:30:00Z'],
    ],
    [
      'a skipped time is left out on request',
      { cron: '30 2 * * *', dst: { gap: 'skip' } },
      spring,
      ['2026-03-30T00:30:00Z'],
    ],
    [
      'a skipped time moves to the last second before the gap on request',
      { cron: '30 2 * * *', dst: { gap: 'before' } },
      spring,
      ['2026-03-29T00:59:59Z dst-gap', '2026-03-30T00:30:00Z'],
    ],
    [
      'a skipped time that moves to a time in the same second is one slot with it',
      { cron: '59 15,59 1,2 * * *', dst: { gap: 'before' } },
      spring,
      ['2026-03-29T00:15:59Z', '2026-03-29T00:59:59Z dst-gap', '2026-03-29T23:15:59Z'],
    ],
    [
      'a time right after the gap stays unchanged',
      { cron: '0,30 2,3 * * *', dst: { gap: 'before' } },
      spring,
      ['2026-03-29T00:59:59Z dst-gap', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:00:00Z'],
    ],
    [
      'several skipped times are one slot',
      { cron: '15,45 2 * * *' },
      spring,
      ['2026-03-29T01:00:00Z dst-gap', '2026-03-30T00:15:00Z'],
    ],
    [
      'a skipped time that moves to a time right after the gap is one slot with it',
      { cron: '0 2,3 * * *' },
      spring,
      ['2026-03-29T01:00:00Z dst-gap', '2026-03-30T00:00:00Z'],
    ],
    [
      'a repeated time runs the first time it passes',
      { cron: '30 2 * * *' },
      autumn,
      ['2026-10-25T00:30:00Z dst-overlap', '2026-10-26T01:30:00Z'],
    ],
    [
      'a repeated time runs the second time it passes on request',
      { cron: '30 2 * * *', dst: { overlap: 'second' } },
      autumn,
      ['2026-10-25T01:30:00Z dst-overlap', '2026-10-26T01:30:00Z'],
    ],
    [
      'a repeated time runs both times on request',
      { cron: '30 2 * * *', dst: { overlap: 'both' } },
      autumn,
      ['2026-10-25T00:30:00Z dst-overlap', '2026-10-25T01:30:00Z dst-overlap', '2026-10-26T01:30:00Z'],
    ],
    [
      'a step through the minutes continues through the gap',
      { cron: '*/30 * * * *' },
      '2026-03-29T00:15:00Z',
      ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z'],
    ],
    [
      'a step through the minutes continues through the repeated hour',
      { cron: '0 * * * *' },
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
    ],
    [
      'a fixed period does not depend on the clock',
      { every: 3600 },
      '2026-03-29T00:30:00Z',
      ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
    ],
  ])('%s', (_, schedule, after, slots) => {
    expect(slotsAfter({ ...prague, ...schedule }, after, slots.length)).toEqual(slots);
  });

  it('handles a day that a zone omitted as a whole', () => {
    const samoa = { cron: '0 9 30 12 *', timezone: 'Pacific/Apia' };
    expect(slotsAfter(samoa, '2011-12-01T00:00:00Z', 2)).toEqual([
      '2011-12-30T10:00:00Z dst-gap',
      '2012-12-29T19:00:00Z',
    ]);
    expect(slotsAfter({ ...samoa, dst: { gap: 'before' } }, '2011-12-01T00:00:00Z', 2)).toEqual([
      '2011-12-30T09:59:59Z dst-gap',
      '2012-12-29T19:00:00Z',
    ]);
    expect(slotsAfter({ ...samoa, dst: { gap: 'skip' } }, '2011-12-01T00:00:00Z', 1)).toEqual(['2012-12-29T19:00:00Z']);
  });
});

describe('every and at', () => {
  it('count from the anchor, which is the first slot', () => {
    const every = { every: 90, anchor: '2026-01-01T00:00:10Z' };
    expect(slotsAfter(every, '2025-12-01T00:00:00Z', 2)).toEqual(['2026-01-01T00:00:10Z', '2026-01-01T00:01:40Z']);
    expect(slotsAfter(every, '2026-01-01T00:01:40Z', 1)).toEqual(['2026-01-01T00:03:10Z']);
  });

  it('yield one instant to the millisecond, once', () => {
    const at = { at: '2026-12-01T00:00:00.250Z' };
    expect(slotsAfter(at, '2026-01-01T00:00:00Z', 5)).toEqual(['2026-12-01T00:00:00.250Z']);
    expect(slotsAfter(at, '2026-12-01T00:00:00.250Z', 5)).toEqual([]);
  });
});

describe('jitter', () => {
  it('delays every slot of a job by the same time, and jobs by different ones', () => {
    const delays = new Set<number>();
    for (let job = 0; job < 50; job++) {
      const slots = nextSlots(ruleOf({ cron: '0 * * * *', jitterSeconds: 600 }, `acme/${job}`), {
        after: 0,
        limit: 20,
      });
      const own = new Set(slots.map((slot) => slot.effective - slot.nominal));
      expect(own.size).toBe(1);
      for (const delay of own) delays.add(delay);
    }
    expect(delays.size).toBeGreaterThan(45);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(600_000);
  });

  it('never reaches the next slot', () => {
    const rule = ruleOf({ cron: '0,1 * * * *', jitterSeconds: 7_200 });
    const slots = nextSlots(rule, { after: 0, limit: 50 });
    expect(slots.every((slot, i) => slot.effective < (slots[i + 1]?.nominal ?? Infinity))).toBe(true);
  });
});

/* ---- properties ---- */

const field = (min: number, max: number): fc.Arbitrary<string> => {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: max - min + 1 });
  const item = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, step).map(([r, s]) => `${r}/${s}`),
    step.map((s) => `*/${s}`),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')) },
  );
};
const expression = fc
  .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));
const timesOfDay = fc
  .tuple(
    fc.integer({ min: 0, max: 59 }),
    field(0, 4).filter((text) => !text.includes('*')),
  )
  .map(([minute, hour]) => `${minute} ${hour} * * *`);
const CHANGING_ZONES = [
  'Europe/Prague',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Gaza',
  'Africa/Casablanca',
  'America/St_Johns',
];

const walls = new Map<string, Intl.DateTimeFormat>();
/** The wall clock of an instant, as if it were UTC; computed separately, without the zone tables. */
function wallOf(zone: string, at: number): number {
  let format = walls.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    walls.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'], parts['second']);
}

function matchesField(text: string, value: number, min: number, max: number): boolean {
  return text.split(',').some((item) => {
    const [base = '', step = '1'] = item.split('/');
    const [from, to = from] = base === '*' ? [min, max] : base.split('-').map(Number);
    return value >= from! && value <= to! && (value - from!) % Number(step) === 0;
  });
}

function matchesWall(cron: string, wall: number): boolean {
  const [minute, hour, day, month, weekday] = cron.split(' ') as [string, string, string, string, string];
  const date = new Date(wall);
  const byTime = matchesField(minute, date.getUTCMinutes(), 0, 59) && matchesField(hour, date.getUTCHours(), 0, 23);
  const byDay = matchesField(day, date.getUTCDate(), 1, 31);
  const byWeekday = matchesField(weekday, date.getUTCDay(), 0, 6);
  const either = day === '*' || weekday === '*' ? byDay && byWeekday : byDay || byWeekday;
  return byTime && either && matchesField(month, date.getUTCMonth() + 1, 1, 12);
}

type Dst = Required<NonNullable<ScheduleSpec['dst']>>;

/** The instants at which each minute of the wall clock passes, around a span. */
function passingsOf(zone: string, from: number, to: number): Map<number, number[]> {
  const passings = new Map<number, number[]>();
  for (let at = from - MARGIN; at < to + MARGIN; at += 60_000) {
    const wall = wallOf(zone, at);
    passings.set(wall, [...(passings.get(wall) ?? []), at]);
  }
  return passings;
}
const knownPassings = new Map<string, Map<number, number[]>>();

/** All slots of `[from, to)`, found by a check of every single minute of the wall clock. */
function slowSlots(cron: string, zone: string, dst: Dst, [from, to]: readonly [number, number]): number[] {
  const passings = knownPassings.get(`${zone}${from}`) ?? passingsOf(zone, from, to);
  knownPassings.set(`${zone}${from}`, passings);
  const slots = new Set<number>();
  for (let wall = wallOf(zone, from) - MARGIN / 2; wall < wallOf(zone, to) + MARGIN / 2; wall += 60_000) {
    if (!matchesWall(cron, wall)) continue;
    const [first, second] = passings.get(wall) ?? [];
    if (first === undefined) {
      const later = [...passings.keys()].filter((other) => other > wall);
      const jump = passings.get(Math.min(...later))![0]!;
      if (dst.gap !== 'skip') slots.add(dst.gap === 'after' ? jump : jump - 1_000);
    } else if (second === undefined) slots.add(first);
    else
      for (const at of dst.overlap === 'both' ? [first, second] : [dst.overlap === 'first' ? first : second])
        slots.add(at);
  }
  return [...slots].filter((at) => at >= from && at < to).sort((a, b) => a - b);
}

describe('every expression', () => {
  it('agrees with a check of every minute, in spite of daylight saving', () => {
    const changes = [
      Date.parse('2026-03-08'),
      Date.parse('2026-03-29'),
      Date.parse('2026-10-25'),
      Date.parse('2026-11-01'),
      Date.parse('2026-04-05'),
      Date.parse('2026-02-15'),
      Date.parse('2026-03-22'),
    ];
    const dst = fc.record<Dst>({
      gap: fc.constantFrom('skip', 'after', 'before'),
      overlap: fc.constantFrom('first', 'second', 'both'),
    });
    fc.assert(
      fc.property(
        timesOfDay,
        fc.constantFrom(...CHANGING_ZONES),
        dst,
        fc.constantFrom(...changes),
        (cron, timezone, dst, change) => {
          const from = change - DAY / 2;
          const to = change + DAY / 2;
          const slots = nextSlots(ruleOf({ cron, timezone, dst }), { after: from - 1, until: to - 1, limit: 10_000 });
          expect(slots.map((slot) => slot.nominal)).toEqual(slowSlots(cron, timezone, dst, [from, to]));
        },
      ),
      { numRuns: worlds(25) },
    );
  });

  it('agrees with croner', () => {
    fc.assert(
      fc.property(expression, fc.integer({ min: 0, max: 70 * 365 }), (cron, day) => {
        const parsed = parseSchedule({ cron }, { hashKey: '', createdAt: 0 });
        fc.pre(parsed.ok);
        const after = day * DAY + 12_345_678;
        const expected = new Cron(cron, { timezone: 'UTC' }).nextRuns(5, new Date(after)).map((date) => date.getTime());
        expect(nextSlots(ruleOf({ cron }), { after, limit: 5 }).map((slot) => slot.nominal)).toEqual(expected);
      }),
      { numRuns: worlds(50) },
    );
  });

  it('yields strictly increasing slots, and a search from between them gives the same', () => {
    const schedule = fc.record({
      cron: fc.array(expression, { minLength: 1, maxLength: 3 }),
      timezone: fc.constantFrom(...CHANGING_ZONES),
      jitterSeconds: fc.constantFrom(0, 30, 4_000),
    });
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 50 * 365 }), (spec, day) => {
        const parsed = parseSchedule({ schedule: spec }, { hashKey: 'acme/x', createdAt: 0 });
        fc.pre(parsed.ok);
        const rule = ruleOf(spec);
        const slots = nextSlots(rule, { after: day * DAY, limit: 30 });
        for (const [i, next] of slots.slice(1).entries()) {
          const slot = slots[i]!;
          expect(next.nominal).toBeGreaterThan(slot.nominal);
          expect(slot.effective).toBeLessThan(next.nominal);
          const middle = Math.floor((slot.nominal + next.nominal) / 2);
          expect(nextSlots(rule, { after: middle, limit: 1 })[0]).toEqual(next);
        }
      }),
      { numRuns: worlds(25) },
    );
  });

  it('is refused or searched without an unexpected error, whatever its text', () => {
    const char = fc.constantFrom(...Array.from('0123456789*/-,?#LWH() @ABCDEFJMNTUZ'));
    const hostile = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(char, { maxLength: 60 }).map((chars) => chars.join('')),
    );
    fc.assert(
      fc.property(hostile, (cron) => {
        const parsed = parseSchedule({ cron }, { hashKey: 'acme/x', createdAt: 0 });
        const fires = parsed.ok && parsed.rule !== null && nextSlots(parsed.rule, { after: 0, limit: 3 }).length > 0;
        expect(fires).toBe(parsed.ok);
      }),
      { numRuns: worlds(400) },
    );
  });
});
