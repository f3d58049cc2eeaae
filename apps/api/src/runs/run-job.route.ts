/** The request for a run of a job. */
import { z } from 'zod';
import { runRequest } from '#common/spec/job.js';
import { route } from '../http/route.js';
import { byId } from '../http/route-fields.js';
import { runExample } from '../openapi/examples.js';
import { runView } from './run.view.js';

export const runJobRoute = route({
  tag: 'Jobs',
  id: 'runJob',
  method: 'POST',
  path: '/jobs/{id}/run',
  access: 'operator',
  summary: 'Start a run now',
  description:
    "What the body names counts for this run alone. Its `parameters`, and `secureParameters`, are laid over the job's name by name if both are objects, and stand in place of them otherwise. The same `Idempotency-Key` gives the same run, also when the first answer was lost. By `deduplicate`, `debounce` and `collect` of the job several requests have one run: each is answered with it, at once.",
  params: byId,
  body: runRequest,
  status: 202,
  otherStatus: {
    status: 200,
    when: 'The request is a duplicate of an earlier one by `deduplicate` of the job, and changes nothing: the run is that of the earlier one.',
  },
  answer: z.object({
    run: runView.describe('The run that was recorded, or that the request was made part of.'),
    duplicate: z
      .literal(true)
      .optional()
      .describe('The run is that of an earlier request with the same key, which has not been changed.'),
  }),
  refusals: ['CONCURRENCY_FORBIDDEN', 'QUEUE_FULL', 'QUOTA_EXCEEDED', 'SCHEDULER_UNAVAILABLE'],
  example: {
    body: { parameters: { day: '2026-12-01' } },
    answer: { run: runExample },
  },
});
