/** Finds the job storage before a run, and the value that the run has saved. Pure. */

interface Version {
  readonly version: number;
  readonly value?: unknown;
  readonly deleted: boolean;
  readonly savedAt: string;
  /** The attempt that saved it, or a person. */
  readonly savedBy: string;
}

interface Around<V> {
  /** null: the job had saved nothing. */
  readonly before: V | null;
  /** The last version that the run has saved; null if it has saved nothing. */
  readonly after: V | null;
  /** True if every known version is later than the run: it may have started with an older version. */
  readonly isOlder: boolean;
}

/** `versions` come newest first. */
export function storageAround<V extends Version>(
  versions: readonly V[],
  run: { readonly id: string; readonly createdAt: string; readonly started: string | null },
): Around<V> {
  const isOfRun = ({ savedBy }: Version): boolean => savedBy.startsWith(`${run.id}/`);
  const own = versions.filter(isOfRun);
  const first = own.at(-1);
  const began = run.started ?? run.createdAt;
  const earlier = versions.find((each) => (first ? each.version < first.version : each.savedAt <= began));
  return {
    before: earlier === undefined || earlier.deleted ? null : earlier,
    after: own[0] ?? null,
    isOlder: earlier === undefined && versions.length > 0,
  };
}
