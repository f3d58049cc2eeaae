/** Triggers, each of one tenant. Written by the api alone. Their secrets are encrypted. */
import type { TenantId } from '../domain/ids.js';
import { MAX_TRIGGERS } from '../domain/limits.js';
import type { TriggerSpec } from '../spec/trigger.js';
import type { Mongo } from './mongo.js';
import { TenantDefinitions, type TenantDefinition } from './tenant-definitions.js';

export interface StoredTrigger extends TenantDefinition {
  /** Identifies it permanently, and is the end of its address: another trigger may be given its id later. */
  readonly uid: string;
  /** The subject of the caller who saved it last: the trigger runs the job in this caller's name. */
  readonly owner: string;
  /** The subject to which it listens on NATS (`heardAs`); null for a webhook. */
  readonly hears: string | null;
  /** The definition with encrypted secrets. */
  readonly spec: TriggerSpec;
}

export const heardAs = (tenant: TenantId, subject: string): string => `${tenant}/${subject}`;

export class TriggersStore extends TenantDefinitions<StoredTrigger> {
  constructor(mongo: Mongo) {
    super(mongo, 'triggers');
  }

  async byUid(uid: string): Promise<StoredTrigger | null> {
    const document = await this.documents.findOne({ uid } as object);
    return document && this.fromDocument(document);
  }

  /** The triggers of a tenant that listen to the subject. */
  async hearing(tenant: TenantId, subject: string): Promise<StoredTrigger[]> {
    return this.documents
      .find({ hears: heardAs(tenant, subject) } as object, { limit: MAX_TRIGGERS })
      .map((document) => this.fromDocument(document))
      .toArray();
  }
}
