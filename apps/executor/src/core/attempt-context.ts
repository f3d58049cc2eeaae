/** What an attempt is told about itself, its run and its job, before any engine gives it a form. */
import type { JsonValue } from '#common/contracts/common.js';
import type { AttemptKey } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/domain/run.js';
import type { EvaluatedOptions } from '#common/domain/options/evaluate.js';
import type { RunSpec } from '#common/domain/spec.js';
import type { Variables } from './substitution.js';

/** Which index of its task an attempt is. */
export interface IndexIdentity {
  readonly key: string | null;
  readonly matrix: Readonly<Record<string, string>> | null;
  readonly count: number;
}

/** What is read from elsewhere when an attempt starts. */
export interface AttemptInputs {
  /** The job's saved value; null where nothing is saved. */
  readonly jobStorage: JsonValue | null;
  readonly lastSuccess: { readonly started: Instant; readonly finished: Instant } | null;
  /** Secure parameters of job and run, opened; null where there are none. */
  readonly secureParameters: Readonly<Record<string, JsonValue>> | null;
  /** What the job's options come to in this run, secret ones opened. */
  readonly options: EvaluatedOptions['values'];
}

export interface AttemptContext extends AttemptInputs {
  readonly run: Run;
  readonly spec: RunSpec;
  readonly key: AttemptKey;
  readonly index: IndexIdentity;
}

/** The job's parameters with those of the run laid over them, name by name; null where neither has any. */
export function parametersOf({ run, spec }: Pick<AttemptContext, 'run' | 'spec'>): Record<string, JsonValue> | null {
  const { parameters } = spec.job;
  const own = run.overrides?.parameters;
  return parameters === undefined && own === undefined ? null : { ...parameters, ...own };
}

export const isoTime = (at: Instant | null | undefined): string => (at == null ? '' : new Date(at).toISOString());

/** Everything that `${…}` may name. */
export function variablesOf(context: AttemptContext): Variables {
  const { run, key, index } = context;
  const variables = new Map<string, string>([
    ['job.id', run.job],
    ['job.name', run.jobName],
    ['job.tenant', run.tenant],
    ['run.id', run.id],
    ['run.scheduled_for', isoTime(run.scheduledFor)],
    ['run.attempt', String(key.attempt)],
    ['task.name', key.task],
    ['task.index_num', String(key.index)],
    ['task.index_key', index.key ?? ''],
    ['task.retry_index', String(key.attempt - 1)],
  ]);
  for (const [name, value] of Object.entries(index.matrix ?? {})) variables.set(`task.index_matrix.${name}`, value);
  for (const { name, text } of context.options) variables.set(`option.${name}`, text);
  return variables;
}
