/** The immutable snapshot that a run refers to: its worker and job as they were when the run was admitted. */
import type { JobSpec } from './job.js';
import type { Engine, WorkerSpec } from './worker.js';
import type { StoredJobSpec } from './definitions.js';
import { asWorkerId, type SpecHash, type WorkerId } from '../domain/ids.js';

export type WorkerSnapshot = Omit<WorkerSpec, 'httpHeaders' | 'template'>;

export interface TaskWorker {
  readonly id: WorkerId;
  readonly version: number;
  readonly worker: WorkerSnapshot;
  /** Header name to sealed value, the job's over the worker's. */
  readonly httpHeaders: Readonly<Record<string, string>>;
}

/**
 * Secrets inside are sealed strings: `job.secureParameters` is replaced by `sealed.secureParameters`, header values by
 * sealed values of the same names, the defaults of secret options by `sealed.options`.
 */
export interface RunSpec {
  readonly hash: SpecHash;
  readonly jobId: string;
  readonly jobVersion: number;
  readonly workerId: string;
  readonly workerVersion: number;
  readonly engine: Engine;
  readonly job: StoredJobSpec;
  readonly worker: WorkerSnapshot;
  /** Workers of tasks that name their own; none if absent. */
  readonly taskWorkers?: readonly TaskWorker[];
  readonly sealed: {
    /** JSON of the job's secure parameters, sealed; null if it has none. */
    readonly secureParameters: string | null;
    /** Header name to sealed value, the job's over the worker's. */
    readonly httpHeaders: Readonly<Record<string, string>>;
    /** JSON of the defaults of secret options by name, sealed; none if absent. */
    readonly options?: string | null;
  };
}

/** The workers that a job's tasks name themselves, each once, in rising order. */
export function taskWorkersOf({ tasks = [] }: Pick<JobSpec, 'tasks'>): readonly WorkerId[] {
  const named = tasks.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  return [...new Set(named)].sort().map(asWorkerId);
}
