import { z } from 'zod';
import { commonEnv } from '#common/config/service-config.js';
import { workerSecrets } from '#common/config/worker-secrets.js';
import { clusterEnv } from '#common/kubernetes/cluster-env.js';
import { MAX_LOG_BYTES_PER_ATTEMPT, MAX_LOG_BYTES_PER_RUN } from '#common/domain/limits.js';

const megabytes = (fallback: number): z.ZodType<number> =>
  z.coerce
    .number()
    .positive()
    .max(1_048_576)
    .transform((count) => count * 1024 * 1024)
    .default(fallback);

/** The environment of the log-collector besides the common part. */
export const collectorEnv = commonEnv.extend({
  ...clusterEnv.shape,
  /** The same setting as the executor's: the values of these secrets are hidden in logs. */
  WORKER_SECRETS: workerSecrets.default([]),
  PROCESS_SECRETS_DIR: z.string().optional(),
  WORKERS_VCAP_SERVICES: z.string().optional(),
  /** Text kept of one attempt's log, in MiB. */
  LOG_MAX_MB_PER_ATTEMPT: megabytes(MAX_LOG_BYTES_PER_ATTEMPT),
  /** Text kept of all attempts of one run together, in MiB. */
  LOG_MAX_MB_PER_RUN: megabytes(MAX_LOG_BYTES_PER_RUN),
  /** Output that is read but not stored, over all attempts, in MiB. */
  LOG_BUFFER_MB: megabytes(8 * 1024 * 1024),
});
export type CollectorConfig = z.output<typeof collectorEnv>;
