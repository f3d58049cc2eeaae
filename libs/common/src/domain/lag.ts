/** The kinds of work in which a replica can lag. */
export const LAG_KINDS = ['slots', 'starts', 'callbacks', 'pings', 'monitors', 'rules', 'logs'] as const;

export interface Lag {
  readonly of: (typeof LAG_KINDS)[number];
  /** How long the oldest waiting item has waited. */
  readonly seconds: number;
}
