import { z } from 'zod';
import { route } from '../http/route.js';

const status = z.enum(['ok', 'warning', 'error']);

export const doctorRoutes = {
  examine: route({
    tag: 'Operations',
    id: 'examine',
    method: 'GET',
    path: '/admin/doctor',
    access: 'admin',
    summary: 'What is wrong with the installation, and what repairs it',
    description:
      'Database, indexes, NATS, encryption, certificates, services, versions, clocks, keys, rights in the cluster, the archive, limits, holds and backlog; what is wrong comes first.',
    status: 200,
    answer: z.object({
      status: status.meta({ description: 'The worst of all findings.' }),
      findings: z
        .array(
          z.object({
            check: z.string().describe('What was looked at.'),
            status: status.describe('Whether all is well with it.'),
            message: z.string().describe('What was found.'),
            fix: z.string().nullable().meta({ description: 'What to do; null where all is well.' }),
          }),
        )
        .describe('What was looked at; what is wrong comes first.'),
    }),
  }),
};
