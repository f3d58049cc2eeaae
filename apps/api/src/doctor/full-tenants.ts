import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import type { FullTenant } from './core/diagnose.js';

/** The part of its `maxJobs` from which on a tenant is nearly full. */
const NEARLY = 0.9;
/** Tenants that are examined. */
const MAX_TENANTS = 200;

/** Only the first two hundred tenants with a limit are examined, in the order of their ids. */
export async function nearlyFull(mongo: Mongo): Promise<readonly FullTenant[]> {
  const jobs = new JobsStore(mongo);
  const tenants = new TenantsStore(mongo);
  const { items } = await tenants.list(({ maxJobs }) => maxJobs !== null, null, MAX_TENANTS);
  const counted = await Promise.all(
    items.map(async ({ id, maxJobs }) => ({
      tenant: id,
      maxJobs: maxJobs ?? 0,
      jobs: await jobs.countUpTo(id, maxJobs ?? 0),
    })),
  );
  return counted.filter(({ jobs: count, maxJobs }) => count >= NEARLY * maxJobs);
}
