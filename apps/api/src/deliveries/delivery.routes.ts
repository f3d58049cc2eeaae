import { z } from 'zod';
import { MAX_NOTICE_TRIES, MAX_TRIES_KEPT, NOTICE_KEPT_MS, REDELIVERY_PAUSE_MS } from '#common/domain/limits.js';
import { NOTICE_EVENTS } from '#common/notices/notice-events.js';
import { INCIDENT_STEPS } from '#common/watch/incident-steps.js';
import { pageOf, pageQuery, byId, int, intOrNull, text, textOrNull, time, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const DELIVERY_STATES = ['pending', 'delivered', 'gaveUp'] as const;

export const deliveryView = z.object({
  id: text('The id of the delivery.'),
  key: text('The value of the header `Idempotency-Key`, the same in every try.'),
  tenant: text('The tenant of the job or of the incident.'),
  job: text('The id of the job; empty for a notice about an incident.'),
  run: textOrNull('The id of the run that the notice is about; null for missed slots.'),
  incident: textOrNull('The id of the incident that the notice is about; null for jobs and runs.'),
  on: z.enum([...NOTICE_EVENTS, ...INCIDENT_STEPS]).describe('The event, or the step of the incident.'),
  to: text('The recipient: the address up to its host.'),
  state: z.enum(DELIVERY_STATES).describe(`The state of the delivery; it is given up after ${MAX_NOTICE_TRIES} tries.`),
  decidedAt: time('When it was decided to send the notice.'),
  nextTryAt: timeOrNull('When the next try is due; null if the notice was delivered or given up.'),
  tryCount: int('How many tries were made.'),
  tries: z
    .array(
      z.object({
        at: time('When the try began.'),
        tookMs: int('Milliseconds until the answer, or until the try was aborted.'),
        status: intOrNull('The HTTP status of the answer; null if there was no answer.'),
        reason: textOrNull(
          'The reason why the try failed, or which recipients of a mail were refused; null if it succeeded for all.',
        ),
      }),
    )
    .describe(`The newest ${MAX_TRIES_KEPT} tries, oldest first.`),
  askedAnewAt: timeOrNull('When somebody last requested to deliver the notice again; null if nobody has.'),
});
export type DeliveryView = z.output<typeof deliveryView>;

const KEPT_DAYS = NOTICE_KEPT_MS / 86_400_000;
const example: DeliveryView = {
  id: 'YzMzZC0xNzk2MTE5MjAwLzAvZmFpbGVkL1hiM2tROXZMbTJQYQ',
  key: 'c33d-1796119200/0/failed/Xb3kQ9vLm2Pa',
  tenant: 'ibm',
  job: 'c33d',
  run: 'c33d-1796119200',
  incident: null,
  on: 'failed',
  to: 'https://hooks.example.com/***',
  state: 'pending',
  decidedAt: '2026-12-01T10:00:22.000Z',
  nextTryAt: '2026-12-01T10:00:27.300Z',
  tryCount: 1,
  tries: [{ at: '2026-12-01T10:00:22.100Z', tookMs: 187, status: 503, reason: 'the webhook answered 503' }],
  askedAnewAt: null,
};

const list = {
  method: 'GET',
  access: 'viewer',
  description: `Newest first. A delivery is kept for ${KEPT_DAYS} days after it was decided or last requested again.`,
  params: byId,
  query: z.strictObject(pageQuery),
  answer: pageOf(deliveryView),
  example: { answer: { items: [example], nextCursor: null } },
} as const;

export const deliveryRoutes = {
  ...routesOf('Jobs', {
    listJobDeliveries: route({
      ...list,
      at: 'GET /jobs/{id}/deliveries',
      summary: 'List the notices of a job, and whether they were delivered',
    }),
  }),
  ...routesOf('Runs', {
    listRunDeliveries: route({
      ...list,
      at: 'GET /runs/{id}/deliveries',
      summary: 'List the notices of a run, and whether they were delivered',
    }),
  }),
  ...routesOf('Incidents', {
    listIncidentDeliveries: route({
      ...list,
      at: 'GET /incidents/{id}/deliveries',
      summary: 'List the notices of an incident, and whether they were delivered',
    }),
  }),
  ...routesOf('Deliveries', {
    redeliver: route({
      at: 'POST /deliveries/{id}/redeliver',
      access: 'operator',
      summary: 'Deliver a notice again',
      description:
        'Sends the same notice with the same key to the same address at once, with a new series of tries, no matter whether it was ' +
        `delivered, given up, or waits for its next try. This is possible once in ${REDELIVERY_PAUSE_MS / 1_000} seconds.`,
      params: byId,
      status: 202,
      answer: deliveryView,
      refusals: ['CONFLICT', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
      example: { answer: example },
    }),
  }),
};
