import { z } from 'zod';
import { clusterAccess } from '#common/spec/tenant.js';
import type { Tenant } from '#common/spec/definitions.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const tenantView = z.object({
  id: z.string().describe('By which the tenant is addressed.'),
  name: z.string().describe('Shown to people.'),
  maxActiveRuns: z.int().nullable().describe('Unfinished admitted runs at once; null is no limit.'),
  maxJobs: z.int().nullable().describe('Jobs that it may have; null is no limit.'),
  namespace: z.string().nullable().describe('Kubernetes namespace of its pods; null is the common one.'),
  webserviceHosts: z
    .array(z.string())
    .nullable()
    .describe("Hosts that its web-service workers may have; null leaves it to the operator's allow list."),
  retention: z
    .object({
      successful: z.int().describe('How many successful runs of a job are kept.'),
      failed: z.int().describe('How many runs of a job that did not succeed are kept.'),
      maxAgeSeconds: z.number().describe('Runs that ended longer ago than this, in seconds, are removed.'),
      archiveSeconds: z.number().describe('How long the archive keeps them after that, in seconds; 0: it does not.'),
    })
    .describe('How long runs of its jobs are kept, where a job does not say.'),
  groups: z
    .record(z.string(), z.int())
    .meta({ description: 'Sizes of concurrency groups; a group that is not named has one permit.' }),
  weight: z.int().describe('Its share of the places and starts of each executor, against other tenants.'),
  groupWeights: z
    .record(z.string(), z.int())
    .meta({ description: 'Shares of its groups; none: they wait in one line.' }),
  maxSharePercent: z
    .int()
    .nullable()
    .meta({ description: "The most of an executor's places that it may take, in percent; null is no limit." }),
  dependents: z.array(z.string()).describe('Other tenants whose jobs may run after its jobs.'),
  logLimits: z
    .object({
      maxBytesPerAttempt: z
        .int()
        .nullable()
        .describe('Bytes of text kept of an attempt; null leaves it to the service.'),
      maxBytesPerRun: z.int().nullable().describe('Bytes of text kept of a run; null leaves it to the service.'),
    })
    .nullable()
    .meta({ description: "Text kept of logs; null leaves it to the service's own limits." }),
  podTemplatePaths: z
    .array(z.string())
    .nullable()
    .meta({ description: 'What its pod templates may say; null is the common list.' }),
  clusterAccess: clusterAccess.nullable().meta({
    description:
      'What of the cluster its jobs may refer to beyond what their workers bring: objects by name or by labels that they bear, keys (or key=value) of labels and annotations. Null is nothing. Judged when a job is saved and before each attempt.',
  }),
  createdAt: shownTime.describe('When it was made.'),
});
export type TenantView = z.output<typeof tenantView>;

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
    logLimits: logLimits ?? null,
    podTemplatePaths: podTemplatePaths ? [...podTemplatePaths] : null,
    clusterAccess: access ? clusterAccess.parse(access) : null,
    createdAt: timeText(createdAt),
  };
}
