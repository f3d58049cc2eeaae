import { z } from 'zod';
import { LAG_KINDS } from '#common/domain/lag.js';
import { SERVICES } from '#common/domain/service-name.js';
import { route } from '../http/route.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const lag = z.object({
  of: z
    .enum(LAG_KINDS)
    .describe(
      'What waits. slots: slots that are due and have no outcome yet; starts: runs that wait for a start; callbacks: stored callbacks that nobody has taken; pings, monitors, rules: what watches them; logs: lines that are read but not stored.',
    ),
  seconds: z.number().describe('For how long the oldest of them has waited, as of the last heartbeat.'),
});

const key = z.object({
  key: z.string().describe('The id of the key; never the key itself.'),
  use: z
    .enum(['sealing', 'opening', 'missing'])
    .describe(
      'sealing: the first key of `SECRET_KEYS`, which encrypts new values; opening: only decrypts older ones; missing: values need it, but this replica of the api does not have it.',
    ),
  values: z.int().meta({ description: 'Encrypted values that need it, as last counted.', examples: [3] }),
  collections: z
    .array(
      z.object({
        collection: z.string().meta({ description: 'Where they are stored.', examples: ['jobs'] }),
        values: z.int().meta({ description: 'How many of them.', examples: [3] }),
      }),
    )
    .meta({
      description: 'Where these values are, most first. A key that only opens may go once there are none.',
      examples: [[{ collection: 'jobs', values: 3 }]],
    }),
});

export const systemRoutes = {
  listServices: route({
    tag: 'System',
    id: 'listServices',
    method: 'GET',
    path: '/services',
    access: 'viewer',
    summary: 'See whether each service is at work',
    description: 'A service without a replica at work is away: what it does waits for it.',
    status: 200,
    answer: z.object({
      items: z
        .array(
          z.object({
            service: z.enum(SERVICES).describe('The service.'),
            replicas: z.int().describe('Replicas that are at work: ready, and heard of within the last seconds.'),
          }),
        )
        .describe('Every service.'),
    }),
  }),
  getSystem: route({
    tag: 'System',
    id: 'getSystem',
    method: 'GET',
    path: '/system',
    access: 'admin',
    summary:
      'See which replicas of the services live, what they own, how far behind they are, and which keys are in use',
    description:
      'Replicas that were heard of within the last minute. Of encryption keys only their ids and how many stored values need each, as counted once a day and after `npm run rekey`.',
    status: 200,
    answer: z.object({
      at: shownTime.describe('When this was gathered.'),
      shards: z.int().meta({ description: 'Parts that the jobs and runs are spread over.' }),
      replicas: z
        .array(
          z.object({
            replica: z.string().describe('The name of the replica.'),
            service: z.enum(SERVICES).describe('The service that it is a replica of.'),
            host: z.string().describe('The host that it runs on.'),
            version: z.string().describe('Its version.'),
            ready: z
              .boolean()
              .meta({ description: 'False while it must own no shards: it starts, stops, or its clock is off.' }),
            silent: z.boolean().meta({
              description: 'True where it was silent for so long that others have taken over, if there are any.',
            }),
            heartbeatAt: shownTime.describe('When it was last heard of.'),
            clockSkewSeconds: z.number().meta({ description: "By which its clock is ahead of the database's." }),
            shards: z.int().meta({ description: 'That it owns.' }),
            lags: z.array(lag).describe('How far it is behind with what it does; empty for the api.'),
          }),
        )
        .describe('The replicas.'),
      dispatches: z
        .int()
        .nullable()
        .meta({
          description: 'Messages in the queue of dispatches that no executor has taken yet; null while NATS is away.',
          examples: [0],
        }),
      keys: z.array(key).meta({
        description: 'The keys of encrypted values, in the order of `SECRET_KEYS`, missing ones last.',
        examples: [[{ key: 'k1', use: 'sealing', values: 3, collections: [{ collection: 'jobs', values: 3 }] }]],
      }),
      keysCountedAt: shownTimeOrNull.describe('When the values were counted; null before the first count.'),
    }),
  }),
} as const;
