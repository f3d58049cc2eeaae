/** Equality of JSON values; the order of an object's fields does not matter, and a field that is undefined is absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, i) => sameJson(value, b[i]))
    );
  }
  const left = present(a);
  const right = present(b);
  return (
    left.size === right.size && [...left].every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
  );
}

const present = (value: object): Map<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined));
