import type { Engine } from '#common/contracts/worker.js';
import type { Run } from '#common/domain/run.js';
import type { RunSpec } from '#common/domain/spec.js';
import type { StartLimit } from './start-queue.js';

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
  const { maxActive = null, maxPerSecond = null } = spec.worker.limits ?? {};
  return [
    { key: `engine/${run.engine}`, maxActive: own.maxActivePerEngine[run.engine], maxPerSecond: null },
    { key: `worker/${run.worker}`, maxActive, maxPerSecond },
    { key: `tenant/${run.tenant}`, maxActive: own.maxActivePerTenant, maxPerSecond: null },
  ];
}

/** The most attempts that these limits ever let be live at once. */
export const capacityOf = (limits: readonly StartLimit[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...limits.flatMap(({ maxActive }) => maxActive ?? []));
