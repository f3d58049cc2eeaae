import { z } from 'zod';
import { route, routesOf } from '../http/route.js';
import { text, textOrNull } from '../http/page.js';

const status = z.enum(['ok', 'warning', 'error']);

export const doctorRoutes = routesOf('Operations', {
  examine: route({
    at: 'GET /admin/doctor',
    access: 'admin',
    summary: 'Diagnose the installation: what is wrong, and how to repair it',
    description:
      'Database, indexes, NATS, encryption, certificates, services, versions, clocks, keys, rights in the cluster, variables of secrets, identities, the archive, shipped logs, limits, holds and backlog. Findings of problems come first.',
    answer: z.object({
      status: status.describe('The worst status of all findings.'),
      findings: z
        .array(
          z.object({
            check: text('The name of the check.'),
            status: status.describe('The result of the check.'),
            message: text('The finding, as a sentence.'),
            fix: textOrNull('How to repair the problem; null if there is none.'),
          }),
        )
        .describe('The findings; problems come first.'),
    }),
  }),
});
