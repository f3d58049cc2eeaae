/** The difference between two versions of a job as a JSON Patch (RFC 6902). Pure. */
import { applyPatch, createPatch, Pointer, type Operation } from 'rfc6902';
import type { JsonValue } from '#common/spec/fields.js';

/** The product of the lengths of two lists up to which single elements are compared; longer lists are replaced as a whole. */
const MAX_COMPARED = 40_000;

export interface VersionChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  /** The value afterwards; absent with `remove`. */
  readonly value?: JsonValue;
  /** The value before; absent with `add`. */
  readonly before?: JsonValue;
}

/**
 * Applied in this order, the changes turn `before` into `after`. Each `path` counts the elements of a list as they are after the changes
 * before it.
 */
export function versionChanges(before: JsonValue, after: JsonValue): VersionChange[] {
  const present: unknown = structuredClone(before);
  return createPatch(before, after, wholeLongLists).map((operation) => {
    const { op, path } = operation;
    if (op !== 'add' && op !== 'remove' && op !== 'replace') throw new Error(`a difference has no operation ${op}`);
    const former = op === 'add' ? {} : { before: structuredClone(Pointer.fromJSON(path).get(present) as JsonValue) };
    const value = 'value' in operation ? { value: operation.value as JsonValue } : {};
    const [problem] = applyPatch(present, [operation]);
    if (problem) throw problem;
    return { op, path, ...value, ...former };
  });
}

function wholeLongLists(before: unknown, after: unknown, at: Pointer): Operation[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length * after.length <= MAX_COMPARED) return undefined;
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : [{ op: 'replace', path: at.toString(), value: after }];
}
