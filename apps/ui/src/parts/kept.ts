/**
 * What the browser keeps for this page, in this tab or in all of them. A browser that blocks storage throws on the first touch: then the page
 * itself keeps it, until it is closed.
 */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keptIn(open: () => Storage): Kept {
  try {
    return open();
  } catch {
    const values = new Map<string, string>();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        values.set(key, value);
      },
      removeItem: (key) => {
        values.delete(key);
      },
    };
  }
}

export const keptInTab = keptIn(() => sessionStorage);
export const keptInBrowser = keptIn(() => localStorage);
