/** Runs the works of one key one after the other, in the order in which they came; those of other keys run beside them. */
export class KeyedLock<Key> {
  private readonly last = new Map<Key, Promise<unknown>>();

  /** Does `work` when what came before it for this key has ended, however it ended. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, done);
    try {
      return await done;
    } finally {
      if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}
