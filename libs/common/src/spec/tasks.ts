/**
 * The public shape of everything that makes a run more than one attempt: parallelism, completions, tasks, policies, gangs,
 * plugins, volumes. The shapes check single fields; `checkParallel` in job.ts checks combinations of fields.
 */
import { z } from 'zod';
import {
  DEFAULT_MAX_RESTARTS,
  DEFAULT_MAX_RETRY,
  MAX_ATTEMPTS_PER_INDEX,
  MAX_INDEXES_PER_RUN,
  MAX_INDEX_KEY_LENGTH,
  MAX_INDEX_TEXT_LENGTH,
  MAX_MATRIX_KEYS,
  MAX_PLUGIN_ARGUMENTS,
  MAX_POLICIES,
  MAX_RESTARTS,
  MAX_SUCCESS_RULES,
  MAX_TASKS,
  MAX_VOLUMES,
} from '../domain/limits.js';
import { env, failureCode, jsonObject, nameText, objectName, seconds, slug } from './fields.js';
import { volumeSpec } from './volumes.js';
import { commandLine, resources } from './worker.js';

const count = z.int().min(0).max(MAX_INDEXES_PER_RUN);
const positiveCount = z.int().min(1).max(MAX_INDEXES_PER_RUN);

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const taskName = z
  .string()
  .regex(DNS_LABEL, 'must be 1 to 63 lower case letters, digits or "-", starting and ending with a letter or digit');

const COMPLETION_MODES = ['Indexed', 'NonIndexed'] as const;
export const COMPLETION_STRATEGIES = ['AllSuccessful', 'AnySuccessful'] as const;
export type CompletionStrategy = (typeof COMPLETION_STRATEGIES)[number];
/** The treatment of attempts that still run when the run is decided early. */
export const REMAINING_POLICIES = ['TerminateRemaining', 'WaitForRemaining'] as const;
export type RemainingPolicy = (typeof REMAINING_POLICIES)[number];

const indexKey = nameText.min(1).max(MAX_INDEX_KEY_LENGTH);
export const parallelismSpec = z.strictObject({
  withCount: positiveCount.optional().describe('The number of indexes, which are counted from 0.'),
  withKeys: z
    .array(indexKey)
    .max(MAX_INDEXES_PER_RUN)
    .optional()
    .describe('A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.'),
  withMatrix: z
    /* Its keys are validated with the rest of the job, where the message can name the problem of a key. */
    .record(z.string(), z.array(indexKey).min(1).max(MAX_INDEXES_PER_RUN))
    .refine((matrix) => Object.keys(matrix).length <= MAX_MATRIX_KEYS, `must have at most ${MAX_MATRIX_KEYS} keys`)
    .optional()
    .meta({
      description: 'Lists of values by name: each combination of one value of every name becomes one index.',
      examples: [{ region: ['eu', 'us'], size: ['small', 'large'] }],
    }),
  maxActive: count
    .nullable()
    .optional()
    .describe('Attempts that may be live at once; 0 pauses starts, null: no limit.'),
  completionStrategy: z
    .enum(COMPLETION_STRATEGIES)
    .optional()
    .describe('Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.'),
});
export type ParallelismSpec = z.output<typeof parallelismSpec>;

/** The events of a run's attempts that policies can name; `*` means every failure among them, never `TaskCompleted`. */
export const POLICY_EVENTS = [
  '*',
  'PodFailed',
  'PodEvicted',
  'NodeLost',
  'PodPending',
  'TaskFailed',
  'TaskCompleted',
  'Unknown',
] as const;
export type PolicyEventName = (typeof POLICY_EVENTS)[number];
export type PolicyEvent = Exclude<PolicyEventName, '*'>;
export const POLICY_ACTIONS = [
  'RestartPod',
  'RestartTask',
  'RestartJob',
  'AbortJob',
  'TerminateJob',
  'CompleteJob',
] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

