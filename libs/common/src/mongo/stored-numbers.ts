/** Reads values of workers and users as they were saved: numbers that are no doubles are stored as binary values (`ExactNumber.toBSON`). */
import { mongo } from 'mongoose';
import { ExactNumber } from '../domain/exact-number.js';

const { Binary } = mongo.BSON;

/** The value itself where it holds no such number. */
export function withStoredNumbers<T>(value: T): T;
export function withStoredNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Binary) return new ExactNumber(value.toString('utf8'));
  const before = Object.entries(value);
  const after = before.map(([name, each]) => [name, withStoredNumbers(each as unknown)] as const);
  if (after.every(([, each], i) => each === before[i]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, each]) => each) : Object.fromEntries(after);
}
