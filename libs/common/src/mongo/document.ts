/** What every collection has in common. */
import type { mongo } from 'mongoose';
import type { TenantId } from '../domain/ids.js';

/** Every stored document has a text key; no type of the driver leaves this folder. */
export interface StoredDocument {
  readonly _id: string;
}
export type DocumentCollection<T extends StoredDocument> = mongo.Collection<T>;

/** Of these tenants; null: of every tenant. */
export type Tenants = readonly string[] | null;

export const ofTenants = (tenants: Tenants): { tenant?: { $in: TenantId[] } } =>
  tenants === null ? {} : { tenant: { $in: tenants as TenantId[] } };

/**
 * A list of at most this many tenants is merged from one query for each. A list of more is one query for all, which only MongoDB
 * answers in the order of an index.
 */
export const MAX_MERGED_TENANTS = 16;
/** A list of runs of more tenants is read in windows of time, by groups of tenants (`run-windows.ts`), up to this many tenants. */
export const MAX_LISTED_TENANTS = 1_000;

/** The tenants that a list queries one by one; null: it queries all at once. */
export const mergedTenants = (tenants: Tenants): readonly TenantId[] | null =>
  tenants === null || tenants.length > MAX_MERGED_TENANTS ? null : [...new Set(tenants as TenantId[])];

/** The conditions of the queries from which a list of these tenants is merged; `ofTenant`: those of one tenant. */
export const partsByTenant = (
  tenants: Tenants,
  ofTenant: (tenant: TenantId) => object = (tenant) => ({ tenant }),
): readonly object[] => mergedTenants(tenants)?.map(ofTenant) ?? [ofTenants(tenants)];
