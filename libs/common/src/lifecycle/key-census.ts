/** Counts the encrypted values of the database by their keys, and reports missing and unused keys. */
import type { DatabaseClock } from '../clock/database-time.js';
import { delay } from '../clock/clock.js';
import type { SecretBox } from '../crypto/secret-box.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { KeyCensus, SealedValuesStore, ValuesByKey } from '../mongo/sealed-values.store.js';
import { DOCUMENTS_PER_READ, KeyCount } from './key-count.js';

/** The pause between two reads, so that a count is no load: at most 10,000 documents a second. */
const PAUSE_MS = 50;
/** The replica that counts renews its claim before this has passed; then another may start. */
const CLAIM_MS = 60_000;
/** While another replica counts, its result is checked this often. */
const LOOK_MS = 2_000;
/** The greatest age of a count. */
const RECOUNT_MS = 24 * 3_600_000;

export interface CensusParts {
  readonly store: SealedValuesStore;
  readonly keys: Pick<SecretBox, 'keyIds' | 'sealingKey'>;
  readonly database: DatabaseClock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Runs beside a service from its start. Services that start at about the same time share one count. */
export class CensusWatch {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: CensusParts) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const wait = await this.look().catch((error: unknown) => {
        this.parts.log.warn({ error: messageOf(error) }, 'the keys in use could not be counted; it is tried again');
        return CLAIM_MS;
      });
      await delay(wait, signal).catch(() => undefined);
    }
  }

  /** Reports a count that began after our request; returns the time until the next one is wanted. A stop ends it early. */
  private async look(): Promise<number> {
    const { store, database } = this.parts;
    const { signal } = this.stopping;
    const askedAt = await database.serverTime();
    while (!signal.aborted) {
      const now = await database.serverTime();
      const census = await store.census();
      if (census && census.begunAt >= askedAt) {
        this.tell(census);
        return RECOUNT_MS;
      }
      if (await store.claimCensus(now, now + CLAIM_MS)) {
        const values = await this.count();
        if (values !== null) await store.saveCensus({ begunAt: now, values });
      } else await delay(LOOK_MS, signal);
    }
    return RECOUNT_MS;
  }

  /** Null when it was stopped before the last value. */
  private async count(): Promise<ValuesByKey | null> {
    const { store, database } = this.parts;
    const count = new KeyCount();
    let renewAt = performance.now() + CLAIM_MS / 2;
    for (const name of store.collections) {
      for (let after: string | null = null; ;) {
        const documents = await store.page(name, after, DOCUMENTS_PER_READ);
        for (const { fields } of documents) count.add(name, fields);
        after = documents.at(-1)?.id ?? null;
        if (documents.length < DOCUMENTS_PER_READ) break;
        await delay(PAUSE_MS, this.stopping.signal);
        if (this.stopping.signal.aborted) return null;
        if (performance.now() < renewAt) continue;
        await store.renewClaim((await database.serverTime()) + CLAIM_MS);
        renewAt = performance.now() + CLAIM_MS / 2;
      }
    }
    return count.values;
  }

  private tell({ values }: KeyCensus): void {
    const { keys, metrics, log } = this.parts;
    metrics.secretValues.reset();
    for (const [key, counts] of Object.entries(values)) {
      const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
      const state = key === keys.sealingKey ? 'sealing' : keys.keyIds.includes(key) ? 'opening' : 'missing';
      metrics.secretValues.set({ key, state }, total);
      if (state === 'missing')
        log.error({ key, values: counts }, 'stored secrets need a key that is not in SECRET_KEYS');
      if (state === 'opening') log.info({ key, values: counts }, 'stored secrets still need this key');
    }
    for (const key of keys.keyIds) {
      if (key !== keys.sealingKey && values[key] === undefined) log.info({ key }, 'no stored secret needs this key');
    }
  }
}
