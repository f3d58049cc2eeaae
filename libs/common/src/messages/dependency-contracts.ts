/** Requests to the scheduler about jobs that run after others. */
import { z } from 'zod';
import { answerOf } from './answers.js';
import { contract } from './contract.js';

const v = z.literal(1);

/** The outcome for a job that runs after a run; `unmet` holds the positions of the conditions that are not met. */
const settledDependent = z.object({
  job: z.string(),
  outcome: z.enum(['started', 'waiting', 'skipped', 'inactive', 'notAllowed']),
  run: z.string().nullable(),
  unmet: z.array(z.number()),
});

export const dependencyContracts = {
  /**
   * Runs the dependents of an ended run, as a chain of its own; the requester fixes the key, so a repeat finds the same runs.
   */
  runDependents: contract({
    kind: 'request',
    template: 'scheduler.v1.run-dependents',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, run: z.string(), key: z.string(), requestedBy: z.string() }),
    reply: answerOf({ dependents: z.array(settledDependent) }),
  }),
} as const;
