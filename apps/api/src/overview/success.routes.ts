import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { labelQuery, pageOf, pageQuery } from '../http/page.js';
import { route } from '../http/route.js';
import { shownTimeOrNull } from '../http/view-fields.js';

const lastSuccess = z.object({
  job: z.string().describe('The id of the job.'),
  jobName: z.string().describe('Its name.'),
  tenant: z.string().describe('The id of its tenant.'),
  lastSuccessAt: shownTimeOrNull.describe('When its latest successful run ended; null if there was none.'),
  ageSeconds: z.number().nullable().describe('For how many seconds that is past; null if there was none.'),
});

export const successRoutes = {
  listLastSuccesses: route({
    id: 'listLastSuccesses',
    tag: 'Overview',
    method: 'GET',
    path: '/last-successes',
    access: 'viewer',
    status: 200,
    summary: 'See for how long jobs have not succeeded',
    description:
      'Jobs of which runs are expected (they are active, and have a schedule or run after other jobs): those that have never succeeded first, then those whose latest success is longest ago. What succeeds while pages are read can be missing. `olderThanSeconds` gives what a rule `noSuccessSince` would find, of all jobs at once.',
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only jobs of this tenant.'),
      label: labelQuery,
      olderThanSeconds: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .describe('Only jobs that have not succeeded for so many seconds.'),
    }),
    answer: pageOf(lastSuccess),
    example: {
      answer: {
        items: [
          { job: 'ibm-new', jobName: 'New', tenant: 'ibm', lastSuccessAt: null, ageSeconds: null },
          {
            ...{ job: 'ibm-nightly', jobName: 'Nightly report', tenant: 'ibm' },
            ...{ lastSuccessAt: '2026-11-30T10:00:21.844Z', ageSeconds: 86_400 },
          },
        ],
        nextCursor: null,
      },
    },
  }),
} as const;
