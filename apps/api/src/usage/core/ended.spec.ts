import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { NO_USAGE } from '#common/usage/usage.js';
import { WindowSums, withWindow, type Ledger, type LoggedEnd } from '#common/usage/ledger.js';
import { endedOf, notIn, periodsOf } from './ended.js';

const NOW = Date.parse('2026-12-01T00:30:00Z');
const HOUR_MS = 3_600_000;
const endAt = (at: number, tenant = 'ibm'): LoggedEnd => ({
  run: asRunId(`run-${at}`),
  tenant: asTenantId(tenant),
  job: asJobId('nightly'),
  createdAt: at,
  state: 'FINISHED',
  at,
  usage: NO_USAGE,
  generations: { from: 0, to: 0 },
  logBytes: 0,
});
function ledgersWith(ends: readonly LoggedEnd[], through = NOW): Ledger[] {
  const sums = new WindowSums();
  for (const end of ends) sums.add(end);
  return sums
    .parts()
    .filter(({ kind }) => kind === 'tenant')
    .map((part) => withWindow(null, part, through)!);
}

test('the periods reach back over the end of a month, and those without ends are there', () => {
  const ledgers = ledgersWith([
    endAt(NOW),
    endAt(NOW - HOUR_MS),
    endAt(NOW - HOUR_MS - 1, 'acme'),
    endAt(NOW - 4 * HOUR_MS),
  ]);
  const counted = { since: 0, hoursSince: 0, until: NOW };
  const { since, periods, tenants } = endedOf(ledgers, counted, periodsOf(3, NOW));
  expect(periods.map(({ counts }) => counts.finished)).toEqual([0, 0, 2, 1]);
  expect(periods.map(({ at }) => new Date(at).getUTCHours())).toEqual([21, 22, 23, 0]);
  expect(since).toBe(periods[0]?.at);
  expect(Object.fromEntries(tenants)).toEqual({ ibm: 2, acme: 1 });
  // Seven days, and the part of today.
  const days = endedOf(ledgers, counted, periodsOf(168, NOW)).periods;
  expect(days.map(({ counts }) => counts.finished)).toEqual([0, 0, 0, 0, 0, 0, 3, 1]);
});

test('hours that a version without hours may have counted in part are left out, and it is said since when', () => {
  const ledgers = ledgersWith([endAt(NOW), endAt(NOW - HOUR_MS)]);
  const hoursSince = NOW - HOUR_MS / 2;
  const seen = endedOf(ledgers, { since: 0, hoursSince, until: NOW }, periodsOf(24, NOW));
  expect(seen.since).toBe(hoursSince);
  expect(seen.periods.reduce((sum, { counts }) => sum + counts.finished, 0)).toBe(1);
  expect(endedOf(ledgers, { since: 0, until: NOW }, periodsOf(24, NOW))).toMatchObject({ since: null, periods: [] });
  expect(endedOf(ledgers, { since: 0, until: NOW }, periodsOf(168, NOW))).toMatchObject({ until: NOW });
});

test('of newer ends, a ledger lacks those after its last window, each month for itself', () => {
  const midnight = NOW - HOUR_MS / 2;
  const minute = 60_000;
  const ledgers = ledgersWith([endAt(midnight - minute)], midnight + minute);
  const newer = [midnight - minute, midnight - 1, midnight, midnight + 2 * minute].map((at) => endAt(at));
  const parts = notIn(ledgers, [...newer, endAt(midnight, 'acme')]);
  expect(parts.map(({ id, days }) => [id, Object.values(days).map(({ finished }) => finished)])).toEqual([
    ['2026-12/tenant/ibm', [2]],
    ['2026-12/tenant/acme', [1]],
  ]);
});
