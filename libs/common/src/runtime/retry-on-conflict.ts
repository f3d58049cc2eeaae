/** Retries a compare-and-set that another writer has won: reads, decides and writes again. */
import { AppError } from '../errors/app-error.js';

/**
 * Calls `attempt` until it returns a value; null says that another writer was first. Throws UNAVAILABLE, which names
 * `subject`, after `maxTries`, so that the caller tries again later.
 */
export async function retryOnConflict<T>(
  maxTries: number,
  subject: string,
  attempt: () => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new AppError('UNAVAILABLE', `too many others changed ${subject} at the same time; try again`);
}
