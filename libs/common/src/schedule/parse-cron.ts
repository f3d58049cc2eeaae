/** Cron expressions: 5 fields, 6 with seconds first, or 7 with seconds first and the year last. */
import { LRUCache } from 'lru-cache';
import { codePointName } from '../domain/code-point-name.js';
import { MAX_CRON_LENGTH } from '../domain/limits.js';
import { FIRST_YEAR, LAST_YEAR } from './civil.js';
import {
  DAY_OF_MONTH,
  DAY_OF_WEEK,
  fieldValue,
  HOUR,
  MINUTE,
  MONTH,
  SECOND,
  YEAR,
  type FieldSpec,
} from './cron-fields.js';
import { parseItem } from './cron-item.js';
import type { DayOfMonthRule, DayOfWeekRule, DayRule } from './day-rule.js';
import { FieldSet } from './field-set.js';
import { isZoneName } from './zone.js';

export interface CronExpression {
  readonly second: FieldSet;
  readonly minute: FieldSet;
  readonly hour: FieldSet;
  readonly month: FieldSet;
  readonly year: FieldSet;
  readonly days: DayRule;
  /**
   * True if it steps through every hour, minute or second and names no times of day: not affected by daylight saving.
   */
  readonly stepping: boolean;
  readonly withSeconds: boolean;
  /** True if it contains an `H`, so that it means other times for another job. */
  readonly hashed: boolean;
}

/** Items of one list; no reasonable expression has so many. */
const MAX_ITEMS = 64;

const MACROS: Readonly<Record<string, string>> = {
  '@YEARLY': '0 0 1 1 *',
  '@ANNUALLY': '0 0 1 1 *',
  '@MONTHLY': '0 0 1 * *',
  '@WEEKLY': '0 0 * * 0',
  '@DAILY': '0 0 * * *',
  '@MIDNIGHT': '0 0 * * *',
  '@HOURLY': '0 * * * *',
};

/** Parses an expression; a string as the result is the problem. `hashKey` determines the meaning of `H`. */
export function parseCron(expression: string, hashKey: string): CronExpression | string {
  if (expression.length > MAX_CRON_LENGTH) return `is longer than ${MAX_CRON_LENGTH} characters`;
  const text = expression.trim().toUpperCase();
  const fields = (text.startsWith('@') ? (MACROS[text] ?? text) : text).split(/\s+/);
  const shape = checkShape(fields);
  if (shape !== null) return orZone(fields, shape);
  const [second, minute, hour, dayOfMonth, month, dayOfWeek, year] = sevenFields(fields);
  const read = new FieldReader(hashKey);
  const times = {
    second: read.time(SECOND, second),
    minute: read.time(MINUTE, minute),
    hour: read.time(HOUR, hour),
    month: read.time(MONTH, month).set,
    year: read.time(YEAR, year).set,
  };
  const days = { dayOfMonth: read.dayOfMonth(dayOfMonth), dayOfWeek: read.dayOfWeek(dayOfWeek) };
  if (read.problem !== null) return orZone(fields, read.problem);
  return {
    ...times,
    second: times.second.set,
    minute: times.minute.set,
    hour: times.hour.set,
    days,
    stepping: [times.second, times.minute, times.hour].some((field) => field.open),
    withSeconds: fields.length > 5,
    hashed: read.hashed,
  };
}

/** An expression without seconds means second 0, one without a year means every year. */
function sevenFields(fields: readonly string[]): [string, string, string, string, string, string, string] {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '*'] = fields.length === 5 ? ['0', ...fields] : fields;
  return [a, b, c, d, e, f, g];
}

const FORMS = '5 (minute hour day month weekday), 6 with seconds first, or 7 with seconds first and the year last';

function checkShape(fields: readonly string[]): string | null {
  const problem = otherForm(fields);
  if (problem !== null) return problem;
  const count = fields.length;
  if (count < 5 || count > 7) return `has ${count} field${count === 1 ? '' : 's'}: give ${FORMS}`;
  const last = fields.at(-1) ?? '';
  if (count === 6 && isYear(last)) {
    return `ends in the year ${last}, but the last of 6 fields is the day of week and the first the second; a year is the last of 7 fields: second minute hour day month weekday year`;
  }
  return null;
}

