/** The outputs of a run: those that its attempts have reported, merged name by name as the attempts end. */
import { ExactNumber } from '../domain/exact-number.js';
import { MAX_OUTPUTS_BYTES } from '../domain/limits.js';
import type { JsonValue } from '../spec/fields.js';
import type { RunOutputs } from './run.js';

/** Before the job storage that a line of output saves. */
export const STORAGE_PREFIX = '[saveJobStorage] ';
export const OUTPUTS_PREFIX = '[saveOutputs] ';

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Why a value is not valid as outputs; null if it is. */
export function outputsProblem(value: JsonValue): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber)
    return 'must be a JSON object';
  const bytes = bytesOf(value);
  return bytes > MAX_OUTPUTS_BYTES ? `has ${bytes} bytes as JSON, more than the ${MAX_OUTPUTS_BYTES} allowed` : null;
}

/** Merges outputs name by name; the later value wins. If the result is too large, the names that came first stay. */
export function mergedOutputs(before: RunOutputs | undefined, more: RunOutputs | undefined): RunOutputs | undefined {
  if (before === undefined || more === undefined) return more ?? before;
  const merged = { ...before, ...more };
  if (bytesOf(merged) <= MAX_OUTPUTS_BYTES) return merged;
  const kept: Record<string, JsonValue> = { ...before };
  for (const [name, value] of Object.entries(more)) {
    if (bytesOf({ ...kept, [name]: value }) <= MAX_OUTPUTS_BYTES) kept[name] = value;
  }
  return kept;
}
