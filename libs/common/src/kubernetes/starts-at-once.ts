/**
 * How many starts may wait for the API server's answer at the same time. By Little's law the allowed rate needs as many as are sent
 * in the time of one answer. More of them queue inside the server, and slow down reads of logs, for which ends of runs wait. The
 * time is the best that was measured: one that was measured while too many waited would demand still more.
 */
const FEWEST = 16;
/** Single answers vary: means of this many are compared. */
const WINDOW = 32;
/** A slower time is accepted after this long, for example because of a new webhook. */
const REMEMBERED_MS = 300_000;
const MS_PER_SECOND = 1_000;

export interface StartsOptions {
  /** 0 is no limit. */
  readonly requestsPerSecond: number;
  readonly most: number;
}

export class StartsAtOnce {
  private best: { readonly ms: number; readonly at: number } | null = null;
  private sumMs = 0;
  private answers = 0;

  constructor(private readonly options: StartsOptions) {}

  /** Without a rate the sufficient number is unknown. */
  get allowed(): number {
    const { requestsPerSecond, most } = this.options;
    if (requestsPerSecond === 0) return most;
    const needed = Math.ceil(((this.best?.ms ?? 0) * requestsPerSecond) / MS_PER_SECOND);
    return Math.min(most, Math.max(FEWEST, needed));
  }

  /** Records that a start was answered after `ms`; `now` is monotonic. */
  answered(ms: number, now: number): void {
    this.sumMs += ms;
    this.answers += 1;
    if (this.answers < WINDOW) return;
    const mean = this.sumMs / this.answers;
    this.sumMs = 0;
    this.answers = 0;
    const isOld = this.best !== null && now - this.best.at >= REMEMBERED_MS;
    if (this.best === null || isOld || mean <= this.best.ms) this.best = { ms: mean, at: now };
  }
}
