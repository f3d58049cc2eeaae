/**
 * The public form of a job: its worker, schedule, parameters and retries. The shapes of its fields are in the files beside
 * this one; this file adds the checks over several fields. Defaults are those of docs/openapi.json and never stored.
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
import { MASK } from '../domain/mask.js';
import {
  displayName,
  env,
  httpHeaders,
  callUrl,
  instant,
  jsonObject,
  jsonValue,
  labels,
  nameText,
  positiveSeconds,
  SECRET,
  readOnlyField,
  readOnlyFields,
  slug,
} from './fields.js';
import { authProblems, callFields } from './http-call.js';
import { identitySpec } from './identity.js';
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
import { retrySpec } from './retry.js';
import { perKeyProblems } from './per-key.js';
import { secretReferences, variableProblems } from './secret-reference.js';
import { preemptibleField, preemptibleProblems } from './preemptible.js';
import { requestFields, requestRuleProblems } from './request-rules.js';
import { parallelFields, parallelismSpec, type ParallelSpec } from './tasks.js';
import { commandLine, GENERIC_WEBSERVICE_WORKER, resources } from './worker.js';
import type { Problem } from './problem.js';

/** The condition under which a job is archived automatically. */
export const ARCHIVE_WHEN = ['ended', 'succeeded'] as const;

/** The queue of jobs that name no queue: it limits nothing. */
export const DEFAULT_QUEUE = 'default';

/** The group whose permits the runs of a job take; a queue is another name for a group. Null where it has none. */
export const groupOfJob = ({ concurrency, queue }: Pick<JobSpec, 'concurrency' | 'queue'>): string | null =>
  concurrency?.group ?? (queue === DEFAULT_QUEUE ? null : (queue ?? null));

const priority = z.int().min(MIN_PRIORITY).max(MAX_PRIORITY);
const AGEING_SECONDS = AGEING_MS / 1_000;

export const retentionSpec = z.strictObject({
  successful: z.int().min(0).max(100_000).optional().describe('How many successful runs of a job are kept at most.'),
  failed: z.int().min(0).max(100_000).optional().describe('How many unsuccessful runs of a job are kept at most.'),
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
      'Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.',
    ),
});

/** Any JSON value: its meaning is defined by the job and its worker. An empty object means the same as none. */
export const parametersField = jsonValue
  .refine(fitsIn(MAX_PARAMETERS_BYTES), `must be at most ${MAX_PARAMETERS_BYTES} bytes as JSON`)
  .describe('Any JSON value: an object, an array, a text, a number, true, false or null.');
const secureParametersOrMask = jsonValue
  .refine(fitsIn(MAX_SECURE_PARAMETERS_BYTES), `must be at most ${MAX_SECURE_PARAMETERS_BYTES} bytes as JSON`)
  .meta(SECRET);
const secureParameters = secureParametersOrMask.refine(
  (value) => value !== MASK,
  `is "${MASK}", but no stored value exists that could be kept`,
);

export const jobOptions = z
  .array(jobOption)
  .max(MAX_OPTIONS)
  .superRefine((options, ctx) => {
    for (const { path, message } of declarationProblems(options)) ctx.addIssue({ code: 'custom', path, message });
  });

