/**
 * A pass over the storage of all jobs, page by page: what each job's storage holds, and in the end what those of each tenant hold
 * together. Decided purely; its memory grows with the number of tenants, not of jobs.
 */
import type { JobId, TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { storagePart, type Part } from './ledger.js';

/** A kept version of a job's storage. */
export interface StorageSize {
  /** Versions of a job follow each other in the order of keys, the newest last. */
  readonly key: string;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly savedAt: Instant;
  /** Of the JSON text that is stored; 0 if the value was deleted. */
  readonly bytes: number;
}

export interface StoragePass {
  /** When it began: all that it measures counts for the day of this time. */
  readonly at: Instant;
  /** The last key that was read. */
  readonly after: string | null;
  /** Of the job whose newer versions may be on the next page. */
  readonly open: StorageSize | null;
  readonly tenants: ReadonlyMap<TenantId, number>;
}

export const newStoragePass = (at: Instant): StoragePass => ({ at, after: null, open: null, tenants: new Map() });

export interface MeasuredPage {
  /** What ledgers are to take. */
  readonly parts: readonly Part[];
  /** Null at the end of the pass. */
  readonly next: StoragePass | null;
}

/** The pass after its next page. `isOfTenant`: false where the version is of a removed tenant. */
export function measured(
  pass: StoragePass,
  page: readonly StorageSize[],
  { isLast, isOfTenant }: { readonly isLast: boolean; readonly isOfTenant: (size: StorageSize) => boolean },
): MeasuredPage {
  const { at } = pass;
  const sizes = pass.open === null ? page : [pass.open, ...page];
  const newest = [...new Map(sizes.map((size) => [size.job, size])).values()];
  const open = isLast ? null : (newest.pop() ?? null);
  const held = newest.filter((size) => size.bytes > 0 && isOfTenant(size));
  const tenants = new Map(pass.tenants);
  for (const { tenant, bytes } of held) tenants.set(tenant, (tenants.get(tenant) ?? 0) + bytes);
  const parts = held.map(({ tenant, job, bytes }) => storagePart({ tenant, job, at }, bytes));
  if (!isLast) return { parts, next: { at, after: page.at(-1)?.key ?? pass.after, open, tenants } };
  const sums = [...tenants].map(([tenant, bytes]) => storagePart({ tenant, job: null, at }, bytes));
  return { parts: [...parts, ...sums], next: null };
}
