/** Pings of monitors. Stored by the api; the executor marks those that it has applied, and removes pings beyond the limit. */
import { MAX_PINGS_KEPT, PING_KEPT_MS } from '../domain/limits.js';
import type { TenantId } from '../domain/ids.js';
import { firstPage, type Page } from '../runtime/paged-scan.js';
import type { Ping } from '../watch/monitor.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, inShards } from './document.js';

export interface StoredPing extends Ping {
  /** The uid of the monitor. */
  readonly uid: string;
  readonly tenant: TenantId;
  readonly monitor: string;
  readonly shard: number;
  /** The text of the ping, cut at a limit; empty if it has none. */
  readonly text: string;
  /** The address from which it came. */
  readonly address: string;
}

interface PingDocument extends Omit<StoredPing, 'id'>, StoredDocument {
  /** True until it is applied. */
  readonly open?: true;
  readonly expireAt: Date;
}

/** The prefix of the ids of a monitor's pings; they sort by time. */
export const pingId = (uid: string, at: number, distinct: string): string =>
  `${uid}/${String(at).padStart(15, '0')}/${distinct}`;
const allOf = (uid: string): { $gte: string; $lt: string } => ({ $gte: `${uid}/`, $lt: `${uid}0` });

export class PingsStore {
  private readonly pings;

  constructor(mongo: Mongo) {
    this.pings = mongo.collection<PingDocument>('pings');
  }

  async add({ id, ...rest }: StoredPing): Promise<void> {
    await this.pings.insertOne({ _id: id, ...rest, open: true, expireAt: new Date(rest.at + PING_KEPT_MS) });
  }

  /** The monitors with pings that are not applied yet, from the `limit` oldest of those pings. */
  async waiting(shards: readonly number[], limit: number): Promise<Pick<StoredPing, 'uid' | 'tenant' | 'monitor'>[]> {
    const documents = await this.pings.find({ open: true, ...inShards(shards) }, { sort: { at: 1 }, limit }).toArray();
    return [...new Map(documents.map(({ uid, tenant, monitor }) => [uid, { uid, tenant, monitor }])).values()];
  }

  /** When the oldest ping that is not applied yet came. */
  async oldestOpen(shards: readonly number[]): Promise<number | null> {
    const [oldest] = await this.pings
      .find({ open: true, ...inShards(shards) }, { sort: { at: 1 }, limit: 1, projection: { at: 1 } })
      .toArray();
    return oldest?.at ?? null;
  }

  /** The oldest pings of a monitor that are not applied yet. */
  async openOf(uid: string, limit: number): Promise<StoredPing[]> {
    return this.pings
      .find({ _id: allOf(uid), open: true }, { sort: { _id: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Marks pings as applied. No more than `MAX_PINGS_KEPT` of their monitor are kept. */
  async taken(uid: string, ids: readonly string[]): Promise<void> {
    await this.pings.updateMany({ _id: { $in: [...ids] } }, { $unset: { open: true } });
    const [beyond] = await this.pings
      .find({ _id: allOf(uid) }, { sort: { _id: -1 }, skip: MAX_PINGS_KEPT, limit: 1, projection: { _id: 1 } })
      .toArray();
    if (beyond) await this.pings.deleteMany({ _id: { $gte: `${uid}/`, $lte: beyond._id }, open: { $exists: false } });
  }

  /** Newest first; `before` is the id of the last one of the page before. */
  async list(uid: string, before: string | null, limit: number): Promise<Page<StoredPing>> {
    const _id = before === null ? allOf(uid) : { $gte: `${uid}/`, $lt: before };
    const documents = await this.pings.find({ _id }, { sort: { _id: -1 }, limit: limit + 1 }).toArray();
    return firstPage(documents.map(fromDocument), limit);
  }

  /** Removes all pings of a removed monitor. */
  async removeOf(uid: string): Promise<void> {
    await this.pings.deleteMany({ _id: allOf(uid) });
  }
}

const fromDocument = ({ _id, open: _open, expireAt: _expireAt, ...rest }: PingDocument): StoredPing => ({
  id: _id,
  ...rest,
});
