/** What the api reads from the environment beside the common part. */
import { z } from 'zod';
import { commonEnv, flag, type Identity } from '#common/config/service-config.js';

const MIN_BOOTSTRAP_LENGTH = 16;

export const apiEnv = commonEnv.extend({
  /** An administrator's token that needs no database: for the first steps, and for lock-outs. */
  BOOTSTRAP_TOKEN: z
    .string()
    .min(MIN_BOOTSTRAP_LENGTH, `must have at least ${MIN_BOOTSTRAP_LENGTH} characters`)
    .optional(),
  /** Whoever reaches the api may read its metrics there, too: as in earlier releases. */
  METRICS_ON_API: flag.default(false),
  OIDC_ISSUER: z.url().optional(),
  OIDC_AUDIENCE: z.string().min(1).optional(),
});

export type ApiConfig = z.output<typeof apiEnv> & Identity;
