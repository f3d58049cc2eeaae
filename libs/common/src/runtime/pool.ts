/** A pool lends a fixed number of objects, made when they are first needed; a semaphore lends bare permits. */
export class Pool<T> {
  private readonly free: T[] = [];
  private readonly waiting: ((thing: T) => void)[] = [];
  private count = 0;

  constructor(
    private readonly size: number,
    private readonly make: () => T,
  ) {}

  /** Lends one object while `work` runs, in the state in which the former user left it. First come, first served. */
  async use<R>(work: (thing: T) => Promise<R>): Promise<R> {
    const thing = await this.take();
    try {
      return await work(thing);
    } finally {
      this.give(thing);
    }
  }

  private async take(): Promise<T> {
    const free = this.free.pop();
    if (free !== undefined) return free;
    if (this.count < this.size) {
      this.count++;
      return this.make();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private give(thing: T): void {
    const next = this.waiting.shift();
    if (next) next(thing);
    else this.free.push(thing);
  }
}

/** Limits the number of concurrent tasks; the others wait in order of arrival. */
export class Semaphore extends Pool<true> {
  constructor(permits: number) {
    super(permits, () => true);
  }
}
