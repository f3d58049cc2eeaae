import { z } from 'zod';
import { clusterAccess } from '#common/spec/tenant.js';
import type { Tenant } from '#common/spec/definitions.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const tenantView = z.object({
  id: z.string(),
  name: z.string(),
  maxActiveRuns: z.int().nullable(),
  maxJobs: z.int().nullable(),
  namespace: z.string().nullable(),
  webserviceHosts: z.array(z.string()).nullable(),
  retention: z.object({ successful: z.int(), failed: z.int(), maxAgeSeconds: z.number() }),
  groups: z
    .record(z.string(), z.int())
    .meta({ description: 'Sizes of concurrency groups; one that is not named has one place.' }),
  logLimits: z
    .object({ maxBytesPerAttempt: z.int().nullable(), maxBytesPerRun: z.int().nullable() })
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
  createdAt: shownTime,
});
export type TenantView = z.output<typeof tenantView>;

export function toTenantView({
  rev: _rev,
  since: _since,
  createdAt,
  webserviceHosts,
  groups,
  logLimits,
  podTemplatePaths,
  clusterAccess: access,
  ...tenant
}: Tenant): TenantView {
  return {
    ...tenant,
    webserviceHosts: webserviceHosts && [...webserviceHosts],
    groups: { ...groups },
    logLimits: logLimits ?? null,
    podTemplatePaths: podTemplatePaths ? [...podTemplatePaths] : null,
    clusterAccess: access ? clusterAccess.parse(access) : null,
    createdAt: timeText(createdAt),
  };
}
