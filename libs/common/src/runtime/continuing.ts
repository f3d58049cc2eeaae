/**
 * Sweeps over many items: one item that always fails must not keep the others from being processed, while an outage ends the
 * sweep at once, because every further item would fail as well.
 */
import { failureOf } from '../errors/failure.js';

/** Collects what failed among many items. */
export class Failures {
  private first: { readonly error: unknown } | null = null;

  /** Runs `work` and records its failure. Throws an outage at once: the next item would fail as well. */
  async during(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(error);
    }
  }

  /** Records failures; throws an outage. Returns the number of failures. */
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

/** Does `work` for each item in order. Throws the first failure after the last item, and an outage at once. */
export async function forEachContinuing<T>(
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

const isOutage = (error: unknown): boolean => failureOf(error).code === 'UNAVAILABLE';

/** The items in groups of at most `size`, in order. */
export function* chunked<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Waits until all tasks have ended, even where some fail; then throws the first failure. */
export async function allOf(tasks: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(tasks)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
