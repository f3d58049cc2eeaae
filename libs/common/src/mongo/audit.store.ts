/** Who requested which change, and when. An entry is written before its change, so nothing changes unrecorded. */
import { erasedEntry, type ChainEnd } from '../crypto/audit-chain.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { AuditEntry, ChainedEntry, ErasedEntry, Erasure } from '../domain/audit.js';
import type { Instant } from '../run/run.js';
import { AuditChains, type AuditDocument, type NewEntry } from './audit-chains.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { ANY_NUMBER } from './index-order.js';
import type { Mongo } from './mongo.js';
import { ofTenants, partsByTenant, inTurn } from './document.js';

export interface AuditFilter {
  /** null: all, including those of no tenant. */
  readonly tenants: readonly string[] | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly keep: (entry: AuditEntry) => boolean;
}

/** The entry after which a page begins. */
interface AuditPlace {
  readonly at: Instant;
  readonly id: string;
}

export class AuditStore {
  private readonly audit;
  private readonly chains: AuditChains;

  constructor(
    mongo: Mongo,
    private readonly box: Pick<SecretBox, 'seal'>,
  ) {
    this.audit = mongo.collection<AuditDocument>('audit');
    this.chains = new AuditChains(mongo, this.audit, box);
  }

  async add(entry: AuditEntry): Promise<void> {
    await this.chains.append({ ...entry, outcomeOf: null });
  }

  /** Records that an entry was refused afterwards: by a further entry in the chain, and in the listed entry. */
  async refuse(outcome: NewEntry): Promise<void> {
    await this.chains.append(outcome);
    await this.audit.updateOne({ _id: outcome.outcomeOf ?? '' }, { $set: { refusedWith: outcome.refusedWith } });
  }

  /** Resolves when all added entries are stored, or after a time limit. */
  async settle(): Promise<void> {
    await this.chains.settle();
  }

  /** Entries of a chain in order, after `after`. */
  async chained(chain: string, after: number, limit: number): Promise<(ChainedEntry | ErasedEntry)[]> {
    return this.audit
      .find({ chain, seq: { $gt: after } }, { sort: { seq: 1 }, limit })
      .map(chainedEntry)
      .toArray();
  }

  /** Erases the content of entries of the tenant, up to `limit`; returns how many. Their places in the chain stay until they expire. */
  async erase(tenant: string, erasure: Erasure, limit: number): Promise<number> {
    const theirs = await this.audit.find({ tenant, at: ANY_NUMBER }, { sort: { at: -1, _id: -1 }, limit }).toArray();
    const writes = theirs.map(({ expireAt, ...document }) => {
      const { id: _id, ...entry } = erasedEntry(chainedEntry({ ...document, expireAt }), erasure, this.box);
      return { replaceOne: { filter: { _id }, replacement: { ...entry, expireAt } as unknown as AuditDocument } };
    });
    if (writes.length > 0) await this.audit.bulkWrite(writes, { ordered: false });
    return writes.length;
  }

  /** The last entry of a chain that its head records. */
  async head(chain: string): Promise<ChainEnd | null> {
    return this.chains.head(chain);
  }

  /** Newest first. */
  async list(filter: AuditFilter, after: AuditPlace | null, limit: number): Promise<Page<AuditEntry>> {
    const parts = partsOf(filter);
    const read = (last: NewEntry | null, size: number): Promise<readonly NewEntry[]> =>
      firstOfParts(
        parts,
        (part, from: NewEntry | null, most) => this.part(part, from ?? last ?? after, most),
        size,
        newestFirst,
      );
    // The result of an entry is shown with it. An erased entry is not shown: it has no `outcomeOf`.
    const keep = (entry: NewEntry): boolean =>
      entry.outcomeOf === null && (filter.action === undefined || entry.action === filter.action) && filter.keep(entry);
    const page = await scanPage(read, keep, limit);
    return { items: page.items.map(listed), lastSeen: page.lastSeen && listed(page.lastSeen) };
  }

  private async part(conditions: readonly object[], after: AuditPlace | null, limit: number): Promise<NewEntry[]> {
    if (after === null) return this.newest(conditions, limit);
    const places = [{ at: after.at, _id: { $lt: after.id } }, { at: { $lt: after.at } }];
    return inTurn(places, limit, (place, most) => this.newest([...conditions, place], most));
  }

  private async newest(conditions: readonly object[], limit: number): Promise<NewEntry[]> {
    return this.audit
      .find({ $and: [{ at: ANY_NUMBER }, ...conditions] }, { sort: { at: -1, _id: -1 }, limit })
      .map(fromDocument)
      .toArray();
  }
}

/** Splits the list into several, each of which an index returns in order. */
function partsOf({ tenants, from, to, action, object }: AuditFilter): readonly (readonly object[])[] {
  const times = [...(from === null ? [] : [{ at: { $gte: from } }]), ...(to === null ? [] : [{ at: { $lte: to } }])];
  // An object has few entries, so its actions are filtered from them.
  if (object !== undefined) return [[{ object, ...ofTenants(tenants) }, ...times]];
  const all = action === undefined ? [] : [{ action }];
  return partsByTenant(tenants).map((part) => [part, ...all, ...times]);
}

const newestFirst = (a: AuditPlace, b: AuditPlace): number => b.at - a.at || (a.id < b.id ? 1 : -1);

const chainedEntry = ({ _id, expireAt: _expireAt, ...rest }: AuditDocument): ChainedEntry => ({ id: _id, ...rest });

const fromDocument = ({ _id, ...rest }: AuditDocument): NewEntry => ({
  id: _id,
  at: rest.at,
  actor: rest.actor,
  subject: rest.subject,
  role: rest.role,
  address: rest.address,
  tenant: rest.tenant,
  action: rest.action,
  object: rest.object,
  detail: rest.detail,
  refusedWith: rest.refusedWith,
  outcomeOf: rest.outcomeOf,
});

const listed = ({ outcomeOf: _outcomeOf, ...entry }: NewEntry): AuditEntry => entry;
