/** Queries of people about limits; they only read. */
import type { TenantId } from '../domain/ids.js';
import { joined } from '../domain/limit-pieces.js';
import { groupLimitKey, tenantLimitKey, type SharedLimit } from '../domain/shared-limit.js';
import type { DocumentCollection } from './document.js';
import { fromBucket, fromHead, type BucketDocument, type HeadDocument } from './limit-documents.js';
import type { Mongo } from './mongo.js';

export class LimitQueries {
  private readonly limits: DocumentCollection<HeadDocument>;
  private readonly holders: DocumentCollection<BucketDocument>;

  constructor(mongo: Mongo) {
    this.limits = mongo.collection<HeadDocument>('limits');
    this.holders = mongo.collection<BucketDocument>('limitHolders');
  }

  /** The tenant's quota; null where no run has ever taken a permit of it. */
  async quotaOf(tenant: TenantId): Promise<SharedLimit | null> {
    const document = await this.limits.findOne({ _id: tenantLimitKey(tenant) });
    return document && this.whole(document);
  }

  /** The groups of the tenant that are in use, in key order. */
  async groupsOf(tenant: TenantId, limit: number): Promise<SharedLimit[]> {
    const first = groupLimitKey(tenant, '');
    const inTenant = { _id: { $gte: first, $lt: `${first}\uffff` } };
    const groups: SharedLimit[] = [];
    for (const document of await this.limits.find(inTenant, { sort: { _id: 1 }, limit }).toArray())
      groups.push(await this.whole(document));
    return groups;
  }

  /** The runs that have held a permit for longest come first. */
  private async whole(document: HeadDocument): Promise<SharedLimit> {
    const { key, folded } = fromHead(document);
    const buckets = folded === 0 ? [] : await this.holders.find({ limit: key, rev: { $gt: 0 } }).toArray();
    const byNumber = new Map(buckets.map((each) => [each.bucket, fromBucket(each)]));
    const { limit } = joined(fromHead(document), byNumber);
    return { ...limit, holders: limit.holders.toSorted((a, b) => a.since - b.since) };
  }
}
