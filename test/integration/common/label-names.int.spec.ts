/** Which tenants have a label value of their own in the metrics of a replica. */
import { asTenantId } from '#common/domain/ids.js';
import { keepNames } from '#common/lifecycle/name-meter.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { freshMongo } from '#testing/servers.js';

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
});
afterAll(() => drop());

test('replicas distinguish the same tenants, whichever they meet first; a removed tenant takes no room', async () => {
  const tenants = new TenantsStore(mongo);
  for (const id of ['d', 'b', 'c', 'a']) await tenants.insert(plainTenant(asTenantId(id), 1_000), 'w');
  await tenants.remove(asTenantId('a'), 2_000);
  let now = 0;
  const replica = async (): Promise<Metrics> => {
    const metrics = new Metrics('executor', '0', { maxTenants: 2, maxWorkers: 0 });
    await keepNames({ mongo, metrics, clock: { monotonic: () => now } });
    return metrics;
  };
  const one = await replica();
  const two = await replica();
  expect(['d', 'c', 'b'].map((id) => one.tenantNames.of(id))).toEqual(['other', 'c', 'b']);
  expect(['b', 'd', 'c'].map((id) => two.tenantNames.of(id))).toEqual(['b', 'other', 'c']);
  await tenants.remove(asTenantId('b'), 3_000);
  now = 60_000;
  await one.text();
  expect(['b', 'c', 'd'].map((id) => one.tenantNames.of(id))).toEqual(['other', 'c', 'd']);
});
