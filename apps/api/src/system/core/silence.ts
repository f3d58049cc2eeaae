/** Which replicas are silent. Pure. */

export interface Beating {
  /** By the clock of the database. */
  readonly heartbeatAt: number;
  readonly expiryMs: number;
}

/**
 * Those that were silent for longer than others wait before they take over. Counted from the newest heartbeat of all, which is
 * that of the asked api itself if no other is newer: no clock but the database's is needed.
 */
export function silentAmong<T extends Beating>(members: readonly T[]): ReadonlySet<T> {
  const newest = Math.max(...members.map(({ heartbeatAt }) => heartbeatAt));
  return new Set(members.filter(({ heartbeatAt, expiryMs }) => newest - heartbeatAt > expiryMs));
}
