/** The facts about itself, its run and its job that an attempt gets, independent of the engine. */
import type { JsonValue } from '#common/spec/fields.js';
import type { AttemptKey } from '#common/domain/ids.js';
import { laidOver } from '#common/spec/laid-over.js';
import { indexSubstitutions } from '#common/spec/index-source.js';
import type { Instant, Run } from '#common/run/run.js';
import type { EvaluatedOptions } from '#common/spec/options/evaluate.js';
import type { RunSpec, TaskWorker, WorkerSnapshot } from '#common/spec/definitions.js';
import type { TaskPlan } from '../run/plan.js';
import type { Variables } from './substitution.js';

/** The task that an attempt belongs to. */
export type AttemptTask = Pick<TaskPlan, 'source' | 'indexes' | 'isIndexed' | 'own' | 'priorityClassName'>;

/** The values that are read from stores when an attempt starts. */
export interface AttemptInputs {
  /** The job's saved value; null if nothing is saved. */
  readonly jobStorage: JsonValue | null;
  /** The saved value contains a secret of one of the job's runs. */
  readonly hasSecretStorage?: boolean;
  readonly lastSuccess: Success | null;
  /** Secure parameters of job and run, decrypted; undefined if there are none, because null is a value. */
  readonly secureParameters: JsonValue | undefined;
  /** The values of the job's options in this run, secret ones decrypted. */
  readonly options: EvaluatedOptions['values'];
}

export interface AttemptContext extends AttemptInputs {
  readonly run: Run;
  readonly spec: RunSpec;
  readonly key: AttemptKey;
  readonly task: AttemptTask;
  /** All tasks of the run. */
  readonly tasks: readonly Pick<TaskPlan, 'name' | 'indexes'>[];
}

/** The job's parameters, overridden by those of the run; undefined if neither has any. */
export const parametersOf = ({ run, spec }: Pick<AttemptContext, 'run' | 'spec'>): JsonValue | undefined =>
  laidOver(spec.job.parameters, run.overrides?.parameters);

/** The collected requests; empty for a run of such a job that no request asked for. Null if the job does not collect. */
export const itemsOf = ({ run, spec }: Pick<AttemptContext, 'run' | 'spec'>): JsonValue[] | null =>
  run.overrides?.items ?? (spec.job.collect ? [] : null);

/** The worker of the task, if it is not the job's worker. */
export function ownWorkerOf({ spec, task }: Pick<AttemptContext, 'spec' | 'task'>): TaskWorker | null {
  return spec.taskWorkers?.find(({ id }) => id === task.own?.worker) ?? null;
}

export const workerOf = (context: Pick<AttemptContext, 'spec' | 'task'>): WorkerSnapshot =>
  ownWorkerOf(context)?.worker ?? context.spec.worker;

export const isoTime = (at: Instant | null | undefined): string => (at == null ? '' : new Date(at).toISOString());

/** Every name that `${…}` may refer to. */
export function variablesOf(context: AttemptContext): Variables {
  const { run, key, task } = context;
  const variables = new Map<string, string>([
    ['job.id', run.job],
    ['job.name', run.jobName],
    ['job.tenant', run.tenant],
    ['run.id', run.id],
    ['run.scheduled_for', isoTime(run.scheduledFor)],
    ['run.attempt', String(key.attempt)],
    ['task.name', key.task],
    ['task.retry_index', String(key.attempt - 1)],
    ...indexSubstitutions(task, key.index),
  ]);
  for (const { name, text } of context.options) variables.set(`option.${name}`, text);
  return variables;
}

export interface Success {
  readonly started: Instant;
  readonly finished: Instant;
}
