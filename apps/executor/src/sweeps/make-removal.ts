/** Makes the executor's removers: of old runs, of their leftovers, and of objects in engines whose runs are gone. */
import type { ShardSet } from '#common/domain/shards.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import type { ExecutorConfig } from '../config.js';
import type { Engines } from '../engines/engines.js';
import type { RunQueue } from '../loop/run-queue.js';
import { CountedThrough } from '../usage/counted-through.js';
import { LeftoversSweep } from './leftovers-sweep.js';
import { OrphanSweep } from './orphan-sweep.js';
import { RemovalSweep } from './removal-sweep.js';
import { RetentionSweep } from './retention-sweep.js';
import { RunRemover } from './run-remover.js';

/** While more runs than this wait to be reconciled, the removal sweep pauses. */
const MAX_QUEUED_RUNS_BESIDE_REMOVAL = 100;

export function retentionOf({ clock, mongo }: ServiceParts<ExecutorConfig>): RetentionSweep {
  const bulk = mongo.inLane('bulk');
  return new RetentionSweep(new RunsStore(bulk), new CountedThrough(new UsageStore(bulk), clock), clock);
}

export function removalOf(
  { clock, metrics, mongo, membership, log }: ServiceParts<ExecutorConfig>,
  engines: Engines,
  queue: Pick<RunQueue, 'depth'>,
): { readonly orphans: OrphanSweep; readonly removal: RemovalSweep; readonly leftovers: LeftoversSweep } {
  const owned = (): ShardSet => membership.owned();
  // These sweeps use the bulk lane of the database: they use the capacity that other work leaves.
  const bulk = mongo.inLane('bulk');
  const behind = { runs: new RunsStore(bulk), reads: new RunReads(bulk), leftovers: new RunLeftoversStore(bulk) };
  const counted = new CountedThrough(new UsageStore(bulk), clock);
  const isBusy = (): boolean => queue.depth > MAX_QUEUED_RUNS_BESIDE_REMOVAL;
  return {
    orphans: new OrphanSweep(behind.reads, engines, owned, moduleLog(log, 'sweeps')),
    removal: new RemovalSweep(new RunRemover(behind, owned, counted), { clock, metrics, isBusy }),
    leftovers: new LeftoversSweep(behind.leftovers, behind.reads, owned),
  };
}
