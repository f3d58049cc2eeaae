/**
 * Calls by key: a caller that comes while a call with its key is under way shares it. Where its answer may be older than the question, use
 * `SingleFlight`.
 */
export class SharedCalls<K, V> {
  private readonly underWay = new Map<K, Promise<V>>();

  /** The call that is under way; undefined if there is none. */
  get(key: K): Promise<V> | undefined {
    return this.underWay.get(key);
  }

  run(key: K, call: () => Promise<V>): Promise<V> {
    const shared = this.underWay.get(key);
    if (shared) return shared;
    const result = call().finally(() => this.underWay.delete(key));
    this.underWay.set(key, result);
    return result;
  }
}
