import { z } from 'zod';
import { commonEnv } from '#common/config/service-config.js';
import { MAX_LOG_BYTES_PER_ATTEMPT } from '#common/domain/limits.js';

const megabytes = (fallback: number): z.ZodType<number> =>
  z.coerce
    .number()
    .positive()
    .max(1_048_576)
    .transform((count) => count * 1024 * 1024)
    .default(fallback);

/** What the log-collector reads besides the common environment. */
export const collectorEnv = commonEnv.extend({
  /** Text kept of one attempt's log, in MiB. */
  LOG_MAX_MB_PER_ATTEMPT: megabytes(MAX_LOG_BYTES_PER_ATTEMPT),
  /** Output that is read but not stored, over all attempts, in MiB. */
  LOG_BUFFER_MB: megabytes(24 * 1024 * 1024),
});
export type CollectorConfig = z.output<typeof collectorEnv>;
