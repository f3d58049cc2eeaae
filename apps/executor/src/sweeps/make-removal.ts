/** Makes the executor's removers: of old runs, of their leftovers, and of objects in engines whose runs are gone. */
import { LOG_EXPORT_GRACE_MS } from '#common/domain/limits.js';
import type { ShardSet } from '#common/domain/shards.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import type { ExecutorConfig } from '../config.js';
import type { Engines } from '../engines/engine.js';
import type { RunQueue } from '../loop/run-queue.js';
import { unshippedOf } from '../export/make-export.js';
import { CountedThrough } from '../usage/counted-through.js';
import { LeftoversSweep } from './leftovers-sweep.js';
import { OrphanSweep } from './orphan-sweep.js';
import { RemovalSweep } from './removal-sweep.js';
import { RetentionSweep } from './retention-sweep.js';
import { RunRemover, type Leftovers } from './run-remover.js';

/** While more runs than this wait to be reconciled, the removal sweep pauses. */
const MAX_QUEUED_RUNS_BESIDE_REMOVAL = 100;

/** Where logs are shipped, a working target gets them before their run is removed. */
const countedOf = ({ config, clock, mongo }: ServiceParts<ExecutorConfig>): CountedThrough =>
  new CountedThrough(
    new UsageStore(mongo.inLane('bulk')),
    new EventLogStore(mongo.inLane('bulk')),
    clock,
    config.LOG_EXPORT_URL === undefined ? 0 : LOG_EXPORT_GRACE_MS,
  );

/** Where logs are shipped, those that were not are counted before they are removed. */
function countingLost(leftovers: RunLeftoversStore, parts: ServiceParts<ExecutorConfig>): Leftovers {
  const unshipped = unshippedOf(parts);
  if (unshipped === null) return leftovers;
  return {
    revealArchived: (remains) => leftovers.revealArchived(remains),
    removeChildren: async (remains) => {
      await unshipped.count(remains);
      await leftovers.removeChildren(remains);
    },
  };
}

export function retentionOf(parts: ServiceParts<ExecutorConfig>): RetentionSweep {
  return new RetentionSweep(new RunsStore(parts.mongo.inLane('bulk')), countedOf(parts), parts.clock);
}

export function removalOf(
  parts: ServiceParts<ExecutorConfig>,
  engines: Engines,
  queue: Pick<RunQueue, 'depth'>,
): { readonly orphans: OrphanSweep; readonly removal: RemovalSweep; readonly leftovers: LeftoversSweep } {
  const { clock, metrics, mongo, membership, log } = parts;
  const owned = (): ShardSet => membership.owned();
  // These sweeps use the bulk lane of the database: they use the capacity that other work leaves.
  const bulk = mongo.inLane('bulk');
  const leftovers = new RunLeftoversStore(bulk);
  const behind = { runs: new RunsStore(bulk), reads: new RunReads(bulk), leftovers: countingLost(leftovers, parts) };
  const remover = new RunRemover(behind, owned, countedOf(parts));
  const isBusy = (): boolean => queue.depth > MAX_QUEUED_RUNS_BESIDE_REMOVAL;
  return {
    orphans: new OrphanSweep(behind.reads, engines, owned, moduleLog(log, 'sweeps')),
    removal: new RemovalSweep(remover, { clock, metrics, isBusy }),
    leftovers: new LeftoversSweep(leftovers, behind.reads, owned),
  };
}
