/** Loads parts of the page that are not loaded with it. */
import { addressOf } from '../api/session.js';

/** True if the server serves another release than this page: the files that the page names are gone. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const response = await fetch(addressOf('./'), { cache: 'no-store' });
  return own != null && response.ok && !(await response.text()).includes(own);
}

/**
 * Wraps an import. If a newer release has replaced the file, the page is loaded again; otherwise it stays, with everything that it shows, and
 * the import fails with an error for people: a page that is loaded again while the server does not answer is lost.
 */
export const part =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    try {
      return await load();
    } catch (cause) {
      if (!(await isReplaced().catch(() => false)))
        throw new Error('This part of the page could not be loaded, because Carillon did not answer.', { cause });
      location.reload();
      return new Promise<T>(() => undefined);
    }
  };
