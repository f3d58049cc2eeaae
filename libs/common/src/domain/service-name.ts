/** The services of Carillon, by the names under which they log, lease shards and speak to each other. */
export const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;
export type ServiceName = (typeof SERVICES)[number];
