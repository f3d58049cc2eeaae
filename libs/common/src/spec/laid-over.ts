import type { JsonValue } from './fields.js';

/** Merges JSON values, the later over the earlier: name by name if both are objects, otherwise the later one wins. */
export function laidOver(...values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values.reduce((under, over) => {
    if (over === undefined) return under;
    return isObject(under) && isObject(over) ? { ...under, ...over } : over;
  }, undefined);
}

const isObject = (value: JsonValue | undefined): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