export const policySpec = z.strictObject({
  event: z
    .enum(POLICY_EVENTS)
    .optional()
    .describe(
      'The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.',
    ),
  events: z.array(z.enum(POLICY_EVENTS)).min(1).max(POLICY_EVENTS.length).optional().describe('Several events.'),
  exitCode: failureCode.optional().describe('An attempt ends with this exit code.'),
  exitCodes: z.array(failureCode).min(1).max(255).optional().describe('An attempt ends with one of these exit codes.'),
  action: z.enum(POLICY_ACTIONS).describe('The action that follows the event.'),
  timeoutSeconds: seconds
    .optional()
    .describe('Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.'),
});
export type PolicySpec = z.output<typeof policySpec>;
const policies = z.array(policySpec).max(MAX_POLICIES);

export const DEPENDENCY_CONDITIONS = ['Ready', 'Complete'] as const;
export type DependencyCondition = (typeof DEPENDENCY_CONDITIONS)[number];

export const taskSpec = z.strictObject({
  name: taskName.describe('The name of the task: a DNS label that is unique within the job.'),
  replicas: count
    .optional()
    .describe('How many indexes the task has; `completions` or `parallelism` can be given instead. Default: 1.'),
  completions: count.optional().describe('A work queue: how many attempts have to succeed.'),
  parallelism: parallelismSpec.optional().describe('Indexes by number, keys or a matrix, and attempts live at once.'),
  worker: slug.optional().describe('The worker of this task. Default: the worker of the job.'),
  podTemplate: jsonObject.optional().describe('Kubernetes: a PodTemplateSpec, merged over those of worker and job.'),
  command: commandLine.optional().describe('Replaces that of the job.'),
  args: commandLine.optional().describe('Replaces that of the job.'),
  env: env.optional().describe('Environment variables; they override those of the job with the same names.'),
  resources: resources.optional().describe('Kubernetes: requests and limits; they replace those of the job.'),
  policies: policies.optional().describe('Lifecycle policies of this task; they come before those of the job.'),
  dependsOn: z
    .array(
      z.strictObject({
        task: taskName.describe('The name of the task.'),
        condition: z
          .enum(DEPENDENCY_CONDITIONS)
          .optional()
          .describe(
            'The state of the other task that is waited for. `Ready`: its indexes run; `Complete`: its indexes have succeeded. Default: `Ready`.',
          ),
      }),
    )
    .max(MAX_TASKS)
    .optional()
    .describe('Other tasks for which this task waits.'),
  minAvailable: count
    .nullable()
    .optional()
    .describe('How many indexes of the task must be able to run before any of them starts.'),
  priorityClassName: objectName.optional().describe('Kubernetes: the priority class of its pods.'),
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_PER_INDEX)
    .optional()
    .describe('How many attempts one index may have. Default: the number of the job.'),
  maxRestarts: z
    .int()
    .min(1)
    .max(MAX_RESTARTS)
    .optional()
    .describe(`How often policies may restart an index of the task. Default: ${DEFAULT_MAX_RESTARTS}.`),
});
export type TaskSpec = z.output<typeof taskSpec>;

const successPolicySpec = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        succeededIndexes: z
          .string()
          .min(1)
          .max(MAX_INDEX_TEXT_LENGTH)
          .optional()
          .meta({ description: 'These indexes have succeeded.', examples: ['0-2,5'] }),
        succeededCount: positiveCount
          .optional()
          .describe('This many indexes have succeeded; together with `succeededIndexes`, this many of those.'),
      }),
    )
    .min(1)
    .max(MAX_SUCCESS_RULES)
    .describe('The rules of success: the run succeeds as soon as one of them holds.'),
});

const pluginArguments = z.array(z.string().min(1).max(1_024)).max(MAX_PLUGIN_ARGUMENTS);
export const pluginsSpec = z.strictObject({
  env: pluginArguments
    .optional()
    .describe(
      'If present, pods get the variables `VC_TASK_INDEX` and `VK_TASK_INDEX`. The arguments are those of Volcano.',
    ),
  svc: pluginArguments
    .optional()
    .describe('If present, pods have host names and find each other by name. The arguments are those of Volcano.'),
  ssh: pluginArguments
    .optional()
    .describe(
      'If present, pods of the run can log in to each other by SSH with a key of the run. The arguments are those of Volcano.',
    ),
});
export type PluginsSpec = z.output<typeof pluginsSpec>;

