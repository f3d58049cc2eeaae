/**
 * Judges the variables that `secretsFrom` sets: each has the power of a variable of `env`, and its value is whatever somebody who may
 * write the secret has written. Used both when a job is saved and when an attempt is started.
 */
import type { StoredJobSpec } from './definitions.js';
import type { JobSpec } from './job.js';
import { isJsonObject } from './fields.js';
import type { TemplateProblem } from './pod-template.js';
import { lockedFields, LOCKED, opensVariable, type WorkerPods } from './pods/worker-rights.js';
import type { Engine, WorkerSpec } from './worker.js';
import { MAIN_CONTAINER } from '../run/pod-contract.js';

/** Beginnings of the names of variables that Carillon sets. */
const RESERVED_BEGINNINGS = ['JOB_', 'TASK_', 'VC_', 'VK_', 'CARILLON_'] as const;
/** Further variables that Carillon sets, in pods or in processes. */
const RESERVED_NAMES: readonly string[] = [
  ...['RUN_ID', 'TENANT_ID', 'SCHEDULED_FOR', 'LAST_SUCCESS_START', 'LAST_SUCCESS_FINISH', 'TRACEPARENT'],
  ...['VCAP_SERVICES', 'PATH', 'HOME', 'LANG', 'TMPDIR'],
];

export type VariableWorker = WorkerPods & Pick<WorkerSpec, 'env'>;

/** The workers of a job, and what they have in common. */
export interface VariableWorkers {
  readonly engine: Engine;
  /** The job's worker and those of its tasks, because all of them are given the secrets. */
  readonly workers: readonly VariableWorker[];
  /** Variables that every worker of the installation is given; unknown when a job is saved. */
  readonly names?: readonly string[];
}

export interface VariableVerdict {
  /** Variables that no job may set so. */
  readonly invalid: readonly TemplateProblem[];
  /** Variables that only an admin may set. */
  readonly forbidden: readonly TemplateProblem[];
}

const RESERVED = `is a variable that Carillon sets: ${RESERVED_BEGINNINGS.map((each) => `${each}…`).join(', ')} and ${RESERVED_NAMES.join(', ')} are reserved`;

/** Web services find secrets beside their job and not among variables, so that nothing is refused there. */
export function judgeSecretVariables(
  { secretsFrom = [] }: Pick<JobSpec, 'secretsFrom'>,
  { engine, workers, names = [] }: VariableWorkers,
): VariableVerdict {
  if (engine === 'webservice') return { invalid: [], forbidden: [] };
  const problems = (messageOf: (name: string) => string | null): readonly TemplateProblem[] =>
    secretsFrom.flatMap(({ as }, at) => {
      const message = messageOf(as);
      return message === null ? [] : [{ path: `secretsFrom.${at}.as`, message }];
    });
  return {
    invalid: problems((name) => {
      if (isReserved(name)) return `"${name}" ${RESERVED}`;
      const isReplaced = workers.some((worker) => setsVariable(worker, names, name) && !opensVariable(worker, name));
      return isReplaced
        ? `"${name}" is a variable of the worker, and is not opened by its jobFields: env.${name}`
        : null;
    }),
    forbidden: problems((name) => {
      const refused = workers.filter((worker) => !opensVariable(worker, name));
      if (engine === 'process') return refused.length > 0 ? `"${name}" ${OF_HOST}` : null;
      return refused.some((worker) => lockedFields(worker, { env: { [name]: '' } }).length > 0) ? LOCKED : null;
    }),
  };
}

/** What is refused when an attempt starts: an admin may have allowed the job what others may not set. */
export function refusedVariables(
  job: Pick<StoredJobSpec, 'secretsFrom' | 'secretsByAdmin'>,
  workers: VariableWorkers,
): readonly TemplateProblem[] {
  const { invalid, forbidden } = judgeSecretVariables(job, workers);
  return [...invalid, ...(job.secretsByAdmin === true ? [] : forbidden)];
}

const OF_HOST =
  'may be set only by admins if the job has the process engine and jobFields of the worker does not list it';

export const isReserved = (name: string): boolean =>
  RESERVED_NAMES.includes(name) || RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning));

function setsVariable(
  { env = {}, envFrom = [], podTemplate }: VariableWorker,
  names: readonly string[],
  name: string,
): boolean {
  return (
    Object.hasOwn(env, name) ||
    names.includes(name) ||
    envFrom.some(({ as }) => as === name) ||
    isInPod(podTemplate, name)
  );
}

/** True if the template of a worker's pods gives its container the variable. */
function isInPod(template: WorkerPods['podTemplate'], name: string): boolean {
  const spec = template?.['spec'];
  const containers =
    isJsonObject(spec) && Array.isArray(spec['containers']) ? spec['containers'].filter(isJsonObject) : [];
  const main = containers.find((container) => container['name'] === MAIN_CONTAINER)?.['env'];
  return Array.isArray(main) && main.some((each) => isJsonObject(each) && each['name'] === name);
}
