/** The kinds of work with which a replica can be behind. */
export const LAG_KINDS = ['slots', 'starts', 'callbacks', 'pings', 'monitors', 'rules', 'logs'] as const;

export interface Lag {
  readonly of: (typeof LAG_KINDS)[number];
  /** For how long the oldest of what waits has waited. */
  readonly seconds: number;
}
