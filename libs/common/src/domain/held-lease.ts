import type { Instant } from '../run/run.js';

/** A lease of a secret that was made for one attempt. Its id gives no access. */
export interface HeldLease {
  readonly provider: string;
  readonly id: string;
  /** Identifies the token on which the lease depends, to renew it; null where Carillon does not renew that token. */
  readonly accessor: string | null;
  readonly seconds: number;
  readonly expiresAt: Instant;
  /** Null: it cannot be renewed. */
  readonly renewAt: Instant | null;
}
