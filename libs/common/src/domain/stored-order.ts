/**
 * The order in which the database sorts texts: by code points. `<` compares UTF-16 units, so characters beyond the BMP, which are pairs of
 * surrogates, would come before the last 8,192 characters of it.
 */
export function isStoredAfter(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === end ? a.length > b.length : rankOf(a.charCodeAt(at)) > rankOf(b.charCodeAt(at));
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
/** Ranks surrogates behind all other units. */
const rankOf = (unit: number): number =>
  unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + LAST_SURROGATE : unit;
