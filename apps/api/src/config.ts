/** The environment variables of the api besides the common ones. */
import { z } from 'zod';
import { coldStoreEnv, coldStoreLacks } from '#common/cold/cold-store-config.js';
import { callRanges } from '#common/config/call-ranges.js';
import { jsonText } from '#common/config/json-text.js';
import { secretProviders } from '#common/config/secret-providers.js';
import { backupPlan, commonEnv, csv, flag, parsedBy, type Identity } from '#common/config/service-config.js';
import { parseNetwork } from '#common/domain/call-ranges.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { grantsOf } from './access/core/oidc-claims.js';

const MIN_BOOTSTRAP_LENGTH = 16;
/** Requests per second that a replica accepts from one token, one tenant and one address. */
const DEFAULT_RATES = { token: 300, tenant: 600, address: 1_000 };
const MAX_RATE = 1_000_000;
/** Wrong secrets per minute that lock an address out. */
const DEFAULT_LOCKOUT_AFTER = 20;
const DEFAULT_MAX_JOBS = 10_000;
const MAX_QUOTA = 10_000_000;

/** The roles that entries of a claim stand for: `{"staff": ["ibm:viewer"]}`. */
const rolesOfEntries = jsonText
  .pipe(
    z.record(
      z.string(),
      z.array(
        z.string().refine((text) => grantsOf(text).length === 1, 'must have the form tenant:role, such as ibm:viewer'),
      ),
    ),
  )
  .transform((entries) => new Map(Object.entries(entries).map(([entry, texts]) => [entry, texts.flatMap(grantsOf)])));
/** Neither a number of proxies nor every address: then whoever reaches the api could name any address as its own. */
const isProxies = (text: string): boolean => (parseNetwork(text)?.[1] ?? 0) > 0;
const proxies = z.string().refine(isProxies, 'must be IP addresses or networks such as 10.0.0.0/8');
const quota = z.coerce.number().int().min(0).max(MAX_QUOTA);
const rate = z.coerce.number().int().min(0).max(MAX_RATE);

export const apiEnv = commonEnv.extend({
  ...coldStoreEnv.shape,
  BACKUPS: backupPlan,
  /** An administrator's token that needs no database: for the first steps, and if all others are locked out. */
  BOOTSTRAP_TOKEN: z
    .string()
    .min(MIN_BOOTSTRAP_LENGTH, `must have at least ${MIN_BOOTSTRAP_LENGTH} characters`)
    .optional(),
  /** Every client that reaches the api may also read its metrics there. */
  METRICS_ON_API: flag.default(false),
  RATE_LIMIT_PER_TOKEN: rate.default(DEFAULT_RATES.token),
  RATE_LIMIT_PER_TENANT: rate.default(DEFAULT_RATES.tenant),
  RATE_LIMIT_PER_ADDRESS: rate.default(DEFAULT_RATES.address),
  LOCKOUT_AFTER: rate.default(DEFAULT_LOCKOUT_AFTER),
  /** The default limits of a new tenant; 0 means no limit. */
  DEFAULT_MAX_JOBS: quota.default(DEFAULT_MAX_JOBS),
  DEFAULT_MAX_ACTIVE_RUNS: quota.default(0),
  /** Proxies that are trusted to name the source address of a request. */
  TRUSTED_PROXIES: csv.pipe(z.array(proxies)).default([]),
  /** An external NATS whose messages start runs; Carillon's own NATS is only for its services. */
  TRIGGER_NATS_URL: parsedBy(natsAddress).optional(),
  TRIGGER_NATS_STREAM: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'must be the name of a stream')
    .default('TRIGGERS'),
  /** The prefix of subjects, in front of the tenant. */
  TRIGGER_NATS_SUBJECTS: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'must be the beginning of a subject, such as carillon.triggers')
    .default('triggers'),
  /** The same setting as the executor's: it serves to validate references of jobs. The api reads no secret with it. */
  SECRET_PROVIDERS: secretProviders.default(new Map()),
  /** The same setting as the executor's, to say which workers it excludes. The api calls none of them. */
  WEBSERVICE_ALLOW: callRanges.optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_AUDIENCE: z.string().min(1).optional(),
  /** The OIDC client with which the web UI signs people in. */
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPES: z.string().min(1).default('openid profile'),
  OIDC_ROLES_CLAIM: z.string().min(1).optional(),
  OIDC_ROLES: rolesOfEntries.default(new Map()),
});
/** An issuer makes tokens for many applications: without an audience, tokens for others would also be accepted. */
export const checkedApiEnv = apiEnv.superRefine(
  ({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_CLIENT_ID: client, ...env }, ctx) => {
    for (const name of coldStoreLacks(env))
      ctx.addIssue({ code: 'custom', path: [name], message: 'is required with COLD_STORE_URL' });
    if (issuer !== undefined && audience === undefined)
      ctx.addIssue({ code: 'custom', path: ['OIDC_AUDIENCE'], message: 'is required with OIDC_ISSUER' });
    if (issuer === undefined && client !== undefined)
      ctx.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'is required with OIDC_CLIENT_ID' });
  },
);

export type ApiConfig = z.output<typeof apiEnv> & Identity;
