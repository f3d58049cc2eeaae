/** The seven fields of a cron expression: their names, bounds and words. */
import { FIRST_YEAR, LAST_YEAR } from './civil.js';

export interface FieldSpec {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** `H` alone stays at or below this: every month has a 28th. */
  readonly hashMax: number;
  /** Three-letter and full names, in order from `min`. */
  readonly words: readonly string[];
}

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

const field = (name: string, min: number, max: number, words: readonly string[] = []): FieldSpec => ({
  name,
  min,
  max,
  hashMax: name === 'day of month' ? 28 : max,
  words,
});

export const SECOND = field('second', 0, 59);
export const MINUTE = field('minute', 0, 59);
export const HOUR = field('hour', 0, 23);
export const DAY_OF_MONTH = field('day of month', 1, 31);
export const MONTH = field('month', 1, 12, MONTHS);
/** 7 is accepted for Sunday, and converted to 0. */
export const DAY_OF_WEEK = field('day of week', 0, 6, WEEKDAYS);
export const YEAR = field('year', FIRST_YEAR, LAST_YEAR);

/** A field's value as a number, from digits or a name; null for neither. Bounds are not checked. */
export function fieldValue(spec: FieldSpec, text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const at = spec.words.findIndex((word) => text === word || text === word.slice(0, 3));
  return at < 0 ? null : at + spec.min;
}
