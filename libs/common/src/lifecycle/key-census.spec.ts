import { SecretBox } from '../crypto/secret-box.js';
import { createLogger } from '../logging/logger.js';
import { Metrics } from '../metrics/catalogue.js';
import type { KeyCensus, SealedValuesStore } from '../mongo/sealed-values.store.js';
import { CensusWatch } from './key-census.js';

const keys = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
const log = createLogger('test', 'silent');

/** A database in which a replica that died has begun a count. */
class Store {
  claims = 0;
  pages = 0;
  readonly saved: KeyCensus[] = [];
  readonly collections = ['jobs'];
  /** Resolves when a replica has asked to count, or to read what is to be counted. */
  readonly asked: Promise<void>;
  private tell: () => void = () => undefined;

  constructor(
    private readonly isClaimed: boolean,
    private readonly pageOf: number,
  ) {
    this.asked = new Promise((resolve) => (this.tell = resolve));
  }

  census(): Promise<null> {
    return Promise.resolve(null);
  }

  async claimCensus(): Promise<boolean> {
    this.claims++;
    if (this.isClaimed) this.tell();
    // About as long as a database takes to answer: a watch that never ends is detected, and the test is not delayed.
    await new Promise((resolve) => setImmediate(resolve));
    return !this.isClaimed;
  }

  page(): Promise<{ id: string; fields: object }[]> {
    this.pages++;
    this.tell();
    return Promise.resolve(Array.from({ length: this.pageOf }, (_, i) => ({ id: `job-${i}`, fields: {} })));
  }

  renewClaim(): Promise<void> {
    return Promise.resolve();
  }

  saveCensus(census: KeyCensus): Promise<void> {
    this.saved.push(census);
    return Promise.resolve();
  }
}

const watching = (store: Store): CensusWatch =>
  new CensusWatch({
    store: store as unknown as SealedValuesStore,
    keys,
    database: { serverTime: () => Promise.resolve(Date.now()) },
    metrics: new Metrics('api', '0'),
    log,
  });

test('a stop does not wait for the claim of a replica that died while it counted', async () => {
  const store = new Store(true, 0);
  const watch = watching(store);
  watch.start();
  await store.asked;
  await watch.stop();
  expect(store.claims).toBe(1);
});

test('a stop ends a count, and the partial count is not a result', async () => {
  const store = new Store(false, 500);
  const watch = watching(store);
  watch.start();
  await store.asked;
  await watch.stop();
  expect(store.pages).toBe(1);
  expect(store.saved).toEqual([]);
});
