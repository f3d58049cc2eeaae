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
      at: shownTime,
      shards: z.int().meta({ description: 'Parts that the jobs and runs are spread over.' }),
      replicas: z.array(
        z.object({
          replica: z.string(),
          service: z.enum(SERVICES),
          host: z.string(),
          version: z.string(),
          ready: z
            .boolean()
            .meta({ description: 'False while it must own no shards: it starts, stops, or its clock is off.' }),
          heartbeatAt: shownTime,
          clockSkewSeconds: z.number().meta({ description: "By which its clock is ahead of the database's." }),
          shards: z.int().meta({ description: 'That it owns.' }),
        }),
      ),
    }),
  }),
} as const;
