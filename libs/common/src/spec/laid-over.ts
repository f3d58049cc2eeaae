import { isJsonObject, type JsonValue } from './fields.js';

/** Merges JSON values, the later over the earlier: name by name if both are objects, otherwise the later one wins. */
export function laidOver(...values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values.reduce((under, over) => {
    if (over === undefined) return under;
    return isJsonObject(under) && isJsonObject(over) ? { ...under, ...over } : over;
  }, undefined);
}