/** What is written for another program, or copied with more than it shows. */
function otherForm(fields: readonly string[]): string | null {
  const [first = ''] = fields;
  const [hidden] = HIDDEN.exec(fields.join('')) ?? [];
  if (hidden !== undefined)
    return `holds ${codePointName(hidden)}, a character that cannot be seen: type the expression again`;
  if (first.startsWith('@')) return macroProblem(first);
  if (/^(?:CRON|RATE|AT)\(/.test(first))
    return 'has the form of EventBridge: give the fields without cron( ) and with seconds first, such as 0 30 7 ? * MON-FRI *, and with names of the days of the week, which EventBridge counts from Sunday = 1; for rate( ) use the field `every`, in seconds, for at( ) the field `at`';
  if (fields.some((field) => /\*[-~][\d*]|^\d{4}-\d{1,2}-|\d:\d/.test(field)))
    return `has a date or a time of day in one field, as OnCalendar of systemd has: give ${FORMS}, and a time zone in the field \`timezone\``;
  return /^(CRON_)?TZ=/.test(first) ? WITH_ZONE : null;
}

const WITH_ZONE = 'contains a time zone: use the field `timezone`';
/** The problem of an expression that cannot be read: some programs take a zone behind the fields. */
const orZone = (fields: readonly string[], problem: string): string =>
  isZoneName(fields.at(-1) ?? '') ? WITH_ZONE : problem;

/** Expressions that are copied from a chat or a page hold characters without a width. */
const HIDDEN = /[\u00ad\u200b-\u200f\u2060]/;

function macroProblem(macro: string): string {
  if (macro.startsWith('@EVERY')) return 'cannot be @every: use the field `every`, in seconds';
  return `${macro.toLowerCase()} is not known: ${Object.keys(MACROS).join(', ').toLowerCase()} are`;
}

function isYear(text: string): boolean {
  const year = Number(/^\d{4}/.exec(text)?.[0] ?? 0);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

interface Field {
  readonly set: FieldSet;
  readonly open: boolean;
}

/** Fields that were parsed before: very many jobs have the same few fields. */
const FIELDS = new LRUCache<string, Field>({ max: 1_000 });

/** Replaces a field that could not be parsed; the problem is reported instead. */
const UNREAD: Field = { set: new FieldSet(0, 0, new Set([0])), open: false };
/** `L`, `L-3`, `LW`, `L-3W` or `15W`. */
const LAST_OR_WORKDAY = /^(\d{1,2}(?=W)|L)(?:-(\d{1,2}))?(W)?$/;
const restricts = (text: string): boolean => text !== '*' && text !== '?';

function specialDaysProblem(
  beforeLast: readonly number[],
  nearest: readonly number[],
  plain: readonly string[],
): string | null {
  const unread = plain.find((item) => /^L|W$/.test(item));
  if (unread !== undefined) return `"${unread}" is not understood: L, L-n, LW, L-nW and nW are`;
  if (beforeLast.some((days) => days > 30)) return 'L-n counts at most 30 days back from the last';
  return nearest.some((day) => day < 1 || day > 31) ? 'nW needs a day between 1 and 31' : null;
}

/** Reads the fields of one expression; keeps the first problem and whether any field was hashed. */
class FieldReader {
  problem: string | null = null;
  hashed = false;

  constructor(private readonly hashKey: string) {}

  time(spec: FieldSpec, text: string): Field {
    return text.includes('?')
      ? this.fail(spec, '? is possible only in the day fields')
      : this.list(spec, text.split(','));
  }

  dayOfMonth(text: string): DayOfMonthRule | null {
    if (!restricts(text)) return null;
    const beforeLast: number[] = [];
    const nearestBeforeLast: number[] = [];
    const nearest: number[] = [];
    const plain: string[] = [];
    for (const item of text.split(',')) {
      const [, day, before = '0', workday] = LAST_OR_WORKDAY.exec(item === 'WL' ? 'LW' : item) ?? [];
      if (day === undefined) plain.push(item);
      else if (day !== 'L') nearest.push(Number(day));
      else if (workday === undefined) beforeLast.push(Number(before));
      else nearestBeforeLast.push(Number(before));
    }
    const problem = specialDaysProblem([...beforeLast, ...nearestBeforeLast], nearest, plain);
    if (problem !== null) this.fail(DAY_OF_MONTH, problem);
    const days = plain.length === 0 ? 0 : this.list(DAY_OF_MONTH, plain).set.bits();
    return { days, beforeLast, nearestBeforeLast, nearest };
  }

  dayOfWeek(text: string): DayOfWeekRule | null {
    if (!restricts(text)) return null;
    const last: number[] = [];
    const nth: { weekday: number; nth: number }[] = [];
    const plain: string[] = [];
    for (const item of text.split(',')) {
      const special = /^([0-7]|[A-Z]{3,9})(?:#(\d{1,2})|L)$/.exec(item);
      const weekday = special ? fieldValue(DAY_OF_WEEK, special[1] ?? '') : null;
      if (weekday === null) plain.push(item);
      else if (special?.[2] === undefined) last.push(weekday % 7);
      else nth.push({ weekday: weekday % 7, nth: Number(special[2]) });
    }
    if (plain.includes('L'))
      this.fail(
        DAY_OF_WEEK,
        'L needs a day here, such as 5L or FRIL for the last Friday; the end of the week is SAT or SUN',
      );
    if (nth.some((day) => day.nth < 1 || day.nth > 5)) this.fail(DAY_OF_WEEK, 'd#n needs an n from 1 to 5');
    const weekdays = plain.length === 0 ? 0 : this.list(DAY_OF_WEEK, plain).set.bits();
    return { weekdays, last, nth };
  }

  private list(spec: FieldSpec, items: readonly string[]): Field {
    // Two jobs have the same value for `H` only by chance.
    if (items.some((item) => item.includes('H'))) return this.readList(spec, items);
    const key = `${spec.name} ${items.join()}`;
    const named = FIELDS.get(key);
    if (named) return named;
    const field = this.readList(spec, items);
    if (field !== UNREAD) FIELDS.set(key, field);
    return field;
  }

  private readList(spec: FieldSpec, items: readonly string[]): Field {
    if (items.length > MAX_ITEMS) return this.fail(spec, `lists more than ${MAX_ITEMS} items`);
    const values = new Set<number>();
    let open = false;
    for (const text of items) {
      const item = parseItem(text, spec, this.hashKey);
      if (typeof item === 'string') return this.fail(spec, item);
      for (let value = item.from; value <= item.to; value += item.step) {
        values.add(spec === DAY_OF_WEEK ? value % 7 : value);
      }
      open ||= item.open;
      this.hashed ||= item.hashed;
    }
    return { set: new FieldSet(spec.min, spec.max, values), open };
  }

  private fail(spec: FieldSpec, problem: string): Field {
    this.problem ??= `${spec.name}: ${problem}`;
    return UNREAD;
  }
}