/** The fields of a job that define its parallelism and its success. */
export const parallelFields = {
  completions: count
    .nullable()
    .optional()
    .describe('How many indexes have to succeed; null: as many as `parallelism` defines.'),
  completionMode: z
    .enum(COMPLETION_MODES)
    .optional()
    .describe(
      '`Indexed`: each piece of work is an index with a number of its own; `NonIndexed`: a work queue. Default: `Indexed`.',
    ),
  parallelism: parallelismSpec.optional().describe('Indexes by number, keys or a matrix, and attempts live at once.'),
  successPolicy: successPolicySpec.optional().describe('When the run succeeds before all of its indexes have.'),
  onSuccess: z
    .enum(REMAINING_POLICIES)
    .optional()
    .describe('What happens to attempts that still run when the run has succeeded. Default: `TerminateRemaining`.'),
  onFailure: z
    .enum(REMAINING_POLICIES)
    .optional()
    .describe('What happens to attempts that still run when the run has failed. Default: `TerminateRemaining`.'),
  backoffLimit: z
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe('The run fails when more than this many of its attempts have failed; null is no limit.'),
  maxFailedIndexes: count
    .nullable()
    .optional()
    .describe('The run fails when more than this many of its indexes have failed; null is no limit.'),
  tasks: z
    .array(taskSpec)
    .min(1)
    .max(MAX_TASKS)
    .optional()
    .describe(`The tasks of a run, each a group of equal indexes; at most ${MAX_TASKS}. Default: one task, \`main\`.`),
  policies: policies
    .optional()
    .describe('Lifecycle policies: which action follows which event. The first policy that matches decides.'),
  minAvailable: positiveCount
    .nullable()
    .optional()
    .describe(
      'How many indexes of the run must be able to run before any of them starts; null: the indexes start one by one.',
    ),
  minSuccess: positiveCount
    .nullable()
    .optional()
    .describe('How many indexes have to succeed for the run to succeed; null: all.'),
  maxRetry: z
    .int()
    .min(0)
    .max(MAX_RESTARTS)
    .optional()
    .describe(`How often policies may restart the whole run. Default: ${DEFAULT_MAX_RETRY}.`),
  priorityClassName: objectName.optional().describe('Kubernetes: the priority class of its pods.'),
  schedulerName: nameText.min(1).max(63).optional().describe('Kubernetes: the scheduler of its pods.'),
  queue: slug
    .optional()
    .describe(
      'A concurrency group of the tenant: it limits how many runs of all jobs in it are active at once. Default: `default`, which limits nothing.',
    ),
  plugins: pluginsSpec.optional().describe('The plugins by which the pods of a run find each other.'),
  volumes: z
    .array(volumeSpec)
    .max(MAX_VOLUMES)
    .optional()
    .describe(`Volumes that are mounted in the pods; at most ${MAX_VOLUMES}.`),
};
/** The part of a job that this file describes. */
export type ParallelSpec = z.output<z.ZodObject<typeof parallelFields>>;

/** Body of `PATCH /runs/{id}`: what may change while a run is under way. `run/run-change.ts` validates and applies it. */
export const runChange = z.strictObject({
  parallelism: z
    .strictObject({
      maxActive: count
        .nullable()
        .optional()
        .describe('Attempts that may be live at once; 0 pauses starts, null: no limit.'),
      withCount: positiveCount.optional().describe('The number of indexes.'),
    })
    .optional()
    .describe('The parallelism of the run, or of its only task.'),
  completions: count.optional().describe('How many indexes have to succeed.'),
  minAvailable: positiveCount
    .nullable()
    .optional()
    .describe('How many indexes must be able to run before any of them starts.'),
  /** The number of indexes of a task is given in the same form as in the job. */
  tasks: z
    .array(
      z.strictObject({
        name: taskName.describe('The name of the task.'),
        replicas: count.optional().describe('How many indexes the task has.'),
        completions: count.optional().describe('How many attempts have to succeed.'),
        withCount: positiveCount.optional().describe('How many indexes the task has.'),
        minAvailable: count
          .nullable()
          .optional()
          .describe('How many indexes of the task must be able to run before any of them starts.'),
        maxActive: count
          .nullable()
          .optional()
          .describe('Attempts that may be live at once; 0 pauses starts, null: no limit.'),
      }),
    )
    .min(1)
    .max(MAX_TASKS)
    .optional()
    .describe('Changes to single tasks.'),
});
export type RunChange = z.output<typeof runChange>;
