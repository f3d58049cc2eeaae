import type { SecretBox } from '#common/crypto/secret-box.js';
import { asTenantId } from '#common/domain/ids.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { ErasedTenant } from '#common/mongo/instance.store.js';
import type { Instant } from '#common/domain/instant.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TenantDataStore } from '#common/mongo/tenant-data.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { erase, type EraseParts } from './erase.js';
import { recordErasure } from './record.js';

export function partsOf(
  mongo: Mongo,
  box: Pick<SecretBox, 'seal'>,
  settleMs: number,
): EraseParts & { audit: AuditStore } {
  const data = new TenantDataStore(mongo);
  const tenants = new TenantsStore(mongo);
  const packs = new ColdPacksStore(mongo);
  return { data, tenants, packs, audit: new AuditStore(mongo, box), settleMs };
}

/**
 * Erases the tenants that were erased after `since`, the time of the restored backup, while no service runs. A tenant that was made later
 * with the id of an erased one is left alone. Returns the erased ones.
 */
export async function eraseAgain(
  mongo: Mongo,
  box: Pick<SecretBox, 'seal'>,
  known: readonly ErasedTenant[],
  since: Instant,
): Promise<readonly string[]> {
  const recent = known.filter(({ at }) => at >= since);
  const present = await new TenantsStore(mongo).loadMany(recent.map(({ tenant }) => asTenantId(tenant)));
  const createdAt = new Map(present.map((each) => [each.id as string, each.createdAt]));
  const again = recent.filter(({ tenant, at }) => (createdAt.get(tenant) ?? 0) <= at).map(({ tenant }) => tenant);
  if (again.length === 0) return [];
  const erasure = { at: await mongo.serverTime(), by: 'npm run restore' };
  const parts = partsOf(mongo, box, 0);
  for (const tenant of again) await recordErasure(parts.audit, tenant, erasure);
  await erase(parts, new Set(again), erasure);
  await parts.audit.settle();
  return again;
}
