/**
 * Batches calls: items that arrive while earlier batches are under way become one call of `perform`. Without `gatherMs` no item waits
 * for a timer: under light load each is performed at once, and under heavy load many cost what a few do.
 */
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { AppError } from '../errors/app-error.js';

export interface BatcherOptions<Item = never> {
  /** Items of one batch. */
  readonly maxBatch: number;
  /** A batch ends before the item with which the sum of `weightOf` exceeds `maxWeight`; its first item may be heavier. */
  readonly weightOf?: (item: Item) => number;
  readonly maxWeight?: number;
  /** Batches under way at once. */
  readonly maxUnderWay: number;
  /** Items that may wait; the next is refused with UNAVAILABLE. */
  readonly maxWaiting: number;
  /** The first item after a pause waits this long for others, unless they fill a batch. */
  readonly gatherMs?: number;
  /** A batch that is not full begins at least this long after the one before; the first item after a pause does not wait. */
  readonly everyMs?: number;
  /** Items of one key are never under way at the same time: the later one waits. */
  readonly keyOf?: (item: Item) => string;
  /** True for a failure that one item of a batch may have caused: then each item is performed by itself. */
  readonly isOfOneItem?: (error: unknown) => boolean;
  /** Items must take effect in order: when a batch fails, the items that wait behind it fail with it. */
  readonly isOrdered?: boolean;
}

interface Waiter<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<Item, Result> {
  private waiting: Waiter<Item, Result>[] = [];
  private underWay = 0;
  private readonly keysUnderWay = new Set<string>();
  private isScheduled = false;
  private timer: NodeJS.Timeout | null = null;
  /** Runs while the next batch should not begin. */
  private rest: NodeJS.Timeout | null = null;

  /** `perform` gives one result for each item, in order; where it throws, all items of the batch fail with that. */
  constructor(
    private readonly perform: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions<Item>,
    private readonly onIdle: () => void = () => undefined,
  ) {}

  /** True when nothing waits and nothing is under way. */
  get isIdle(): boolean {
    return this.waiting.length === 0 && this.underWay === 0;
  }

  /** Items that wait for their batch. */
  get depth(): number {
    return this.waiting.length;
  }

  /** Adds the item to the next batch. Throws UNAVAILABLE when too many wait, or the error of the batch. */
  add(item: Item): Promise<Result> {
    if (this.waiting.length >= this.options.maxWaiting)
      return Promise.reject(
        new AppError(
          'UNAVAILABLE',
          'the server is overloaded: too many operations are waiting already; try again later',
        ),
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.options.gatherMs === undefined || this.waiting.length >= this.options.maxBatch) this.schedule();
      else
        this.timer ??= setTimeout(
          () => {
            this.schedule();
          },
          Math.min(this.options.gatherMs, MAX_TIMER_MS),
        );
    });
  }

  private schedule(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.isScheduled || this.underWay >= this.options.maxUnderWay || this.waiting.length === 0) return;
    if (this.rest && this.waiting.length < this.options.maxBatch) return;
    this.isScheduled = true;
    void this.begin();
  }

  private async begin(): Promise<void> {
    // Items that are added synchronously belong to the same batch.
    await Promise.resolve();
    this.isScheduled = false;
    const batch = this.takeBatch();
    // The keys of all waiting items are under way: the batch that ends next schedules them.
    if (batch.length === 0) return;
    this.underWay += 1;
    this.takeRest();
    this.schedule();
    await this.run(batch);
    this.underWay -= 1;
    const { keyOf } = this.options;
    if (keyOf) for (const { item } of batch) this.keysUnderWay.delete(keyOf(item));
    this.schedule();
    if (this.isIdle) this.onIdle();
  }

  private takeRest(): void {
    const { everyMs } = this.options;
    if (everyMs === undefined) return;
    if (this.rest) clearTimeout(this.rest);
    this.rest = setTimeout(
      () => {
        this.rest = null;
        this.schedule();
      },
      Math.min(everyMs, MAX_TIMER_MS),
    );
  }

  private takeBatch(): Waiter<Item, Result>[] {
    const { keyOf, maxBatch } = this.options;
    this.arrange(this.waiting);
    if (!keyOf) return this.waiting.splice(0, this.countWithinWeight(maxBatch));
    const batch: Waiter<Item, Result>[] = [];
    const later: Waiter<Item, Result>[] = [];
    for (const waiter of this.waiting) {
      const key = keyOf(waiter.item);
      if (batch.length >= maxBatch || this.keysUnderWay.has(key)) later.push(waiter);
      else {
        this.keysUnderWay.add(key);
        batch.push(waiter);
      }
    }
    this.waiting = later;
    return batch;
  }

  /** Sorts waiting items, where they are not processed in the order of their arrival. */
  protected arrange(_waiting: { readonly item: Item }[]): void {
    // Items are already in the order of their arrival.
  }

  private countWithinWeight(maxBatch: number): number {
    const { weightOf, maxWeight = Infinity } = this.options;
    if (!weightOf) return maxBatch;
    let weight = 0;
    const tooHeavy = this.waiting.findIndex(({ item }, i) => (weight += weightOf(item)) > maxWeight && i > 0);
    return tooHeavy === -1 ? maxBatch : Math.min(maxBatch, tooHeavy);
  }

  private async run(batch: readonly Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await this.perform(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch gives one result for each of its items');
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (batch.length > 1 && this.options.isOfOneItem?.(error) === true)
        for (const one of batch) await this.run([one]);
      else
        for (const { reject } of this.options.isOrdered === true ? [...batch, ...this.waiting.splice(0)] : batch)
          reject(error);
    }
  }
}

/** Batches the items of each key separately; a key without items is forgotten. */
export class KeyedBatcher<Key, Item, Result> {
  private readonly batchers = new Map<Key, Batcher<Item, Result>>();

  /** `options` apply to each key. With `maxUnderWay` 1, `perform` must not wait for another item of the same key. */
  constructor(
    private readonly perform: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** Keys with items that wait or are under way. */
  get size(): number {
    return this.batchers.size;
  }

  add(key: Key, item: Item): Promise<Result> {
    let batcher = this.batchers.get(key);
    if (batcher === undefined) {
      const forget = (): void => {
        this.batchers.delete(key);
      };
      batcher = new Batcher((items) => this.perform(key, items), this.options, forget);
      this.batchers.set(key, batcher);
    }
    return batcher.add(item);
  }
}
