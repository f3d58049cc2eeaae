import { z } from 'zod';
import { slug } from '#common/contracts/common.js';
import { route, streamed } from '../http/route.js';
import { idText } from './route-fields.js';

export const eventRoutes = {
  streamEvents: route({
    tag: 'Runs',
    id: 'streamEvents',
    method: 'GET',
    path: '/events',
    access: 'viewer',
    summary: 'Follow the transitions of runs',
    description:
      'Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. A reader who falls behind is disconnected and reads the list again.',
    query: z.strictObject({ tenant: slug.optional(), job: idText.optional() }),
    status: 200,
    answer: streamed,
    answerTypes: ['text/event-stream'],
    refusals: ['TOO_MANY_REQUESTS'],
  }),
} as const;
