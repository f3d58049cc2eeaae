/** Processes whose operations end in any order, and each of which may die right before or right after any of its operations. */
import { setImmediate } from 'node:timers/promises';

class Killed extends Error {}

/** Performs an operation of a process, once its turn comes. */
export type Perform = <T>(work: () => T) => Promise<T>;

export class KilledProcesses {
  private readonly waiting: (() => void)[] = [];

  /** One of the operations under way is done. */
  async release(which: number): Promise<void> {
    this.waiting.splice(which % Math.max(1, this.waiting.length), 1)[0]?.();
    await setImmediate();
  }

  async releaseAll(): Promise<void> {
    while (this.waiting.length > 0) await this.release(0);
  }

  /** One process; it dies at that operation: before it, where the number is even, or after it. Null: it lives. */
  async live(diesAt: number | null, life: (perform: Perform) => Promise<unknown>): Promise<void> {
    let done = 0;
    const perform: Perform = async (work) => {
      await this.turn();
      const operation = done++;
      if (diesAt === 2 * operation) throw new Killed();
      const result = work();
      // The answer is on its way.
      await this.turn();
      if (diesAt === 2 * operation + 1) throw new Killed();
      return result;
    };
    try {
      await life(perform);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  private async turn(): Promise<void> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
