/**
 * The five time fields of a crontab as Vixie cron, cronie and systemd-cron read them, in the words of Carillon's expressions. Where the
 * two read the same text differently, the text is rewritten; what no cron accepts is a problem.
 */

export interface CrontabTime {
  /** Undefined where `every` gives the time. */
  readonly cron?: string;
  /** Seconds from the end of a run to the next start, as FreeBSD's cron counts them. */
  readonly every?: number;
  /** The only weekdays on which the slots run, where both day fields have to match; null if every day that `cron` names is meant. */
  readonly weekdays: readonly string[] | null;
  /** What differs from cron, each with the text that it is about. */
  readonly notes: readonly (readonly [text: string, message: string])[];
}

interface FieldSpec {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly string[];
}

/** As the day after Saturday. */
const SUNDAY = 7;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const FIELDS: readonly FieldSpec[] = [
  { name: 'minute', min: 0, max: 59, words: [] },
  { name: 'hour', min: 0, max: 23, words: [] },
  { name: 'day of month', min: 1, max: 31, words: [] },
  { name: 'month', min: 1, max: 12, words: MONTHS },
  { name: 'day of week', min: 0, max: 7, words: WEEKDAYS },
];

/** Macros that Carillon does not have; systemd-cron and FreeBSD's cron do. */
const MACROS: Readonly<Record<string, string>> = {
  '@minutely': '* * * * *',
  '@every_minute': '* * * * *',
  '@every_second': '* * * * * *',
  '@quarterly': '0 0 1 1,4,7,10 *',
  '@semi-annually': '0 0 1 1,7 *',
  '@semiannually': '0 0 1 1,7 *',
  '@bi-annually': '0 0 1 1,7 *',
  '@biannually': '0 0 1 1,7 *',
};
const OWN_MACROS: ReadonlySet<string> = new Set([
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'],
]);

const SECONDS = /^@0*[1-9]\d*$/;
const AFTER_ITS_END =
  'is an interval from start to start without overlap: FreeBSD’s cron waits this time after the end of a run';

/** The time of a word such as `@daily`; null for an unknown one. */
export function macroTime(word: string): CrontabTime | null {
  const macro = word.toLowerCase();
  if (SECONDS.test(macro)) return { every: Number(macro.slice(1)), weekdays: null, notes: [[word, AFTER_ITS_END]] };
  const cron = OWN_MACROS.has(macro) ? macro : MACROS[macro];
  return cron === undefined ? null : { cron, weekdays: null, notes: [] };
}

/** The time of five fields; a text as the result is the problem. */
export function fieldsTime(texts: readonly string[]): CrontabTime | string {
  const fields = FIELDS.map((spec, at) => fieldOf(texts[at] ?? '', spec));
  const problem = fields.find((each) => typeof each === 'string');
  if (problem !== undefined) return problem;
  const read = fields.filter((each) => typeof each !== 'string');
  const notes = read.flatMap((each) => each.notes);
  const written = read.map((each) => each.text);
  const [, , dayOfMonth, , dayOfWeek] = read;
  const cron = written.join(' ');
  if (!dayOfMonth || !dayOfWeek || !mustBothMatch(dayOfMonth, dayOfWeek)) return { cron, weekdays: null, notes };
  if (dayOfWeek.values === null) return `day of week: ${dayOfWeek.text} cannot be joined with a day of month`;
  const days = new Set([...dayOfWeek.values].map((day) => day % 7));
  const weekdays = WEEKDAYS.filter((_name, day) => days.has(day));
  return { cron: [...written.slice(0, 4), '*'].join(' '), weekdays, notes };
}

interface Field {
  readonly text: string;
  /** True if it begins with `*`: cron then joins both day fields by AND, otherwise by OR, as Carillon always does. */
  readonly isStarred: boolean;
  /** Null if cron chooses at random. */
  readonly values: ReadonlySet<number> | null;
  readonly notes: readonly (readonly [text: string, message: string])[];
}

const mustBothMatch = (...days: readonly Field[]): boolean =>
  days.some((each) => each.isStarred) && days.every((each) => each.text !== '*');

interface Item {
  readonly text: string;
  readonly values: readonly number[] | null;
  readonly note?: string;
}

