import { createContext, runInContext } from 'node:vm';
import { ICS_TIMEOUT_MS } from '#common/domain/limits.js';
import { readIcs, type ReadIcs } from './core/read-ics.js';

/**
 * Expands the events of an iCalendar file. No other work runs in this process meanwhile, and the search for a rule that never holds would
 * not end: therefore it runs in a context with a time limit, which alone can stop it.
 */
export function icsEvents(text: string, zone: string): ReadIcs {
  const context = createContext({ read: () => readIcs(text, zone) });
  try {
    return runInContext('read()', context, { timeout: ICS_TIMEOUT_MS }) as ReadIcs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const problem = `takes longer than ${ICS_TIMEOUT_MS} ms to evaluate: a rule of an event may never yield a time, or there are too many events`;
    return { ok: false, problem };
  }
}
