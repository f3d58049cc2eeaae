/** Queries of people about limits; they only read. */
import type { TenantId } from '../domain/ids.js';
import { joined, type LimitHead } from '../domain/limit-pieces.js';
import { groupLimitKey, tenantLimitKey, type SharedLimit } from '../domain/shared-limit.js';
import { MongoLimitDocuments } from './limit-documents.js';
import type { Mongo } from './mongo.js';

export class LimitQueries {
  private readonly documents: MongoLimitDocuments;

  constructor(mongo: Mongo) {
    this.documents = new MongoLimitDocuments(mongo);
  }

  /** The tenant's quota; null where no run has ever taken a permit of it. */
  async quotaOf(tenant: TenantId): Promise<SharedLimit | null> {
    const head = await this.documents.head(tenantLimitKey(tenant));
    return head && this.whole(head);
  }

  /** The groups of the tenant that are in use, in key order. */
  async groupsOf(tenant: TenantId, limit: number): Promise<SharedLimit[]> {
    const groups: SharedLimit[] = [];
    for (const head of await this.documents.headsUnder(groupLimitKey(tenant, ''), limit))
      groups.push(await this.whole(head));
    return groups;
  }

  /** The runs that have held a permit for longest come first. */
  private async whole(head: LimitHead): Promise<SharedLimit> {
    const buckets = head.folded === 0 ? [] : await this.documents.bucketsSince(head.key, 0);
    const { limit } = joined(head, new Map(buckets.map((each) => [each.bucket, each])));
    return { ...limit, holders: limit.holders.toSorted((a, b) => a.since - b.since) };
  }
}
