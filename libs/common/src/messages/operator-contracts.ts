/** The requests of an operator to running replicas. */
import { z } from 'zod';
import { DIAGNOSIS_KINDS, LOG_LEVELS } from '../domain/operations.js';
import { SERVICES } from '../domain/service-name.js';
import { contract } from './contract.js';

const v = z.literal(1);

export const operatorContracts = {
  /** Sets another log level for a while: for the replicas of all services, of one service, or for one replica. */
  setLogLevel: contract({
    kind: 'event',
    template: 'operations.v1.log-level',
    from: ['api'],
    to: SERVICES,
    schema: z.object({
      v,
      service: z.string().optional(),
      replica: z.string().optional(),
      /** A part of the service; a replica that does not know it changes nothing. */
      module: z.string().optional(),
      level: z.enum(LOG_LEVELS),
      seconds: z.number(),
    }),
  }),

  /** Requests a profile or a heap snapshot of a replica, as a file on its machine. */
  diagnose: contract({
    kind: 'event',
    template: 'operations.v1.diagnose.{replica}',
    from: ['api'],
    to: SERVICES,
    schema: z.object({ v, kind: z.enum(DIAGNOSIS_KINDS), name: z.string(), seconds: z.number() }),
  }),
} as const;
