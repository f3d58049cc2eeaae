import { groupOfJob } from '#common/spec/job.js';
import type { Engine } from '#common/spec/worker.js';
import { storedPriority } from '#common/domain/priority.js';
import type { Run } from '#common/run/run.js';
import type { Tenant, RunSpec, WorkerSnapshot } from '#common/spec/definitions.js';
import type { ExecutorConfig } from '../config.js';
import { WORKER_LIMIT } from '#common/limits/limit-parts.js';
import { WHOLE, type Limit } from '#common/limits/scope.js';
import type { RunBasis } from './run-loader.js';
import type { StartTerms } from './start-queue.js';

/** The limits of this replica itself; null is no limit. */
export interface StartLimits {
  readonly maxActivePerEngine: Readonly<Record<Engine, number | null>>;
}

export const startLimitsOf = (config: Pick<ExecutorConfig, 'PROCESS_MAX_ACTIVE'>): StartLimits => ({
  maxActivePerEngine: { process: config.PROCESS_MAX_ACTIVE, webservice: null, kubernetes: null },
});

/** The limits that apply to starts of a run: of its engine, of its worker, and the tenant's share of either. */
export function limitsOf(
  run: Pick<Run, 'engine' | 'tenant' | 'worker'>,
  spec: RunSpec,
  own: StartLimits,
  { maxSharePercent = null }: Pick<Tenant, 'maxSharePercent'> = {},
): Limit[] {
  const limited = limitedWorker(run, spec);
  const { maxActive = null, maxPerSecond = null } = limited.limits ?? {};
  const worker = `${WORKER_LIMIT}${limited.id}`;
  const all: readonly Limit[] = [
    { key: `engine/${run.engine}`, maxActive: own.maxActivePerEngine[run.engine], maxPerSecond: null },
    { key: worker, maxActive, maxPerSecond, shared: { key: worker, percent: WHOLE } },
  ];
  const limits = all.filter((each) => each.maxActive !== null || each.maxPerSecond !== null);
  if (maxSharePercent === null) return limits;
  const ofTenant = limits.flatMap((each): Limit[] => {
    if (each.maxActive === null) return [];
    const key = `${each.key}/of/${run.tenant}`;
    const part = Math.max(1, Math.floor((each.maxActive * maxSharePercent) / WHOLE));
    const shared = each.shared && { shared: { ...each.shared, percent: maxSharePercent } };
    return [{ key, maxActive: part, maxPerSecond: null, ...shared }];
  });
  return [...limits, ...ofTenant];
}

/**
 * The limits, shares and rank of a run's starts. A run without a started attempt has waited since it was admitted; any other run begins to
 * wait again.
 */
export function startTermsOf(run: Run, { spec, tenant }: RunBasis, own: StartLimits): StartTerms {
  const { weight = 1, groupWeights } = tenant ?? {};
  const group = groupWeights === undefined ? null : (groupOfJob(spec.job) ?? '');
  const groupWeight = group !== null && groupWeights && Object.hasOwn(groupWeights, group) ? groupWeights[group] : 1;
  const isFresh = run.started === null && run.live.length === 0;
  return {
    limits: limitsOf(run, spec, own, tenant ?? {}),
    share: { tenant: run.tenant, weight, group, groupWeight: groupWeight ?? 1 },
    ...storedPriority(run.priority),
    ...(isFresh && { waitsSince: Math.max(run.startAfter, run.phaseSince) }),
  };
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
export const capacityOf = (limits: readonly Limit[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...limits.flatMap(({ maxActive }) => maxActive ?? []));
