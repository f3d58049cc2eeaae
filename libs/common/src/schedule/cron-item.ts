/** One item of a field's list: `5`, `MON-FRI`, `*`/15, `10/5`, `H(0-7)/2`. Problems are returned as sentences. */
import { fieldValue, type FieldSpec } from './cron-fields.js';
import { FIRST_YEAR, LAST_YEAR } from './civil.js';
import { stableHash } from './stable-hash.js';

export interface Item {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** True if it steps through the whole field from some value on, like a star or an open step, and names no values. */
  readonly open: boolean;
  readonly hashed: boolean;
}

/** Parses an item of a list; a string as the result is the problem. */
export function parseItem(text: string, spec: FieldSpec, hashKey: string): Item | string {
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
