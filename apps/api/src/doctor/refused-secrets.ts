import { messageOf } from '#common/errors/app-error.js';
import { asWorkerId, type WorkerId } from '#common/domain/ids.js';
import { MAX_EXAMINING_MS, MAX_JOBS_EXAMINED } from '#common/domain/limits.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { taskWorkersOf } from '#common/spec/run-spec.js';
import { refusedVariables } from '#common/spec/secret-variables.js';
import { engineOf } from '#common/spec/worker.js';
import type { RefusedSecrets } from './core/variable-findings.js';

/** Jobs that were saved before their variables were judged, or whose worker has changed since: their starts are refused. */
export async function refusedSecrets(mongo: Mongo): Promise<RefusedSecrets> {
  try {
    const jobs = await new JobsStore(mongo).withSecretsFrom(MAX_JOBS_EXAMINED, MAX_EXAMINING_MS);
    const workers = await workersOf(mongo, jobs);
    const refused = jobs
      .filter((job) => isRefused(job, workers))
      .map(({ id }) => id)
      .sort();
    return {
      jobs: refused,
      unexamined: jobs.length < MAX_JOBS_EXAMINED ? null : `only ${MAX_JOBS_EXAMINED} were examined`,
    };
  } catch (error) {
    return { jobs: [], unexamined: messageOf(error) };
  }
}

const workerIds = ({ spec }: StoredJob): readonly WorkerId[] => [asWorkerId(spec.worker), ...taskWorkersOf(spec)];

async function workersOf(mongo: Mongo, jobs: readonly StoredJob[]): Promise<ReadonlyMap<string, StoredWorker>> {
  const store = new WorkersStore(mongo);
  const found = await Promise.all([...new Set(jobs.flatMap(workerIds))].map((id) => store.load(id)));
  return new Map(found.flatMap((worker) => (worker ? [[worker.id, worker]] : [])));
}

function isRefused(job: StoredJob, workers: ReadonlyMap<string, StoredWorker>): boolean {
  const specs = workerIds(job).flatMap((id) => workers.get(id)?.spec ?? []);
  const [own] = specs;
  return own !== undefined && refusedVariables(job.spec, { engine: engineOf(own), workers: specs }).length > 0;
}
