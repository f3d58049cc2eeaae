import type { Engine } from '#common/spec/worker.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec, WorkerSnapshot } from '#common/spec/run-spec.js';
import type { StartLimit } from './limit-usage.js';

/** What this replica allows itself; null is no limit. */
export interface StartLimits {
  readonly maxActivePerEngine: Readonly<Record<Engine, number | null>>;
  readonly maxActivePerTenant: number | null;
}

/** The limits that a run's starts must keep: its engine's, its worker's, its tenant's. */
export function limitsOf(
  run: Pick<Run, 'engine' | 'tenant' | 'worker'>,
  spec: RunSpec,
  own: StartLimits,
): StartLimit[] {
  const { id, limits = {} } = limitedWorker(run, spec);
  const { maxActive = null, maxPerSecond = null } = limits;
  return [
    { key: `engine/${run.engine}`, maxActive: own.maxActivePerEngine[run.engine], maxPerSecond: null },
    { key: `worker/${id}`, maxActive, maxPerSecond },
    { key: `tenant/${run.tenant}`, maxActive: own.maxActivePerTenant, maxPerSecond: null },
  ];
}

interface LimitedWorker {
  readonly id: string;
  readonly limits: WorkerSnapshot['limits'];
}

/** Whose work all attempts are: the one worker that every task names, else the job's. */
function limitedWorker(run: Pick<Run, 'worker'>, { worker, job, taskWorkers = [] }: RunSpec): LimitedWorker {
  const [only, ...others] = new Set((job.tasks ?? []).map((task) => task.worker));
  const own = others.length === 0 ? taskWorkers.find(({ id }) => id === only) : undefined;
  return own ? { id: own.id, limits: own.worker.limits } : { id: run.worker, limits: worker.limits };
}

/** The most attempts that these limits ever let be live at once. */
export const capacityOf = (limits: readonly StartLimit[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...limits.flatMap(({ maxActive }) => maxActive ?? []));
