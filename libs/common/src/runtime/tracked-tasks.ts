/** Tracks tasks that nobody awaits, so that a stop can wait until they have ended. The caller who adds a task handles its failure. */
import { OVER } from '../clock/over.js';
import { delay } from '../clock/clock.js';

export class TrackedTasks<Key = unknown> {
  private readonly tasks = new Map<Key | Promise<unknown>, Promise<void>>();

  get size(): number {
    return this.tasks.size;
  }

  has(key: Key): boolean {
    return this.tasks.has(key);
  }

  /** Keys of the tasks under way. */
  get keys(): Key[] {
    return [...this.tasks.keys()] as Key[];
  }

  /** Tracks the task until it ends. */
  add<T>(task: Promise<T>, key: Key | Promise<unknown> = task): Promise<T> {
    const forget = (): void => {
      this.tasks.delete(key);
    };
    this.tasks.set(key, task.then(forget, forget));
    return task;
  }

  /** Resolves when one of the tasks has ended, or after `ms`. */
  async untilOneEnds(ms: number): Promise<void> {
    await withTimeout(Promise.race(this.tasks.values()), ms);
  }

  /** Resolves when the tasks that are under way now have ended. */
  async present(): Promise<void> {
    await Promise.all(this.tasks.values());
  }

  /** Resolves when no task is left, including those that are added meanwhile; or after `ms`. */
  async drain(ms?: number): Promise<void> {
    const drained = this.untilNoneIsLeft();
    await (ms === undefined ? drained : withTimeout(drained, ms));
  }

  private async untilNoneIsLeft(): Promise<void> {
    while (this.tasks.size > 0) await this.present();
  }
}

async function withTimeout(task: Promise<void>, ms: number): Promise<void> {
  const waited = new AbortController();
  await Promise.race([task, delay(ms, waited.signal)]);
  waited.abort(OVER);
}
