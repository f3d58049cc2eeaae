import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { labelQuery, pageOf, pageQuery, text, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const lastSuccess = z.object({
  job: text('The id of the job.'),
  jobName: text('The name of the job.'),
  tenant: text('The id of the tenant of the job.'),
  lastSuccessAt: timeOrNull('When the latest successful run of the job ended; null if there was none.'),
  ageSeconds: z.number().nullable().describe('How many seconds ago that was; null if there was none.'),
});

export const successRoutes = routesOf('Overview', {
  listLastSuccesses: route({
    at: 'GET /last-successes',
    access: 'viewer',
    summary: 'List jobs by the time since their last success',
    description:
      'Lists jobs of which runs are expected (they are active, and have a schedule or run after other jobs): first jobs that have never succeeded, then jobs whose latest success is longest ago. A job that succeeds while pages are read can be missing. With `olderThanSeconds` the list contains the jobs that a rule with `noSuccessSince` would find.',
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only jobs of this tenant.'),
      label: labelQuery,
      olderThanSeconds: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .describe('Only jobs that have not succeeded for at least this many seconds.'),
    }),
    answer: pageOf(lastSuccess),
    example: {
      answer: {
        items: [
          { job: 'ibm-new', jobName: 'New', tenant: 'ibm', lastSuccessAt: null, ageSeconds: null },
          {
            job: 'ibm-nightly',
            jobName: 'Nightly report',
            tenant: 'ibm',
            lastSuccessAt: '2026-11-30T10:00:21.844Z',
            ageSeconds: 86_400,
          },
        ],
        nextCursor: null,
      },
    },
  }),
});
