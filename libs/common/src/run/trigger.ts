/** The causes of a run. */
export const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency', 'webhook', 'nats'] as const;
export type Trigger = (typeof TRIGGERS)[number];
/** An index over all tenants has only runs of these: runs of schedules cost nothing there. A change needs an index with another key. */
export const UNSCHEDULED: readonly Trigger[] = TRIGGERS.filter((trigger) => trigger !== 'schedule');
/** The triggers that people use: such runs are far rarer than failed ones. */
export const BY_PEOPLE: readonly Trigger[] = ['manual', 'backfill', 'retry'];
