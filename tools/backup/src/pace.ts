/** Bounds how fast data is read or written: whoever was too fast waits. */
export class Pace {
  private freeAtMs = -Infinity;

  constructor(
    private readonly bytesPerSecond: number,
    /** Monotonic milliseconds. */
    private readonly monotonic: () => number,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  /** Resolves when `bytes` more have been allowed; time that nobody used is not saved up. */
  async spend(bytes: number): Promise<void> {
    const now = this.monotonic();
    this.freeAtMs = Math.max(this.freeAtMs, now) + (1_000 * bytes) / this.bytesPerSecond;
    if (this.freeAtMs > now) await this.wait(this.freeAtMs - now);
  }
}
