/** What an attempt is told about itself, its run and its job, before any engine gives it a form. */
import type { JsonValue } from '#common/contracts/common.js';
import type { AttemptKey } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/domain/run.js';
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
  const { run, spec, key, index } = context;
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
  for (const [name, value] of optionValues(spec, run)) variables.set(`option.${name}`, value);
  return variables;
}

/** Each declared option's value: the run's own, else its default. */
function optionValues(spec: RunSpec, run: Run): [string, string][] {
  return (spec.job.options ?? []).flatMap(({ name, default: preset }): [string, string][] => {
    if (typeof name !== 'string') return [];
    const value = run.overrides?.options?.[name] ?? preset;
    return [[name, optionText(value)]];
  });
}

function optionText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(optionText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
