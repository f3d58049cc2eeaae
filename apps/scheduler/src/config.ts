import type { z } from 'zod';
import { commonEnv, flag, type Identity } from '#common/config/service-config.js';

/** What the scheduler reads beside the common part. */
export const schedulerEnv = commonEnv.extend({
  /** Stops firing only: admission, queues and backfill work, and the slots of that time are recorded as a gap. */
  DISABLE_CRON: flag.default(false),
});
export type SchedulerConfig = z.output<typeof schedulerEnv> & Identity;
