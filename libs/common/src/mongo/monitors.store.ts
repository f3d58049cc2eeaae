/** Monitors, each of one tenant. Written by the api alone; the executor reads them. */
import type { Shards } from '../domain/shards.js';
import type { Instant } from '../run/run.js';
import type { MonitorSpec } from '../spec/monitor.js';
import type { Mongo } from './mongo.js';
import { TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredMonitor extends TenantDefinition {
  /** Identifies it permanently: another monitor may be given its id later. */
  readonly uid: string;
  readonly shard: number;
  /** When its times last changed: earlier times are not due. */
  readonly since: Instant;
  /** The secret end of its address for pings, encrypted. */
  readonly pingToken: string;
  /** SHA-256 of that secret, by which a ping finds the monitor. */
  readonly pingHash: string;
  readonly spec: MonitorSpec;
}

export class MonitorsStore extends TenantDefinitions<StoredMonitor> {
  constructor(private readonly mongo: Mongo) {
    super(mongo, 'monitors');
  }

  /** The shards over which their states are spread. */
  get shards(): Shards {
    return this.mongo.shards;
  }

  async byPing(pingHash: string): Promise<StoredMonitor | null> {
    const document = await this.documents.findOne({ pingHash } as object);
    return document && this.fromDocument(document);
  }
}
