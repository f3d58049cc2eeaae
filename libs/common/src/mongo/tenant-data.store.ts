/**
 * The documents that belong to tenants, of any collection, for `npm run tenant`. Each call reads one page of all documents of a collection
 * in the order of their keys: no index finds what belongs to a removed tenant, and an operator asks rarely.
 */
import { COLLECTION_NAMES, type CollectionName } from './collections.js';
import { type DocumentCollection, keyAfter, byKeys } from './document.js';
import type { DumpedDocument } from './dump.store.js';
import type { Mongo } from './mongo.js';
import { jobInRunId, OWNER_FIELDS, tenantRuleOf, type OwnedDocument, type Owner } from './tenant-rules.js';

/** From their documents the owners of others follow. */
const OWNERS = ['coldRuns', 'runs', 'jobs'] as const satisfies readonly CollectionName[];
const isOwner = (name: CollectionName): boolean => (OWNERS as readonly CollectionName[]).includes(name);

/** The collections with documents of tenants; those from which the owner of other documents follows come last. */
export const TENANT_COLLECTIONS: readonly CollectionName[] = [
  ...COLLECTION_NAMES.filter((name) => tenantRuleOf(name).ownerOf !== null && !isOwner(name)),
  ...OWNERS,
];

export interface OwnedPage {
  /** Keys of the documents that belong to one of the tenants. */
  readonly keys: readonly string[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

type OwnerFinder = (key: unknown) => unknown;

export class TenantDataStore {
  constructor(private readonly mongo: Mongo) {}

  /** A page of the collection: reads up to `limit` documents after the key `after`. */
  async page(
    name: CollectionName,
    tenants: ReadonlySet<string>,
    after: string | null,
    limit: number,
  ): Promise<OwnedPage> {
    const { ownerOf } = tenantRuleOf(name);
    if (ownerOf === null) return { keys: [], next: null };
    const documents = await this.of(name)
      .find(keyAfter(after), { projection: OWNER_FIELDS, sort: { _id: 1 }, limit })
      .toArray();
    const owned = documents.map((document) => ({ key: document._id, owner: ownerOf(document) }));
    const finders = await this.finders(owned.map(({ owner }) => owner));
    const isTheirs = (owner: Owner): boolean => tenantsOf(owner, finders).some((tenant) => tenants.has(tenant));
    return {
      keys: owned.filter(({ owner }) => isTheirs(owner)).map(({ key }) => key),
      next: documents.length < limit ? null : (documents.at(-1)?._id ?? null),
    };
  }

  /** The documents with these keys that exist. */
  async load(name: CollectionName, keys: readonly string[]): Promise<DumpedDocument[]> {
    return byKeys(this.mongo.collection<DumpedDocument>(name), keys, {}, { sort: { _id: 1 } });
  }

  async remove(name: CollectionName, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.of(name).deleteMany({ _id: { $in: [...keys] } });
  }

  /** Removes the roles in the tenants; tokens without other roles are removed. */
  async removeRoles(tokens: readonly string[], tenants: ReadonlySet<string>): Promise<void> {
    const theirs = { _id: { $in: [...tokens] } };
    if (tokens.length === 0) return;
    await this.of('tokens').updateMany(theirs, { $pull: { roles: { tenant: { $in: [...tenants] } } } } as object);
    await this.of('tokens').deleteMany({ ...theirs, roles: { $size: 0 } });
  }

  /** Finds the tenants of the runs and jobs that are named. */
  private async finders(owners: readonly Owner[]): Promise<{ ofRun: OwnerFinder; ofJob: OwnerFinder }> {
    const runs = textsOf(owners.map(({ run }) => run));
    const tenants = await this.tenantsIn('runs', runs);
    const archived = await this.tenantsIn(
      'coldRuns',
      runs.filter((run) => !tenants.has(run)),
    );
    for (const [run, tenant] of archived) tenants.set(run, tenant);
    const ofSlots = runs.filter((run) => !tenants.has(run)).map(jobInRunId);
    const jobs = await this.tenantsIn('jobs', textsOf([...owners.map(({ job }) => job), ...ofSlots]));
    return {
      ofRun: (run) => tenants.get(String(run)) ?? jobs.get(jobInRunId(String(run))),
      ofJob: (job) => jobs.get(String(job)),
    };
  }

  private async tenantsIn(name: (typeof OWNERS)[number], keys: readonly string[]): Promise<Map<string, string>> {
    const documents = await byKeys(this.of(name), keys, {}, { projection: { tenant: 1 } });
    return new Map(documents.flatMap(({ _id, tenant }) => (typeof tenant === 'string' ? [[_id, tenant]] : [])));
  }

  private of(name: CollectionName): DocumentCollection<OwnedDocument> {
    return this.mongo.collection<OwnedDocument>(name);
  }
}

const textsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value !== '')),
];

const tenantsOf = (
  { tenants, run, job }: Owner,
  { ofRun, ofJob }: { readonly ofRun: OwnerFinder; readonly ofJob: OwnerFinder },
): readonly string[] => textsOf(tenants ?? [ofRun(run) ?? ofJob(job)]);
