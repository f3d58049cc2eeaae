/**
 * Makes the keeper of the usage ledger: one executor counts the runs and measures the job storage of the whole installation, the owner of
 * the first shard.
 */
import type { Instant } from '#common/domain/instant.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import { SweepLoops } from '#common/runtime/sweep-loops.js';
import type { ExecutorConfig } from '../config.js';
import { StorageMeter } from './storage-meter.js';
import { UsageKeeper } from './usage-keeper.js';

const FIRST_SHARD = 0;
const STEP_MS = 5_000;

export class UsageLoop extends SweepLoops {}

export function usageOf({ mongo, membership, clock, metrics, log, calm }: ServiceParts<ExecutorConfig>): UsageLoop {
  const bulk = mongo.inLane('bulk');
  const stores = { usage: new UsageStore(bulk), tenants: new TenantsStore(bulk) };
  const isKeeper = (): boolean => membership.owned().coarsest().has(FIRST_SHARD);
  /** All ends up to here are counted; null before this executor counts. */
  let counted: Instant | null = null;
  const meter = new StorageMeter(stores, clock);
  // Measured when it is read, so that it grows while counting fails.
  metrics.beforeReading(() => {
    const lagMs = counted !== null && isKeeper() ? clock.now() - counted : 0;
    metrics.usageLag.set({}, Math.max(0, lagMs) / 1_000);
    metrics.usageStorageLate.set({}, meter.lateMs / 1_000);
  });
  const keeper = new UsageKeeper(stores, clock, (through) => {
    counted = through;
  });
  const step = async (): Promise<number> => {
    // An executor that begins to count learns how far the ledger is from its first step.
    counted = isKeeper() ? (counted ?? clock.now()) : null;
    return counted === null ? 0 : keeper.step();
  };
  const measure = async (): Promise<number> => {
    if (isKeeper()) return meter.step();
    meter.forget();
    return 0;
  };
  const loopOf = (what: string, work: () => Promise<number>): SweepLoop =>
    new SweepLoop(what, work, STEP_MS, { log: moduleLog(log, 'sweeps') }).restWith(calm);
  return new UsageLoop([loopOf('usage', step), loopOf('usage of storage', measure)]);
}
