import { asTenantId } from '#common/domain/ids.js';
import { groupLimitKey, tenantLimitKey } from '#common/domain/shared-limit.js';
import type { Tenant } from '#common/spec/definitions.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { HandClock } from '#testing/hand-clock.js';
import { TenantLimits } from './tenant-limits.js';

const ACME = asTenantId('acme');
const inGroup = (group: string | null) =>
  aSchedule(null, 0, { concurrency: { policy: 'Allow', maxConcurrency: 1, maxQueued: 20, group } });

function limitsOf(tenant: Partial<Tenant> | Error, isHeld = false) {
  const clock = new HandClock();
  clock.pass(1);
  const world = { tenant, loads: 0 };
  const load = (): Promise<Tenant> => {
    world.loads += 1;
    return world.tenant instanceof Error ? Promise.reject(world.tenant) : Promise.resolve(world.tenant as Tenant);
  };
  return { clock, world, limits: new TenantLimits({ load }, clock, { isHeld: () => isHeld }) };
}

test('permits of the group are taken before those of the tenant, so that two runs never wait for each other', async () => {
  const { limits } = limitsOf({ maxActiveRuns: 5 });
  expect(await limits.keysFor(inGroup('reports'))).toEqual([groupLimitKey(ACME, 'reports'), tenantLimitKey(ACME)]);
  expect(await limitsOf({ maxActiveRuns: null }).limits.keysFor(inGroup(null))).toEqual([]);
});

test('a group has the size that the tenant gives it, else one permit; a tenant without a quota has no limit', async () => {
  const { limits } = limitsOf({ groups: { reports: 4 } });
  expect(await limits.sizeOf(groupLimitKey(ACME, 'reports'), ACME)).toBe(4);
  expect(await limits.sizeOf(groupLimitKey(ACME, 'imports'), ACME)).toBe(1);
  expect(await limits.sizeOf(tenantLimitKey(ACME), ACME)).toBeNull();
});

test('while the tenant is held every run needs a permit, even without any limit', async () => {
  expect(await limitsOf({}).limits.isLimited(inGroup(null))).toBe(false);
  expect(await limitsOf({}, true).limits.isLimited(inGroup(null))).toBe(true);
});

test('a tenant that is read ahead is not read again, and a failed read ahead is no error of a caller', async () => {
  const { limits, world } = limitsOf({ maxActiveRuns: 5 });
  limits.readAhead(ACME);
  expect(await limits.isLimited(inGroup(null))).toBe(true);
  expect(world.loads).toBe(1);
  const away = limitsOf(new Error('the database is away'));
  away.limits.readAhead(ACME);
  await new Promise(setImmediate);
  away.world.tenant = { maxActiveRuns: null };
  expect(await away.limits.isLimited(inGroup(null))).toBe(false);
});

test('a changed quota takes effect within seconds, and a failed read is not cached', async () => {
  const { limits, world, clock } = limitsOf({ maxActiveRuns: 5 });
  expect(await limits.sizeOf(tenantLimitKey(ACME), ACME)).toBe(5);
  world.tenant = { maxActiveRuns: 9 };
  expect(await limits.sizeOf(tenantLimitKey(ACME), ACME)).toBe(5);
  expect(world.loads).toBe(1);
  clock.pass(5_001);
  world.tenant = new Error('the database is away');
  await expect(limits.sizeOf(tenantLimitKey(ACME), ACME)).rejects.toThrow('away');
  world.tenant = { maxActiveRuns: 9 };
  expect(await limits.sizeOf(tenantLimitKey(ACME), ACME)).toBe(9);
});

test('groups share only the quota of the tenant by weights, if it has any', async () => {
  const { limits } = limitsOf({ maxActiveRuns: 5, groups: { reports: 4 }, groupWeights: { reports: 2 } });
  expect(await limits.termsOf(tenantLimitKey(ACME), ACME)).toEqual({ size: 5, weights: { reports: 2 } });
  expect(await limits.termsOf(groupLimitKey(ACME, 'reports'), ACME)).toEqual({ size: 4, weights: null });
  const plain = limitsOf({ maxActiveRuns: 5, groupWeights: {} }).limits;
  expect(await plain.termsOf(tenantLimitKey(ACME), ACME)).toEqual({ size: 5, weights: null });
});
