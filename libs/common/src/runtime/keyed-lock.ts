/** Runs tasks of the same key one after the other, in order of arrival; tasks of different keys run in parallel. */
export class KeyedLock<Key> {
  private readonly last = new Map<Key, Promise<unknown>>();

  /** Runs `work` when all earlier tasks of this key have ended, successfully or not. */
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
