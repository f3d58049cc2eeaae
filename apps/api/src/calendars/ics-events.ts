import { createContext, runInContext } from 'node:vm';
import { ICS_TIMEOUT_MS } from '#common/domain/limits.js';
import { readIcs, type ReadIcs } from './core/read-ics.js';

/**
 * What the events of an iCalendar file take up. Nothing else runs in this process meanwhile, and a rule that never holds would
 * be searched without end: so the search is cut off, which only a context with a time limit can do.
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
