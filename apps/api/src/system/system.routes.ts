import { z } from 'zod';
import { LAG_KINDS } from '#common/domain/lag.js';
import { SERVICES } from '#common/domain/service-name.js';
import { route, routesOf } from '../http/route.js';
import { flag, int, text, time, timeOrNull } from '../http/page.js';

const lag = z.object({
  of: z
    .enum(LAG_KINDS)
    .describe(
      'The kind of work that waits. slots: slots that are due and have no outcome yet; starts: runs that wait for a start; callbacks: stored callbacks that are not processed yet; pings, monitors, rules: checks that are due; logs: lines that were read but are not stored yet.',
    ),
  seconds: z.number().describe('For how many seconds the oldest item has waited, as of the last heartbeat.'),
});

const key = z.object({
  key: text('The id of the key; never the key itself.'),
  use: z
    .enum(['sealing', 'opening', 'missing'])
    .describe(
      'sealing: the first key of `SECRET_KEYS`, which encrypts new values; opening: only decrypts older ones; missing: values need it, but this replica of the api does not have it.',
    ),
  values: z.int().meta({ description: 'How many encrypted values need the key, as last counted.', examples: [3] }),
  collections: z
    .array(
      z.object({
        collection: z
          .string()
          .meta({ description: 'The collection in which the values are stored.', examples: ['jobs'] }),
        values: z.int().meta({ description: 'How many values there are.', examples: [3] }),
      }),
    )
    .meta({
      description:
        'The collections of these values, those with the most values first. A key that only decrypts can be removed when there are no such values.',
      examples: [[{ collection: 'jobs', values: 3 }]],
    }),
});

export const systemRoutes = routesOf('System', {
  listServices: route({
    at: 'GET /services',
    access: 'viewer',
    summary: 'Read the state of each service',
    description: 'A service without a ready replica is not available; its work waits.',
    answer: z.object({
      items: z
        .array(
          z.object({
            service: z.enum(SERVICES).describe('The service.'),
            replicas: int('How many replicas are ready and have sent a heartbeat within the last seconds.'),
          }),
        )
        .describe('The services.'),
    }),
  }),
  getSystem: route({
    at: 'GET /system',
    access: 'admin',
    summary: 'List the replicas of the services with their shards and lags, and the encryption keys in use',
    description:
      'Contains replicas that have sent a heartbeat within the last minute. Of the encryption keys it contains only the ids and how many stored values need each key, as counted once a day and after `npm run rekey`.',
    answer: z.object({
      at: time('When these figures were read.'),
      shards: int('The number of shards over which jobs and runs are spread.'),
      replicas: z
        .array(
          z.object({
            replica: text('The name of the replica.'),
            service: z.enum(SERVICES).describe('The service to which the replica belongs.'),
            host: text('The host on which the replica runs.'),
            version: text('The version of the replica.'),
            ready: flag('False while the replica must not own shards: it starts, stops, or its clock is wrong.'),
            silent: flag(
              'True if the replica has sent no heartbeat for so long that other replicas, if there are any, have taken over its shards.',
            ),
            heartbeatAt: time('When the replica sent its last heartbeat.'),
            clockSkewSeconds: z
              .number()
              .describe('Seconds by which the clock of the replica is ahead of the clock of the database.'),
            shards: int('How many shards the replica owns.'),
            lags: z.array(lag).describe('How long work of the replica has waited, by kind; empty for the api.'),
          }),
        )
        .describe('The replicas.'),
      dispatches: z
        .int()
        .nullable()
        .meta({
          description:
            'Messages in the queue of dispatches that no executor has taken yet; null while NATS is not available.',
          examples: [0],
        }),
      keys: z.array(key).meta({
        description: 'The keys of encrypted values, in the order of `SECRET_KEYS`, missing keys last.',
        examples: [[{ key: 'k1', use: 'sealing', values: 3, collections: [{ collection: 'jobs', values: 3 }] }]],
      }),
      keysCountedAt: timeOrNull('When the values were counted; null before the first count.'),
    }),
  }),
});
