import type { Instant } from '../run/run.js';

/** A lease of a secret that was made for one attempt. Its id opens nothing. */
export interface HeldLease {
  readonly provider: string;
  readonly id: string;
  /** By which the token that it hangs on is renewed; null where that is somebody else's to do. */
  readonly accessor: string | null;
  readonly seconds: number;
  readonly expiresAt: Instant;
  /** Null: it cannot be renewed. */
  readonly renewAt: Instant | null;
}
