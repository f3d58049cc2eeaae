import { z } from 'zod';
import { jsonObject } from '#common/spec/fields.js';
import { newTenant, tenantSpec, clusterAccess } from '#common/spec/tenant.js';
import { pageOf, pageQuery, partOfName, byId, int, intOrNull, text, textOrNull, time, timeText } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import type { Tenant } from '#common/spec/definitions.js';

export const tenantView = z.object({
  id: text('The id of the tenant.'),
  name: text('The display name.'),
  maxActiveRuns: intOrNull('How many admitted runs of the tenant may be unfinished at once; null is no limit.'),
  maxJobs: intOrNull('How many jobs the tenant may have; null is no limit.'),
  namespace: textOrNull('The Kubernetes namespace of pods of the tenant; null is the common namespace.'),
  webserviceHosts: z
    .array(z.string())
    .nullable()
    .describe("Hosts that web-service workers of the tenant may use; null: only the operator's allow list applies."),
  retention: z
    .object({
      successful: int('How many successful runs of a job are kept at most.'),
      failed: int('How many unsuccessful runs of a job are kept at most.'),
      maxAgeSeconds: z.number().describe('Runs that ended longer ago than this, in seconds, are removed.'),
      archiveSeconds: z
        .number()
        .describe('Seconds for which the archive keeps removed runs; 0: runs are not archived.'),
    })
    .describe('How long runs of jobs of the tenant are kept; a job can override each field.'),
  groups: z
    .record(z.string(), z.int())
    .describe('The number of permits of each concurrency group, by name; a group that is not listed has one permit.'),
  weight: int('The weight of the tenant, which decides its share of the permits and starts of each executor.'),
  groupWeights: z
    .record(z.string(), z.int())
    .describe('The weights of the groups of the tenant; if there are none, runs of all groups wait in one queue.'),
  maxSharePercent: intOrNull(
    "The part of an executor's permits, in percent, that the tenant may use at most; null is no limit.",
  ),
  dependents: z.array(z.string()).describe('Other tenants whose jobs may run after jobs of this tenant.'),
  identityAudiences: z
    .array(z.string())
    .meta({ description: 'For whom jobs of the tenant may have identity tokens.', examples: [['sts.amazonaws.com']] }),
  logLimits: z
    .object({
      maxBytesPerAttempt: intOrNull(
        'How many bytes of log text are stored of an attempt; null: the limit of the service applies.',
      ),
      maxBytesPerRun: intOrNull(
        'How many bytes of log text are stored of a run; null: the limit of the service applies.',
      ),
    })
    .nullable()
    .describe('How much log text is stored; null: the limits of the service apply.'),
  podTemplatePaths: z
    .array(z.string())
    .nullable()
    .describe('The paths that pod templates of the tenant may contain; null is the common list.'),
  clusterAccess: clusterAccess
    .nullable()
    .describe(
      'The objects of the cluster to which jobs of the tenant may refer, in addition to those of their workers: objects by name or by labels, and keys (or key=value) of labels and annotations. Null: none. This is checked when a job is saved and before each attempt.',
    ),
  createdAt: time('When the tenant was created.'),
});
type TenantView = z.output<typeof tenantView>;

export function toTenantView({
  rev: _rev,
  since: _since,
  createdAt,
  webserviceHosts,
  groups,
  weight,
  groupWeights,
  maxSharePercent,
  dependents,
  identityAudiences,
  logLimits,
  podTemplatePaths,
  clusterAccess: access,
  ...tenant
}: Tenant): TenantView {
  return {
    ...tenant,
    retention: { ...tenant.retention, archiveSeconds: tenant.retention.archiveSeconds ?? 0 },
    webserviceHosts: webserviceHosts && [...webserviceHosts],
    groups: { ...groups },
    weight: weight ?? 1,
    groupWeights: { ...groupWeights },
    maxSharePercent: maxSharePercent ?? null,
    dependents: [...(dependents ?? [])],
    identityAudiences: [...(identityAudiences ?? [])],
    logLimits: logLimits ?? null,
    podTemplatePaths: podTemplatePaths ? [...podTemplatePaths] : null,
    clusterAccess: access ? clusterAccess.parse(access) : null,
    createdAt: timeText(createdAt),
  };
}

const tenantExample = { id: 'ibm', name: 'IBM', maxActiveRuns: 500, maxJobs: null };

export const tenantRoutes = routesOf('Tenants', {
  listTenants: route({
    at: 'GET /tenants',
    access: 'anyone',
    summary: 'List your tenants',
    query: z.strictObject({ ...pageQuery, q: partOfName }),
    answer: pageOf(tenantView),
  }),
  createTenant: route({
    canDryRun: true,
    at: 'POST /tenants',
    access: 'admin',
    summary: 'Create a tenant',
    description: 'A tenant that is not created by a request comes into existence with its first job.',
    body: newTenant,
    status: 201,
    answer: tenantView,
    versioned: true,
    refusals: ['ALREADY_EXISTS'],
    example: { body: tenantExample },
  }),
  getTenant: route({
    at: 'GET /tenants/{id}',
    access: 'viewer',
    summary: 'Read a tenant',
    params: byId,
    answer: tenantView,
    versioned: true,
  }),
  patchTenant: route({
    canDryRun: true,
    at: 'PATCH /tenants/{id}',
    access: 'admin',
    summary: 'Change parts of a tenant',
    description: 'JSON merge patch (RFC 7396); null removes a limit.',
    params: byId,
    body: jsonObject,
    completedBody: tenantSpec,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    answer: tenantView,
    versioned: true,
    example: { body: { maxActiveRuns: 1000 } },
  }),
  deleteTenant: route({
    at: 'DELETE /tenants/{id}',
    access: 'admin',
    summary: 'Remove a tenant without jobs',
    params: byId,
    refusals: ['IN_USE'],
  }),
});
