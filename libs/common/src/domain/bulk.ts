/** A bulk operation: one change of many jobs, or runs, that is carried out in the background and survives its process. */
import type { Instant } from '../run/run.js';

export const BULK_KINDS = ['jobs', 'runs'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];
export const BULK_STATES = ['Running', 'Completed', 'Cancelled', 'Failed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Why one of the objects was not changed. */
export interface BulkRefusal {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

/** One document of `bulks`, without its list of objects. Written by the api; `rev` guards every write. */
export interface Bulk {
  readonly id: string;
  readonly rev: number;
  readonly kind: BulkKind;
  readonly action: string;
  /** The request as JSON, without its query. */
  readonly given: string;
  /** Stable identity of the caller, and their name. */
  readonly subject: string;
  readonly requestedBy: string;
  /** The address of its request, which is recorded with each of its changes. */
  readonly address: string;
  /** The caller's credential, encrypted: it is checked again for every part. Null once the operation is finished. */
  readonly credential: string | null;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  readonly state: BulkState;
  readonly message: string;
  readonly total: number;
  /** Number of processed objects, from the beginning of the list. */
  readonly position: number;
  readonly refused: number;
  /** The first of the refusals. */
  readonly refusals: readonly BulkRefusal[];
  /** One replica executes it until then, and the others do not. */
  readonly leaseUntil: Instant;
  /** Since when no part of it succeeds; null or absent after a part that has. */
  readonly failingSince?: Instant | null;
}
