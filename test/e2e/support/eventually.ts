import { until } from '#testing/until.js';
import { Unavailable } from './api.js';

const LIMIT_MS = 120_000;
/** Each check goes through the whole system: it is not made too often. */
const POLL_MS = 250;

/** Waits patiently until the condition holds; a failure names the condition. While the product is unavailable it does not hold yet. */
export async function eventually<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  const patient = async (): Promise<T | null> => {
    try {
      return await probe();
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  };
  return await until(what, patient, LIMIT_MS, POLL_MS);
}
