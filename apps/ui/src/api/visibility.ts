/** Whether the page is visible: a tab in the background needs no live connection. */
import { systemClock } from '#common/clock/clock.js';

export type VisibilityPage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

const CHANGE = 'visibilitychange';

/** Resolves at once if the page is shown, else when it is, or when `signal` is aborted. */
export async function untilVisible(page: VisibilityPage, signal: AbortSignal): Promise<void> {
  if (page.visibilityState !== 'hidden' || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (page.visibilityState === 'hidden' && !signal.aborted) return;
      page.removeEventListener(CHANGE, check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    page.addEventListener(CHANGE, check);
    signal.addEventListener('abort', check);
  });
}

/** A signal that is aborted when the page has been hidden for `afterMs`, never for `Infinity`; `end` stops watching. */
export function whenHidden(
  page: VisibilityPage,
  afterMs: number,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const hidden = new AbortController();
  let cancel = (): void => undefined;
  const check = (): void => {
    cancel();
    if (page.visibilityState !== 'hidden' || afterMs === Infinity) return;
    cancel = systemClock.after(afterMs, () => {
      hidden.abort();
    });
  };
  page.addEventListener(CHANGE, check);
  check();
  return {
    signal: hidden.signal,
    end: () => {
      cancel();
      page.removeEventListener(CHANGE, check);
    },
  };
}
