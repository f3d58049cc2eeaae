/** Tenants. Written by the api alone. */
import { asTenantId, type TenantId } from '../domain/ids.js';
import { DEFAULT_RETENTION, type Tenant } from '../spec/definitions.js';
import type { Instant } from '../run/run.js';
import { insertRequested, replaceRequested, type RequestedWrite } from './requested-writes.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import { Batcher } from '../runtime/batcher.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { BatchedReads } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, keyAfter, isAny, byKeys, insertIgnoringExisting } from './document.js';

interface TenantDocument extends Omit<Tenant, 'id' | 'groups' | 'groupWeights' | 'clusterAccess'>, StoredDocument {
  readonly writer: string;
  /** People choose its names. */
  readonly groups?: JsonText<NonNullable<Tenant['groups']>>;
  readonly groupWeights?: JsonText<NonNullable<Tenant['groupWeights']>>;
  /** People choose the keys of labels. */
  readonly clusterAccess?: JsonText<NonNullable<Tenant['clusterAccess']>>;
  /** Set when it was removed: its document stays, so that a later tenant with its id is recognised as another one. */
  readonly removed?: true;
}

const MAX_NAMESPACES = 1_000;
/** Callers that come while a read is under way share the next one. */
const BEGINNINGS = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 20_000 };

/** A tenant with no limits but the default retention. */
export const plainTenant = (id: TenantId, now: Instant): Tenant => ({
  id,
  name: id,
  maxActiveRuns: null,
  maxJobs: null,
  namespace: null,
  webserviceHosts: null,
  retention: DEFAULT_RETENTION,
  createdAt: now,
  rev: 1,
});

export class TenantsStore {
  private readonly tenants;
  private readonly reads;
  private readonly beginningReads = new Batcher<null, ReadonlyMap<string, Instant>>(async (callers) => {
    const beginnings = await this.readBeginnings();
    return callers.map(() => beginnings);
  }, BEGINNINGS);

  constructor(mongo: Mongo) {
    this.tenants = mongo.collection<TenantDocument>('tenants');
    this.reads = new BatchedReads(this.tenants);
  }

  async insert(tenant: Tenant, writer: string): Promise<RequestedWrite> {
    const write = await insertRequested(this.tenants, toDocument(tenant, writer));
    return write === 'idTaken' && (await this.replaceRemoved(tenant, writer)) ? 'saved' : write;
  }

  /** True where the id belonged to a removed tenant: documents of that tenant are older than the new one. */
  private async replaceRemoved(tenant: Tenant, writer: string): Promise<boolean> {
    const next = toDocument({ ...tenant, since: tenant.createdAt }, writer);
    return (await this.tenants.replaceOne({ _id: tenant.id, removed: true }, next)).matchedCount === 1;
  }

  /** The tenant of this id; if it does not exist, it is inserted as `plain`. */
  async ensure(plain: Tenant): Promise<Tenant> {
    const existing = await this.load(plain.id);
    if (existing) return existing;
    await insertIgnoringExisting(this.tenants, [toDocument(plain, 'implied')]);
    await this.replaceRemoved(plain, 'implied');
    return (await this.load(plain.id)) ?? plain;
  }

  async load(id: TenantId): Promise<Tenant | null> {
    const document = await this.reads.get(id);
    return document && isThere(document) ? fromDocument(document) : null;
  }

  async save(next: Tenant, expectedRev: number, writer: string): Promise<RequestedWrite> {
    // A removed tenant, or a later one with its id, may have the same revision.
    const guard = { rev: expectedRev, createdAt: next.createdAt, removed: { $exists: false } };
    return replaceRequested(this.tenants, toDocument(next, writer), guard);
  }

