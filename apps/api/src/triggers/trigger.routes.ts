import { z } from 'zod';
import { MAX_TRIGGERS } from '#common/domain/limits.js';
import { DELIVERY_OUTCOMES } from '#common/mongo/trigger-deliveries.store.js';
import { newTrigger, triggerFields, triggerSpec } from '#common/spec/trigger.js';
import { pageOf, pageOfTenants, pageQuery } from '../http/page.js';
import { noContent, route } from '../http/route.js';
import { byId, ofTenant } from '../http/route-fields.js';
import { shownTime } from '../http/view-fields.js';

export const triggerView = z.object({
  id: z.string().describe('Its id within the tenant.'),
  tenant: z.string().describe('The tenant that it belongs to.'),
  ...triggerFields,
  url: z
    .string()
    .nullable()
    .describe('Where messages are sent. It is no secret: what is sent there has to be signed. Null without `webhook`.'),
  subject: z.string().nullable().describe('The subject of NATS on which it hears messages; null without `nats`.'),
  updatedAt: shownTime.describe('When it was last changed.'),
  updatedBy: z.string().describe('Who changed it last: it runs the job for them.'),
});
export type TriggerView = z.output<typeof triggerView>;

export const triggerDeliveryView = z.object({
  at: shownTime.describe('When the message came first; of those that are only counted: last.'),
  lastAt: shownTime.describe('When it came last.'),
  count: z.int().describe('How often it came and was answered.'),
  message: z.string().nullable().describe('The id of the message; null for messages that are only counted.'),
  address: z.string().describe('From where it came last.'),
  outcome: z
    .enum(DELIVERY_OUTCOMES)
    .describe(
      '`started` a run, or was made part of one; `duplicate` of an earlier request, whose run it names; `skipped`: a condition does not hold; `refused`: `code` and `detail` say why; `unfinished`: nobody was told, and a repeat goes on. `unsigned` and `limited` (too many at once) are counted together.',
    ),
  run: z.string().nullable().describe('The run that it started, or is part of; null where there is none.'),
  code: z.string().nullable().describe('The error code that it was refused with; null where it was not.'),
  detail: z.string().describe('Why it has that outcome; empty where there is nothing to add.'),
});
export type TriggerDeliveryView = z.output<typeof triggerDeliveryView>;

const triggers = { tag: 'Triggers' } as const;
const written = {
  job: 'kept',
  webhook: { signature: 'github', secrets: { first: '***' } },
  when: [{ body: '/action', equals: 'published' }],
  parameters: { version: { body: '/release/tag_name' } },
} as const;
const example: TriggerView = {
  ...{
    id: 'release',
    tenant: 'ibm',
    name: 'A release',
    job: 'kept',
    url: 'https://carillon.example/hooks/6f1c',
    subject: null,
  },
  webhook: { signature: 'github', secrets: { first: '***' } },
  when: [{ body: '/action', equals: 'published' }],
  parameters: { version: { body: '/release/tag_name' } },
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
};

export const triggerRoutes = {
  listTriggers: route({
    ...triggers,
    id: 'listTriggers',
    method: 'GET',
    path: '/triggers',
    access: 'viewer',
    summary: 'List triggers',
    query: pageOfTenants,
    status: 200,
    answer: pageOf(triggerView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  createTrigger: route({
    ...triggers,
    id: 'createTrigger',
    canDryRun: true,
    method: 'POST',
    path: '/triggers',
    access: 'editor',
    summary: 'Create a trigger: signed messages from outside start runs of a job',
    description: `A tenant has at most ${MAX_TRIGGERS}. Messages are POSTed to the \`url\` of the answer.`,
    body: newTrigger,
    status: 201,
    answer: triggerView,
    versioned: true,
    refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
    example: {
      body: {
        ...{ id: 'release', tenant: 'ibm', ...written },
        webhook: { signature: 'github', secrets: { first: 'at-least-16-characters' } },
      },
      answer: example,
    },
  }),
  getTrigger: route({
    ...triggers,
    id: 'getTrigger',
    method: 'GET',
    path: '/triggers/{id}',
    access: 'viewer',
    summary: 'Read a trigger',
    params: byId,
    query: ofTenant,
    status: 200,
    answer: triggerView,
    versioned: true,
    example: { answer: example },
  }),
  replaceTrigger: route({
    ...triggers,
    id: 'replaceTrigger',
    canDryRun: true,
    method: 'PUT',
    path: '/triggers/{id}',
    access: 'editor',
    summary: 'Replace a trigger',
    description: 'Its address stays. A secret that is `***` stays as it is.',
    params: byId,
    query: ofTenant,
    body: triggerSpec,
    status: 200,
    answer: triggerView,
    versioned: true,
    refusals: ['PRECONDITION_FAILED'],
    example: { body: written, answer: example },
  }),
  deleteTrigger: route({
    ...triggers,
    id: 'deleteTrigger',
    method: 'DELETE',
    path: '/triggers/{id}',
    access: 'editor',
    summary: 'Remove a trigger, with its deliveries',
    params: byId,
    query: ofTenant,
    status: 204,
    answer: noContent,
  }),
  listTriggerDeliveries: route({
    ...triggers,
    id: 'listTriggerDeliveries',
    method: 'GET',
    path: '/triggers/{id}/deliveries',
    access: 'viewer',
    summary: 'List what was sent to a trigger, and what came of it',
    description: 'Newest first; each message once, however often it came.',
    params: byId,
    query: z.strictObject({ ...pageQuery, ...ofTenant.shape }),
    status: 200,
    answer: pageOf(triggerDeliveryView),
  }),
} as const;
