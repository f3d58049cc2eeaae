/** At first, twice its equal share is read of each part, because parts rarely contribute equally. */
const SHARES = 2;

/**
 * The first `size` items of several parts in one order: little is read of each, and the rest only of a part that is in front.
 * `read` returns at most `most` items of a part in order: its first ones, or those strictly after `after`.
 */
export async function firstOfParts<P, T>(
  parts: readonly P[],
  read: (part: P, after: T | null, most: number) => Promise<readonly T[]>,
  size: number,
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return read(only, null, size);
  const share = Math.min(size, Math.ceil((size * SHARES) / Math.max(1, parts.length)));
  const firsts = await Promise.all(parts.map(async (part) => ({ part, items: await read(part, null, share) })));
  const first = firsts
    .flatMap(({ items }) => items)
    .sort(compare)
    .slice(0, size);
  const end = first.at(-1);
  const whole = firsts.map(async ({ part, items }) => {
    const last = items.at(-1);
    const isInFront = last !== undefined && end !== undefined && (first.length < size || compare(last, end) < 0);
    if (items.length < share || share === size || !isInFront) return items;
    return [...items, ...(await read(part, last, size - share))];
  });
  return (await Promise.all(whole)).flat().sort(compare).slice(0, size);
}
