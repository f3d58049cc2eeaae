/** For workers that run as processes or pods: their input, and the line that saves job storage. */
import { parseJson } from '#common/domain/parse-json.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OwnRun {
  readonly jobId: string;
  readonly runId: string;
  readonly tenant: string;
  readonly parameters: unknown;
  readonly secureParameters: unknown;
  /** The value that earlier runs have saved; null if there is none. */
  readonly storage: unknown;
  /** Null for a run without a slot. */
  readonly scheduledFor: Date | null;
  readonly lastSuccessStart: Date | null;
  readonly lastSuccessFinish: Date | null;
  readonly task: string;
  readonly index: number;
  readonly attempt: number;
}

/** Throws where a variable that must be JSON is not. */
export function ownRun(env: Environment): OwnRun {
  const json = (name: string, otherwise: unknown): unknown => {
    const text = env[name] ?? '';
    if (text === '') return otherwise;
    try {
      return parseJson(text);
    } catch (cause) {
      throw new Error(`${name} is not valid JSON`, { cause });
    }
  };
  const time = (name: string): Date | null => {
    const text = env[name] ?? '';
    return text === '' ? null : new Date(text);
  };
  return {
    jobId: env['JOB_ID'] ?? '',
    runId: env['RUN_ID'] ?? '',
    tenant: env['TENANT_ID'] ?? '',
    parameters: json('JOB_PARAMS', {}),
    secureParameters: json('JOB_SECURE_PARAMS', {}),
    storage: json('JOB_STORAGE', null),
    scheduledFor: time('SCHEDULED_FOR'),
    lastSuccessStart: time('LAST_SUCCESS_START'),
    lastSuccessFinish: time('LAST_SUCCESS_FINISH'),
    task: env['TASK_NAME'] ?? 'main',
    index: Number(env['JOB_COMPLETION_INDEX'] ?? 0),
    attempt: Number(env['TASK_ATTEMPT'] ?? 1),
  };
}

/** Printed on a line of its own, it saves the value for the next run. */
export const saveStorageLine = (value: unknown): string => `[saveJobStorage] ${JSON.stringify(value)}`;

/** Printed on a line of its own, it reports results of the run by name: jobs that run after it may be given them. */
export const saveOutputsLine = (outputs: Readonly<Record<string, unknown>>): string =>
  `[saveOutputs] ${JSON.stringify(outputs)}`;
