/**
 * The public shape of everything that makes a run more than one attempt: parallelism, completions, tasks, policies, gangs,
 * plugins, volumes. The shapes check single fields; `checkParallel` in job.ts checks what only shows in several together.
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
import { env, jsonObject, nameText, objectName, seconds, slug } from './fields.js';
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
  withCount: positiveCount.optional().describe('So many indexes, counted from 0.'),
  withKeys: z
    .array(indexKey)
    .max(MAX_INDEXES_PER_RUN)
    .optional()
    .describe('An index for each key, which the attempt is given as `TASK_INDEX_KEY`.'),
  withMatrix: z
    /* Its keys are judged with the rest of the job, where the message can say what is wrong with one. */
    .record(z.string(), z.array(indexKey).min(1).max(MAX_INDEXES_PER_RUN))
    .refine((matrix) => Object.keys(matrix).length <= MAX_MATRIX_KEYS, `must have at most ${MAX_MATRIX_KEYS} keys`)
    .optional()
    .meta({
      description: 'An index for each combination of one value of every name.',
      examples: [{ region: ['eu', 'us'], size: ['small', 'large'] }],
    }),
  maxActive: count.nullable().optional().describe('Attempts that may be live at once; 0 pauses, null is no limit.'),
  completionStrategy: z
    .enum(COMPLETION_STRATEGIES)
    .optional()
    .describe('Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.'),
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

const policyExitCode = z.int().min(1, 'must be 1 to 255: exit code 0 is success').max(255, 'must be 1 to 255');
export const policySpec = z.strictObject({
  event: z
    .enum(POLICY_EVENTS)
    .optional()
    .describe(
      'What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.',
    ),
  events: z.array(z.enum(POLICY_EVENTS)).min(1).max(POLICY_EVENTS.length).optional().describe('Several events.'),
  exitCode: policyExitCode.optional().describe('An attempt ends with this exit code.'),
  exitCodes: z
    .array(policyExitCode)
    .min(1)
    .max(255)
    .optional()
    .describe('An attempt ends with one of these exit codes.'),
  action: z.enum(POLICY_ACTIONS).describe('What is done then.'),
  timeoutSeconds: seconds
    .optional()
    .describe('Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.'),
});
export type PolicySpec = z.output<typeof policySpec>;
const policies = z.array(policySpec).max(MAX_POLICIES);

export const DEPENDENCY_CONDITIONS = ['Ready', 'Complete'] as const;
export type DependencyCondition = (typeof DEPENDENCY_CONDITIONS)[number];

export const taskSpec = z.strictObject({
  name: taskName.describe('Unique within the job; a DNS label.'),
  replicas: count
    .optional()
    .describe(
      'How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so.',
    ),
  completions: count.optional().describe('A work queue: how many attempts have to succeed.'),
  parallelism: parallelismSpec.optional().describe('Pieces by number, keys or a matrix, and how many may be live.'),
  worker: slug.optional().describe("The worker of this task; the job's unless given."),
  podTemplate: jsonObject.optional().describe('Kubernetes: laid over those of worker and job.'),
  command: commandLine.optional().describe("In place of the job's."),
  args: commandLine.optional().describe("In place of the job's."),
  env: env.optional().describe("Variables, over the job's by name."),
  resources: resources.optional().describe("Kubernetes: in place of the job's."),
  policies: policies.optional().describe("Lifecycle policies of this task; they are asked before the job's."),
  dependsOn: z
    .array(
      z.strictObject({
        task: taskName.describe('The name of the task.'),
        condition: z
          .enum(DEPENDENCY_CONDITIONS)
          .optional()
          .describe('`Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.'),
      }),
    )
    .max(MAX_TASKS)
    .optional()
    .describe('Tasks that this one waits for.'),
  minAvailable: count
    .nullable()
    .optional()
    .describe('How many of its pieces have to be able to run before any of them starts.'),
  priorityClassName: objectName.optional().describe('Kubernetes: the priority class of its pods.'),
  maxAttempts: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_PER_INDEX)
    .optional()
    .describe("Attempts of one index; the job's unless given."),
  maxRestarts: z
    .int()
    .min(1)
    .max(MAX_RESTARTS)
    .optional()
    .describe(`How often policies may restart a piece of it; ${DEFAULT_MAX_RESTARTS} unless given.`),
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
          .describe('So many indexes have succeeded; with `succeededIndexes`, of those.'),
      }),
    )
    .min(1)
    .max(MAX_SUCCESS_RULES)
    .describe('The run has succeeded as soon as one of them holds.'),
});

