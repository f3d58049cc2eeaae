/** RFC 7396: objects merge, null removes, everything else replaces. */
import { isJsonObject, type JsonValue } from '#common/spec/fields.js';

export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Puts a worker's template under a new job's data: values of the job take precedence, objects merge, arrays are replaced as a whole. */
export function overTemplate(template: JsonValue | undefined, own: JsonValue): JsonValue {
  if (!isJsonObject(own)) return own;
  const merged = new Map(Object.entries(isJsonObject(template) ? template : {}));
  for (const [key, value] of Object.entries(own)) merged.set(key, overTemplate(merged.get(key), value));
  return Object.fromEntries(merged);
}
