/** The common part of the stores of definitions that belong to one tenant each and have an id that is unique in it. */
import { asTenantId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '../runtime/paged-scan.js';
import { insertRequested, replaceRequested, type RequestedWrite } from './requested-writes.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import { partsByTenant, type DocumentCollection, type StoredDocument, type Tenants } from './document.js';

export interface TenantDefinition {
  readonly tenant: TenantId;
  /** Unique in its tenant. */
  readonly id: string;
  readonly rev: number;
  readonly updatedAt: Instant;
  readonly updatedBy: string;
  readonly spec: unknown;
}

interface DefinitionDocument extends Omit<TenantDefinition, 'id' | 'spec'>, StoredDocument {
  readonly name: string;
  readonly writer: string;
  readonly spec: JsonText<unknown>;
  /** Set while a DELETE looks for users of the definition: no further definition may name it. */
  readonly leaving?: true;
}

interface NamedOfTenant {
  readonly tenant: string;
  readonly id: string;
}

export const keyOf = (tenant: TenantId, id: string): string => `${tenant}/${id}`;
const placeOf = ({ tenant, id }: NamedOfTenant): string => keyOf(asTenantId(tenant), id);
const byKey = (a: NamedOfTenant, b: NamedOfTenant): number => (placeOf(a) < placeOf(b) ? -1 : 1);

export abstract class TenantDefinitions<T extends TenantDefinition> {
  protected readonly documents: DocumentCollection<DefinitionDocument>;

  constructor(mongo: Mongo, collection: 'calendars' | 'channels' | 'monitors' | 'rules' | 'triggers') {
    this.documents = mongo.collection<DefinitionDocument>(collection);
  }

  async insert(definition: T, writer: string): Promise<RequestedWrite> {
    return insertRequested(this.documents, toDefinitionDocument(definition, writer));
  }

  async load(tenant: TenantId, id: string): Promise<T | null> {
    const document = await this.documents.findOne({ _id: keyOf(tenant, id) });
    return document && this.fromDocument(document);
  }

  async save(next: T, expectedRev: number, writer: string): Promise<RequestedWrite> {
    return replaceRequested(this.documents, toDefinitionDocument(next, writer), { rev: expectedRev });
  }

  /** The definitions, by tenant and id. */
  async list(tenants: Tenants, after: NamedOfTenant | null, limit: number): Promise<Page<T>> {
    const parts = partsByTenant(tenants, (tenant) => ({ _id: keysUnder(tenant) }));
    const read = (last: T | null, size: number): Promise<readonly T[]> =>
      firstOfParts(parts, (part, from: T | null, most) => this.part(part, from ?? last ?? after, most), size, byKey);
    return scanPage(read, () => true, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  private async part(part: object, after: NamedOfTenant | null, limit: number): Promise<T[]> {
    const filter = after === null ? part : { $and: [part, { _id: { $gt: placeOf(after) } }] };
    return this.documents
      .find(filter, { sort: { _id: 1 }, limit })
      .map((document) => this.fromDocument(document))
      .toArray();
  }

  /** Counts up to `most`. */
  async countUpTo(tenant: TenantId, most: number): Promise<number> {
    const keys = this.documents.find({ _id: keysUnder(tenant) }, { projection: { _id: 1 }, limit: most });
    return (await keys.toArray()).length;
  }

  /** The ids among these that jobs may name: a definition that is about to be removed must not be named. */
  async usable(tenant: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const documents = await this.documents.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return new Set(documents.filter(({ leaving }) => leaving !== true).map(({ name }) => name));
  }

  /** Keeps further jobs from naming it, until it is removed or `cancelRemoval` is called. */
  async beginRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.documents.updateOne({ _id: keyOf(tenant, id) }, { $set: { leaving: true } });
  }

  async cancelRemoval(tenant: TenantId, id: string): Promise<void> {
    await this.documents.updateOne({ _id: keyOf(tenant, id) }, { $unset: { leaving: true } });
  }

  /** False where it was edited since the removal began: then it stays. */
  async remove(tenant: TenantId, id: string): Promise<boolean> {
    return (await this.documents.deleteOne({ _id: keyOf(tenant, id), leaving: true })).deletedCount === 1;
  }

  /** Removes all definitions of a removed tenant. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.documents.deleteMany({ _id: keysUnder(tenant) });
  }

  protected fromDocument(document: DefinitionDocument): T {
    const { _id, name, writer: _writer, leaving: _leaving, spec, ...rest } = document;
    return { id: name, ...rest, spec: fromJsonText(spec) } as unknown as T;
  }
}

/** The stored form of a definition, also for callers that store very many at once. */
export function toDefinitionDocument({ id, spec, ...rest }: TenantDefinition, writer: string): DefinitionDocument {
  return { _id: keyOf(rest.tenant, id), ...rest, name: id, writer, spec: toJsonText(spec) };
}
