import { z } from 'zod';
import type { Tenant } from '#common/domain/definitions.js';
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
  createdAt: shownTime,
});
export type TenantView = z.output<typeof tenantView>;

export function toTenantView({
  rev: _rev,
  createdAt,
  webserviceHosts,
  groups,
  logLimits,
  podTemplatePaths,
  ...tenant
}: Tenant): TenantView {
  return {
    ...tenant,
    webserviceHosts: webserviceHosts && [...webserviceHosts],
    groups: { ...groups },
    logLimits: logLimits ?? null,
    podTemplatePaths: podTemplatePaths ? [...podTemplatePaths] : null,
    createdAt: timeText(createdAt),
  };
}
