/**
 * The public form of a job: which worker, when, with what, how to retry. The shapes of its fields are in the files beside this
 * one; this one adds the checks over several fields. Defaults are those of docs/openapi.json and never stored.
 */
import { z } from 'zod';
import {
  AGEING_MS,
  DEFAULT_IDLE_TIMEOUT_SECONDS,
  DEFAULT_START_DEADLINE_SECONDS,
  MAX_AFTER,
  MAX_ARCHIVE_SECONDS,
  MAX_ATTEMPTS_PER_INDEX,
  MAX_LABELS,
  MAX_NAME_LENGTH,
  MAX_NOTIFY_RULES,
  MAX_OPTIONS,
  MAX_PARAMETERS_BYTES,
  MAX_PRIORITY,
  MAX_SECRET_REFERENCES,
  MAX_SECURE_PARAMETERS_BYTES,
  MIN_ARCHIVE_SECONDS,
  MIN_PRIORITY,
} from '../domain/limits.js';
import { afterConditions, afterProblems, afterRule, type AfterSpec } from './after.js';
import { declarationProblems } from './options/declaration.js';
import { parallelProblems } from './parallel-checks.js';
import { ownParameterProblems, parametersSchemaField } from './parameters/schema-field.js';
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
  slug,
} from './fields.js';
import { notifyRules } from './notify.js';
import { jobOption, optionsGiven } from './options.js';
import { CONCURRENCY_POLICIES, concurrencySpec, cronExpression, misfireSpec, scheduleSpec } from './schedule.js';
import { scheduleProblems } from './schedule-checks.js';
import { retrySpec } from './retry.js';
import { perKeyProblems } from './per-key.js';
import { secretReferences, variableProblems } from './secret-reference.js';
import { preemptibleField, preemptibleProblems } from './preemptible.js';
import { requestFields, requestRuleProblems } from './request-rules.js';
import { parallelFields, parallelismSpec, type ParallelSpec } from './tasks.js';
import { commandLine, resources } from './worker.js';

/** The condition under which a job is archived automatically. */
export const ARCHIVE_WHEN = ['ended', 'succeeded'] as const;

/** The queue of jobs that name none: it limits nothing. */
export const DEFAULT_QUEUE = 'default';

/** The group whose permits the runs of a job take; a queue is another name for a group. Null where it has none. */
export const groupOfJob = ({ concurrency, queue }: Pick<JobSpec, 'concurrency' | 'queue'>): string | null =>
  concurrency?.group ?? (queue === DEFAULT_QUEUE ? null : (queue ?? null));

const priority = z.int().min(MIN_PRIORITY).max(MAX_PRIORITY);
const AGEING_SECONDS = AGEING_MS / 1_000;

