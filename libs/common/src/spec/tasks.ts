/**
 * The public shape of everything that makes a run more than one attempt: parallelism, completions, tasks, policies, gangs,
 * plugins, volumes. The shapes check single fields; `checkParallel` in job.ts checks what only shows in several together.
 */
import { z } from 'zod';
import {
  MAX_ATTEMPTS_PER_INDEX,
  MAX_INDEX_KEY_LENGTH,
  MAX_INDEX_TEXT_LENGTH,
  MAX_INDEXES_PER_RUN,
  MAX_MATRIX_KEYS,
  MAX_PLUGIN_ARGUMENTS,
  MAX_POLICIES,
  MAX_RESTARTS,
  MAX_SUCCESS_RULES,
  MAX_TASKS,
  MAX_VOLUMES,
} from '../domain/limits.js';
import { env, jsonObject, nameText, objectName, seconds, slug } from './fields.js';
import { commandLine, quantityMap, resources } from './worker.js';

const count = z.int().min(0).max(MAX_INDEXES_PER_RUN);
const positiveCount = z.int().min(1).max(MAX_INDEXES_PER_RUN);

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const taskName = z
  .string()
  .regex(DNS_LABEL, 'must be 1 to 63 lower case letters, digits or "-", starting and ending with a letter or digit');

const COMPLETION_MODES = ['Indexed', 'NonIndexed'] as const;
export const COMPLETION_STRATEGIES = ['AllSuccessful', 'AnySuccessful'] as const;
export type CompletionStrategy = (typeof COMPLETION_STRATEGIES)[number];
/** What becomes of attempts that still run when the run is decided early. */
export const REMAINING_POLICIES = ['TerminateRemaining', 'WaitForRemaining'] as const;
export type RemainingPolicy = (typeof REMAINING_POLICIES)[number];

const indexKey = nameText.min(1).max(MAX_INDEX_KEY_LENGTH);
export const parallelismSpec = z.strictObject({
  withCount: positiveCount.optional(),
  /** An empty list, or matrix, says nothing, as if it were left out. */
  withKeys: z.array(indexKey).max(MAX_INDEXES_PER_RUN).optional(),
  withMatrix: z
    /* Its keys are judged with the rest of the job, where the message can say what is wrong with one. */
    .record(z.string(), z.array(indexKey).min(1).max(MAX_INDEXES_PER_RUN))
    .refine((matrix) => Object.keys(matrix).length <= MAX_MATRIX_KEYS, `must have at most ${MAX_MATRIX_KEYS} keys`)
    .optional(),
  /** Attempts that may be live at once; 0 pauses, null or absent is no limit. */
  maxActive: count.nullable().optional(),
  completionStrategy: z.enum(COMPLETION_STRATEGIES).optional(),
});
export type ParallelismSpec = z.output<typeof parallelismSpec>;

/** What may happen to a run's attempts; `*` is every failure among them, never `TaskCompleted`. */
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
  event: z.enum(POLICY_EVENTS).optional(),
  events: z.array(z.enum(POLICY_EVENTS)).min(1).max(POLICY_EVENTS.length).optional(),
  exitCode: policyExitCode.optional(),
  exitCodes: z.array(policyExitCode).min(1).max(255).optional(),
  action: z.enum(POLICY_ACTIONS),
  /** The action waits this long, and is dropped if its cause goes away meanwhile. */
  timeoutSeconds: seconds.optional(),
});
export type PolicySpec = z.output<typeof policySpec>;
const policies = z.array(policySpec).max(MAX_POLICIES);

export const DEPENDENCY_CONDITIONS = ['Ready', 'Complete'] as const;
export type DependencyCondition = (typeof DEPENDENCY_CONDITIONS)[number];

export const taskSpec = z.strictObject({
  name: taskName,
  replicas: count.optional(),
  completions: count.optional(),
  parallelism: parallelismSpec.optional(),
  worker: slug.optional(),
  podTemplate: jsonObject.optional(),
  command: commandLine.optional(),
  args: commandLine.optional(),
  env: env.optional(),
  resources: resources.optional(),
  policies: policies.optional(),
  dependsOn: z
    .array(z.strictObject({ task: taskName, condition: z.enum(DEPENDENCY_CONDITIONS).optional() }))
    .max(MAX_TASKS)
    .optional(),
  minAvailable: count.nullable().optional(),
  priorityClassName: objectName.optional(),
  maxAttempts: z.int().min(1).max(MAX_ATTEMPTS_PER_INDEX).optional(),
  maxRestarts: z.int().min(1).max(MAX_RESTARTS).optional(),
});
export type TaskSpec = z.output<typeof taskSpec>;

