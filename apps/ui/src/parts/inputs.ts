/** Handlers of inputs that pass on values, not events. */
import type { ChangeEvent } from 'react';
import { ExactNumber, isDouble } from '#common/domain/exact-number.js';

/** Passes on the text of an input. */
export const typed =
  (set: (text: string) => void) =>
  ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    set(currentTarget.value);
  };

/** Passes on whether a box or a switch is on. */
export const checked =
  (set: (isOn: boolean) => void) =>
  ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    set(currentTarget.checked);
  };

/** The number of a text that is typed, undefined if it is none (yet). One that a double does not hold keeps its digits, so that the API refuses it. */
export function numberTyped(typed: number | string): number | ExactNumber | undefined {
  const double = Number(typed);
  if (typed === '' || Number.isNaN(double)) return undefined;
  const exact = new ExactNumber(String(typed));
  return /^-?\d+(?:\.\d+)?$/.test(String(typed)) && double !== 0 && !isDouble(exact) ? exact : double;
}

/** Why a text that is typed or pasted is not taken into a number: the field would leave out single characters, and `1e5` become 15. Null if it is. */
export function notOfNumber(text: string, isWhole: boolean): string | null {
  if ((isWhole ? /^-?\d*$/ : /^-?\d*\.?\d*$/).test(text.trim())) return null;
  return `${text.trim()} was not taken: a number is written with digits${isWhole ? '' : ' and a point'} only`;
}

/** The texts of the values that can be chosen. */
export type Options<T extends string> = Readonly<Partial<Record<T, string>>>;

export const choicesOf = <T extends string>(options: Options<T>): { value: T; label: string }[] =>
  Object.entries<string | undefined>(options).map(([value, label = value]) => ({ value: value as T, label }));

/** The days of the week, as schedules and calendars name them. */
export const WEEKDAYS = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;
export type Weekday = keyof typeof WEEKDAYS;
