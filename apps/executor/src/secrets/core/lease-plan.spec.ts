import { LEASE_CHECK_MS, LEASE_RETRY_MS } from '#common/domain/limits.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import { leaseStep, nextLookAt, renewedLease } from './lease-plan.js';

const NOW = 1_000_000;
const lease = (change: Partial<HeldLease> = {}): HeldLease => ({
  provider: 'vault',
  id: 'l',
  accessor: null,
  seconds: 100,
  expiresAt: NOW + 100_000,
  renewAt: NOW + 50_000,
  ...change,
});

test.each<[string, Partial<HeldLease>, boolean, string]>([
  ['not due yet', {}, true, 'keep'],
  ['due', { renewAt: NOW }, true, 'renew'],
  ['not renewable', { renewAt: null }, true, 'keep'],
  ['of an attempt that has ended', {}, false, 'revoke'],
  ['that has expired', { expiresAt: NOW }, true, 'forget'],
  ['that has expired, of an attempt that has ended', { expiresAt: NOW }, false, 'forget'],
])('a lease %s', (_, change, isLive, expected) => {
  expect(leaseStep(lease(change), isLive, NOW)).toBe(expected);
});

test('a lease is checked when its renewal is due, at least every minute, and soon after a failure', () => {
  expect(nextLookAt([lease()], NOW, false)).toBe(NOW + 50_000);
  expect(nextLookAt([lease({ renewAt: NOW + 10 }), lease()], NOW, false)).toBe(NOW + 10);
  expect(nextLookAt([lease({ renewAt: NOW + 1e9, expiresAt: NOW + 2e9 })], NOW, false)).toBe(NOW + LEASE_CHECK_MS);
  expect(nextLookAt([lease({ renewAt: null })], NOW, false)).toBe(NOW + LEASE_CHECK_MS);
  expect(nextLookAt([lease({ renewAt: NOW })], NOW, true)).toBe(NOW + LEASE_RETRY_MS);
});

test('a renewal for a shorter time, as before the maximum lifetime of a lease, is respected', () => {
  expect(renewedLease(lease(), NOW, { seconds: 10, isRenewable: true })).toMatchObject({
    expiresAt: NOW + 10_000,
    renewAt: NOW + 5_000,
  });
  expect(renewedLease(lease(), NOW, { seconds: 10, isRenewable: false })).toMatchObject({ renewAt: null });
});
