/** Makes the parts of an executor that move runs into the archive and remove them from it. */
import type { Clock } from '#common/clock/clock.js';
import { coldStoreOf, type ColdStoreSettings } from '#common/cold/cold-store-config.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import type { ServiceParts, Startable } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunPartsStore } from '#common/mongo/run-parts.store.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { ExecutorConfig } from '../config.js';
import { ArchiveHealth } from './archive-health.js';
import { ArchiveSweep } from './archive-sweep.js';
import { Archiver } from './archiver.js';
import { CountedThrough } from '../usage/counted-through.js';
import { GoneJobs } from './gone-jobs.js';
import { PackMaker } from './pack-maker.js';
import { PackRemoval } from './pack-removal.js';

const ARCHIVE_INTERVAL_MS = 10_000;
const REMOVAL_INTERVAL_MS = 30_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

export class ArchiveLoops implements Startable {
  constructor(
    private readonly sweep: ArchiveSweep,
    private readonly loops: readonly SweepLoop[],
    private readonly store: S3ObjectStore | null,
  ) {}

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    this.sweep.stop();
    // Requests under way are not waited for: the next owner of the shard repeats their work.
    await this.store?.close();
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

export function archiveOf({
  config,
  mongo,
  clock,
  metrics,
  membership,
  log: root,
}: ServiceParts<ExecutorConfig>): ArchiveLoops {
  const log = moduleLog(root, 'archive');
  const settings = coldStoreOf(config);
  const bulk = mongo.inLane('bulk');
  const runs = new ArchivableRunsStore(bulk);
  const packs = new ColdPacksStore(bulk);
  const jobs = new JobsStore(bulk);
  const owned = (): ReadonlySet<number> => membership.owned().coarsest();
  const store = settings && new S3ObjectStore(settings);
  const archiver = settings && store && archiverOf({ runs, packs, jobs }, bulk, store, { clock, settings });
  const sweep = new ArchiveSweep(runs, archiver, new ArchiveHealth(clock, metrics, log), {
    clock,
    owned,
    gatherMs: config.COLD_STORE_GATHER_SECONDS * SECOND_MS,
    maxWaitMs: config.COLD_STORE_MAX_WAIT_DAYS * DAY_MS,
  });
  const loop = (what: string, work: () => Promise<unknown>, pauseMs: number): SweepLoop =>
    new SweepLoop(what, work, pauseMs, { log });
  const loops = [loop('archive', () => sweep.step(), ARCHIVE_INTERVAL_MS)];
  if (store && archiver) {
    const removal = new PackRemoval(packs, store, owned, clock);
    const gone = new GoneJobs({ packs, jobs }, archiver, owned, clock);
    loops.push(
      loop('old packs', () => removal.step(), REMOVAL_INTERVAL_MS),
      loop('packs of deleted jobs', () => gone.step(), ARCHIVE_INTERVAL_MS),
    );
  }
  return new ArchiveLoops(sweep, loops, store);
}

function archiverOf(
  stores: { readonly runs: ArchivableRunsStore; readonly packs: ColdPacksStore; readonly jobs: JobsStore },
  mongo: Mongo,
  objects: S3ObjectStore,
  { clock, settings }: { readonly clock: Clock; readonly settings: ColdStoreSettings },
): Archiver {
  const parts = new RunPartsStore(mongo);
  const maker = new PackMaker({ parts, packs: stores.packs, objects }, clock, { prefix: settings.prefix });
  return new Archiver(stores, maker, new CountedThrough(new UsageStore(mongo), new EventLogStore(mongo), clock));
}
