/** What a replica can be behind with, and for how long. */
export const LAG_KINDS = ['slots', 'starts', 'callbacks', 'pings', 'monitors', 'rules', 'logs'] as const;

export interface Lag {
  readonly of: (typeof LAG_KINDS)[number];
  /** For how long the oldest of what waits has waited. */
  readonly seconds: number;
}
