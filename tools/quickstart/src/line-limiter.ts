/** This many lines at once … */
const BURST = 5;
/** … and one more after each of these. */
const REFILL_MS = 10_000;

/** Passes lines at a bounded rate (a token bucket), and reports with the next one how many were omitted. */
export class LineLimiter {
  private tokens = BURST;
  private filledAt: number | null = null;
  private heldBack = 0;

  constructor(
    private readonly say: (line: string) => void,
    /** The subject of the lines, and where the others can be found. */
    private readonly what: string,
  ) {}

  /** `now` in milliseconds of any monotonic clock. */
  take(line: string, now: number): void {
    this.fill(now);
    if (this.tokens < 1) {
      this.heldBack++;
      return;
    }
    this.tokens--;
    if (this.heldBack > 0) this.say(`(${this.heldBack} more ${this.what})`);
    this.heldBack = 0;
    this.say(line);
  }

  private fill(now: number): void {
    this.filledAt ??= now;
    const gained = Math.floor((now - this.filledAt) / REFILL_MS);
    this.tokens = Math.min(BURST, this.tokens + gained);
    this.filledAt += gained * REFILL_MS;
  }
}
