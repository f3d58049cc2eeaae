/** Channels, each of one tenant. Written by the api alone; the executor reads them. Their secrets are encrypted. */
import type { ChannelSpec } from '../spec/channel.js';
import type { Mongo } from './mongo.js';
import { TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredChannel extends TenantDefinition {
  /** The definition with encrypted secrets. */
  readonly spec: ChannelSpec;
}

export class ChannelsStore extends TenantDefinitions<StoredChannel> {
  constructor(mongo: Mongo) {
    super(mongo, 'channels');
  }
}