const jobFields = {
  name: displayName.describe(`The display name: one line of at most ${MAX_NAME_LENGTH} characters.`),
  worker: slug
    .default(GENERIC_WEBSERVICE_WORKER)
    .describe(
      `The id of the worker that does the work. Default: \`${GENERIC_WEBSERVICE_WORKER}\`, the built-in worker that calls the \`url\` of the job.`,
    ),
  labels: labels.optional().meta({
    description: `Pairs of name and value by which lists can be filtered; at most ${MAX_LABELS}.`,
    examples: [{ team: 'reports' }],
  }),
  enabled: z.boolean().optional().describe('False: no slots are run; manual runs stay possible. Default: true.'),
  archiveWhen: z
    .enum(ARCHIVE_WHEN)
    .optional()
    .describe(
      'When the job is archived automatically: `ended`, when its schedule has no further slot and all its runs have ended; `succeeded`, when a run has succeeded after the last change of the job. Default: never.',
    ),
  owners: z
    .array(nameText.min(1).max(253))
    .max(100)
    .optional()
    .describe('The people or teams that are responsible for the job; for information only.'),
  cron: cronExpression.optional().meta({
    description:
      'Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/guide/schedules.md.',
    examples: ['0 10 * * *', 'H 3 * * 1-5'],
  }),
  schedule: scheduleSpec.optional().describe('When the job runs; a job without a schedule is run by request only.'),
  after: afterConditions
    .optional()
    .describe(
      `The ends of runs of other jobs after which the job runs, at most ${MAX_AFTER}. If the job also has a schedule, it runs at its slots, too.`,
    ),
  afterRule: afterRule
    .optional()
    .describe('How the conditions of `after` are combined, and the deadline by which they have to be met.'),
  misfire: misfireSpec.optional().describe('How slots are handled that passed while nothing could start them.'),
  concurrency: concurrencySpec
    .optional()
    .describe('How many runs of the job may be active at once, and how a further run is handled.'),
  priority: priority
    .optional()
    .describe(
      `The priority of the job's runs, ${MIN_PRIORITY} to ${MAX_PRIORITY}. Among runs of the tenant that wait for the same permits or places, one step of priority equals ${AGEING_SECONDS} s of waiting. Default: 0.`,
    ),
  preemptible: preemptibleField,
  ...requestFields,
  parameters: parametersField
    .optional()
    .describe(
      `The parameters of each run: any JSON value of at most ${MAX_PARAMETERS_BYTES} bytes. A request for a run may give others.`,
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
      `References to secrets that are kept outside of Carillon, in Vault, Kubernetes Secrets or files: they are read when an attempt starts and are never stored; at most ${MAX_SECRET_REFERENCES}. docs/guide/secrets.md.`,
    ),
  identity: identitySpec
    .optional()
    .describe(
      'Gives each attempt a token by which others know it: it names tenant, job, run and attempt, and is signed by Carillon. docs/guide/identity.md.',
    ),
  options: jobOptions
    .optional()
    .describe(
      'Typed values that may be given when a run is started; they replace `${option.<name>}` in command, args, image and env.',
    ),
  url: callUrl.optional().describe("Web services: the address that is called; it replaces the worker's."),
  httpHeaders: httpHeaders
    .optional()
    .describe(
      'Web services: headers of the call, which override those of the worker. Values are stored encrypted and shown as `***` except to owners and admins.',
    ),
  ...callFields,
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_PER_INDEX)
    .optional()
    .describe('Attempts that an index of the run may have, the first one included. Default: 1.'),
  retry: retrySpec.optional().describe('Which failed attempts are tried again, and when.'),
  startDeadlineSeconds: positiveSeconds
    .optional()
    .describe(`Seconds within which an attempt has to start. Default: ${DEFAULT_START_DEADLINE_SECONDS}.`),
  timeoutSeconds: positiveSeconds.nullable().optional().describe('Seconds that an attempt may take; null is no limit.'),
  idleTimeoutSeconds: positiveSeconds
    .optional()
    .describe(
      `Seconds of silence after which an attempt has failed: of a web service without any callback (default: ${DEFAULT_IDLE_TIMEOUT_SECONDS}), of a pod or process without a line of output (default: no limit).`,
    ),
  activeDeadlineSeconds: positiveSeconds
    .nullable()
    .optional()
    .describe('Seconds that a whole run may take, retries included; null is no limit.'),
  restartPolicy: z
    .enum(['Never', 'OnFailure'])
    .optional()
    .describe('Kubernetes: whether a failed container is started again in its pod (`OnFailure`). Default: `Never`.'),
  podTemplate: jsonObject
    .optional()
    .describe(
      "Kubernetes: a PodTemplateSpec that is merged over the worker's. The tenant's `podTemplatePaths` define which fields it may contain.",
    ),
  command: commandLine.optional().describe('The program and its first arguments; they replace those of the worker.'),
  args: commandLine.optional().describe('The arguments; they replace those of the worker.'),
  env: env.optional().describe('Environment variables; they override those of the worker with the same names.'),
  resources: resources
    .optional()
    .describe('Kubernetes: requests and limits of the container; they replace those of the worker.'),
  retention: retentionSpec.optional().describe('How long runs of the job are kept. Default: the values of the tenant.'),
  notify: notifyRules
    .optional()
    .describe(`Whom the job tells of its runs, and of what; at most ${MAX_NOTIFY_RULES} rules.`),
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
      .describe(
        'The id of the job: it begins with the id of the tenant and `-`, as in `ibm-nightly`. Default: an id is generated.',
      ),
    tenant: slug.describe('The id of the tenant that owns the job; it never changes.'),
    ...jobFields,
  })
  .superRefine(checkJob);
export type NewJob = z.output<typeof newJob>;

