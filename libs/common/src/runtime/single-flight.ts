/**
 * Single flight: callers that ask for the same key share one call. A call that is already under way is not shared, because its
 * answer may be older than the question; callers that ask meanwhile share the next call, which begins when that one has ended.
 */
export class SingleFlight<K, V> {
  /** Calls that have not begun: further callers share them. */
  private readonly next = new Map<K, Promise<V>>();
  private readonly underWay = new Map<K, Promise<unknown>>();

  constructor(private readonly read: (key: K) => Promise<V>) {}

  get(key: K): Promise<V> {
    const shared = this.next.get(key) ?? this.readAfter(key, this.underWay.get(key));
    this.next.set(key, shared);
    return shared;
  }

  private async readAfter(key: K, former: Promise<unknown> | undefined): Promise<V> {
    // Resolves at once where nothing is under way; callers of the same moment still share one read.
    await former;
    this.next.delete(key);
    const reading = this.read(key);
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    this.underWay.set(key, ended);
    try {
      return await reading;
    } finally {
      if (this.underWay.get(key) === ended) this.underWay.delete(key);
    }
  }
}
