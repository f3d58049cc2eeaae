import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';

/** How far a channel has got the events of its tenant. */
export interface EventCursor {
  readonly tenant: TenantId;
  readonly channel: string;
  readonly rev: number;
  /** Everything up to here was taken. */
  readonly seq: number;
  /** Events of the next request at most, after a larger one was refused as too large (413). */
  readonly most?: number;
  /** Tries in a row that were not taken. */
  readonly failures: number;
  readonly nextTryAt: Instant;
  /** Why the last try was not taken; it contains no text of the receiver. */
  readonly problem: string | null;
  /** The revision of the channel that was used last. */
  readonly channelRev: number;
  /** The receiver has said to that revision that it wants no more (410). */
  readonly isGone?: true;
}