/** Fields that are shown and cannot be set: accepted in `PUT` and `PATCH`, so that a job that was read can be sent back. */
const shownOnly = {
  ...readOnlyFields,
  paused: readOnlyField(
    z.unknown().refine((value) => typeof value !== 'boolean', 'is read-only: use the requests pause and resume'),
  ),
  status: readOnlyField(z.unknown()),
  identitySubject: readOnlyField(z.unknown()),
  warnings: readOnlyField(z.unknown()),
};
/** A job as it is read, changed and sent back; the mask in place of a secret leaves it as it is. */
export const jobReplacement = z
  .strictObject({
    tenant: slug.optional().describe('The tenant of the job, which never changes. It may be left out.'),
    ...jobFields,
    secureParameters: secureParametersOrMask
      .optional()
      .describe(
        `As \`parameters\`, but stored encrypted; \`***\` in place of a value leaves it as it is. At most ${MAX_SECURE_PARAMETERS_BYTES} bytes as JSON.`,
      ),
    httpHeaders: z
      .union([z.literal(MASK), httpHeaders])
      .optional()
      .describe(
        'Web services: headers of the call, which override those of the worker; `***` in place of a value leaves it as it is.',
      ),
    ...shownOnly,
  })
  .superRefine(checkJob);
export type JobReplacement = z.output<typeof jobReplacement>;

/** Body of `POST /jobs/{id}/run`. */
export const runRequest = z.strictObject({
  parameters: parametersField
    .optional()
    .describe(
      'If both are objects, these parameters override those of the job name by name; otherwise they replace them.',
    ),
  secureParameters: secureParameters
    .optional()
    .describe(
      'If both are objects, these parameters override those of the job name by name; otherwise they replace them. Stored encrypted.',
    ),
  startAfter: instant.optional().describe('The run is not started before this instant.'),
  concurrencyPolicy: z
    .enum(CONCURRENCY_POLICIES)
    .optional()
    .describe('The policy of this run only; it replaces that of the job.'),
  priority: priority
    .optional()
    .describe(
      "The priority of this run only; it replaces that of the job. A higher priority than the job's needs the role editor.",
    ),
  options: optionsGiven.optional().describe('Values of options by their names.'),
  parallelism: parallelismSpec
    .optional()
    .describe(
      'The sizes of this run only: given indexes replace those of the job, all other fields override those of the job one by one.',
    ),
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
  Parameters<typeof authProblems>[0] &
  Pick<JobSpec, 'parameters' | 'parametersSchema'>;

function checkJob(job: CheckedJob, ctx: z.RefinementCtx): void {
  checkParallel(job, ctx);
  const problems = [
    ...[...scheduleProblems(job), ...afterProblems(job), ...variableProblems(job)],
    ...[...ownParameterProblems(job), ...preemptibleProblems(job), ...requestRuleProblems(job), ...perKeyProblems(job)],
    ...authProblems(job),
  ];
  for (const { path, message } of problems) ctx.addIssue({ code: 'custom', path: [...path], message });
}

/** Adds an issue, at its field, for everything in the job that contradicts itself or could never be fulfilled. */
export function checkParallel(job: ParallelSpec, ctx: z.RefinementCtx): void {
  for (const { path, message } of parallelProblems(job)) ctx.addIssue({ code: 'custom', path: [...path], message });
}

/* Finds contradictions between the schedule of a job and its other fields. */

interface Scheduled {
  readonly cron?: string | undefined;
  readonly schedule?: ScheduleSpec | undefined;
  readonly archiveWhen?: 'ended' | 'succeeded' | undefined;
}

/** Each problem names its field. */
function scheduleProblems({ cron, schedule, archiveWhen }: Scheduled): readonly Problem[] {
  const problems: Problem[] = [];
  if (archiveWhen === 'ended' && cron === undefined && schedule === undefined)
    problems.push({ path: ['archiveWhen'], message: 'is "ended", but the job has no schedule that could end' });
  if (cron !== undefined && schedule?.cron !== undefined)
    problems.push({ path: ['cron'], message: 'is the short form of schedule.cron: give only one of the two' });
  return [...problems, ...ruleProblems(cron, schedule ?? {})];
}

function ruleProblems(short: string | undefined, { cron, anchor, ...rule }: ScheduleSpec): readonly Problem[] {
  const { every, at, fixedDelay, rrule } = rule;
  const problems: Problem[] = [];
  const rules = [short ?? cron, every, at, fixedDelay, rrule].filter((each) => each !== undefined);
  if (rules.length > 1)
    problems.push({ path: ['schedule'], message: 'takes one of cron, every, at, fixedDelay and rrule' });
  if (anchor !== undefined && every === undefined && rrule === undefined)
    problems.push({ path: ['schedule', 'anchor'], message: 'is possible only with every or rrule' });
  return problems;
}
