/** What people ask about limits; reading only. */
import type { TenantId } from '../domain/ids.js';
import { groupLimitKey, tenantLimitKey, type SharedLimit } from '../domain/shared-limit.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import type { Mongo } from './mongo.js';

interface LimitDocument extends Omit<SharedLimit, 'key'>, StoredDocument {}

export class LimitQueries {
  private readonly limits: DocumentCollection<LimitDocument>;

  constructor(mongo: Mongo) {
    this.limits = mongo.collection<LimitDocument>('limits');
  }

  /** The tenant's quota; null where no run has ever been counted. */
  async quotaOf(tenant: TenantId): Promise<SharedLimit | null> {
    const document = await this.limits.findOne({ _id: tenantLimitKey(tenant) });
    return document && fromDocument(document);
  }

  /** The groups of the tenant that are in use, in key order. */
  async groupsOf(tenant: TenantId, limit: number): Promise<SharedLimit[]> {
    const first = groupLimitKey(tenant, '');
    const inTenant = { _id: { $gte: first, $lt: `${first}\uffff` } };
    return (await this.limits.find(inTenant, { sort: { _id: 1 }, limit }).toArray()).map(fromDocument);
  }
}

const fromDocument = ({ _id, ...rest }: LimitDocument): SharedLimit => ({ key: _id, ...rest });
