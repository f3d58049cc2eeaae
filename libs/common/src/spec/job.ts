/**
 * The public form of a job: which worker, when, with what, how to retry. The shapes of its fields are in the files beside this
 * one; this one adds the checks over several fields. Defaults are those of docs/api and never stored.
 */
import { z } from 'zod';
import {
  MAX_ATTEMPTS_PER_INDEX,
  MAX_PARAMETERS_BYTES,
  MAX_OPTIONS,
  MAX_SECURE_PARAMETERS_BYTES,
} from '../domain/limits.js';
import { declarationProblems } from './options/declaration.js';
import { parallelProblems } from './parallel-checks.js';
import {
  displayName,
  env,
  httpHeaders,
  callUrl,
  instant,
  jsonObject,
  jsonValue,
  labels,
  MASK,
  nameText,
  positiveSeconds,
  seconds,
  slug,
} from './fields.js';
import { notifyRules } from './notify.js';
import { jobOption, optionsGiven } from './options.js';
import {
  CONCURRENCY_POLICIES,
  concurrencySpec,
  cronExpression,
  misfireSpec,
  scheduleSpec,
  type ScheduleSpec,
} from './schedule.js';
import { parallelFields, parallelismSpec, type ParallelSpec } from './tasks.js';
import { commandLine, resources } from './worker.js';

/** The queue of whoever names none: it limits nothing. */
export const DEFAULT_QUEUE = 'default';

const exitCode = z.int().min(1).max(255);
export const retrySpec = z.strictObject({
  delaySeconds: seconds.optional(),
  backoff: z.enum(['fixed', 'exponential']).optional(),
  maxDelaySeconds: seconds.optional(),
  onExitCodes: z.array(exitCode).max(255).optional(),
  notOnExitCodes: z.array(exitCode).max(255).optional(),
  onIdleTimeout: z.boolean().optional(),
});

export const retentionSpec = z.strictObject({
  successful: z.int().min(0).max(100_000).optional(),
  failed: z.int().min(0).max(100_000).optional(),
  maxAgeSeconds: z
    .number()
    .min(60)
    .max(10 * 366 * 86_400)
    .optional(),
});

/** Any JSON value: what it means is between the job and its worker. An empty object says the same as none. */
export const parametersField = jsonValue
  .refine(fitsIn(MAX_PARAMETERS_BYTES), `must be at most ${MAX_PARAMETERS_BYTES} bytes as JSON`)
  .meta({ description: 'Any JSON value: an object, an array, a text, a number, true, false or null.' });
const secureParametersOrMask = jsonValue.refine(
  fitsIn(MAX_SECURE_PARAMETERS_BYTES),
  `must be at most ${MAX_SECURE_PARAMETERS_BYTES} bytes as JSON`,
);
const secureParameters = secureParametersOrMask.refine(
  (value) => value !== MASK,
  `is "${MASK}", but there is no value to keep`,
);

export const jobOptions = z
  .array(jobOption)
  .max(MAX_OPTIONS)
  .superRefine((options, ctx) => {
    for (const { path, message } of declarationProblems(options)) ctx.addIssue({ code: 'custom', path, message });
  });

const jobFields = {
  name: displayName,
  worker: slug,
  labels: labels.optional(),
  enabled: z.boolean().optional(),
  owners: z.array(nameText.min(1).max(253)).max(100).optional(),
  cron: cronExpression.optional(),
  schedule: scheduleSpec.optional(),
  misfire: misfireSpec.optional(),
  concurrency: concurrencySpec.optional(),
  parameters: parametersField.optional(),
  secureParameters: secureParameters.optional(),
  options: jobOptions.optional(),
  url: callUrl.optional(),
  httpHeaders: httpHeaders.optional(),
  maxAttempts: z.int().min(1).max(MAX_ATTEMPTS_PER_INDEX).optional(),
  retry: retrySpec.optional(),
  startDeadlineSeconds: positiveSeconds.optional(),
  timeoutSeconds: positiveSeconds.nullable().optional(),
  idleTimeoutSeconds: positiveSeconds.optional(),
  activeDeadlineSeconds: positiveSeconds.nullable().optional(),
  restartPolicy: z.enum(['Never', 'OnFailure']).optional(),
  podTemplate: jsonObject.optional(),
  command: commandLine.optional(),
  args: commandLine.optional(),
  env: env.optional(),
  resources: resources.optional(),
  retention: retentionSpec.optional(),
  notify: notifyRules.optional(),
  ...parallelFields,
};

/** Body of `PUT /jobs/{id}`; the tenant of a job never changes. */
export const jobSpec = z.strictObject({ tenant: slug, ...jobFields }).superRefine(checkJob);
export type JobSpec = z.output<typeof jobSpec>;
/** Body of `POST /jobs`. */
export const newJob = z.strictObject({ id: slug.optional(), tenant: slug, ...jobFields }).superRefine(checkJob);
export type NewJob = z.output<typeof newJob>;

/** What a job shows but nobody sets: accepted in `PUT` and `PATCH`, so that what was read can be sent back. */
const shownOnly = {
  id: z.string().optional(),
  version: z.number().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  updatedBy: z.string().optional(),
  paused: z.unknown().optional(),
  status: z.unknown().optional(),
  warnings: z.unknown().optional(),
};
/** A job as it is read, changed and sent back; the mask in place of a secret leaves it as it is. */
export const jobReplacement = z
  .strictObject({
    tenant: slug.optional(),
    ...jobFields,
    secureParameters: secureParametersOrMask.optional(),
    httpHeaders: z.union([z.literal(MASK), httpHeaders]).optional(),
    ...shownOnly,
  })
  .superRefine(checkJob);
export type JobReplacement = z.output<typeof jobReplacement>;

/** Body of `POST /jobs/{id}/run`. */
export const runRequest = z.strictObject({
  parameters: parametersField.optional(),
  secureParameters: secureParameters.optional(),
  startAfter: instant.optional(),
  concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).optional(),
  options: optionsGiven.optional(),
  /** Over the job's: indexes in place of its indexes, everything else field by field. */
  parallelism: parallelismSpec.optional(),
});
export type RunRequest = z.output<typeof runRequest>;

function fitsIn(maxBytes: number): (value: unknown) => boolean {
  return (value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes;
}

function checkJob(job: Parameters<typeof checkSchedule>[0] & ParallelSpec, ctx: z.RefinementCtx): void {
  checkSchedule(job, ctx);
  checkParallel(job, ctx);
}

/** Adds an issue, at its field, for everything in the job that contradicts itself or could never be fulfilled. */
export function checkParallel(job: ParallelSpec, ctx: z.RefinementCtx): void {
  for (const { path, message } of parallelProblems(job)) ctx.addIssue({ code: 'custom', path: [...path], message });
}

function checkSchedule(
  job: { cron?: string | undefined; schedule?: ScheduleSpec | undefined },
  ctx: z.RefinementCtx,
): void {
  const { cron, schedule } = job;
  if (cron !== undefined && schedule?.cron !== undefined) {
    ctx.addIssue({
      code: 'custom',
      path: ['cron'],
      message: 'is the short form of schedule.cron: give one of them, not both',
    });
  }
  const rules = [cron ?? schedule?.cron, schedule?.every, schedule?.at].filter((rule) => rule !== undefined);
  if (rules.length > 1) {
    ctx.addIssue({ code: 'custom', path: ['schedule'], message: 'takes one of cron, every and at' });
  }
  if (schedule?.anchor !== undefined && schedule.every === undefined) {
    ctx.addIssue({ code: 'custom', path: ['schedule', 'anchor'], message: 'belongs to every' });
  }
}
