/** Who asked for which change, and when. An entry is written before its change, so nothing changes unrecorded. */
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../domain/run.js';
import { GroupedInserts } from './grouped-inserts.js';
import { scanPage, type Page } from './keyset-scan.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

export interface AuditEntry {
  /** Sortable by time. */
  readonly id: string;
  readonly at: Instant;
  readonly actor: string;
  /** The caller's stable identity. */
  readonly subject: string;
  /** null for what belongs to no tenant. */
  readonly tenant: string | null;
  /** The operation's name in the OpenAPI document. */
  readonly action: string;
  /** What it was done to: `job/<id>`, `run/<id>` and so on. */
  readonly object: string;
  /** A few plain words; never a value that was sent. */
  readonly detail: string | null;
  /** The error code it was refused with after all; null when it was done. */
  readonly refusedWith: string | null;
}

interface AuditDocument extends Omit<AuditEntry, 'id'>, StoredDocument {
  readonly expireAt: Date;
}

export interface AuditFilter {
  /** null: all, those of no tenant included. */
  readonly tenants: readonly string[] | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly keep: (entry: AuditEntry) => boolean;
}

export class AuditStore {
  private readonly audit: DocumentCollection<AuditDocument>;
  private readonly inserts: GroupedInserts<AuditDocument>;

  constructor(mongo: Mongo) {
    this.audit = mongo.collection<AuditDocument>('audit');
    this.inserts = new GroupedInserts(this.audit);
  }

  async add({ id, ...rest }: AuditEntry): Promise<void> {
    await this.inserts.insert({ _id: id, ...rest, expireAt: new Date(rest.at + AUDIT_KEPT_MS) });
  }

  async refuse(id: string, code: string): Promise<void> {
    await this.audit.updateOne({ _id: id }, { $set: { refusedWith: code } });
  }

  /** Newest first. */
  async list(
    filter: AuditFilter,
    after: { readonly at: Instant; readonly id: string } | null,
    limit: number,
  ): Promise<Page<AuditEntry>> {
    const read = async (last: AuditEntry | null, size: number): Promise<AuditEntry[]> => {
      const place = last ?? after;
      const conditions = [
        ...(filter.tenants === null ? [] : [{ tenant: { $in: [...filter.tenants] } }]),
        ...(filter.from === null ? [] : [{ at: { $gte: filter.from } }]),
        ...(filter.to === null ? [] : [{ at: { $lte: filter.to } }]),
        ...(place === null
          ? []
          : [{ at: { $lte: place.at } }, { $or: [{ at: { $lt: place.at } }, { _id: { $lt: place.id } }] }]),
      ];
      const documents = await this.audit
        .find(conditions.length === 0 ? {} : { $and: conditions }, { sort: { at: -1, _id: -1 }, limit: size })
        .toArray();
      return documents.map(({ _id, expireAt: _expireAt, ...rest }) => ({ id: _id, ...rest }));
    };
    return scanPage(read, filter.keep, limit);
  }
}
