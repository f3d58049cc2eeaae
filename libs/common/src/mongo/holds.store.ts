/** Holds, one document for each tenant that is held and one for all. Written by the api, and by `npm run hold` before it runs. */
import type { Hold } from '../domain/hold.js';
import type { TenantId } from '../domain/ids.js';
import { MAX_HOLDS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, insertIgnoringExisting } from './document.js';

type HoldDocument = Omit<Hold, 'tenant'> & StoredDocument;

const toDocument = ({ tenant, ...rest }: Hold): HoldDocument => ({ _id: tenant, ...rest });
const fromDocument = ({ _id, ...rest }: HoldDocument): Hold => ({ tenant: _id, ...rest });

/** Also by its time: a hold that was set after this one was removed may have the same revision. */
const asRead = ({ tenant, rev, since }: Hold): { _id: string; rev: number; since: Instant } => ({
  _id: tenant,
  rev,
  since,
});

export class HoldsStore {
  private readonly holds;

  constructor(mongo: Mongo) {
    this.holds = mongo.collection<HoldDocument>('holds');
  }

  /** All of them, in the order of their tenants. */
  async all(): Promise<Hold[]> {
    return this.holds
      .find({}, { sort: { _id: 1 }, limit: MAX_HOLDS })
      .map(fromDocument)
      .toArray();
  }

  async load(tenant: string): Promise<Hold | null> {
    const document = await this.holds.findOne({ _id: tenant });
    return document && fromDocument(document);
  }

  /** Sets the hold in place of `before`, the stored one; null: there is none. False: it was changed meanwhile. */
  async put(hold: Hold, before: Hold | null): Promise<boolean> {
    if (before !== null) return (await this.holds.replaceOne(asRead(before), toDocument(hold))).matchedCount === 1;
    return (await insertIgnoringExisting(this.holds, [toDocument(hold)])).size === 0;
  }

  /** False: it was changed meanwhile. */
  async remove(before: Hold): Promise<boolean> {
    return (await this.holds.deleteOne(asRead(before))).deletedCount === 1;
  }

  /** The tenant is removed: a later tenant with its id is not held. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.holds.deleteOne({ _id: tenant });
  }
}
