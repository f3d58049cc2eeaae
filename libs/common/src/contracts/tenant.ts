/** The public shape of a tenant: what it may use. */
import { z } from 'zod';
import { displayName, slug } from './common.js';
import { retentionSpec } from './job.js';

const MAX_HOSTS = 1_000;

const limit = z.int().min(1).max(10_000_000).nullable();
const tenantFields = {
  name: displayName.optional(),
  /** Unfinished admitted runs at once; null is no limit. */
  maxActiveRuns: limit.optional(),
  maxJobs: limit.optional(),
  /** Kubernetes namespace of its pods; null is the common one. */
  namespace: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be a Kubernetes namespace')
    .nullable()
    .optional(),
  /** Hosts that its web-service workers may have; null leaves it to the operator's allow list. */
  webserviceHosts: z.array(z.string().min(1).max(253)).max(MAX_HOSTS).nullable().optional(),
  retention: retentionSpec.optional(),
};

/** Body of `PATCH /tenants/{id}` once it is merged. */
export const tenantSpec = z.strictObject(tenantFields);
/** Body of `POST /tenants`. */
export const newTenant = z.strictObject({ id: slug, ...tenantFields });
export type TenantSpec = z.output<typeof tenantSpec>;
export type NewTenant = z.output<typeof newTenant>;
