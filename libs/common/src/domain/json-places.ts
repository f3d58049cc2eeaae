/** The places of a JSON value: the value itself, each field and each element. */

/** The path of a found value: its name in its parent, and so on up to the root. */
export interface Place {
  readonly value: unknown;
  readonly name: string | null;
  readonly above: Place | null;
}

/** The places for which `isFound` is true, up to a maximum number; nothing below a found place. Values may have any depth. */
export function placesIn(value: unknown, isFound: (place: Place) => boolean, limit: number): Place[] {
  const places: Place[] = [];
  const open: Place[] = [{ value, name: null, above: null }];
  for (let place = open.pop(); place && places.length < limit; place = open.pop()) {
    const { value: here } = place;
    if (isFound(place)) {
      places.push(place);
    } else if (typeof here === 'object' && here !== null) {
      const above = place;
      // From the end, so that the first field is visited first.
      const fields = Object.entries(here).reverse();
      for (const [name, field] of fields) open.push({ value: field as unknown, name, above });
    }
  }
  return places;
}

export function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.above) if (at.name !== null) path.unshift(at.name);
  return path;
}
