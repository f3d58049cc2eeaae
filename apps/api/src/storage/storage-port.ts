import type { JsonValue } from '#common/spec/fields.js';
import { contracts, type Payload } from '#common/messages/registry.js';
import type { Nats } from '#common/nats/nats.js';
import { accepted } from '../scheduler-port.js';

const COLLECTOR_TIMEOUT_MS = 5_000;

export type StorageEdit = Omit<Payload<'deleteStorage'>, 'forget'>;

/** The log-collector's answer to an edit. */
/** The api's requests to the log-collector, the only service that writes job storage. They return the version, and throw the refusal. */
export class StoragePort {
  constructor(private readonly nats: Pick<Nats, 'request'>) {}

  async put(edit: StorageEdit, value: JsonValue): Promise<number> {
    return accepted(await this.nats.request(contracts.putStorage, {}, { ...edit, value }, COLLECTOR_TIMEOUT_MS))
      .version;
  }

  /** Earlier versions stay. */
  async delete(edit: StorageEdit): Promise<number> {
    return accepted(await this.nats.request(contracts.deleteStorage, {}, edit, COLLECTOR_TIMEOUT_MS)).version;
  }

  /** Removes every version of the value. */
  async forget(edit: StorageEdit): Promise<void> {
    accepted(await this.nats.request(contracts.deleteStorage, {}, { ...edit, forget: true }, COLLECTOR_TIMEOUT_MS));
  }

  async restore(edit: StorageEdit, version: number): Promise<number> {
    return accepted(await this.nats.request(contracts.restoreStorage, {}, { ...edit, version }, COLLECTOR_TIMEOUT_MS))
      .version;
  }
}