  async list(keep: (tenant: Tenant) => boolean, after: TenantId | null, limit: number): Promise<Page<Tenant>> {
    const keepPresent = (tenant: Tenant & Pick<TenantDocument, 'removed'>): boolean => isThere(tenant) && keep(tenant);
    const read = async (last: Tenant | null, size: number): Promise<Tenant[]> => {
      const from = last?.id ?? after;
      return this.tenants
        .find(keyAfter(from), { sort: { _id: 1 }, limit: size })
        .map(fromDocument)
        .toArray();
    };
    return scanPage(read, keepPresent, limit);
  }

  /** The ids of all tenants, removed ones included; null where there are more than `upTo`. */
  async ids(upTo: number): Promise<TenantId[] | null> {
    const documents = await this.tenants
      .find({}, { projection: { _id: 1 }, sort: { _id: 1 }, limit: upTo + 1 })
      .toArray();
    return documents.length > upTo ? null : documents.map(({ _id }) => asTenantId(_id));
  }

  /** The ids of the first `limit` tenants that exist, in order of id. */
  async firstIds(limit: number): Promise<TenantId[]> {
    return this.tenants
      .find({ removed: { $exists: false } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
      .map(({ _id }) => asTenantId(_id))
      .toArray();
  }

  /** The creation times of tenants whose ids belonged to removed ones: older documents are not theirs. */
  beginnings(): Promise<ReadonlyMap<string, Instant>> {
    return this.beginningReads.add(null);
  }

  private async readBeginnings(): Promise<ReadonlyMap<string, Instant>> {
    // Every one of them: a tenant that were left out would be shown what belongs to the removed tenant with its id.
    const documents = await this.tenants.find({ since: { $gt: 0 } }, { projection: { since: 1 } }).toArray();
    return new Map(documents.map(({ _id, since = 0 }) => [_id, since]));
  }

  /** Namespaces of tenants that have one of their own, each once. All of them: what runs in one that were left out would be seen by nobody. */
  async namespaces(): Promise<string[]> {
    const own = { namespace: { $gt: '' } };
    const documents = await this.tenants.find(own, { projection: { namespace: 1 } }).toArray();
    return [...new Set(documents.flatMap(({ namespace }) => namespace ?? []))];
  }

  /** Tenants with this namespace of their own, up to a limit. */
  async inNamespace(namespace: string): Promise<Tenant[]> {
    return (await this.tenants.find({ namespace }, { limit: MAX_NAMESPACES }).toArray())
      .filter(isThere)
      .map(fromDocument);
  }

  /** The tenants among these that exist. */
  async loadMany(ids: readonly TenantId[]): Promise<Tenant[]> {
    return (await byKeys(this.tenants, ids)).filter(isThere).map(fromDocument);
  }

  /** True if there was a tenant with this id, which was removed. */
  async isRemoved(id: TenantId): Promise<boolean> {
    return isAny(this.tenants, { _id: id, removed: true });
  }

  async remove(id: TenantId, now: Instant): Promise<void> {
    const remains = { ...toDocument(plainTenant(id, now), 'removed'), removed: true as const };
    await this.tenants.replaceOne({ _id: id }, remains);
  }
}

/** Removed tenants do not count. */
const isThere = ({ removed }: Pick<TenantDocument, 'removed'>): boolean => removed !== true;

const toDocument = ({ id, groups, groupWeights, clusterAccess, ...rest }: Tenant, writer: string): TenantDocument => ({
  _id: id,
  ...rest,
  ...(groups && { groups: toJsonText(groups) }),
  ...(groupWeights && { groupWeights: toJsonText(groupWeights) }),
  ...(clusterAccess && { clusterAccess: toJsonText(clusterAccess) }),
  writer,
});
const fromDocument = ({
  _id,
  writer: _writer,
  groups,
  groupWeights,
  clusterAccess,
  ...rest
}: TenantDocument): Tenant => ({
  id: asTenantId(_id),
  ...rest,
  ...(groups !== undefined && { groups: fromJsonText(groups) }),
  ...(groupWeights !== undefined && { groupWeights: fromJsonText(groupWeights) }),
  ...(clusterAccess !== undefined && { clusterAccess: fromJsonText(clusterAccess) }),
});
