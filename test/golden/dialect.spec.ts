/**
 * The cron dialect compared with a slow reader of its own: it checks every minute and asks whether each field's text holds, with
 * only JavaScript's dates. It shares no code with the planner.
 */
import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { exclusionOf } from '#common/schedule/exclusion.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import { nextSlots } from '#common/schedule/slots.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/* ---- the slow reader ---- */

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly words?: readonly string[];
}

const valueOf = (text: string, { min, words = [] }: Bounds): number =>
  words.includes(text) ? words.indexOf(text) + min : Number(text);

function itemHolds(item: string, value: number, bounds: Bounds): boolean {
  const [base = '', step] = item.split('/');
  const [first = '', second] = base.split('-');
  const from = base === '*' ? bounds.min : valueOf(first, bounds);
  const to = second !== undefined ? valueOf(second, bounds) : base === '*' || step !== undefined ? bounds.max : from;
  return value >= from && value <= to && (value - from) % Number(step ?? 1) === 0;
}

const listHolds = (text: string, value: number, bounds: Bounds): boolean =>
  text.split(',').some((item) => itemHolds(item, value, bounds));

const lengthOf = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const weekdayOf = (date: Date, day: number): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
const isWorkday = (date: Date, day: number): boolean => ![0, 6].includes(weekdayOf(date, day));

/** The working day nearest to a day of the month, without leaving the month. */
function nearestWorkday(date: Date, day: number): number {
  const candidates = Array.from({ length: lengthOf(date) }, (_, i) => i + 1).filter((each) => isWorkday(date, each));
  return candidates.reduce((best, each) => (Math.abs(each - day) < Math.abs(best - day) ? each : best));
}

function dayOfMonthHolds(item: string, date: Date): boolean {
  const day = date.getUTCDate();
  const length = lengthOf(date);
  if (item === 'LW') {
    const workdays = Array.from({ length }, (_, i) => i + 1).filter((each) => isWorkday(date, each));
    return day === Math.max(...workdays);
  }
  if (item.startsWith('L')) return day === length - Number(item.slice(2) || 0);
  if (item.endsWith('W')) {
    const wanted = Number(item.slice(0, -1));
    return wanted <= length && day === nearestWorkday(date, wanted);
  }
  return itemHolds(item, day, { min: 1, max: 31 });
}

function dayOfWeekHolds(item: string, date: Date): boolean {
  const bounds = { min: 0, max: 6, words: WEEKDAYS };
  const day = date.getUTCDate();
  const weekday = date.getUTCDay();
  const [name = '', nth] = item.split('#');
  if (nth !== undefined) return valueOf(name, bounds) % 7 === weekday && Math.ceil(day / 7) === Number(nth);
  if (item.endsWith('L')) return valueOf(item.slice(0, -1), bounds) % 7 === weekday && day + 7 > lengthOf(date);
  const [from, to] = item.split('-').map((text) => valueOf(text, bounds));
  // Over the end of the week, and 7 for Sunday.
  if (to !== undefined && from! > to) return weekday >= from! || weekday <= to;
  return itemHolds(item, weekday, bounds) || (weekday === 0 && itemHolds(item, 7, { ...bounds, max: 7 }));
}

interface Expression {
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly month: string;
  readonly weekday: string;
  readonly year: string;
}

function dayHolds({ day, month, weekday, year }: Expression, date: Date): boolean {
  const free = (text: string): boolean => text === '*' || text === '?';
  const byDay = day.split(',').some((item) => free(day) || dayOfMonthHolds(item, date));
  const byWeekday = weekday.split(',').some((item) => free(weekday) || dayOfWeekHolds(item, date));
  const either = free(day) || free(weekday) ? byDay && byWeekday : byDay || byWeekday;
  return (
    either &&
    listHolds(month, date.getUTCMonth() + 1, { min: 1, max: 12, words: MONTHS }) &&
    listHolds(year, date.getUTCFullYear(), { min: 1970, max: 2099 })
  );
}

/** Every second that an expression names in `[from, to)`, minute by minute. */
function slowSlots(expression: Expression, from: number, to: number): number[] {
  const seconds = Array.from({ length: 60 }, (_, i) => i).filter((second) =>
    listHolds(expression.second, second, { min: 0, max: 59 }),
  );
  const slots: number[] = [];
  for (let midnight = from; midnight < to; midnight += DAY) {
    if (!dayHolds(expression, new Date(midnight))) continue;
    for (let at = midnight; at < midnight + DAY; at += MINUTE) {
      const time = new Date(at);
      const holds =
        listHolds(expression.minute, time.getUTCMinutes(), { min: 0, max: 59 }) &&
        listHolds(expression.hour, time.getUTCHours(), { min: 0, max: 23 });
      if (holds) slots.push(...seconds.map((second) => at + second * 1000));
    }
  }
  return slots;
}

/* ---- expressions ---- */