export const retentionSpec = z.strictObject({
  successful: z.int().min(0).max(100_000).optional().describe('How many successful runs of a job are kept.'),
  failed: z.int().min(0).max(100_000).optional().describe('How many runs of a job that did not succeed are kept.'),
  maxAgeSeconds: z
    .number()
    .min(60)
    .max(10 * 366 * 86_400)
    .optional()
    .describe('Runs that ended longer ago than this, in seconds, are removed.'),
  archiveSeconds: z
    .union([z.literal(0), z.number().min(MIN_ARCHIVE_SECONDS).max(MAX_ARCHIVE_SECONDS)])
    .optional()
    .describe(
      'For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.',
    ),
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
  name: displayName.describe(`Shown to people: one line, at most ${MAX_NAME_LENGTH} characters.`),
  worker: slug.describe('The id of the worker that does the work.'),
  labels: labels.optional().meta({
    description: `Pairs of name and value by which lists can be filtered; at most ${MAX_LABELS}.`,
    examples: [{ team: 'reports' }],
  }),
  enabled: z.boolean().optional().describe('False stops new slots; runs by hand stay possible. True unless given.'),
  archiveWhen: z
    .enum(ARCHIVE_WHEN)
    .optional()
    .describe(
      'When the job is archived by itself: `ended`, once its schedule has no slot any more and none of its runs is unfinished; `succeeded`, once a run has succeeded after the last change of the job. Never unless given.',
    ),
  owners: z.array(nameText.min(1).max(253)).max(100).optional().describe('Who answers for the job; for people only.'),
  cron: cronExpression.optional().meta({
    description:
      'Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.',
    examples: ['0 10 * * *', 'H 3 * * 1-5'],
  }),
  schedule: scheduleSpec.optional().describe('When the job runs; a job without a schedule runs by hand only.'),
  after: afterConditions
    .optional()
    .describe(
      `Ends of runs of other jobs after which the job runs, at most ${MAX_AFTER}; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well.`,
    ),
  afterRule: afterRule
    .optional()
    .describe('How the conditions of `after` are joined, and by when they have to be met.'),
  misfire: misfireSpec.optional().describe('What becomes of slots that passed while nothing could start them.'),
  concurrency: concurrencySpec
    .optional()
    .describe('How many runs of the job there may be at once, and what becomes of one too many.'),
  priority: priority
    .optional()
    .describe(
      `Of its runs, ${MIN_PRIORITY} to ${MAX_PRIORITY}; 0 unless given. Among runs of its tenant that wait for the same, a step counts as much as ${AGEING_SECONDS} s of waiting.`,
    ),
  preemptible: preemptibleField,
  ...requestFields,
  parameters: parametersField
    .optional()
    .describe(
      `What each run is given: any JSON value of at most ${MAX_PARAMETERS_BYTES} bytes. A run may be given others.`,
    ),
  parametersSchema: parametersSchemaField.optional(),
  secureParameters: secureParameters
    .optional()
    .describe(
      `As \`parameters\`, but stored encrypted and shown as \`***\` except to owners and admins; at most ${MAX_SECURE_PARAMETERS_BYTES} bytes as JSON.`,
    ),
  secretsFrom: secretReferences
    .optional()
    .describe(
      `Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most ${MAX_SECRET_REFERENCES}. docs/guide/secrets.md.`,
    ),
  options: jobOptions
    .optional()
    .describe(
      'Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env.',
    ),
  url: callUrl.optional().describe("Web services: the address that is called, in place of the worker's."),
  httpHeaders: httpHeaders
    .optional()
    .describe(
      "Web services: headers of the call, over the worker's. Values are stored encrypted and shown as `***` except to owners and admins.",
    ),
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_PER_INDEX)
    .optional()
    .describe('Attempts that an index of the run may have, the first one included; 1 unless given.'),
  retry: retrySpec.optional().describe('When a failed attempt is tried again, and when not.'),
  startDeadlineSeconds: positiveSeconds
    .optional()
    .describe(`Seconds within which an attempt has to start; ${DEFAULT_START_DEADLINE_SECONDS} unless given.`),
  timeoutSeconds: positiveSeconds.nullable().optional().describe('Seconds that an attempt may take; null is no limit.'),
  idleTimeoutSeconds: positiveSeconds
    .optional()
    .describe(
      `Seconds of silence after which an attempt has failed: of a web service without any callback (${DEFAULT_IDLE_TIMEOUT_SECONDS} unless given), of a pod or process without a line of output (no limit unless given).`,
    ),
  activeDeadlineSeconds: positiveSeconds
    .nullable()
    .optional()
    .describe('Seconds that a whole run may take, retries included; null is no limit.'),
  restartPolicy: z
    .enum(['Never', 'OnFailure'])
    .optional()
    .describe(
      'Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.',
    ),
  podTemplate: jsonObject
    .optional()
    .describe(
      "Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold.",
    ),
  command: commandLine.optional().describe("The program and its first arguments, in place of the worker's."),
  args: commandLine.optional().describe("Arguments, in place of the worker's."),
  env: env.optional().describe("Environment variables, over the worker's by name."),
  resources: resources
    .optional()
    .describe("Kubernetes: requests and limits of the container, in place of the worker's."),
  retention: retentionSpec.optional().describe("How long its runs are kept; what is left out is the tenant's."),
  notify: notifyRules
    .optional()
    .describe(`Webhooks that are notified when something goes wrong; at most ${MAX_NOTIFY_RULES} rules.`),
  ...parallelFields,
};

/** Body of `PUT /jobs/{id}`; the tenant of a job never changes. */
export const jobSpec = z
  .strictObject({ tenant: slug.describe('The id of the tenant that owns the job; it never changes.'), ...jobFields })
  .superRefine(checkJob);
