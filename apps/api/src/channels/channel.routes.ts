import { z } from 'zod';
import { channelFields, channelSpec, newChannel } from '#common/spec/channel.js';
import { eventPlace } from '../events/event-place.js';
import { EVENT_KEPT_MS, MAX_CHANNELS, MAX_CHANNEL_TESTS } from '#common/domain/limits.js';
import { noticeTemplate } from '#common/spec/notice-template.js';
import { NOTICE_EVENTS } from '#common/notices/notice-events.js';
import { kindRoutes } from '../http/kind.routes.js';
import { route, routesOf } from '../http/route.js';
import { byId, ofTenant, flag, int, intOrNull, text, textOrNull, time, timeOrNull } from '../http/page.js';

export const channelView = z.object({
  id: text('The id within the tenant; rules of jobs refer to the channel as `channel:<id>`.'),
  tenant: text('The tenant that the channel belongs to.'),
  ...channelFields,
  events: z
    .object({
      sequence: text('Everything up to this place of the log was taken.').meta({ examples: ['1796119224013000'] }),
      isLate: flag('True while requests are not taken.'),
      failures: int('Requests in a row that were not taken.'),
      nextTryAt: timeOrNull('When the next request is due; null unless the last one was not taken.'),
      problem: textOrNull('Why the last request was not taken; null if it was.').meta({
        examples: ['the receiver answered 503'],
      }),
    })
    .nullable()
    .describe(
      'How far a channel of type `cloudevents` has got the events of its tenant; null for others, and before the first time.',
    ),
  updatedAt: time('When the channel was last changed.'),
  updatedBy: text('The name of the caller who made the last change.'),
});
export type ChannelView = z.output<typeof channelView>;

const channelTest = z.object({
  delivered: flag('Whether the channel accepted the message, for all recipients.'),
  status: intOrNull('The status of the answer (HTTP or SMTP); null if there was no answer.'),
  reason: textOrNull(
    'The reason why the message was not accepted, such as the refused recipients of a mail; null if it was accepted.',
  ),
  tookMs: int('How many milliseconds the delivery took.'),
});

export type ChannelTestView = z.output<typeof channelTest>;

const KEPT_DAYS = EVENT_KEPT_MS / 86_400_000;

const channelPreview = z.strictObject({
  on: z.enum(NOTICE_EVENTS).optional().describe('The event. Default: `failed`.'),
  template: noticeTemplate.optional(),
});

const example = { id: 'ops', tenant: 'ibm', name: 'Operations', target: { type: 'slack', url: '***' } } as const;

export const channelRoutes = {
  ...kindRoutes(
    'channel',
    'owner',
    { view: channelView, created: newChannel, spec: channelSpec },
    {
      create: {
        description: `A tenant has at most ${MAX_CHANNELS}. The secrets of a channel are stored encrypted and shown to nobody.`,
        body: { ...example, target: { type: 'slack', url: 'https://hooks.slack.com/services/T000/B000/XXXX' } },
      },
      get: { answer: { ...example, events: null, updatedAt: '2026-11-20T09:30:00.000Z', updatedBy: 'ada' } },
      replace: {
        description:
          'Waiting notices use the channel as it is when they are sent. A secret that is given as `***` stays as it is.',
        body: { target: { type: 'ntfy', topic: 'night-shift' } },
      },
      remove: {
        summary: 'Remove a channel that no job uses',
        description: 'While rules of jobs use the channel, the answer is 409 `IN_USE` and names the jobs.',
        refusals: ['IN_USE'],
      },
    },
  ),
  ...routesOf('Channels', {
    testChannel: route({
      at: 'POST /channels/{id}/test',
      access: 'editor',
      summary: 'Send a test message to a channel',
      description: `The message is sent once, and the answer says whether it was accepted. Each executor performs at most ${MAX_CHANNEL_TESTS} tests at the same time.`,
      params: byId,
      query: ofTenant.extend({
        on: z
          .enum(NOTICE_EVENTS)
          .optional()
          .describe('Sends a message as for this event, with made-up values. Default: one that says it is a test.'),
      }),
      answer: channelTest,
      refusals: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
      example: { answer: { delivered: false, status: 404, reason: 'the webhook answered 404', tookMs: 87 } },
    }),
    replayChannel: route({
      at: 'POST /channels/{id}/replay',
      access: 'owner',
      summary: 'Send events to a channel again',
      description: `Every event after a place of the log is sent to a channel of type \`cloudevents\` again, in order and under the same ids, and whatever follows. The log holds ${KEPT_DAYS} days; a gap before that is told.`,
      params: byId,
      query: ofTenant,
      body: z.strictObject({
        after: eventPlace.describe('The `sequence` of an event, or a time.'),
      }),
      answer: channelView,
      versioned: true,
      refusals: ['CONFLICT'],
      example: { body: { after: '2026-12-01T10:00:00Z' } },
    }),
    previewChannel: route({
      at: 'POST /channels/{id}/preview',
      access: 'editor',
      summary: 'Show a message of a channel without sending it',
      description: 'The message of an event with made-up values, by the given template or else by that of the channel.',
      params: byId,
      query: ofTenant,
      body: channelPreview,
      answer: z.object({
        title: text('The title, as people read it.'),
        text: text('The text, as people read it.'),
        message: text(
          'The message as it is sent: the body of the request, or the text of the mail. Secrets are `***`.',
        ),
      }),
      example: {
        body: { on: 'failed', template: { title: '${job.name} ${on}' } },
        answer: {
          title: 'Nightly billing failed',
          text: 'Job: Nightly billing',
          message: '{"text":"Nightly billing failed"}',
        },
      },
    }),
  }),
};
