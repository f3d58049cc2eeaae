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
import type { DayOfMonthRule, DayOfWeekRule, DayRule } from './day-rule.js';
import { FieldSet } from './field-set.js';
import { isZoneName } from './zone.js';
import { stableHash } from './stable-hash.js';

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

/* One item of a field's list: `5`, `MON-FRI`, `*`/15, `10/5`, `H(0-7)/2`. Problems are returned as sentences. */

interface Item {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** True if it steps through the whole field from some value on, like a star or an open step, and names no values. */
  readonly open: boolean;
  readonly hashed: boolean;
}

/** Parses an item of a list; a string as the result is the problem. */
function parseItem(text: string, spec: FieldSpec, hashKey: string): Item | string {
  const slash = text.indexOf('/');
  const base = slash < 0 ? text : text.slice(0, slash);
  const step = slash < 0 ? null : parseStep(text.slice(slash + 1), spec);
  if (typeof step === 'string') return step;
  if (/^H([^A-Z]|$)/.test(base)) return hashedItem(base, step, spec, hashKey);
  return plainItem(base, step, spec);
}

function plainItem(base: string, step: number | null, spec: FieldSpec): Item | string {
  if (base === '*' || base === '?' || (base === '' && step !== null)) {
    return { from: spec.min, to: spec.max, step: step ?? 1, open: true, hashed: false };
  }
  const range = parseRange(base, spec);
  if (typeof range === 'string') return range;
  const open = step !== null && !base.includes('-');
  // From Sunday on, by either of its numbers.
  const from = open && spec.name === 'day of week' ? range.from % 7 : range.from;
  return { from, to: open ? spec.max : range.to, step: step ?? 1, open, hashed: false };
}

function parseStep(text: string, spec: FieldSpec): number | string {
  if (!/^\d{1,4}$/.test(text)) return `the step "${text}" is not a whole number`;
  const step = Number(text);
  const span = spec.max - spec.min + 1;
  if (step < 1) return 'a step must be at least 1';
  return step > span ? `the step ${step} is larger than the whole field (${span} values)` : step;
}

/** `from-to` or one value, within the field's bounds. Ranges of days of the week may cross the end of the week. */
function parseRange(text: string, spec: FieldSpec): { from: number; to: number } | string {
  const [first = '', second, ...more] = text.split('-');
  if (more.length > 0) return `"${text}" is not a range`;
  const from = parseValue(first, spec);
  const to = second === undefined ? from : parseValue(second, spec);
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  if (from <= to) return { from, to };
  if (spec.name === 'day of week') return { from, to: to + 7 };
  return `the range ${text} runs backwards: write ${first}-${spec.max},${spec.min}-${second ?? ''}`;
}

function parseValue(text: string, spec: FieldSpec): number | string {
  const value = fieldValue(spec, text);
  if (value === null) return text === '' ? 'a value is missing' : `"${text}" is not understood`;
  const max = spec.name === 'day of week' ? 7 : spec.max;
  if (value >= spec.min && value <= max) return value;
  const hint =
    spec.name !== 'year' && value >= FIRST_YEAR && value <= LAST_YEAR
      ? '; a year is the last of 7 fields: second minute hour day month weekday year'
      : '';
  return `${value} is not between ${spec.min} and ${max}${hint}`;
}

const HASHED = /^H(?:\((?<range>[^()]*)\))?$/;

function hashedItem(base: string, step: number | null, spec: FieldSpec, hashKey: string): Item | string {
  const groups = HASHED.exec(base)?.groups;
  if (!groups) return `"${base}" is not understood: H, H/n, H(a-b) and H(a-b)/n are`;
  if (spec.name === 'year') return 'H chooses a moment within a year, never the year';
  const rangeText = groups['range'];
  if (rangeText !== undefined && !rangeText.includes('-')) return `"${base}" needs a range such as H(0-7)`;
  const range = rangeText === undefined ? { from: spec.min, to: spec.max } : parseRange(rangeText, spec);
  if (typeof range === 'string') return range;
  const { from, to } = range;
  const highest = rangeText === undefined ? spec.hashMax : to;
  const hash = stableHash(`${hashKey}:${spec.name}`);
  if (step === null) {
    const value = from + (hash % (highest - from + 1));
    return { from: value, to: value, step: 1, open: false, hashed: true };
  }
  // The first value lies within the first step and within the range, so the set is never empty.
  const start = from + (hash % Math.min(step, highest - from + 1));
  return { from: start, to, step, open: rangeText === undefined, hashed: true };
}
