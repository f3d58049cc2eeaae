/** Loads parts of the page that are not loaded with it. */
import { addressOf } from '../api/session.js';
import { keptInTab } from '../parts/kept.js';

const RELOADED = 'carillon.reloaded';
/** The page is loaded again at most this often, and never where it forgets that: a file that is missing must not make it load for ever. */
const RELOAD_MS = 15_000;

/** Whether loading the page again brings it back, and may bring the part: browsers remember that an import has failed. */
async function mayReload(): Promise<boolean> {
  const last = Number(keptInTab.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_MS) return false;
  if (!(await fetch(addressOf('healthz'), { cache: 'no-store' })).ok) return false;
  keptInTab.setItem(RELOADED, String(Date.now()));
  return keptInTab.isLasting(RELOADED);
}

/**
 * Wraps an import. If it fails while the server answers, a newer release may have replaced the file, and the page is loaded again. Otherwise
 * the page stays, with everything that it shows, and the import fails with an error for people.
 */
export const part =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    try {
      return await load();
    } catch (cause) {
      if (!(await mayReload().catch(() => false)))
        throw new Error('This part of the page could not be loaded, because Carillon did not answer.', { cause });
      location.reload();
      return new Promise<T>(() => undefined);
    }
  };
