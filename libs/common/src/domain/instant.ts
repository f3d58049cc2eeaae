/** A point in time, in epoch milliseconds. */
export type Instant = number;
