import type { Engine } from '#common/spec/worker.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec, WorkerSnapshot } from '#common/spec/run-spec.js';
import type { StartLimit } from './limit-usage.js';

/** The limits of this replica itself; null is no limit. */
export interface StartLimits {
  readonly maxActivePerEngine: Readonly<Record<Engine, number | null>>;
  readonly maxActivePerTenant: number | null;
}

/** The limits that apply to starts of a run: of its engine, its worker and its tenant. */
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

/** The worker whose limits apply: the one that every task names, else the job's. */
function limitedWorker(run: Pick<Run, 'worker'>, { worker, job, taskWorkers = [] }: RunSpec): LimitedWorker {
  const [only, ...others] = new Set((job.tasks ?? []).map((task) => task.worker));
  const own = others.length === 0 ? taskWorkers.find(({ id }) => id === only) : undefined;
  return own ? { id: own.id, limits: own.worker.limits } : { id: run.worker, limits: worker.limits };
}

/** The most attempts that may ever be live at once under these limits. */
export const capacityOf = (limits: readonly StartLimit[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...limits.flatMap(({ maxActive }) => maxActive ?? []));
