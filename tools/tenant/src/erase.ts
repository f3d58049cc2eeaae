/**
 * Erases everything that belongs to tenants, collection by collection and page by page. Safe to stop at any moment and to repeat: documents
 * from which the owner of others follows (runs, jobs) go last.
 */
import { delay } from '#common/clock/clock.js';
import type { Erasure } from '#common/domain/audit.js';
import { asTenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/instant.js';
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
    const { changed, found } =
      name === 'audit'
        ? { changed: await eraseAudit(parts, tenants, erasure), found: 0 }
        : await eraseCollection(parts, name, tenants, erasure.at);
    if (changed > 0) pass.counts[name] = changed;
    if (name === 'coldPacks') pass.packs = found;
  }
  return pass;
}

/** `found`: the documents of the tenants, some of which may have been erased before. */
async function eraseCollection(
  parts: EraseParts,
  name: CollectionName,
  erased: ReadonlySet<string>,
  at: Instant,
): Promise<{ readonly changed: number; readonly found: number }> {
  let changed = 0;
  let found = 0;
  for (let after: string | null = null; ;) {
    const { keys, next } = await parts.data.page(name, erased, after, PAGE);
    changed += await erasePage(parts, name, { keys, erased, at });
    found += keys.length;
    if (next === null) return { changed, found };
    after = next;
  }
}

async function eraseAudit({ audit }: EraseParts, tenants: ReadonlySet<string>, erasure: Erasure): Promise<number> {
  let sum = 0;
  for (const tenant of tenants) {
    for (let count = PAGE; count === PAGE; sum += count) count = await audit.erase(tenant, erasure, PAGE);
  }
  return sum;
}

interface PageOf {
  readonly keys: readonly string[];
  readonly erased: ReadonlySet<string>;
  readonly at: Instant;
}

/** Collections whose documents are not only removed: each gives the number of documents that it has changed. */
const SPECIAL_ERASURES: Partial<Record<CollectionName, (parts: EraseParts, page: PageOf) => Promise<number>>> = {
  /** Its document stays without content, so that a later tenant with its id is recognised as another one. */
  tenants: async ({ tenants }, { keys, at }) => {
    const removed = await Promise.all(keys.map((key) => tenants.isRemoved(asTenantId(key))));
    const present = keys.filter((_, i) => removed[i] !== true);
    for (const key of present) await tenants.remove(asTenantId(key), at);
    return present.length;
  },
  tokens: async ({ data }, { keys, erased }) => {
    await data.removeRoles(keys, erased);
    return keys.length;
  },
  /** The executors remove the objects of a pack, twice, and then its document. */
  coldPacks: async ({ data, packs }, { keys, at }) => {
    const stored = (await data.load('coldPacks', keys)).filter(({ state }) => state !== 'removing');
    await packs.discard(
      stored.map(({ _id }) => _id),
      at,
    );
    return stored.length;
  },
  /** An executor revokes what a run was given, and then removes the document. */
  heldSecrets: async ({ data }, { keys }) => {
    if ((await data.load('heldSecrets', keys)).some(({ open }) => open === true))
      throw new Error('executors are still revoking secrets that runs of the tenant were given: run this again later');
    await data.remove('heldSecrets', keys);
    return keys.length;
  },
};

async function erasePage(parts: EraseParts, name: CollectionName, page: PageOf): Promise<number> {
  if (page.keys.length === 0) return 0;
  const special = SPECIAL_ERASURES[name];
  if (special) return special(parts, page);
  await parts.data.remove(name, page.keys);
  return page.keys.length;
}
