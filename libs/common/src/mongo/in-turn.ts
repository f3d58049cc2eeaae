/** For sweeps: one document that always fails must not keep those behind it waiting, and an outage is not asked about again and again. */
import { AppError } from '../errors/app-error.js';
import { isDatabaseOutage } from './outage.js';

/** What went wrong among many works, each of which has its turn. */
export class Failures {
  private first: { readonly error: unknown } | null = null;

  /** Does it; what fails is kept. Throws at once what is an outage: the next would fail as well. */
  async during(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(error);
    }
  }

  /** Throws what is an outage. Gives the number of those that failed. */
  addAll(outcomes: readonly PromiseSettledResult<unknown>[]): number {
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of failed) this.add(reason);
    return failed.length;
  }

  /** Throws the first failure, if there was one. */
  throwFirst(): void {
    if (this.first) throw this.first.error;
  }

  private add(error: unknown): void {
    if (isOutage(error)) throw error;
    this.first ??= { error };
  }
}

/** Does `work` for one after the other, and throws the first failure when all have had their turn; an outage at once. */
export async function inTurn<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures = new Failures();
  for await (const item of items)
    await failures.during(async () => {
      await work(item);
    });
  failures.throwFirst();
}

/**
 * Everything there is, page by page, round after round. A round that an outage cut goes on behind the one at which it was cut:
 * begun anew each time, it would never reach the last of many while a few calls in a hundred fail.
 */
export class Rounds<T, P> {
  private last: P | null = null;

  constructor(private readonly pages: { readonly size: number; readonly placeOf: (item: T) => P }) {}

  get isUnderWay(): boolean {
    return this.last !== null;
  }

  /** The rest of the round, or all of a new one. */
  async *goOn(read: (after: P | null) => Promise<readonly T[]>): AsyncGenerator<T, void, undefined> {
    for (let isLastPage = false; !isLastPage;) {
      const page = await read(this.last);
      for (const item of page) {
        this.last = this.pages.placeOf(item);
        yield item;
      }
      isLastPage = page.length < this.pages.size;
    }
    this.last = null;
  }
}

const isOutage = (error: unknown): boolean =>
  isDatabaseOutage(error) || (error instanceof AppError && error.code === 'UNAVAILABLE');
