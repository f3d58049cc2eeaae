import { z } from 'zod';
import {
  DEFAULT_LOG_LEVEL_SECONDS,
  MAX_LOG_LEVEL_SECONDS,
  MAX_NAME_LENGTH,
  MAX_PROFILE_SECONDS,
} from '#common/domain/limits.js';
import { DIAGNOSIS_KINDS, LOG_LEVELS, LOG_MODULES } from '#common/domain/operations.js';
import { SERVICES } from '#common/domain/service-name.js';
import { route, routesOf } from '../http/route.js';
import { text, time } from '../http/page.js';

const replica = z
  .string()
  .min(1)
  .max(2 * MAX_NAME_LENGTH);
const DEFAULT_PROFILE_SECONDS = 10;

export const operationsRoutes = routesOf('Operations', {
  setLogLevel: route({
    access: 'admin',
    at: 'POST /admin/log-level',
    summary: 'Change the log level of running services for a limited time',
    description:
      'Changes the level of all services, of one `service` or of one `replica`, and optionally only of one `module`. After `seconds` the level is the ' +
      'configured one (`LOG_LEVEL`) again. Replicas that start in the meantime have the configured level.',
    body: z.strictObject({
      level: z.enum(LOG_LEVELS).describe('The lowest level of log lines that are written.'),
      service: z.enum(SERVICES).optional().describe('The service. Default: all services.'),
      replica: replica.optional().describe('The name of a replica, as in `GET /system`. Default: all replicas.'),
      module: z.enum(LOG_MODULES).optional().describe('A part of the service. Default: the whole service.'),
      seconds: z
        .int()
        .min(1)
        .max(MAX_LOG_LEVEL_SECONDS)
        .default(DEFAULT_LOG_LEVEL_SECONDS)
        .describe('How long the level applies.'),
    }),
    refusals: ['NOT_FOUND'],
    answer: z.object({
      replicas: z.array(z.string()).describe('The replicas that received the change; each logs it.'),
      until: time('The instant from which the configured level applies again.'),
    }),
    example: { body: { level: 'debug', service: 'executor', module: 'kubernetes', seconds: 600 } },
  }),
  diagnose: route({
    access: 'admin',
    at: 'POST /admin/diagnoses',
    summary: 'Take a CPU profile or a heap snapshot of a replica',
    description:
      'The file is written to `DIAGNOSIS_DIR` on the host of the replica and is readable only by its user: it may contain secrets, and is never sent. ' +
      'The replica logs when the file is written (`a diagnosis file was written`), and keeps the newest five files. A heap snapshot stops the ' +
      'process for about a second for each 100 MB; other replicas take over its shards in the meantime.',
    body: z.strictObject({
      replica: replica.describe('The name of the replica, as in `GET /system`.'),
      kind: z
        .enum(DIAGNOSIS_KINDS)
        .describe('A CPU profile shows what uses the processor; a heap snapshot shows what fills the memory.'),
      seconds: z
        .int()
        .min(1)
        .max(MAX_PROFILE_SECONDS)
        .default(DEFAULT_PROFILE_SECONDS)
        .describe('The duration of a CPU profile.'),
    }),
    status: 202,
    refusals: ['NOT_FOUND'],
    answer: z.object({ name: text('The name of the file, without its extension.') }),
    example: { body: { replica: 'executor-node7-1-5f3a9c01', kind: 'cpuProfile', seconds: 10 } },
  }),
});
