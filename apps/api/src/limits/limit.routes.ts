import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { MAX_HOLDERS_SHOWN } from '#common/domain/limits.js';
import { route, routesOf } from '../http/route.js';
import { flag, int, intOrNull, text, textOrNull, time } from '../http/page.js';

const permit = z.object({
  run: text('The id of the run.'),
  job: text('The id of the job of the run.'),
  priority: int('The priority of the run.'),
  since: time('Since when the run has held its permit, or has been waiting.'),
});

export const limitRoutes = routesOf('Tenants', {
  listLimits: route({
    at: 'GET /tenants/{id}/limits',
    access: 'viewer',
    summary: 'List the limits of a tenant, with the runs that hold permits and the runs that wait',
    description: 'The quota of active runs, and the concurrency groups that have a size or are in use.',
    params: z.strictObject({ id: slug.describe('The id of the tenant.') }),
    answer: z.object({
      items: z
        .array(
          z.object({
            group: textOrNull('The name of the group; null: the quota of the tenant.'),
            size: intOrNull('How many runs may be active at once; null: any number.'),
            held: int('How many permits are held.'),
            holders: z.array(permit).describe(`The first ${MAX_HOLDERS_SHOWN} runs that hold permits, oldest first.`),
            waiting: z.array(permit).describe('The runs that get the next permits, in order.'),
            moreWait: flag('True if more runs wait than are listed.'),
          }),
        )
        .describe('The limits of the tenant.'),
    }),
  }),
});
