import { asTenantId } from './ids.js';
import { groupLimitKey, mayBeUnder, tenantLimitKey } from './shared-limit.js';

const ACME = asTenantId('acme');
const inGroup = (group: string | null) => ({ tenant: ACME, concurrency: { group } });

test('the quota of a tenant applies to every job of it, a group only to its members', () => {
  expect(mayBeUnder(inGroup(null), tenantLimitKey(ACME))).toBe(true);
  expect(mayBeUnder(inGroup('reports'), groupLimitKey(ACME, 'reports'))).toBe(true);
  expect(mayBeUnder(inGroup('imports'), groupLimitKey(ACME, 'reports'))).toBe(false);
  expect(mayBeUnder(inGroup(null), groupLimitKey(ACME, 'reports'))).toBe(false);
});

test('limits of another tenant never apply, whatever the groups are called', () => {
  const other = asTenantId('acme-2');
  expect(mayBeUnder(inGroup('reports'), tenantLimitKey(other))).toBe(false);
  expect(mayBeUnder(inGroup('reports'), groupLimitKey(other, 'reports'))).toBe(false);
});
