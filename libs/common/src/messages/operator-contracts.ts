/** The requests of an operator to running replicas. */
import { z } from 'zod';
import { DIAGNOSIS_KINDS, LOG_LEVELS } from '../domain/operations.js';
import { SERVICES } from '../domain/service-name.js';
import { contract } from './contract.js';

const v = z.literal(1);

export const operatorContracts = {
  /** An admin wants another log level for a while: of the replicas of all services, of one service, or of one replica. */
  setLogLevel: contract({
    kind: 'event',
    template: 'operations.v1.log-level',
    from: ['api'],
    to: SERVICES,
    schema: z.object({
      v,
      service: z.string().optional(),
      replica: z.string().optional(),
      /** A part of the service; one that a replica does not know changes nothing there. */
      module: z.string().optional(),
      level: z.enum(LOG_LEVELS),
      seconds: z.number(),
    }),
  }),

  /** An admin wants a profile or a heap snapshot of a replica, as a file where it runs. */
  diagnose: contract({
    kind: 'event',
    template: 'operations.v1.diagnose.{replica}',
    from: ['api'],
    to: SERVICES,
    schema: z.object({ v, kind: z.enum(DIAGNOSIS_KINDS), name: z.string(), seconds: z.number() }),
  }),
} as const;
