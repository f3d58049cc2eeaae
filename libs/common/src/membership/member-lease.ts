/**
 * The lease by which a replica knows that no other may act in its place. It is renewed by each heartbeat that is acknowledged,
 * and measured on the monotonic clock from before the heartbeat was sent, so it ends before another replica can consider this
 * one silent. An ended lease is never renewed: by the next number the replica states that its former claims are free.
 *
 * A replica whose heartbeats come late extends its time in its own document, so that all others use the same; it counts as
 * dead later then, and returns to the usual time when it has been punctual for a while.
 */
import { MAX_MEMBER_EXPIRY_MS, MEMBER_CALM_MS, MEMBER_EXPIRY_MS, MEMBER_LEASE_MARGIN_MS } from '../domain/limits.js';

/** The lease in one heartbeat. */
export interface LeaseBeat {
  readonly lease: number;
  /** The silence after which other replicas may take over. */
  readonly expiryMs: number;
}

export class MemberLease {
  private current = 0;
  private until = -Infinity;
  private expiryMs = MEMBER_EXPIRY_MS;
  /** When the last acknowledged heartbeat was sent. */
  private renewedAt: number | null = null;
  private calmSince = -Infinity;
  private isOver = false;

  /** The lease held at `now` (monotonic); null: none. */
  held(now: number): number | null {
    return now < this.until ? this.current : null;
  }

  /** The content of the heartbeat that is sent at `now`. */
  next(now: number): LeaseBeat {
    return { lease: this.held(now) ?? this.current + 1, expiryMs: this.expiryMs };
  }

  /** The heartbeat was sent at `sentAt`, and is known at `now` to be stored. False: it came too late to renew the lease. */
  renew({ lease, expiryMs }: LeaseBeat, sentAt: number, now: number): boolean {
    const isNew = lease > this.current;
    const isHeld = isNew || this.held(now) !== null;
    if (this.renewedAt !== null) this.adapt(now - this.renewedAt, now);
    this.renewedAt = sentAt;
    if (!isHeld || this.isOver) return false;
    this.current = lease;
    this.until = sentAt + expiryMs - MEMBER_LEASE_MARGIN_MS;
    return now < this.until;
  }

  /** Gives up the lease permanently. */
  end(): void {
    this.isOver = true;
    this.until = -Infinity;
  }

  /** `gapMs`: from sending one heartbeat to the acknowledgement of the next. */
  private adapt(gapMs: number, now: number): void {
    const needed = Math.min(2 * gapMs, 2 * this.expiryMs, MAX_MEMBER_EXPIRY_MS);
    if (needed > this.expiryMs) this.expiryMs = needed;
    if (2 * gapMs > Math.max(MEMBER_EXPIRY_MS, this.expiryMs / 2)) this.calmSince = now;
    else if (now - this.calmSince >= MEMBER_CALM_MS) {
      this.expiryMs = Math.max(MEMBER_EXPIRY_MS, this.expiryMs / 2);
      this.calmSince = now;
    }
  }
}
