/**
 * Erases everything that belongs to tenants, collection by collection and page by page. Safe to stop at any moment and to repeat: documents
 * from which the owner of others follows (runs, jobs) go last.
 */
import { delay } from '#common/clock/delay.js';
import type { Erasure } from '#common/domain/audit.js';
import { asTenantId } from '#common/domain/ids.js';
import type { AuditStore } from '#common/mongo/audit.store.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { CollectionName } from '#common/mongo/collections.js';
import { TENANT_COLLECTIONS, type TenantDataStore } from '#common/mongo/tenant-data.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';

/** Documents that are read, or erased, at once. */
const PAGE = 500;
/** Services may write a few documents of the tenant until the next pass; after this many passes something else is wrong. */
const MAX_PASSES = 20;

export interface EraseParts {
  readonly data: TenantDataStore;
  readonly tenants: Pick<TenantsStore, 'isRemoved' | 'remove'>;
  readonly packs: Pick<ColdPacksStore, 'discard'>;
  readonly audit: Pick<AuditStore, 'erase'>;
  /** The time between the last two passes, in which a process that had read a document before has written it. */
  readonly settleMs: number;
}

/** How many documents were erased, by collection. */
export type ErasedCounts = Partial<Record<CollectionName, number>>;

export interface Erased {
  readonly documents: ErasedCounts;
  /** Packs of the archive whose objects the executors have yet to remove. */
  readonly packs: number;
}

interface Pass {
  readonly counts: ErasedCounts;
  packs: number;
}

/** Throws an Error with the reason where it cannot be completed now; what was erased by then stays erased. */
export async function erase(parts: EraseParts, tenants: ReadonlySet<string>, erasure: Erasure): Promise<Erased> {
  const documents: ErasedCounts = {};
  let isClean = false;
  for (let passes = 1; passes <= MAX_PASSES; passes++) {
    const { counts, packs } = await passOver(parts, tenants, erasure);
    const names = Object.keys(counts) as CollectionName[];
    for (const name of names) documents[name] = (documents[name] ?? 0) + (counts[name] ?? 0);
    if (isClean && names.length === 0) return { documents, packs };
    isClean = names.length === 0;
    if (isClean) await delay(parts.settleMs);
  }
  throw new Error('services still write documents of the tenant: run this again later');
}

async function passOver(parts: EraseParts, tenants: ReadonlySet<string>, erasure: Erasure): Promise<Pass> {
  const pass: Pass = { counts: {}, packs: 0 };
  for (const name of TENANT_COLLECTIONS) {
    const count = name === 'audit' ? await eraseAudit(parts, tenants, erasure) : 0;
    if (count > 0) pass.counts[name] = count;
    if (name === 'audit') continue;
    for (let after: string | null = null; ;) {
      const page = await parts.data.page(name, tenants, after, PAGE);
      const changed = await erasePage(parts, { name, keys: page.keys }, tenants, erasure);
      if (changed > 0) pass.counts[name] = (pass.counts[name] ?? 0) + changed;
      if (name === 'coldPacks') pass.packs += page.keys.length;
      if (page.next === null) break;
      after = page.next;
    }
  }
  return pass;
}

async function eraseAudit({ audit }: EraseParts, tenants: ReadonlySet<string>, erasure: Erasure): Promise<number> {
  let sum = 0;
  for (const tenant of tenants) {
    for (let count = PAGE; count === PAGE; sum += count) count = await audit.erase(tenant, erasure, PAGE);
  }
  return sum;
}

/** Returns how many documents were changed or removed. */
async function erasePage(
  { data, tenants, packs }: EraseParts,
  { name, keys }: { readonly name: CollectionName; readonly keys: readonly string[] },
  erased: ReadonlySet<string>,
  { at }: Erasure,
): Promise<number> {
  if (keys.length === 0) return 0;
  switch (name) {
    case 'tenants': {
      // Its document stays without content, so that a later tenant with its id is recognised as another one.
      const removed = await Promise.all(keys.map((key) => tenants.isRemoved(asTenantId(key))));
      const present = keys.filter((_, i) => removed[i] !== true);
      for (const key of present) await tenants.remove(asTenantId(key), at);
      return present.length;
    }
    case 'tokens':
      await data.removeRoles(keys, erased);
      return keys.length;
    case 'coldPacks': {
      // The executors remove its objects, twice, and then its document.
      const stored = (await data.load(name, keys)).filter(({ state }) => state !== 'removing').map(({ _id }) => _id);
      await packs.discard(stored, at);
      return stored.length;
    }
    case 'heldSecrets':
      if ((await data.load(name, keys)).some(({ open }) => open === true))
        throw new Error(
          'executors are still revoking secrets that runs of the tenant were given: run this again later',
        );
      break;
    default:
  }
  await data.remove(name, keys);
  return keys.length;
}
