/** Triggers, each of one tenant. Written by the api alone. Their secrets are encrypted. */
import type { TriggerSpec } from '../spec/trigger.js';
import type { Mongo } from './mongo.js';
import { TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredTrigger extends TenantDefinition {
  /** Identifies it for good, and is what its address ends with: another one may be given its id later. */
  readonly uid: string;
  /** The subject of whoever has saved it last: it runs the job for them. */
  readonly owner: string;
  /** With encrypted secrets. */
  readonly spec: TriggerSpec;
}

export class TriggersStore extends TenantDefinitions<StoredTrigger> {
  constructor(mongo: Mongo) {
    super(mongo, 'triggers');
  }

  async byUid(uid: string): Promise<StoredTrigger | null> {
    const found = await this.documents.findOne({ uid } as object);
    return found && this.fromDocument(found);
  }
}
