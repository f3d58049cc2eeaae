/** A hold: an admin's stored order that no run of a tenant, or of any tenant, is admitted or started until the hold is released. */
import type { Phase } from '../run/phase.js';
import type { Instant } from '../run/run.js';

/** `admissions`: no slot becomes a run, and no run leaves its queue. `starts`: no attempt is started. */
export const HOLD_SCOPES = ['admissions', 'starts'] as const;
export type HoldScope = (typeof HOLD_SCOPES)[number];

/** The name of all tenants in place of the id of one. */
export const EVERYBODY = '*';

export interface Hold {
  /** A tenant's id, or `*`. */
  readonly tenant: string;
  /** Empty if it is released and only `skipUntil` is still in effect. */
  readonly scopes: readonly HoldScope[];
  readonly reason: string;
  readonly by: string;
  readonly since: Instant;
  /** Slots up to this instant become a gap instead of runs: they have run already, but the restored database does not know that. */
  readonly skipUntil: Instant | null;
  readonly rev: number;
}

/** The work of all tenants that a release would start. */
export interface HeldWork {
  /** Schedules with a slot that has passed; 1,000 means 1,000 or more. */
  readonly overdueSchedules: number;
  /** Unfinished runs by phase; at most 10,000 runs are counted. */
  readonly runs: Readonly<Partial<Record<Phase, number>>>;
  readonly isAllOfThem: boolean;
}
