/** Work on one key at a time, and all that has gathered for it meanwhile at once. */
interface Waiting<Op, Result> {
  readonly op: Op;
  readonly resolve: (result: Result) => void;
  readonly fail: (error: unknown) => void;
}

/** What may wait for one key; more is refused, so that a stuck key never fills the memory. */
const MAX_WAITING_PER_KEY = 10_000;
const MAX_BATCH = 1_000;

export class KeyedBatches<Op, Result> {
  private readonly waiting = new Map<string, Waiting<Op, Result>[]>();

  /** `handle` gives one result per operation, in order. It must not wait for another operation of the same key. */
  constructor(private readonly handle: (key: string, ops: readonly Op[]) => Promise<readonly Result[]>) {}

  submit(key: string, op: Op): Promise<Result> {
    return new Promise((resolve, fail) => {
      const queue = this.waiting.get(key);
      if (queue && queue.length >= MAX_WAITING_PER_KEY) {
        fail(new Error(`too many operations wait for ${key}`));
        return;
      }
      const entry = { op, resolve, fail };
      if (queue) queue.push(entry);
      else {
        this.waiting.set(key, [entry]);
        void this.work(key);
      }
    });
  }

  private async work(key: string): Promise<void> {
    // Operations submitted in one go belong together.
    await Promise.resolve();
    for (;;) {
      const batch = this.waiting.get(key)?.splice(0, MAX_BATCH) ?? [];
      if (batch.length === 0) {
        this.waiting.delete(key);
        return;
      }
      try {
        const results = await this.handle(
          key,
          batch.map((entry) => entry.op),
        );
        for (const [i, entry] of batch.entries()) entry.resolve(results[i] as Result);
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
  }
}
