/**
 * Puts calls together: what arrives while the batches before are under way is one call of `perform`. So nobody waits for a
 * timer while little happens, and under load many calls cost what a few do.
 */
import { AppError } from '../errors/app-error.js';

export interface BatcherOptions {
  /** Items of one batch. */
  readonly maxBatch: number;
  /** Batches under way at once. */
  readonly maxUnderWay: number;
  /** Items that may wait; the next is refused with UNAVAILABLE. */
  readonly maxWaiting: number;
  /** True for a failure that one item of a batch may have caused: then each item is performed by itself. */
  readonly isOfOneItem?: (error: unknown) => boolean;
}

interface Waiter<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<Item, Result> {
  private waiting: Waiter<Item, Result>[] = [];
  private underWay = 0;
  private isScheduled = false;

  /** `perform` gives one result for each item, in order; where it throws, all items of the batch fail with that. */
  constructor(
    private readonly perform: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions,
  ) {}

  /** True when nothing waits and nothing is under way. */
  get isIdle(): boolean {
    return this.waiting.length === 0 && this.underWay === 0;
  }

  /** Takes the item into the next batch. Throws UNAVAILABLE when too many wait, or what the batch failed with. */
  add(item: Item): Promise<Result> {
    if (this.waiting.length >= this.options.maxWaiting)
      return Promise.reject(new AppError('UNAVAILABLE', 'too many calls wait to be put together: overloaded'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.underWay >= this.options.maxUnderWay || this.waiting.length === 0) return;
    this.isScheduled = true;
    void this.begin();
  }

  private async begin(): Promise<void> {
    // What is asked for in one go belongs together.
    await Promise.resolve();
    this.isScheduled = false;
    this.underWay += 1;
    const batch = this.waiting.splice(0, this.options.maxBatch);
    this.schedule();
    await this.run(batch);
    this.underWay -= 1;
    this.schedule();
  }

  private async run(batch: readonly Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await this.perform(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch gives one result for each of its items');
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (batch.length > 1 && this.options.isOfOneItem?.(error) === true)
        for (const one of batch) await this.run([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
