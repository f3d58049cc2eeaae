import { coldStoreOf } from '#common/cold/cold-store-config.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { ApiConfig } from '../config.js';

/** The connection to the cold store, where one is named; it ends with the service. */
export class ArchiveStore implements Startable {
  readonly objects: S3ObjectStore | null;
  /** What the keys of all objects begin with. */
  readonly prefix: string;

  constructor(config: ApiConfig) {
    const settings = coldStoreOf(config);
    this.objects = settings && new S3ObjectStore(settings);
    this.prefix = config.COLD_STORE_PREFIX;
  }

  start(): void {
    // It connects when it is asked for something.
  }

  async stop(): Promise<void> {
    await this.objects?.close();
  }
}
