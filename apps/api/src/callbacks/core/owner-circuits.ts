/**
 * A circuit breaker for each owner of callbacks: an owner that did not answer is not asked again for a while, except by a single probe, so
 * that callbacks do not all wait for an owner that is known not to answer. Pure: the time is an argument.
 */

/** An owner that did not answer is not asked for this long; then one call asks again. In milliseconds. */
export const OWNER_PAUSE_MS = 1_000;

export class OwnerCircuits {
  /** The end of the pause by owner, on the monotonic clock; at most two entries for each shard. */
  private readonly openUntil = new Map<string, number>();

  /** True when the owner may be asked now. Of the calls that come after a pause, only the first may ask. */
  mayAsk(owner: string, now: number): boolean {
    const until = this.openUntil.get(owner);
    if (until === undefined) return true;
    if (now < until) return false;
    this.openUntil.set(owner, now + OWNER_PAUSE_MS);
    return true;
  }

  answered(owner: string): void {
    this.openUntil.delete(owner);
  }

  wasSilent(owner: string, now: number): void {
    this.openUntil.set(owner, now + OWNER_PAUSE_MS);
  }
}
