/** The immutable snapshot that a run refers to: its worker and job as they were when the run was admitted. */
import type { JobSpec } from '../contracts/job.js';
import type { Engine, WorkerSpec } from '../contracts/worker.js';
import type { SpecHash } from './ids.js';

/**
 * Secrets inside are sealed strings: `job.secureParameters` is replaced by `sealed.secureParameters`, header values by
 * sealed values of the same names.
 */
export interface RunSpec {
  readonly hash: SpecHash;
  readonly jobId: string;
  readonly jobVersion: number;
  readonly workerId: string;
  readonly workerVersion: number;
  readonly engine: Engine;
  readonly job: Omit<JobSpec, 'secureParameters' | 'httpHeaders'>;
  readonly worker: Omit<WorkerSpec, 'httpHeaders' | 'template'>;
  readonly sealed: {
    /** JSON of the job's secure parameters, sealed; null if it has none. */
    readonly secureParameters: string | null;
    /** Header name to sealed value, the job's over the worker's. */
    readonly httpHeaders: Readonly<Record<string, string>>;
  };
}
