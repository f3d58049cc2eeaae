/** Requests for runs, as the api hands them to the scheduler, and the answers. */
import { z } from 'zod';
import { answerOf } from './answers.js';
import { MAX_ITEMS } from '../domain/limits.js';
import { TRIGGERS } from '../run/run.js';
import { insertedRun } from '../run/inserted-run.js';
import { jsonValue } from '../spec/fields.js';
import { CONCURRENCY_POLICIES } from '../spec/schedule.js';
import { parallelismSpec, runChange } from '../spec/tasks.js';
import { contract } from './contract.js';

const instant = z.number();

const windowOf = { key: z.string(), seconds: z.number() };
const gathering = z.discriminatedUnion('by', [
  z.object({ by: z.literal('debounce'), ...windowOf, maxWaitSeconds: z.number() }),
  z.object({ by: z.literal('collect'), ...windowOf, maxItems: z.number() }),
]);

/** A run that is requested by hand; the requester fixes its id, so a repeat is the same run. */
export const admission = {
  run: z.string(),
  job: z.string(),
  requestedBy: z.string(),
  startAfter: instant.nullable(),
  /** The job's if absent. */
  priority: z.number().optional(),
  parameters: jsonValue.optional(),
  /** Encrypted by the requester. */
  secureParameters: z.string().optional(),
  concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).optional(),
  options: z.record(z.string(), jsonValue).optional(),
  parallelism: parallelismSpec.optional(),
  succeededBefore: z.array(z.object({ task: z.string(), indexes: z.string() })).optional(),
  /** The changed sizes of the run that this one repeats. */
  change: runChange.optional(),
  /** Values of secret options, encrypted by the requester. */
  secretOptions: z.string().optional(),
  /** The run that this one repeats. */
  rerunOf: z.string().optional(),
  /** Inputs of collected requests: the request's own, or those of the run that this one repeats. */
  items: z.array(jsonValue).max(MAX_ITEMS).optional(),
  /** Identifies duplicates of an earlier request. */
  deduplicate: z.object({ key: z.string(), windowSeconds: z.number() }).optional(),
  /** The request is added to one run together with others of the key. */
  gather: gathering.optional(),
  /** The trigger of the run; `manual` unless given. */
  trigger: z.enum(TRIGGERS).optional(),
  /** The version of the job by which `options` were validated; with another version the run is refused. */
  jobVersion: z.number().optional(),
  /** The version with which the job was created, if its id had belonged to another; 1 if absent. */
  firstVersion: z.number().optional(),
  /** The chain that it belongs to, where it repeats a run, and the job at which that chain is run again. */
  cause: z.string().optional(),
  causeRoot: z.string().optional(),
  /** The id of the `prepareRun` that was sent before; none if absent. */
  preparation: z.string().optional(),
};
/**
 * The run, which a gathered request shares with others; `duplicate`: the run is that of an earlier request; `made`: the run as it has
 * just been stored; without it the requester reads the run.
 */
export const admissionReply = answerOf({
  run: z.string(),
  duplicate: z.literal(true).optional(),
  made: insertedRun.optional(),
});

/* Requests to the scheduler about jobs that run after others. */

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