const successPolicySpec = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        /** Such as `0-2,5`. */
        succeededIndexes: z.string().min(1).max(MAX_INDEX_TEXT_LENGTH).optional(),
        succeededCount: positiveCount.optional(),
      }),
    )
    .min(1)
    .max(MAX_SUCCESS_RULES),
});

const pluginArguments = z.array(z.string().min(1).max(1_024)).max(MAX_PLUGIN_ARGUMENTS);
export const pluginsSpec = z.strictObject({
  env: pluginArguments.optional(),
  svc: pluginArguments.optional(),
  ssh: pluginArguments.optional(),
});
export type PluginsSpec = z.output<typeof pluginsSpec>;

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'] as const;
/** Spec of a PersistentVolumeClaim. */
const claimSpec = z.strictObject({
  accessModes: z.array(z.enum(ACCESS_MODES)).min(1).max(ACCESS_MODES.length),
  resources: z.strictObject({
    requests: quantityMap.refine((requests) => requests['storage'] !== undefined, 'must say how much storage'),
    limits: quantityMap.optional(),
  }),
  /** The empty text asks for a volume of no class. */
  storageClassName: z.union([z.literal(''), objectName]).optional(),
  volumeMode: z.enum(['Filesystem']).optional(),
  volumeName: objectName.optional(),
  selector: jsonObject.optional(),
});

export type ClaimSpec = z.output<typeof claimSpec>;

const volumeSpec = z.strictObject({
  mountPath: z
    .string()
    .max(1_024)
    .regex(/^\/[^:\0]*[^:/\0]$/, 'must be an absolute path without ":" and without "/" at its end')
    .refine((path) => !/\/(\.{0,2}\/|\.{1,2}$)/.test(path), 'must not hold "//", "." or ".."'),
  /** A claim that exists already; while it does not, the run stays `Pending`. Neither this nor `claim`: an emptyDir. */
  claimName: objectName.optional(),
  /** Made for the run, kept over its restarts, and removed when the run cannot go on any more. */
  claim: claimSpec.optional(),
});

/** The fields of a job that say how parallel it is and when it has succeeded. */
export const parallelFields = {
  completions: count.nullable().optional(),
  completionMode: z.enum(COMPLETION_MODES).optional(),
  parallelism: parallelismSpec.optional(),
  successPolicy: successPolicySpec.optional(),
  onSuccess: z.enum(REMAINING_POLICIES).optional(),
  onFailure: z.enum(REMAINING_POLICIES).optional(),
  backoffLimit: z.int().min(0).max(1_000_000).nullable().optional(),
  maxFailedIndexes: count.nullable().optional(),
  tasks: z.array(taskSpec).min(1).max(MAX_TASKS).optional(),
  policies: policies.optional(),
  minAvailable: positiveCount.nullable().optional(),
  minSuccess: positiveCount.nullable().optional(),
  maxRetry: z.int().min(0).max(MAX_RESTARTS).optional(),
  priorityClassName: objectName.optional(),
  schedulerName: nameText.min(1).max(63).optional(),
  queue: slug.optional(),
  plugins: pluginsSpec.optional(),
  volumes: z.array(volumeSpec).max(MAX_VOLUMES).optional(),
};
/** A job as far as this file describes it. */
export type ParallelSpec = z.output<z.ZodObject<typeof parallelFields>>;

/** Body of `PATCH /runs/{id}`: what may change while a run is under way. `run/run-change.ts` judges and applies it. */
export const runChange = z.strictObject({
  parallelism: z
    .strictObject({ maxActive: count.nullable().optional(), withCount: positiveCount.optional() })
    .optional(),
  completions: count.optional(),
  minAvailable: positiveCount.nullable().optional(),
  /** How many indexes a task has is said in the way in which the job says it. */
  tasks: z
    .array(
      z.strictObject({
        name: taskName,
        replicas: count.optional(),
        completions: count.optional(),
        withCount: positiveCount.optional(),
        minAvailable: count.nullable().optional(),
        maxActive: count.nullable().optional(),
      }),
    )
    .min(1)
    .max(MAX_TASKS)
    .optional(),
});
export type RunChange = z.output<typeof runChange>;
