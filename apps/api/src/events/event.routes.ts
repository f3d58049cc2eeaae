import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { route, streamed } from '../http/route.js';
import { idText } from '../http/route-fields.js';

export const eventRoutes = {
  streamEvents: route({
    tag: 'Runs',
    id: 'streamEvents',
    method: 'GET',
    path: '/events',
    access: 'viewer',
    summary: 'Follow the transitions of runs',
    description:
      'Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. With `Last-Event-ID` what has changed since that event comes first: each run as it is now, with its transitions since; what lies less than 10 s before that event may come again. An event of type `gap` (`from`) says that more has changed than is sent again: read `GET /runs`. A reader who falls behind is disconnected, and resumes. A stream ends within 5 s after its token is revoked or expires; a caller may have 50 open at a replica, a tenant 500.',
    query: z.strictObject({
      tenant: slug.optional().describe('Only runs of this tenant.'),
      job: idText.optional().describe('Only runs of this job.'),
    }),
    status: 200,
    answer: streamed,
    answerTypes: ['text/event-stream'],
    refusals: ['TOO_MANY_REQUESTS'],
  }),
} as const;
