/** One cell of the table: the throughput of a number of clients. */
export interface Cell {
  clients: number;
  perSecond: number;
  /** The duration of one operation, as a client sees it. */
  p50Ms: number;
}

/** Does one operation for one client and returns how many documents (or calls) it counts for. */
export type Operation = (client: number) => Promise<number>;

const WARM_UP_MS = 200;

/** Lets `clients` loops run the operation back to back for about `durationMs`. */
export async function measure(operation: Operation, clients: number, durationMs: number): Promise<Cell> {
  await loop(operation, clients, WARM_UP_MS);
  const startedAt = performance.now();
  const { done, latencies } = await loop(operation, clients, durationMs);
  const seconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((a, b) => a - b);
  return { clients, perSecond: done / seconds, p50Ms: latencies[latencies.length >> 1] ?? 0 };
}

async function loop(
  operation: Operation,
  clients: number,
  durationMs: number,
): Promise<{ done: number; latencies: number[] }> {
  const until = performance.now() + durationMs;
  const latencies: number[] = [];
  let done = 0;
  const client = async (number: number): Promise<void> => {
    for (let from = performance.now(); from < until;) {
      const count = await operation(number);
      done += count;
      const to = performance.now();
      latencies.push(to - from);
      from = to;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return { done, latencies };
}
