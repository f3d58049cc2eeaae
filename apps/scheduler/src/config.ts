import type { z } from 'zod';
import { backupPlan, commonEnv, flag, type Identity } from '#common/config/service-config.js';

/** The environment of the scheduler besides the common part. */
export const schedulerEnv = commonEnv.extend({
  /** Stops only firing: admission, queues and backfills continue, and the slots of that time are recorded as a gap. */
  DISABLE_CRON: flag.default(false),
  BACKUPS: backupPlan,
});
export type SchedulerConfig = z.output<typeof schedulerEnv> & Identity;
