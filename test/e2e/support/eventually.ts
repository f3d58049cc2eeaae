import { until } from '#testing/until.js';

const LIMIT_MS = 120_000;
/** Each check goes through the whole system: it is not made too often. */
const POLL_MS = 250;

/** Waits patiently until the condition holds; a failure names the condition. */
export async function eventually<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  return until(what, probe, LIMIT_MS, POLL_MS);
}
