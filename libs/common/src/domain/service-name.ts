/** The services of Carillon, by the names that they use in logs, shard ownership and messages. */
export const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;
export type ServiceName = (typeof SERVICES)[number];
