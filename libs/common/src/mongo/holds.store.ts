/** Holds, one document for each tenant that is held and one for all. Written by the api, and by `npm run hold` before it runs. */
import type { Hold } from '../domain/hold.js';
import type { TenantId } from '../domain/ids.js';
import { MAX_HOLDS } from '../domain/limits.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

type HoldDocument = Omit<Hold, 'tenant'> & StoredDocument;

const toDocument = ({ tenant, ...rest }: Hold): HoldDocument => ({ _id: tenant, ...rest });
const fromDocument = ({ _id, ...rest }: HoldDocument): Hold => ({ tenant: _id, ...rest });

export class HoldsStore {
  private readonly holds: DocumentCollection<HoldDocument>;

  constructor(mongo: Mongo) {
    this.holds = mongo.collection<HoldDocument>('holds');
  }

  /** All of them, in the order of their tenants. */
  async all(): Promise<Hold[]> {
    return (await this.holds.find({}, { sort: { _id: 1 }, limit: MAX_HOLDS }).toArray()).map(fromDocument);
  }

  async load(tenant: string): Promise<Hold | null> {
    const document = await this.holds.findOne({ _id: tenant });
    return document && fromDocument(document);
  }

  /** Sets the hold, and replaces an earlier one. */
  async put(hold: Hold): Promise<void> {
    await this.holds.replaceOne({ _id: hold.tenant }, toDocument(hold), { upsert: true });
  }

  async remove(tenant: string): Promise<void> {
    await this.holds.deleteOne({ _id: tenant });
  }

  /** The tenant is removed: a later tenant with its id is not held. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.remove(tenant);
  }
}
