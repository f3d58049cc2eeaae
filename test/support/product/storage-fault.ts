/** Whether a job's storage is the newest that was saved. */
export interface KnownSave {
  readonly run: string;
  /** When it was sent first, epoch milliseconds. */
  readonly from: number;
}

/**
 * How many saves were first sent after the run that the stored value is of had ended: with any of them the value is outdated.
 * Saves of runs that overlap may come in any order. `endOf` gives epoch milliseconds, and -Infinity for a run unknown.
 */
export function savesAfter(
  stored: string | undefined,
  saves: readonly KnownSave[],
  endOf: (run: string) => number,
): number {
  const end = stored === undefined ? -Infinity : endOf(stored);
  return saves.filter(({ from }) => from > end).length;
}
