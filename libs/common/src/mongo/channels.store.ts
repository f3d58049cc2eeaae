/** Channels, each of one tenant. Written by the api alone; the executor reads them. Their secrets are encrypted. */
import type { ChannelSpec } from '../spec/channel.js';
import type { TenantId } from '../domain/ids.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import { keyOf, TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredChannel extends TenantDefinition {
  /** With encrypted secrets. */
  readonly spec: ChannelSpec;
}

export class ChannelsStore extends TenantDefinitions<StoredChannel> {
  constructor(mongo: Mongo) {
    super(mongo, 'channels');
  }

  /** Those of the ids that are channels of the tenant. */
  async existing(tenant: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.documents.find({ _id: { $in: ids.map((id) => keyOf(tenant, id)) } }).toArray();
    return new Set(found.map(({ name }) => name));
  }

  /** Counts no further than `most`. */
  async countUpTo(tenant: TenantId, most: number): Promise<number> {
    return (await this.documents.find({ _id: keysUnder(tenant) }, { projection: { _id: 1 }, limit: most }).toArray())
      .length;
  }

  async remove(tenant: TenantId, id: string): Promise<void> {
    await this.documents.deleteOne({ _id: keyOf(tenant, id) });
  }
}
