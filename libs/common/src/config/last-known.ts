/** Reads again each time; where that fails, the value that was read last. `first`: before any was. */
export function lastKnown<T>(read: () => Promise<T>, first: T): () => Promise<T> {
  let last = first;
  return async () => {
    last = await read().catch(() => last);
    return last;
  };
}
