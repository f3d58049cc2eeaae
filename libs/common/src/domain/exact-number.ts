/**
 * Numbers of JSON that JavaScript would write in another way than they were written: a double holds about 17 digits, ends at 1.8e308,
 * and writes `1.0` as `1`. What a worker saves and reports is kept as it was written; other input must fit into doubles.
 */
import { compareNumber } from 'lossless-json';
import { pathOf, placesIn, type Place } from './json-places.js';

declare global {
  interface JSON {
    /** Absent in browsers of 2024 and before. */
    rawJSON?: (text: string) => unknown;
  }
}

/** A number as it is written in JSON. It has no properties of its own, so that code that walks through values does not enter it. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** The nearest double, which may be infinite. */
  valueOf(): number {
    return Number(this.#text);
  }

  /** JSON.stringify writes the number as it was written; as a string, and never as another number, where it cannot. */
  toJSON(): unknown {
    return JSON.rawJSON?.(this.#text) ?? this.#text;
  }

  /** The driver of the database stores it as a binary value, which no other value of JSON becomes (`stored-numbers.ts`). */
  toBSON(): Uint8Array {
    return new TextEncoder().encode(this.#text);
  }
}

/** The number of this text of JSON: a double if JavaScript writes the double like the text. */
export function numberOf(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** True if a double has the value of this number. A double writes -0 as 0. */
export const isDouble = (number: ExactNumber): boolean =>
  Number.isFinite(Number(number)) &&
  !Object.is(Number(number), -0) &&
  compareNumber(String(number), String(Number(number))) === 0;

/** Whether two numbers have the same value, however they are written. */
export const sameNumber = (a: number | ExactNumber, b: number | ExactNumber): boolean =>
  compareNumber(String(a), String(b)) === 0;

const isExact = ({ value }: Place): boolean => value instanceof ExactNumber;

/**
 * The value with doubles in place of the numbers of which a double has the value, and the paths of the others. Fields of the value that
 * are named in `kept` keep their numbers. The value itself is changed.
 */
export function withDoubles(
  value: unknown,
  kept: readonly string[] = [],
): { readonly value: unknown; readonly inexact: readonly (readonly string[])[] } {
  const inexact: string[][] = [];
  let whole = value;
  const isKept = ({ name, above }: Place): boolean => above?.above === null && name !== null && kept.includes(name);
  for (const place of placesIn(value, (each) => isExact(each) || isKept(each), Infinity)) {
    const { value: number, name, above } = place;
    if (!(number instanceof ExactNumber) || isKept(place)) continue;
    if (!isDouble(number)) inexact.push(pathOf(place));
    else if (above === null || name === null) whole = Number(number);
    else Object.assign(above.value as object, { [name]: Number(number) });
  }
  return { value: whole, inexact };
}

export const NOT_EXACT =
  'must be a number that a double holds exactly, or a string: the digits of this number would change';

/** True if code that reckons with the value needs doubles in their place. */
export const hasExactNumbers = (value: unknown): boolean => placesIn(value, isExact, 1).length > 0;
