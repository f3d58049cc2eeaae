/**
 * What the browser keeps for this page, in this tab or in all of them. A browser that blocks storage throws on the first touch, has none, or
 * refuses what is set (a private window, a full disk): then the page itself keeps it, until it is closed.
 */
export interface Kept extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Whether the value is there after the page is loaded again. */
  readonly isLasting: (key: string) => boolean;
}

export function keptIn(open: () => Storage | null): Kept {
  const storage = openOrNull(open);
  /** What the storage did not take. */
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? storage?.getItem(key) ?? null,
    setItem: (key, value) => {
      values.delete(key);
      if (!isTaken(storage, key, value)) values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
      storage?.removeItem(key);
    },
    isLasting: (key) => !values.has(key) && storage?.getItem(key) != null,
  };
}

function openOrNull(open: () => Storage | null): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}

function isTaken(storage: Storage | null, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value);
    return storage !== null;
  } catch {
    return false;
  }
}

export const keptInTab = keptIn(() => sessionStorage);
export const keptInBrowser = keptIn(() => localStorage);
