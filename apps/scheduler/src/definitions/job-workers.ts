/** The workers that a job and its tasks name, read in one query. */
import { type StoredJob, type StoredWorker, taskWorkersOf } from '#common/spec/definitions.js';
import { asWorkerId, type WorkerId } from '#common/domain/ids.js';
import type { JobWorkers } from '../core/apply-job.js';

export interface WorkerReader {
  loadMany(ids: readonly WorkerId[]): Promise<ReadonlyMap<WorkerId, StoredWorker>>;
}

/** `missing`: the first worker that does not exist. */
export type FoundWorkers = JobWorkers | { readonly missing: WorkerId };

export const namedBy = ({ spec }: StoredJob): readonly WorkerId[] => [asWorkerId(spec.worker), ...taskWorkersOf(spec)];

export async function workersOf(workers: WorkerReader, job: StoredJob): Promise<FoundWorkers> {
  const names = namedBy(job);
  return pick(await workers.loadMany([...new Set(names)]), names);
}

/** The workers of one job out of many, the job's own first. */
export function pick(workers: ReadonlyMap<WorkerId, StoredWorker>, names: readonly WorkerId[]): FoundWorkers {
  const [own, ...ofTasks] = names.map((id) => workers.get(id) ?? id);
  if (own === undefined || typeof own === 'string') return { missing: own ?? asWorkerId('') };
  const taskWorkers: StoredWorker[] = [];
  for (const worker of ofTasks) {
    if (typeof worker === 'string') return { missing: worker };
    taskWorkers.push(worker);
  }
  return { worker: own, taskWorkers };
}
