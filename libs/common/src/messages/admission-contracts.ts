/** Requests for runs, as the api hands them to the scheduler, and the answers. */
import { z } from 'zod';
import { MAX_ITEMS } from '../domain/limits.js';
import { TRIGGERS } from '../run/run.js';
import { insertedRun } from '../run/inserted-run.js';
import { jsonValue } from '../spec/fields.js';
import { CONCURRENCY_POLICIES } from '../spec/schedule.js';
import { parallelismSpec, runChange } from '../spec/tasks.js';
import { refusal } from './dependency-contracts.js';

const instant = z.number();

const windowOf = { key: z.string(), seconds: z.number() };
const gathering = z.discriminatedUnion('by', [
  z.object({ by: z.literal('debounce'), ...windowOf, maxWaitSeconds: z.number() }),
  z.object({ by: z.literal('collect'), ...windowOf, maxItems: z.number() }),
]);

/** A run that is asked for by hand; its id is fixed by the asker, so a repeat is the same run. */
export const admission = {
  run: z.string(),
  job: z.string(),
  requestedBy: z.string(),
  startAfter: instant.nullable(),
  /** The job's if absent. */
  priority: z.number().optional(),
  parameters: jsonValue.optional(),
  /** Sealed by the asker. */
  secureParameters: z.string().optional(),
  concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).optional(),
  options: z.record(z.string(), jsonValue).optional(),
  parallelism: parallelismSpec.optional(),
  succeededBefore: z.array(z.object({ task: z.string(), indexes: z.string() })).optional(),
  /** The sizes that were changed of the run that this one repeats. */
  change: runChange.optional(),
  /** Values of secret options, sealed by the asker. */
  secretOptions: z.string().optional(),
  /** The run that this one repeats. */
  rerunOf: z.string().optional(),
  /** What requests that are collected have given: the request's own, or those of the run that this one repeats. */
  items: z.array(jsonValue).max(MAX_ITEMS).optional(),
  /** Identifies duplicates of an earlier request. */
  deduplicate: z.object({ key: z.string(), windowSeconds: z.number() }).optional(),
  /** The request is added to one run together with others of the key. */
  gather: gathering.optional(),
  /** The trigger of the run; `manual` unless given. */
  trigger: z.enum(TRIGGERS).optional(),
  /** The version of the job that `options` were judged by; under another one the run is refused. */
  jobVersion: z.number().optional(),
  /** The version that the job was made with, where its id had been that of another; 1 if absent. */
  firstVersion: z.number().optional(),
  /** The chain that it belongs to, where it repeats a run, and the job at which that chain is run again. */
  cause: z.string().optional(),
  causeRoot: z.string().optional(),
};
export const admissionReply = z.discriminatedUnion('ok', [
  /**
   * The run, which is that of others where the request is gathered; `duplicate`: that of an earlier request; `made`: as it has just been
   * stored, without which the asker reads it.
   */
  z.object({
    ok: z.literal(true),
    run: z.string(),
    duplicate: z.literal(true).optional(),
    made: insertedRun.optional(),
  }),
  refusal,
]);
