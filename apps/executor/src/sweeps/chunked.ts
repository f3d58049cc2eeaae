/** The items in groups of at most `size`, in order. */
export function* chunked<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