export type JobSpec = z.output<typeof jobSpec>;
/** Body of `POST /jobs`. */
export const newJob = z
  .strictObject({
    id: slug
      .optional()
      .describe("Begins with the tenant's id and `-`, as in `ibm-nightly`; one is made where none is given."),
    tenant: slug.describe('The id of the tenant that owns the job; it never changes.'),
    ...jobFields,
  })
  .superRefine(checkJob);
export type NewJob = z.output<typeof newJob>;

/** Fields that are shown and cannot be set: accepted in `PUT` and `PATCH`, so that a job that was read can be sent back. */
const shownOnly = {
  id: z.string().optional().describe('Only shown: may be sent back and changes nothing.'),
  version: z.number().optional().describe('Only shown: may be sent back and changes nothing.'),
  createdAt: z.string().optional().describe('Only shown: may be sent back and changes nothing.'),
  updatedAt: z.string().optional().describe('Only shown: may be sent back and changes nothing.'),
  updatedBy: z.string().optional().describe('Only shown: may be sent back and changes nothing.'),
  paused: z
    .unknown()
    .refine((value) => typeof value !== 'boolean', 'is only shown: pause and resume are requests of their own')
    .optional()
    .describe('Only shown: may be sent back and changes nothing.'),
  status: z.unknown().optional().describe('Only shown: may be sent back and changes nothing.'),
  warnings: z.unknown().optional().describe('Only shown: may be sent back and changes nothing.'),
};
/** A job as it is read, changed and sent back; the mask in place of a secret leaves it as it is. */
export const jobReplacement = z
  .strictObject({
    tenant: slug.optional().describe('The tenant of the job, which never changes; may be left out.'),
    ...jobFields,
    secureParameters: secureParametersOrMask
      .optional()
      .describe(
        `As \`parameters\`, but stored encrypted; \`***\` in place of a value leaves it as it is. At most ${MAX_SECURE_PARAMETERS_BYTES} bytes as JSON.`,
      ),
    httpHeaders: z
      .union([z.literal(MASK), httpHeaders])
      .optional()
      .describe("Web services: headers of the call, over the worker's; `***` in place of a value leaves it as it is."),
    ...shownOnly,
  })
  .superRefine(checkJob);
export type JobReplacement = z.output<typeof jobReplacement>;

/** Body of `POST /jobs/{id}/run`. */
export const runRequest = z.strictObject({
  parameters: parametersField
    .optional()
    .describe("Laid over the job's name by name if both are objects, and in place of them otherwise."),
  secureParameters: secureParameters
    .optional()
    .describe(
      "Laid over the job's name by name if both are objects, and in place of them otherwise. Stored encrypted.",
    ),
  startAfter: instant.optional().describe('The run waits until this instant.'),
  concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).optional().describe("In place of the job's, for this run alone."),
  priority: priority
    .optional()
    .describe("In place of the job's, for this run alone; a higher one than the job's takes the role editor."),
  options: optionsGiven.optional().describe('Values of options by their names.'),
  parallelism: parallelismSpec
    .optional()
    .describe("Over the job's: indexes in place of its indexes, everything else field by field."),
});
export type RunRequest = z.output<typeof runRequest>;

function fitsIn(maxBytes: number): (value: unknown) => boolean {
  return (value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes;
}

type CheckedJob = Parameters<typeof scheduleProblems>[0] &
  ParallelSpec &
  AfterSpec &
  Parameters<typeof preemptibleProblems>[0] &
  Parameters<typeof variableProblems>[0] &
  Parameters<typeof requestRuleProblems>[0] &
  Parameters<typeof perKeyProblems>[0] &
  Pick<JobSpec, 'parameters' | 'parametersSchema'>;

function checkJob(job: CheckedJob, ctx: z.RefinementCtx): void {
  checkParallel(job, ctx);
  const problems = [
    ...[...scheduleProblems(job), ...afterProblems(job), ...variableProblems(job)],
    ...[...ownParameterProblems(job), ...preemptibleProblems(job), ...requestRuleProblems(job), ...perKeyProblems(job)],
  ];
  for (const { path, message } of problems) ctx.addIssue({ code: 'custom', path: [...path], message });
}

/** Adds an issue, at its field, for everything in the job that contradicts itself or could never be fulfilled. */
export function checkParallel(job: ParallelSpec, ctx: z.RefinementCtx): void {
  for (const { path, message } of parallelProblems(job)) ctx.addIssue({ code: 'custom', path: [...path], message });
}
