/** JSON Pointers (RFC 6901) into JSON that was given: their validation and evaluation. */
import { z } from 'zod';
import { ExactNumber, sameNumber } from '../domain/exact-number.js';
import { MAX_OUTPUT_PATH_LENGTH } from '../domain/limits.js';
import type { JsonValue } from './fields.js';

/** The empty text means the whole value. `example` completes the message about a text that is no JSON Pointer. */
export const jsonPointer = (example: string): z.ZodString =>
  z
    .string()
    .max(MAX_OUTPUT_PATH_LENGTH)
    .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, `must be a JSON Pointer such as ${example}`);

/** The value at a JSON Pointer; undefined where there is none. */
export function valueAt(whole: JsonValue | Readonly<Record<string, JsonValue>>, path: string): JsonValue | undefined {
  const steps = path.split('/').slice(1);
  let value: unknown = whole;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere: boolean = Object.hasOwn(value, name) && !(Array.isArray(value) && name === 'length');
    value = isThere ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value as JsonValue | undefined;
}

/** Whether two values are equal, regardless of the order of names in objects and of the form of numbers. */
export function sameValue(a: JsonValue, b: JsonValue | undefined): boolean {
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (isNumber(a) || isNumber(b)) return false;
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([name, value]) => sameValue(value, right.get(name)));
}

const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;
