/** Rules about jobs, each of one tenant. Written by the api alone; the executor reads them. */
import type { Shards } from '../domain/shards.js';
import type { Instant } from '../run/run.js';
import type { RuleSpec } from '../spec/rule.js';
import type { Mongo } from './mongo.js';
import { inShards } from './document.js';
import { TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredRule extends TenantDefinition {
  /** Identifies it permanently: another rule may be given its id later. */
  readonly uid: string;
  readonly shard: number;
  /** When it was created, or its jobs or condition last changed: earlier events do not count. */
  readonly since: Instant;
  readonly spec: RuleSpec;
  /** The result of `pausesJobs` for its condition. */
  readonly pauses: boolean;
}

export class RulesStore extends TenantDefinitions<StoredRule> {
  constructor(private readonly mongo: Mongo) {
    super(mongo, 'rules');
  }

  /** The shards over which their states are spread. */
  get shards(): Shards {
    return this.mongo.shards;
  }

  /** The rules of the shards after that key, in the order of their keys (`keyOf`). */
  async after(shards: readonly number[], key: string, limit: number): Promise<StoredRule[]> {
    const filter = { ...inShards(shards), _id: { $gt: key } } as object;
    return this.documents
      .find(filter, { sort: { _id: 1 }, limit })
      .map((document) => this.fromDocument(document))
      .toArray();
  }

  /** The rules that pause jobs after that key, in the order of their keys. */
  async thatPause(key: string, limit: number): Promise<StoredRule[]> {
    const filter = { pauses: true, _id: { $gt: key } } as object;
    return this.documents
      .find(filter, { sort: { _id: 1 }, limit })
      .map((document) => this.fromDocument(document))
      .toArray();
  }
}
