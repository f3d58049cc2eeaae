import { until } from '#testing/until.js';

const LIMIT_MS = 120_000;
/** What is asked goes through the whole system: not too often. */
const POLL_MS = 250;

/** Waits patiently until the condition holds; a failure names what was waited for. */
export async function eventually<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  return until(what, probe, LIMIT_MS, POLL_MS);
}
