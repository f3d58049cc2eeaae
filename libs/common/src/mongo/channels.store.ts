/** Channels, each of one tenant. Written by the api alone; the executor reads them. Their secrets are encrypted. */
import type { ChannelSpec } from '../spec/channel.js';
import type { Mongo } from './mongo.js';
import { keyAfter } from './document.js';
import { keyOf, TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredChannel extends TenantDefinition {
  /** The definition with encrypted secrets. */
  readonly spec: ChannelSpec;
  /** True for a channel that gets events of all runs. */
  readonly events?: boolean;
  /** A request to send everything after this place of the log again, made by this revision of the channel. */
  readonly replay?: { readonly after: number; readonly rev: number };
}

export class ChannelsStore extends TenantDefinitions<StoredChannel> {
  constructor(mongo: Mongo) {
    super(mongo, 'channels');
  }

  /** Channels that get events of all runs, a page in the order of tenant and id. */
  async subscribed(after: Pick<StoredChannel, 'tenant' | 'id'> | null, limit: number): Promise<StoredChannel[]> {
    const place = keyAfter(after && keyOf(after.tenant, after.id));
    return this.documents
      .find({ events: true, ...place } as object, { sort: { _id: 1 }, limit })
      .map((document) => this.fromDocument(document))
      .toArray();
  }
}
