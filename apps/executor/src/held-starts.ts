/** Runs of a tenant on hold are not started: what that means for their admission and for the claims of their attempts. */
import type { HoldWatch } from '#common/holds/hold-watch.js';
import { isEarly } from '#common/run/new-run.js';
import type { Run } from '#common/run/run.js';

/** Runs whose starts are held are checked again after this time: a start may take this long after the release. */
const HELD_RETRY_MS = 10_000;

/** A slot whose run was made ahead of time counts as admitted when it takes effect. */
export const isHeld = (holds: HoldWatch, run: Run): boolean =>
  holds.isHeld('starts', run.tenant) || (isEarly(run) && holds.isHeld('admissions', run.tenant));

/** For a tenant on hold nothing is claimed, as if the replica had no lease. */
export const heldClaims = ({ isKnown }: HoldWatch): { lease: null; claimAgainInMs?: number } => ({
  lease: null,
  ...(isKnown && { claimAgainInMs: HELD_RETRY_MS }),
});
