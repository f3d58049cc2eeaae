import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { MAX_HOLDERS_SHOWN } from '#common/domain/limits.js';
import { route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';

const permit = z.object({
  run: z.string().describe('The id of the run.'),
  job: z.string().describe('The id of its job.'),
  priority: z.int().describe('Its priority.'),
  since: shownTime.describe('Since when it has held its permit, or been listed as waiting.'),
});

export const limitRoutes = {
  listLimits: route({
    tag: 'Tenants',
    id: 'listLimits',
    method: 'GET',
    path: '/tenants/{id}/limits',
    access: 'viewer',
    summary: "Show a tenant's limits, who holds them and who waits",
    description: 'Its quota of active runs, and its concurrency groups: those with a size, and those in use.',
    params: z.strictObject({ id: slug.describe('The id of the tenant.') }),
    status: 200,
    answer: z.object({
      items: z
        .array(
          z.object({
            group: z.string().nullable().meta({ description: "null: the tenant's own quota." }),
            size: z.int().nullable().meta({ description: 'Runs that may be active at once; null: any number.' }),
            held: z.int().describe('Places that are taken.'),
            holders: z.array(permit).meta({ description: `The first ${MAX_HOLDERS_SHOWN}, oldest first.` }),
            waiting: z.array(permit).meta({ description: 'The runs that get the next permits, in their order.' }),
            moreWait: z.boolean().meta({ description: 'True where more wait than are listed.' }),
          }),
        )
        .describe('Its limits.'),
    }),
  }),
} as const;
