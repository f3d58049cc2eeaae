import { systemClock } from '#common/clock/clock.js';
import type { ColdStoreSettings } from '#common/cold/cold-store-config.js';
import { examineStore, type StoreFound } from '#common/cold/examine-store.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import type { Startable } from '#common/lifecycle/service.js';

/** The connection to the cold store, if one is configured; it ends with the service. */
export class ArchiveStore implements Startable {
  readonly objects: S3ObjectStore | null;

  constructor(private readonly settings: ColdStoreSettings | null) {
    this.objects = settings && new S3ObjectStore(settings);
  }

  start(): void {
    // The store connects at its first request.
  }

  async stop(): Promise<void> {
    await this.objects?.close();
  }

  /** Tests the store; null if there is none. Never throws. */
  async examine(): Promise<StoreFound | null> {
    return this.objects && this.settings && examineStore(this.objects, this.settings.prefix, systemClock);
  }
}
