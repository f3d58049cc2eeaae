/**
 * The character U+0000 in values that come from outside. JSON can write it, but no environment variable, argument or file name
 * can hold it, and not every database keeps it in a text: input with it is refused.
 */

const NUL = '\u0000';

/** The path of a found value: its name in its parent, and so on up to the root. */
interface Place {
  readonly value: unknown;
  readonly name: string | null;
  readonly above: Place | null;
}

/** Paths of the texts and field names in a JSON value that contain NUL, up to a maximum number. Values may have any depth. */
export function nulPaths(value: unknown, limit: number): string[][] {
  const found: string[][] = [];
  const open: Place[] = [{ value, name: null, above: null }];
  for (let place = open.pop(); place && found.length < limit; place = open.pop()) {
    const { value: here } = place;
    if (place.name?.includes(NUL) === true || (typeof here === 'string' && here.includes(NUL))) {
      found.push(pathOf(place));
    } else if (typeof here === 'object' && here !== null) {
      const above = place;
      // From the end, so that the first field is visited first.
      const fields = Object.entries(here).reverse();
      for (const [name, field] of fields) open.push({ value: field as unknown, name, above });
    }
  }
  return found;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.above) if (at.name !== null) path.unshift(at.name);
  return path;
}