const pluginArguments = z.array(z.string().min(1).max(1_024)).max(MAX_PLUGIN_ARGUMENTS);
export const pluginsSpec = z.strictObject({
  env: pluginArguments
    .optional()
    .describe('Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano.'),
  svc: pluginArguments
    .optional()
    .describe('Present: pods have host names and find each other by name. Arguments as in Volcano.'),
  ssh: pluginArguments
    .optional()
    .describe('Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano.'),
});
export type PluginsSpec = z.output<typeof pluginsSpec>;

/** The fields of a job that say how parallel it is and when it has succeeded. */
export const parallelFields = {
  completions: count
    .nullable()
    .optional()
    .describe('How many indexes have to succeed; null is as many as `parallelism` says.'),
  completionMode: z
    .enum(COMPLETION_MODES)
    .optional()
    .describe('`Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.'),
  parallelism: parallelismSpec.optional().describe('Pieces by number, keys or a matrix, and how many may be live.'),
  successPolicy: successPolicySpec.optional().describe('When the run has succeeded before all of its indexes have.'),
  onSuccess: z
    .enum(REMAINING_POLICIES)
    .optional()
    .describe('What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.'),
  onFailure: z
    .enum(REMAINING_POLICIES)
    .optional()
    .describe('What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.'),
  backoffLimit: z
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe('Failed attempts of the whole run beyond which it fails; null is no limit.'),
  maxFailedIndexes: count
    .nullable()
    .optional()
    .describe('Failed indexes beyond which the run fails; null is no limit.'),
  tasks: z
    .array(taskSpec)
    .min(1)
    .max(MAX_TASKS)
    .optional()
    .describe(`Groups of equal pieces, in place of one; at most ${MAX_TASKS}.`),
  policies: policies
    .optional()
    .describe('Lifecycle policies: what is done on which event. The first that fits decides.'),
  minAvailable: positiveCount
    .nullable()
    .optional()
    .describe(
      'How many pieces of the run have to be able to run before any of them starts; null: all start one by one.',
    ),
  minSuccess: positiveCount
    .nullable()
    .optional()
    .describe('How many pieces have to succeed for the run to succeed; null: all.'),
  maxRetry: z
    .int()
    .min(0)
    .max(MAX_RESTARTS)
    .optional()
    .describe(`How often policies may restart the whole run; ${DEFAULT_MAX_RETRY} unless given.`),
  priorityClassName: objectName.optional().describe('Kubernetes: the priority class of its pods.'),
  schedulerName: nameText.min(1).max(63).optional().describe('Kubernetes: the scheduler of its pods.'),
  queue: slug
    .optional()
    .describe(
      'A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given.',
    ),
  plugins: pluginsSpec.optional().describe('What the pods of a run are given to find each other.'),
  volumes: z
    .array(volumeSpec)
    .max(MAX_VOLUMES)
    .optional()
    .describe(`Volumes that are mounted in its pods; at most ${MAX_VOLUMES}.`),
};
/** A job as far as this file describes it. */
export type ParallelSpec = z.output<z.ZodObject<typeof parallelFields>>;

/** Body of `PATCH /runs/{id}`: what may change while a run is under way. `run/run-change.ts` judges and applies it. */
export const runChange = z.strictObject({
  parallelism: z
    .strictObject({
      maxActive: count.nullable().optional().describe('Attempts that may be live at once; 0 pauses, null is no limit.'),
      withCount: positiveCount.optional().describe('How many indexes there are.'),
    })
    .optional()
    .describe('Of the run, or of its only task.'),
  completions: count.optional().describe('How many indexes have to succeed.'),
  minAvailable: positiveCount
    .nullable()
    .optional()
    .describe('How many pieces have to be able to run before any of them starts.'),
  /** How many indexes a task has is said in the way in which the job says it. */
  tasks: z
    .array(
      z.strictObject({
        name: taskName.describe('The task.'),
        replicas: count.optional().describe('How many pieces it has.'),
        completions: count.optional().describe('How many attempts have to succeed.'),
        withCount: positiveCount.optional().describe('How many indexes it has.'),
        minAvailable: count
          .nullable()
          .optional()
          .describe('How many of its pieces have to be able to run before any of them starts.'),
        maxActive: count
          .nullable()
          .optional()
          .describe('Attempts that may be live at once; 0 pauses, null is no limit.'),
      }),
    )
    .min(1)
    .max(MAX_TASKS)
    .optional()
    .describe('Changes of single tasks.'),
});
export type RunChange = z.output<typeof runChange>;
