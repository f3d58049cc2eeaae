/**
 * A circuit breaker for each owner of callbacks: one that did not answer is not asked again for a while, but for a single probe,
 * so that callbacks do not each wait for somebody who is known to stand still. Pure: the time comes in as an argument.
 */

/** An owner that did not answer is left alone for this long; then one call asks again. Milliseconds. */
export const OWNER_PAUSE_MS = 1_000;

export class OwnerCircuits {
  /** By owner, on the monotonic clock. There are no more than shards, twice. */
  private readonly openUntil = new Map<string, number>();

  /** True when the owner may be asked now. Of those who come after a pause, only the first may. */
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
