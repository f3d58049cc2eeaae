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
 * A list of so many tenants is merged from one query for each. With more, one query asks for all, which only MongoDB answers in the
 * order of an index.
 */
export const MAX_MERGED_TENANTS = 16;

/** The conditions of the queries from which a list of these tenants is merged. */
export const partsByTenant = (tenants: Tenants): readonly { readonly tenant?: TenantId | { $in: TenantId[] } }[] =>
  tenants === null || tenants.length > MAX_MERGED_TENANTS
    ? [ofTenants(tenants)]
    : [...new Set(tenants as TenantId[])].map((tenant) => ({ tenant }));
