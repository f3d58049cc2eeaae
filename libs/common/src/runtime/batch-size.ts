/**
 * How many things are done at once of a backlog that live work goes before: as many as take `targetMs` together. Additive
 * increase, multiplicative decrease, as a congestion window: what else is done on the machine and in the database is felt in
 * the time that a batch takes, so that a backlog is worked off as fast as there is room for it and no faster.
 */
export interface BatchLimits {
  readonly least: number;
  readonly most: number;
  /** What a batch should take, in milliseconds. */
  readonly targetMs: number;
}

/** A batch in time lets the next one grow by this share of the greatest. */
const GROWTH = 1 / 20;
const DECREASE = 1 / 2;

export class AdaptiveBatchSize {
  private current: number;

  constructor(private readonly limits: BatchLimits) {
    this.current = limits.least;
  }

  /** How large the next batch may be. */
  get size(): number {
    return this.current;
  }

  /** A batch of so many took so long. One that was not full says nothing for a larger one. */
  took(ms: number, count: number): void {
    const { least, most, targetMs } = this.limits;
    if (ms > targetMs) this.current = Math.max(least, Math.floor(this.current * Math.max(DECREASE, targetMs / ms)));
    else if (count >= this.current) this.current = Math.min(most, this.current + Math.ceil(most * GROWTH));
  }

  /** Live work was harmed, or a batch failed. */
  giveWay(): void {
    this.current = Math.max(this.limits.least, Math.floor(this.current * DECREASE));
  }
}
