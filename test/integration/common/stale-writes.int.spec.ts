/** Writes by a process that has read a document which others have changed, removed, or made again meanwhile. */
import { EVERYBODY, type Hold } from '#common/domain/hold.js';
import { asTenantId } from '#common/domain/ids.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { freshMongo } from '#testing/servers.js';

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
});
afterAll(() => drop());

test('a stale change of a tenant does not bring it back once it is removed, and does not change a later tenant of its id', async () => {
  const tenants = new TenantsStore(mongo);
  const id = asTenantId('acme');
  const read = plainTenant(id, 1_000);
  await tenants.insert(read, 'w1');
  await tenants.remove(id, 2_000);
  expect(await tenants.save({ ...read, name: 'stale', rev: 2 }, 1, 'w2')).toBe('stale');
  expect(await tenants.load(id)).toBeNull();
  await tenants.insert({ ...plainTenant(id, 3_000), name: 'later' }, 'w3');
  expect(await tenants.save({ ...read, name: 'stale', rev: 2 }, 1, 'w4')).toBe('stale');
  expect((await tenants.load(id))?.name).toBe('later');
});

describe('a hold', () => {
  const held = (change: Partial<Hold> = {}): Hold => ({
    tenant: EVERYBODY,
    scopes: ['starts'],
    reason: 'first',
    by: 'ada',
    since: 1_000,
    skipUntil: null,
    rev: 1,
    ...change,
  });

  test('is not replaced or released by who has read an earlier one', async () => {
    const holds = new HoldsStore(mongo);
    const first = held();
    const second = held({ reason: 'second', rev: 2 });
    expect(await holds.put(first, null)).toBe(true);
    expect(await holds.put(held({ reason: 'at the same time' }), null)).toBe(false);
    expect(await holds.put(second, first)).toBe(true);
    expect(await holds.put(held({ reason: 'late', rev: 2 }), first)).toBe(false);
    expect(await holds.remove(first)).toBe(false);
    expect(await holds.load(EVERYBODY)).toEqual(second);
  });

  test('that was set again after a release is not released by who has read the former one', async () => {
    const holds = new HoldsStore(mongo);
    const former = held({ tenant: 'acme' });
    const later = held({ tenant: 'acme', since: 2_000 });
    await holds.put(former, null);
    expect(await holds.remove(former)).toBe(true);
    await holds.put(later, null);
    expect(await holds.remove(former)).toBe(false);
    expect(await holds.load('acme')).toEqual(later);
  });
});

test('every later tenant with the id of a removed one has its beginning, however many there are', async () => {
  const tenants = new TenantsStore(mongo);
  const MANY = 1_200;
  const again = Array.from({ length: MANY }, (_, i) => ({
    ...plainTenant(asTenantId(`again-${i}`), 4_000),
    since: 4_000,
  }));
  await mongo
    .collection<{ _id: string }>('tenants')
    .insertMany(again.map(({ id, ...tenant }) => ({ _id: id, ...tenant })));
  const beginnings = await tenants.beginnings();
  expect(again.filter(({ id }) => beginnings.get(id) !== 4_000)).toEqual([]);
});