const oneOf = fc.constantFrom;
const list = (item: fc.Arbitrary<string>, most = 3): fc.Arbitrary<string> =>
  fc.array(item, { minLength: 1, maxLength: most }).map((items) => items.join(','));

function item(min: number, max: number, words: readonly string[] = []): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const word = words.length === 0 ? value.map(String) : fc.oneof(value.map(String), oneOf(...words));
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: max - min + 1 });
  return fc.oneof(
    { weight: 3, arbitrary: word },
    range,
    fc.tuple(range, step).map(([text, by]) => `${text}/${by}`),
    fc.tuple(value, step).map(([text, by]) => `${text}/${by}`),
    step.map((by) => `*/${by}`),
  );
}

const dayOfMonth = fc.oneof(
  { weight: 3, arbitrary: item(1, 31) },
  oneOf('L', 'LW'),
  fc.integer({ min: 1, max: 30 }).map((days) => `L-${days}`),
  fc.integer({ min: 1, max: 31 }).map((day) => `${day}W`),
);
const weekday = fc.oneof(fc.integer({ min: 0, max: 7 }).map(String), oneOf(...WEEKDAYS));
const dayOfWeek = fc.oneof(
  weekday,
  fc.tuple(oneOf(...WEEKDAYS), oneOf(...WEEKDAYS)).map(([a, b]) => `${a}-${b}`),
  weekday.map((day) => `${day}L`),
  fc.tuple(weekday, fc.integer({ min: 1, max: 5 })).map(([day, nth]) => `${day}#${nth}`),
);
const star = (arbitrary: fc.Arbitrary<string>, weight: number): fc.Arbitrary<string> =>
  fc.oneof({ weight, arbitrary: fc.constant('*') }, { weight: 2, arbitrary });

const anExpression = fc.record<Expression>({
  second: fc.oneof(fc.constant('0'), list(item(0, 59), 2)),
  minute: list(item(0, 59), 2),
  hour: list(item(0, 23), 2),
  day: fc.oneof({ weight: 1, arbitrary: oneOf('*', '?') }, { weight: 3, arbitrary: list(dayOfMonth) }),
  month: star(list(item(1, 12, MONTHS)), 3),
  weekday: fc.oneof({ weight: 1, arbitrary: oneOf('*', '?') }, { weight: 2, arbitrary: list(dayOfWeek) }),
  year: star(list(item(2020, 2035), 2), 3),
});

/** Written with as few fields as possible. */
function textOf({ second, minute, hour, day, month, weekday, year }: Expression): string {
  const five = `${minute} ${hour} ${day} ${month} ${weekday}`;
  if (year !== '*') return `${second} ${five} ${year}`;
  return second === '0' ? five : `${second} ${five}`;
}

const SPAN_DAYS = 70;

describe('the dialect', () => {
  it('has the slots that a check of every minute finds, alone and in unions', () => {
    const starts = fc.integer({ min: 0, max: 15 * 365 }).map((day) => Date.UTC(2020, 0, 1) + day * DAY);
    let compared = 0;
    fc.assert(
      fc.property(fc.array(anExpression, { minLength: 1, maxLength: 3 }), starts, (expressions, from) => {
        const parsed = parseSchedule(
          { schedule: { cron: expressions.map(textOf) } },
          { hashKey: 'acme/job', createdAt: 0 },
        );
        const to = from + SPAN_DAYS * DAY;
        const found = [...new Set(expressions.flatMap((each) => slowSlots(each, from, to)))].sort((a, b) => a - b);
        // An expression that is refused never fires.
        if (!parsed.ok) fc.pre(expressions.length > 1 || found.length === 0);
        const rule = parsed.ok ? parsed.rule : null;
        if (rule === null) return;
        const slots = nextSlots(rule, { after: from - 1, until: to - 1, limit: 20_000 }).map(({ nominal }) => nominal);
        expect(slots).toEqual(found.slice(0, 20_000));
        compared += slots.length;
      }),
      { numRuns: worlds(20) },
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  it('excludes the same times as a check of every minute of the zone’s wall clock', () => {
    const zone = 'America/New_York';
    const wall = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    const excludes = exclusionOf([
      {
        timezone: zone,
        dates: ['2026-03-07', '2026-03-10'],
        weekly: [{ days: ['sun', 'wed'], from: '01:30', to: '03:15' }],
        cron: ['*/7 4 * * FRI'],
      },
    ]);
    for (let at = Date.UTC(2026, 2, 6); at < Date.UTC(2026, 2, 15); at += MINUTE) {
      const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
      const { year, month, day, hour, minute, weekday: name = '' } = parts;
      const time = `${hour}:${minute}`;
      const excluded =
        ['2026-03-07', '2026-03-10'].includes(`${year}-${month}-${day}`) ||
        (/^(Sun|Wed)/.test(name) && time >= '01:30' && time < '03:15') ||
        (name.startsWith('Fri') && hour === '04' && Number(minute) % 7 === 0);
      expect([at, excludes(at)]).toEqual([at, excluded]);
    }
  });
});
