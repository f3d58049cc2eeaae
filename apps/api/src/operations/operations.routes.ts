import { z } from 'zod';
import {
  DEFAULT_LOG_LEVEL_SECONDS,
  MAX_LOG_LEVEL_SECONDS,
  MAX_NAME_LENGTH,
  MAX_PROFILE_SECONDS,
} from '#common/domain/limits.js';
import { DIAGNOSIS_KINDS, LOG_LEVELS, LOG_MODULES } from '#common/domain/operations.js';
import { SERVICES } from '#common/domain/service-name.js';
import { route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';

const operations = { tag: 'Operations', access: 'admin' } as const;
const replica = z
  .string()
  .min(1)
  .max(2 * MAX_NAME_LENGTH);
const DEFAULT_PROFILE_SECONDS = 10;

export const operationsRoutes = {
  setLogLevel: route({
    ...operations,
    id: 'setLogLevel',
    method: 'POST',
    path: '/admin/log-level',
    summary: 'Change the log level of running services for a while',
    description:
      'Of all services, of one `service` or of one `replica`; of one `module` where one is named. After `seconds` the level is the ' +
      'configured one (`LOG_LEVEL`) again. Replicas that start meanwhile do not know of it.',
    body: z.strictObject({
      level: z.enum(LOG_LEVELS).meta({ description: 'From this level on lines are written.' }),
      service: z.enum(SERVICES).optional().meta({ description: 'Left out: all services.' }),
      replica: replica.optional().meta({ description: 'Of `GET /system`; left out: all replicas.' }),
      module: z.enum(LOG_MODULES).optional().meta({ description: 'A part of the service; left out: all of it.' }),
      seconds: z.int().min(1).max(MAX_LOG_LEVEL_SECONDS).default(DEFAULT_LOG_LEVEL_SECONDS).meta({
        description: 'How long it holds.',
      }),
    }),
    status: 200,
    refusals: ['NOT_FOUND'],
    answer: z.object({
      replicas: z.array(z.string()).meta({ description: 'The replicas that received the change; each logs it.' }),
      until: shownTime.meta({ description: 'From then on the configured level holds again.' }),
    }),
    example: { body: { level: 'debug', service: 'executor', module: 'kubernetes', seconds: 600 } },
  }),
  diagnose: route({
    ...operations,
    id: 'diagnose',
    method: 'POST',
    path: '/admin/diagnoses',
    summary: 'Take a CPU profile or a heap snapshot of a replica',
    description:
      'The file lies in `DIAGNOSIS_DIR` where the replica runs, readable by its user alone: it may hold secrets, and is never sent. ' +
      'The replica says in its log when it is written (`diagnosis taken`), and keeps the newest five. A heap snapshot stops the ' +
      'process for about a second for each 100 MB: others take over its shards meanwhile.',
    body: z.strictObject({
      replica: replica.meta({ description: 'Of `GET /system`.' }),
      kind: z.enum(DIAGNOSIS_KINDS).meta({
        description: 'What uses the processor, or what fills the memory.',
      }),
      seconds: z.int().min(1).max(MAX_PROFILE_SECONDS).default(DEFAULT_PROFILE_SECONDS).meta({
        description: 'How long a CPU profile takes.',
      }),
    }),
    status: 202,
    refusals: ['NOT_FOUND'],
    answer: z.object({ name: z.string().meta({ description: 'Of the file, without its ending.' }) }),
    example: { body: { replica: 'executor-node7-1-5f3a9c01', kind: 'cpuProfile', seconds: 10 } },
  }),
};
