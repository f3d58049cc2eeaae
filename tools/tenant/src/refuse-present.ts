import type { TenantId } from '#common/domain/ids.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { OverviewRuns } from '#common/mongo/overview-runs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';

/** Jobs and runs that are named; there may be more. */
const MAX_NAMED = 20;

/** Throws an Error that names what is in the way of an erasure: the tenant itself, its jobs, and its runs under way. */
export async function refusePresent(mongo: Mongo, tenant: TenantId): Promise<void> {
  const tenants = new TenantsStore(mongo);
  const isThere = (await tenants.load(tenant)) !== null;
  if (!isThere && !(await tenants.isRemoved(tenant))) throw new Error(`there was never a tenant ${tenant}`);
  const jobs = await new JobsStore(mongo).list({ tenants: [tenant], keep: () => true }, null, MAX_NAMED);
  const runs = await new OverviewRuns(mongo).unfinished([tenant], Infinity, MAX_NAMED);
  const present = [
    ...(isThere ? [`the tenant exists: delete it first (DELETE /tenants/${tenant})`] : []),
    ...(jobs.items.length > 0 ? [`jobs: ${jobs.items.map(({ id }) => id).join(', ')}`] : []),
    ...(runs.length > 0 ? [`runs under way: ${runs.map(({ id }) => id).join(', ')}`] : []),
  ];
  if (present.length > 0) throw new Error(present.join('; '));
}
