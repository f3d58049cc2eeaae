/** The causes of a run. */
export const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency', 'webhook', 'nats'] as const;
export type Trigger = (typeof TRIGGERS)[number];
/** The index of all tenants has the runs of these alone, and costs those of schedules nothing. A change needs an index of another key. */
export const UNSCHEDULED: readonly Trigger[] = TRIGGERS.filter((trigger) => trigger !== 'schedule');
/** The triggers that people use: such runs are far fewer than failed ones. */
export const BY_PEOPLE: readonly Trigger[] = ['manual', 'backfill', 'retry'];
