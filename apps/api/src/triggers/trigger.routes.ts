import { z } from 'zod';
import { MAX_TRIGGERS } from '#common/domain/limits.js';
import { DELIVERY_OUTCOMES } from '#common/mongo/trigger-deliveries.store.js';
import { newTrigger, triggerFields, triggerSpec } from '#common/spec/trigger.js';
import { kindRoutes } from '../http/kind.routes.js';
import { pageOf, pageQuery, byId, ofTenant, int, text, textOrNull, time } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

export const triggerView = z.object({
  id: text('The id within the tenant.'),
  tenant: text('The tenant that the trigger belongs to.'),
  ...triggerFields,
  url: textOrNull(
    'The address to which messages are sent. It is not secret, because messages have to be signed. Null without `webhook`.',
  ),
  subject: textOrNull('The NATS subject whose messages the trigger receives; null without `nats`.'),
  updatedAt: time('When the trigger was last changed.'),
  updatedBy: text('The name of the caller who made the last change, with whose rights the trigger runs the job.'),
});
export type TriggerView = z.output<typeof triggerView>;

export const triggerDeliveryView = z.object({
  at: time('When the message first came; for messages that are only counted: when the last one came.'),
  lastAt: time('When the message last came.'),
  count: int('How often the message came and was answered.'),
  message: textOrNull('The id of the message; null for messages that are only counted.'),
  address: text('The address that the message last came from.'),
  outcome: z
    .enum(DELIVERY_OUTCOMES)
    .describe(
      '`started`: the message started a run, or became a part of one; `duplicate`: an earlier request has the same key, and its run is given; `skipped`: a condition does not hold; `refused`: `code` and `detail` give the reason; `unfinished`: the message was not answered, and a repetition continues its processing. `unsigned` and `limited` (too many at once) messages are only counted.',
    ),
  run: textOrNull('The run that the message started, or of which it is a part; null if there is none.'),
  code: textOrNull('The error code of the refusal; null if the message was not refused.'),
  detail: text('The reason for the outcome; empty if there is nothing to add.'),
});
export type TriggerDeliveryView = z.output<typeof triggerDeliveryView>;

const written = {
  job: 'kept',
  webhook: { signature: 'github', secrets: { first: '***' } },
  when: [{ body: '/action', equals: 'published' }],
  parameters: { version: { body: '/release/tag_name' } },
} as const;
const example: TriggerView = {
  id: 'release',
  tenant: 'ibm',
  name: 'A release',
  job: 'kept',
  url: 'https://carillon.example/hooks/6f1c',
  subject: null,
  webhook: { signature: 'github', secrets: { first: '***' } },
  when: [{ body: '/action', equals: 'published' }],
  parameters: { version: { body: '/release/tag_name' } },
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
};

export const triggerRoutes = {
  ...kindRoutes(
    'trigger',
    'editor',
    { view: triggerView, created: newTrigger, spec: triggerSpec, example },
    {
      create: {
        summary: 'Create a trigger: signed messages from outside start runs of a job',
        description: `A tenant has at most ${MAX_TRIGGERS}. Messages are POSTed to the \`url\` of the answer.`,
        body: {
          id: 'release',
          tenant: 'ibm',
          ...written,
          webhook: { signature: 'github', secrets: { first: 'at-least-16-characters' } },
        },
      },
      replace: {
        description: 'The address of the trigger stays. A secret that is given as `***` stays as it is.',
        body: written,
      },
      remove: { summary: 'Remove a trigger, with its deliveries' },
    },
  ),
  ...routesOf('Triggers', {
    listTriggerDeliveries: route({
      at: 'GET /triggers/{id}/deliveries',
      access: 'viewer',
      summary: 'List the deliveries to a trigger, with their outcomes',
      description: 'Newest first. Each message is listed once, even if it came several times.',
      params: byId,
      query: z.strictObject({ ...pageQuery, ...ofTenant.shape }),
      answer: pageOf(triggerDeliveryView),
    }),
  }),
};
