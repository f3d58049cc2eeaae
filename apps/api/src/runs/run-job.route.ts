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
    'The values in the body apply to this run only. If both are objects, `parameters` and `secureParameters` override those of the job name by name; otherwise they replace them. The same `Idempotency-Key` gives the same run, even if the first answer was lost. If the job has `deduplicate`, `debounce` or `collect`, several requests can become one run: each request is answered at once with that run.',
  params: byId,
  body: runRequest,
  status: 202,
  otherStatus: {
    status: 200,
    when: 'The request is a duplicate of an earlier one by `deduplicate` of the job, and changes nothing. The answer contains the run of the earlier request.',
  },
  answer: z.object({
    run: runView.describe('The run that was recorded, or of which the request became a part.'),
    duplicate: z
      .literal(true)
      .optional()
      .describe('True: the run is that of an earlier request with the same key, and was not changed.'),
  }),
  refusals: ['CONCURRENCY_FORBIDDEN', 'QUEUE_FULL', 'QUOTA_EXCEEDED', 'SCHEDULER_UNAVAILABLE'],
  example: {
    body: { parameters: { day: '2026-12-01' } },
    answer: { run: runExample },
  },
});
