/** Whether a job fits its workers and the queues of its tenant. */
import type { FieldProblem } from '../schedule/parse-schedule.js';
import { DEFAULT_QUEUE, type JobSpec } from './job.js';
import { callProblems, callSettings, type callFields, type HttpCallSpec } from './http-call.js';
import { REPEATED_STATUSES } from './retry.js';
import { engineOf, type Engine, type WorkerSpec } from './worker.js';

export type JobWorker = Pick<WorkerSpec, 'engine' | 'url' | 'tenants' | 'jobFields' | CallField>;
type FittedJob = Pick<
  JobSpec,
  | 'tenant'
  | 'tasks'
  | 'url'
  | 'queue'
  | 'concurrency'
  | 'volumes'
  | 'plugins'
  | 'schedulerName'
  | 'secretsFrom'
  | 'retry'
  | CallField
>;
type CallField = keyof typeof callFields;

export interface Fit {
  readonly job: FittedJob;
  /** The queue that the job named before the edit: it is accepted, because its group may have been renamed since. */
  readonly queueBefore: string | undefined;
  readonly worker: JobWorker;
  /** Workers that tasks name, by id; a worker that jobs may not use is missing. */
  readonly taskWorkers: ReadonlyMap<string, JobWorker>;
  /** Names of the tenant's groups, which are its queues. */
  readonly queues: ReadonlySet<string>;
}

/** The problems of fields that do not fit together. */
export function fitProblems(fit: Fit): FieldProblem[] {
  const { job, worker } = fit;
  const problems: FieldProblem[] = [];
  if (!isForTenant(worker, job.tenant)) problems.push({ path: 'worker', message: NOT_YOURS });
  const isOwnUsed = job.tasks?.every((task) => task.worker !== undefined) !== true;
  if (isOwnUsed && engineOf(worker) === 'webservice' && job.url === undefined && worker.url === undefined) {
    problems.push({ path: 'url', message: 'is required, because the worker of the job has none' });
  }
  const ofEngine = engineProblems(job, engineOf(worker));
  return [...problems, ...queueProblems(fit), ...taskProblems(fit), ...ofEngine, ...jobCallProblems(job, worker)];
}

function queueProblems({ queueBefore, job: { queue, concurrency }, queues }: Fit): FieldProblem[] {
  if (queue === undefined || queue === DEFAULT_QUEUE) return [];
  if (concurrency?.group !== undefined)
    return [
      {
        path: 'queue',
        message: 'cannot be combined with concurrency.group: both are limits that jobs of the tenant share',
      },
    ];
  if (queues.has(queue) || queue === queueBefore) return [];
  const names = [DEFAULT_QUEUE, ...queues].map((name) => `"${name}"`).join(', ');
  return [
    {
      path: 'queue',
      message: `is not a queue of this tenant, which has ${names}: the queues of a tenant are its groups`,
    },
  ];
}

const NOT_YOURS = 'is not a worker that this tenant may use';
/** True for a worker that jobs of the tenant may use. */
export const isForTenant = ({ tenants }: Pick<JobWorker, 'tenants'>, tenant: string): boolean =>
  tenants === undefined || tenants.includes(tenant);

/** A task that names its own worker takes its command from there, and all tasks of a run have one engine. */
function taskProblems({ job, worker, taskWorkers }: Fit): FieldProblem[] {
  const engine = engineOf(worker);
  return (job.tasks ?? []).flatMap((task, at): FieldProblem[] => {
    if (task.worker === undefined) return [];
    const path = `tasks.${at}.worker`;
    const own = taskWorkers.get(task.worker);
    if (!own || !isForTenant(own, job.tenant)) return [{ path, message: NOT_YOURS }];
    if (engineOf(own) !== engine) {
      return [{ path, message: `has the engine ${engineOf(own)}, but the worker of the job has the engine ${engine}` }];
    }
    return engine === 'webservice' ? serviceProblems(own, callSettings(worker, job).answer, path) : [];
  });
}

/** All tasks of a run agree on what answers mean. */
function serviceProblems(
  { url, answer = 'accepts' }: JobWorker,
  ofJob: NonNullable<JobSpec['answer']>,
  path: string,
): FieldProblem[] {
  if (url === undefined) return [{ path, message: 'has no url' }];
  if (answer === ofJob) return [];
  return [{ path, message: `has answer: ${answer}, but the job has answer: ${ofJob}` }];
}

/** The problems of fields that the engine does not support. */
function engineProblems({ volumes = [], plugins, schedulerName }: FittedJob, engine: Engine): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const message = `is not possible on the engine ${engine}`;
  if (engine !== 'kubernetes' && volumes.length > 0) problems.push({ path: 'volumes', message });
  if (engine !== 'kubernetes' && schedulerName !== undefined) problems.push({ path: 'schedulerName', message });
  const named = engine === 'webservice' ? Object.keys(plugins ?? {}) : [];
  return [...problems, ...named.map((name) => ({ path: `plugins.${name}`, message }))];
}

/** The problems of what a job sets for its calls. */
function jobCallProblems(job: FittedJob, worker: JobWorker): FieldProblem[] {
  const set = (['answer', 'http', 'idempotentStart'] as const).filter((field) => job[field] !== undefined);
  const engine = engineOf(worker);
  if (engine !== 'webservice') return set.map((path) => ({ path, message: `is not possible on the engine ${engine}` }));
  const isOpen = worker.url === undefined || worker.jobFields?.includes('http') === true;
  if (!isOpen && set.length > 0) return set.map((path) => ({ path, message: NOT_OPEN }));
  const settings = callSettings(worker, job);
  const problems = callProblems(settings).map(({ path, message }) => ({ path: path.join('.'), message }));
  return [...problems, ...clientSecretProblems(job, settings.http), ...statusProblems(job, settings.answer)];
}

const NOT_OPEN =
  'cannot be set, because the worker has a url and its jobFields do not list http: use a worker without a url';

function clientSecretProblems({ http, secretsFrom = [] }: FittedJob, { auth }: HttpCallSpec): FieldProblem[] {
  const name = auth?.oauth.clientSecret;
  if (name === undefined || secretsFrom.some(({ as }) => as === name)) return [];
  return http?.auth === undefined
    ? [
        {
          path: 'secretsFrom',
          message: `needs a reference with as: ${name}, the secret with which the worker gets a token`,
        },
      ]
    : [{ path: 'http.auth.oauth.clientSecret', message: `"${name}" is the as of no reference in secretsFrom` }];
}

function statusProblems({ retry }: FittedJob, answer: JobSpec['answer']): FieldProblem[] {
  if (answer === 'ends') return [];
  return (retry?.rules ?? []).flatMap(({ httpStatuses = [] }, rule) =>
    httpStatuses.flatMap((status, at) =>
      REPEATED_STATUSES.has(status) ? [{ path: `retry.rules.${rule}.httpStatuses.${at}`, message: REPEATED }] : [],
    ),
  );
}

const REPEATED =
  'does not end an attempt: the start is repeated until startDeadlineSeconds; use the reason StartDeadlineExceeded instead';
