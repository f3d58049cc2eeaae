import { z } from 'zod';
import { SERVICES } from '#common/domain/service-name.js';
import { route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';

export const systemRoutes = {
  getSystem: route({
    tag: 'System',
    id: 'getSystem',
    method: 'GET',
    path: '/system',
    access: 'admin',
    summary: 'See which replicas of the services live, and what they own',
    description: 'Those that were heard of within the last minute.',
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
            heartbeatAt: shownTime.describe('When it was last heard of.'),
            clockSkewSeconds: z.number().meta({ description: "By which its clock is ahead of the database's." }),
            shards: z.int().meta({ description: 'That it owns.' }),
          }),
        )
        .describe('The replicas.'),
    }),
  }),
} as const;
