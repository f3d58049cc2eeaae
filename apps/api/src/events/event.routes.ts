import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { route, streamed, routesOf } from '../http/route.js';
import { idText } from '../http/page.js';

export const eventRoutes = routesOf('Runs', {
  streamEvents: route({
    at: 'GET /events',
    access: 'viewer',
    summary: 'Follow the transitions of runs',
    description:
      'Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. With `Last-Event-ID` the changes since that event come first: each changed run as it is now, with its transitions since then; changes of the last 10 s before that event may be repeated. An event of type `gap` (`from`) says that more runs have changed than are sent again: read `GET /runs`. A client that reads too slowly is disconnected, and can resume. A stream ends within 5 s after its token is revoked or expires. A caller may have 50 streams open at a replica, a tenant 500.',
    query: z.strictObject({
      tenant: slug.optional().describe('Only runs of this tenant.'),
      job: idText.optional().describe('Only runs of this job.'),
    }),
    answer: streamed,
    answerTypes: ['text/event-stream'],
    refusals: ['TOO_MANY_REQUESTS'],
  }),
});
