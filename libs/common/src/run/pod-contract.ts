/**
 * The labels, annotations and names of our pods: the executor writes them, executor and collector read them, people select by
 * them.
 */
import { asAttemptId, fnv1a, parseAttemptId, type AttemptId, type AttemptKey, type RunId } from '../domain/ids.js';
import { MAX_SHARDS } from '../domain/limits.js';
import { finestShardOf, type ShardSet } from '../domain/shards.js';

/**
 * Labels of every pod and of every object made with it. Values are cut to what Kubernetes accepts; annotations hold the whole
 * values.
 */
export const POD_LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  /** The installation that it belongs to: installations that share a namespace never touch each other's pods. */
  instance: 'carillon.dev/instance',
  tenant: 'carillon.dev/tenant',
  job: 'carillon.dev/job',
  run: 'carillon.dev/run',
  task: 'carillon.dev/task',
  index: 'carillon.dev/index',
  attempt: 'carillon.dev/attempt',
  shard: 'carillon.dev/shard',
  generation: 'carillon.dev/generation',
  /** `run` on objects made for a whole run; absent on those made for one attempt. */
  scope: 'carillon.dev/scope',
  /** Name of the headless service that finds the pod; only where there is one. */
  subdomain: 'carillon.dev/subdomain',
  /** Set when the attempt's result is recorded and its output sealed: only the removal of the object remains. */
  released: 'carillon.dev/released',
  completionIndex: 'batch.kubernetes.io/job-completion-index',
} as const;

export const POD_ANNOTATIONS = {
  /** The whole attempt id. A pod is the attempt's own only if this is equal. */
  attempt: 'carillon.dev/attempt-id',
  /** The whole run id, on objects made for a run. An object is the run's own only if this is equal. */
  run: 'carillon.dev/run-id',
  /** The number of hosts of each task that an object lists. */
  hosts: 'carillon.dev/hosts',
  tenant: 'carillon.dev/tenant-id',
  job: 'carillon.dev/job-id',
  jobName: 'carillon.dev/job-name',
  /** Name of the attempt's own Secret, where it has one. */
  secret: 'carillon.dev/secret',
  /** Why we asked the pod to end; set before it ends. */
  stop: 'carillon.dev/stop',
  /** The job storage at the attempt's start; the pod reads it from here. */
  jobStorage: 'carillon.dev/job-storage',
  completionIndex: 'batch.kubernetes.io/job-completion-index',
  /** Name of its pod group, as Volcano reads it. */
  gang: 'scheduling.k8s.io/group-name',
} as const;

export const MANAGER = 'carillon';
/** Keeps a pod until its result is recorded. Only the executor removes it. */
export const RESULT_FINALIZER = 'carillon.dev/result';
/** The container of the worker; containers of templates run beside it. */
export const MAIN_CONTAINER = 'main';
/** Folder in the container with the files that Carillon provides. */
export const CARILLON_FOLDER = '/var/run/carillon';
export const JOB_STORAGE_NAME = 'job-storage';
/** The file with the attempt's identity token, beside that of job storage. */
export const IDENTITY_NAME = 'identity-token';
/** The variable that names it. */
export const IDENTITY_FILE_VARIABLE = 'CARILLON_IDENTITY_TOKEN_FILE';
export const JOB_STORAGE_FILE = `${CARILLON_FOLDER}/${JOB_STORAGE_NAME}`;

/** Folder in the container that lists the hosts of the run's tasks (plugin svc). */
export const HOSTS_FOLDER = '/etc/volcano';

const MAX_LABEL_LENGTH = 63;

/** The text itself where it is a valid label value, else its readable beginning and a hash of the whole. */
export function labelValue(text: string): string {
  const valid = text
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/[^A-Za-z0-9]+$/, '');
  if (valid === text && text.length <= MAX_LABEL_LENGTH) return text;
  const hash = fnv1a(text).toString(36);
  const head = valid.slice(0, MAX_LABEL_LENGTH - 1 - hash.length).replace(/[^A-Za-z0-9]+$/, '');
  return head === '' ? hash : `${head}-${hash}`;
}

/** The label value by which replicas select the objects of runs of their shards: independent of the number of shards. */
export const shardLabel = (run: RunId): string => String(finestShardOf(run));

/** Selects an installation's objects of runs of these shards. At least one shard. */
export const shardSelector = (instance: string, shards: ShardSet): string => finestSelector(instance, shards.finest());

/** Selects an installation's objects of these runs, and perhaps of others. At least one run. */
export const runsSelector = (instance: string, runs: readonly RunId[]): string =>
  finestSelector(instance, new Set(runs.map(finestShardOf)));

function finestSelector(instance: string, finest: ReadonlySet<number>): string {
  const ofInstance = `${POD_LABELS.instance}=${instance}`;
  if (finest.size === MAX_SHARDS) return ofInstance;
  return `${ofInstance},${POD_LABELS.shard} in (${[...finest].sort((a, b) => a - b).join(',')})`;
}

/** Selects an installation's objects for whole runs of these shards. At least one shard. */
export const siteSelector = (instance: string, shards: ShardSet): string =>
  `${shardSelector(instance, shards)},${POD_LABELS.scope}=run`;

/** Selects an installation's objects for one whole run; a cut value may select those of others, too. */
export const siteOfRunSelector = (instance: string, run: RunId): string =>
  `${runsSelector(instance, [run])},${POD_LABELS.scope}=run,${POD_LABELS.run}=${labelValue(run)}`;

/** The labels by which the objects of one attempt are found; values may be cut, and then match those of other attempts, too. */
export function attemptLabels(instance: string, key: AttemptKey): Record<string, string> {
  return {
    [POD_LABELS.instance]: instance,
    [POD_LABELS.run]: labelValue(key.run),
    [POD_LABELS.generation]: String(key.generation),
    [POD_LABELS.task]: labelValue(key.task),
    [POD_LABELS.index]: String(key.index),
    [POD_LABELS.attempt]: String(key.attempt),
  };
}

/** Selects the objects of one attempt; cut values may select others too, so the annotation decides. */
export const attemptSelector = (instance: string, key: AttemptKey): string =>
  Object.entries(attemptLabels(instance, key))
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

/** The attempt that an object was made for, by its annotations; null for an object that is not ours. */
export function attemptOfAnnotations(
  annotations: Readonly<Record<string, string | undefined>> | undefined,
): AttemptId | null {
  const text = annotations?.[POD_ANNOTATIONS.attempt];
  return text !== undefined && parseAttemptId(text) !== null ? asAttemptId(text) : null;
}
