import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { route, streamed, routesOf } from '../http/route.js';
import { EVENT_KEPT_MS, MAX_EVENTS_LISTED } from '#common/domain/limits.js';
import { flag, idText, ofTenant, text, time } from '../http/page.js';
import { eventPlace } from './event-place.js';

const DEFAULT_EVENTS = 100;

export const cloudEvent = z.object({
  specversion: z.literal('1.0').describe('The version of CloudEvents.'),
  id: text('The id of the event, the same in every repeat; unique together with `source`.'),
  source: text('The tenant in this installation.').meta({ examples: ['https://carillon.example/tenants/ibm'] }),
  type: text(
    '`carillon.run.finished`, `.failed`, `.aborted`, `.skipped` or `.missed`; `carillon.events.gap`: events may be missing before this place.',
  ),
  subject: text('The id of the run.').optional(),
  time: time('When the run ended.'),
  datacontenttype: text('The type of `data`.').meta({ examples: ['application/json'] }),
  sequence: text('The place of the event in the log. Texts of later events are greater.')
    .meta({ examples: ['1796119224013000'] })
    .optional(),
  data: z
    .unknown()
    .meta({ examples: [{ job: 'c33d', state: 'FAILED', reason: 'IndexFailed', exitCode: 3 }] })
    .describe('The run at its end, without any text of its worker.'),
});

const example = {
  specversion: '1.0' as const,
  id: 'c33d-1796119200/4',
  source: 'https://carillon.example/tenants/ibm',
  type: 'carillon.run.failed',
  subject: 'c33d-1796119200',
  time: '2026-12-01T10:00:22.000Z',
  datacontenttype: 'application/json',
  sequence: '1796119224013000',
  data: { job: 'c33d', state: 'FAILED', reason: 'IndexFailed', exitCode: 3 },
};

export const eventRoutes = routesOf('Runs', {
  readEventLog: route({
    at: 'GET /events/log',
    access: 'viewer',
    summary: 'Read the ends of runs of a tenant from a log',
    description: `In the form of CloudEvents 1.0, in the order of the log, from \`after\` on. The log is written while the tenant has a channel of type \`cloudevents\`, and holds ${EVENT_KEPT_MS / 86_400_000} days; an event is in it some seconds after the end, at the latest after two minutes. Events of one run are in the order of its ends.`,
    query: ofTenant.extend({
      after: eventPlace
        .optional()
        .describe(
          'The `after` of the former answer, the `sequence` of an event, or a time. Default: all that is kept.',
        ),
      limit: z.coerce.number().int().min(1).max(MAX_EVENTS_LISTED).default(DEFAULT_EVENTS).describe('Events at most.'),
    }),
    answer: z.object({
      items: z.array(cloudEvent).describe('The events.'),
      after: text('Where to go on.').meta({ examples: ['1796119224013000'] }),
      hasMore: flag('Whether there are more events now.'),
    }),
    example: { answer: { items: [example], after: example.sequence, hasMore: false } },
  }),
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
