/** Decides what to do with the leases of one attempt. Pure. */
import { LEASE_CHECK_MS, LEASE_RETRY_MS } from '#common/domain/limits.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';

type LeaseStep = 'renew' | 'revoke' | 'forget' | 'keep';

/** `isLive`: its attempt may still run. */
export function leaseStep(lease: HeldLease, isLive: boolean, now: Instant): LeaseStep {
  // A lease that has expired needs no revocation.
  if (lease.expiresAt <= now) return 'forget';
  if (!isLive) return 'revoke';
  return lease.renewAt !== null && lease.renewAt <= now ? 'renew' : 'keep';
}

/** A lease is renewed after half of its time, so renewals may fail during the other half. */
export const renewAtOf = (now: Instant, seconds: number): Instant => now + (seconds * 1_000) / 2;

/** The lease after a renewal for this many seconds; a lease that cannot be renewed any more ends then. */
export const renewedLease = (
  lease: HeldLease,
  now: Instant,
  terms: { seconds: number; isRenewable: boolean },
): HeldLease => ({
  ...lease,
  expiresAt: now + terms.seconds * 1_000,
  renewAt: terms.isRenewable ? renewAtOf(now, terms.seconds) : null,
});

/** When the leases are to be checked again; `hasFailed`: an action on one of them has failed now. */
export function nextLookAt(leases: readonly HeldLease[], now: Instant, hasFailed: boolean): Instant {
  const dues = leases.flatMap(({ renewAt, expiresAt }) => [renewAt ?? expiresAt, expiresAt]);
  const soonest = hasFailed ? now + LEASE_RETRY_MS : Math.max(now + 1, Math.min(...dues));
  return Math.min(soonest, now + LEASE_CHECK_MS);
}

/** Attempts that may still use their secrets. */
export const livingOf = ({ live }: Pick<Run, 'live'>): AttemptId[] =>
  live.flatMap(({ id, state }) => (state === 'ended' ? [] : [id]));
