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