function fieldOf(text: string, spec: FieldSpec): Field | string {
  const items = text.split(',').map((each) => itemOf(each, spec));
  const problem = items.find((each) => typeof each === 'string');
  if (problem !== undefined) return `${spec.name}: ${problem}`;
  const read = items.filter((each) => typeof each !== 'string');
  const isStarred = text.startsWith('*');
  const isRandom = read.some(({ values }) => values === null);
  const values = isRandom ? null : new Set(read.flatMap((each) => each.values ?? []));
  const isEvery =
    isStarred &&
    values !== null &&
    new Set([...values].map((each) => each % (spec.max + 1))).size > spec.max - spec.min;
  return {
    text: isEvery ? '*' : read.map((each) => each.text).join(','),
    isStarred,
    values,
    notes: read.flatMap(({ text: own, note }) => (note === undefined ? [] : [[own, note] as const])),
  };
}

function itemOf(text: string, spec: FieldSpec): Item | string {
  const [, first, sign, second = '', stepText] = /^([^-~/]*)(?:([-~])([^-~/]*))?(?:\/(\d{1,4}))?$/.exec(text) ?? [];
  if (first === undefined) return `"${text}" is not understood`;
  const step = stepText === undefined ? null : Number(stepText);
  if (step === 0) return 'a step must be at least 1';
  if (sign === '~') return randomItem(text, [first, second], step, spec);
  if (sign === '-') return rangeItem(text, [first, second], step, spec);
  if (first === '*') return range([spec.min, spec.max], step, text, spec);
  const value = valueOf(first, spec);
  if (typeof value === 'string') return value;
  if (step === null) return { text, values: [value] };
  const note = `is written ${text}: Vixie cron and cronie ignore a step without a range`;
  return { text: first, values: [value], note };
}

function rangeItem(
  text: string,
  [first, second]: readonly [string, string],
  step: number | null,
  spec: FieldSpec,
): Item | string {
  const from = valueOf(first, spec);
  // The Sunday after the other days: systemd-cron reads fri-sun as 5-7.
  const isNextSunday = spec.words === WEEKDAYS && /^sun$/i.test(second) && from !== 0;
  const to = isNextSunday ? SUNDAY : valueOf(second, spec);
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  if (from > to) return `the range ${text} runs backwards, which cron refuses or never starts`;
  const item = range([from, to], step, text, spec);
  return isNextSunday
    ? {
        ...item,
        note: 'ends on the Sunday after, as systemd-cron reads it: other crons refuse or never start such an entry',
      }
    : item;
}

/** A step beyond the range leaves the first value; Carillon refuses such a step. */
function range([from, to]: readonly [number, number], step: number | null, text: string, spec: FieldSpec): Item {
  const values = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((_, at) => at % (step ?? 1) === 0);
  const isBeyond = step !== null && step > spec.max - spec.min && values.length === 1;
  return { text: isBeyond ? String(from) : text, values };
}

/** `a~b` of cronie: one value of the range, chosen at random when the crontab is loaded. `H` chooses one value for the life of the job. */
function randomItem(
  text: string,
  [first, second]: readonly [string, string],
  step: number | null,
  spec: FieldSpec,
): Item | string {
  const from = first === '' ? spec.min : valueOf(first, spec);
  const to = second === '' ? spec.max : valueOf(second, spec);
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  if (from > to) return `the range ${text} runs backwards`;
  const isWhole = from === spec.min && to === spec.max;
  const written = `${isWhole ? 'H' : `H(${from}-${to})`}${step === null ? '' : `/${step}`}`;
  return {
    text: written,
    values: null,
    note: `is written ${text}: cron chooses another value whenever it starts, Carillon keeps one for the job`,
  };
}

const OF_QUARTZ = /^(?:\?|L|L?W|\w{1,3}[LW]|\w{1,3}#\d)$/i;

/** A number within the bounds, or a name of three letters; a text as the result is the problem. */
function valueOf(text: string, { min, max, words }: FieldSpec): number | string {
  const at = words.indexOf(text.toLowerCase());
  if (at >= 0) return at + min;
  if (OF_QUARTZ.test(text)) return `"${text}" is not understood: it is of Quartz, no cron reads it`;
  if (!/^\d{1,4}$/.test(text)) return text === '' ? 'a value is missing' : `"${text}" is not understood`;
  const value = Number(text);
  return value >= min && value <= max ? value : `${value} is not between ${min} and ${max}`;
}
