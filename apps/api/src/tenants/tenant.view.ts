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
  createdAt: shownTime,
});
export type TenantView = z.output<typeof tenantView>;

export function toTenantView({ rev: _rev, createdAt, webserviceHosts, ...tenant }: Tenant): TenantView {
  return {
    ...tenant,
    webserviceHosts: webserviceHosts && [...webserviceHosts],
    createdAt: timeText(createdAt),
  };
}
