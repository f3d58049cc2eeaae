/** Finds silent replicas. Pure. */

export interface Beating {
  /** The time of the heartbeat by the clock of the database. */
  readonly heartbeatAt: number;
  readonly expiryMs: number;
}

/**
 * The replicas that were silent for longer than others wait before they take over. The silence is counted from the newest heartbeat of
 * all, which is that of this api itself if no other is newer: only the database's clock is needed.
 */
export function silentAmong<T extends Beating>(members: readonly T[]): ReadonlySet<T> {
  const newest = Math.max(...members.map(({ heartbeatAt }) => heartbeatAt));
  return new Set(members.filter(({ heartbeatAt, expiryMs }) => newest - heartbeatAt > expiryMs));
}
