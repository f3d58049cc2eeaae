/** What asks for a run. */
export const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency', 'webhook', 'nats'] as const;
export type Trigger = (typeof TRIGGERS)[number];
