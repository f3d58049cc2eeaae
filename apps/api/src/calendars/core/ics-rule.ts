/** The occurrences of an event by its recurrence rule, with the expansion that schedules use. */
import type ICAL from 'ical.js';
import { civilDate, DAY_SECONDS, weekdayOf } from '#common/schedule/civil.js';
import { FREQUENCIES, parseRrule, WEEKDAYS, type Rrule } from '#common/schedule/parse-rrule.js';
import { RruleSearch } from '#common/schedule/rrule-search.js';
import { dayAt, IcsProblem, valuesOf, type IcsZone } from './ics-times.js';

/** An event: its beginning in its zone, and how it is named in problems. */
export interface RuledEvent {
  readonly name: string;
  readonly isDate: boolean;
  readonly start: number;
  readonly zone: IcsZone;
}

/** The beginnings of the occurrences, DTSTART first even where the rule does not name it, as RFC 5545 counts them. */
export function* occurrencesOf(property: ICAL.Property, event: RuledEvent): Generator<number> {
  const { start } = event;
  const rule = ruleOf(property, event);
  yield start;
  // DTSTART is the first of COUNT.
  yield* namedBy(rule, event, { from: start + 1, count: (rule.count ?? Infinity) - 1 });
}

/** The beginnings that an exception rule names (EXRULE, which RFC 2445 defines and RFC 5545 does not): DTSTART only if it names it. */
export function* exceptionsOf(property: ICAL.Property, event: RuledEvent): Generator<number> {
  const rule = ruleOf(property, event);
  yield* namedBy(rule, event, { from: event.start, count: rule.count ?? Infinity });
}

function* namedBy(
  rule: Rrule,
  event: RuledEvent,
  { from, count }: { readonly from: number; readonly count: number },
): Generator<number> {
  const until = untilIn(rule, event);
  const search = new RruleSearch({ ...rule, count: null, until: null }, event.start);
  let left = count;
  for (let at = search.next(from); at !== null && at <= until && left > 0; at = search.next(at + 1), left--) yield at;
}

/** False for a rule without parts: programs write `RRULE:` for an event that does not recur. */
export const isRule = (property: ICAL.Property): boolean => ruleText(property) !== '';

const ruleText = (property: ICAL.Property): string => valuesOf(property).map(textOf).join('');

function ruleOf(property: ICAL.Property, { name, start }: RuledEvent): Rrule {
  const text = withPartsOf(start, ruleText(property));
  const frequency = /^FREQ=(\w+)/.exec(text)?.[1] ?? '';
  if (!FREQUENCIES.some((each) => each === frequency)) {
    throw new IcsProblem(`${name} recurs ${frequency}, but an event may recur only ${FREQUENCIES.join(', ')}`);
  }
  const parsed = parseRrule(text);
  if (typeof parsed === 'string') throw new IcsProblem(`${name} has a rule that cannot be used: ${parsed}`);
  return parsed;
}

/**
 * What the rule does not say, DTSTART tells (RFC 5545, 3.3.10): which day of a week number is meant, and which month has the days of a
 * month in each year. For the latter the RFC may be read as each month, too; calendar programs that write such rules mean one.
 */
function withPartsOf(start: number, text: string): string {
  const day = Math.floor(start / DAY_SECONDS);
  const has = (...parts: readonly string[]): boolean => parts.some((part) => text.includes(`;${part}=`));
  if (has('BYWEEKNO') && !has('BYDAY', 'BYMONTHDAY', 'BYYEARDAY'))
    return `${text};BYDAY=${WEEKDAYS[weekdayOf(day)] ?? ''}`;
  const namesDays = /^FREQ=YEARLY\b/.test(text) && has('BYMONTHDAY');
  return namesDays && !has('BYMONTH', 'BYDAY', 'BYWEEKNO', 'BYYEARDAY')
    ? `${text};BYMONTH=${civilDate(day).month}`
    : text;
}

/**
 * The library gives a rule as an object of its parts. Extensions of vendors mean nothing for the times, nor does the part without a name
 * that stands behind a last semicolon.
 */
const textOf = (parts: unknown): string =>
  Object.entries(Object(parts) as Record<string, unknown>)
    .filter(([part]) => part !== '' && !/^x-/i.test(part))
    .map(([part, value]) => `${part.toUpperCase()}=${partText(part, value)}`)
    .join(';');

function partText(part: string, value: unknown): string {
  if (part === 'until') return String(value).replace(/[-:]|T::$/g, '');
  // The library counts weekdays from Sunday = 1.
  return part === 'wkst' && typeof value === 'number' ? (WEEKDAYS[value - 1] ?? '') : String(value);
}

/** The last local second in which an occurrence may begin. */
function untilIn({ until }: Rrule, { isDate, zone }: RuledEvent): number {
  if (until === null) return Infinity;
  if (until.kind === 'local') return until.at;
  return isDate ? dayAt(until.at, zone) * DAY_SECONDS : until.at + zone.zone.stretchAt(until.at).offset;
}
