/** An archive over a local store with the API of S3, and runs that are due for it. */
import type { Clock } from '#common/clock/clock.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunEventsStore } from '#common/mongo/run-events.store.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunPartsStore } from '#common/mongo/run-parts.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { PackReader } from '#common/cold/pack-reader.js';
import type { PackSizes } from '#common/cold/pack-writer.js';
import { asJobId, asRunId, asTenantId, type JobId, type RunId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import { everythingCounted } from '#testing/everything-counted.js';
import { shardOf } from '#testing/shards.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { Run } from '#common/run/run.js';
import { startColdStore, type ColdStoreUnderTest } from '#testing/cold-store.js';
import { freshMongo, silentLog } from '#testing/servers.js';
import { ArchiveSweep } from '../../../../apps/executor/src/archive/archive-sweep.js';
import { Archiver, type ArchiveStores } from '../../../../apps/executor/src/archive/archiver.js';
import { ArchiveHealth } from '../../../../apps/executor/src/archive/archive-health.js';
import { PackMaker, type PackStores } from '../../../../apps/executor/src/archive/pack-maker.js';
import { GoneJobs } from '../../../../apps/executor/src/archive/gone-jobs.js';
import { PackRemoval } from '../../../../apps/executor/src/archive/pack-removal.js';
import { RunRemover } from '../../../../apps/executor/src/sweeps/run-remover.js';
import { ArchivedRuns } from '../../../../apps/api/src/archive/archived-runs.js';
import { firstAttempt, storeLines, storeRun, T0 } from '../../api/stored-runs.js';

export const DAY_MS = 86_400_000;
const ALL = new Set(Array.from({ length: 64 }, (_, shard) => shard));

/** A store that replaces one of the archiver. */
export interface Replaced extends Partial<Omit<ArchiveStores, 'packs'>> {
  readonly packs?: ArchiveStores['packs'] & PackStores['packs'];
  readonly objects?: PackStores['objects'];
}

export class ArchiveWorld {
  now = Date.now();
  readonly clock: Clock = { now: () => this.now, monotonic: () => this.now, after: () => () => undefined };
  readonly metrics = new Metrics('executor', '0');
  readonly runs: ArchivableRunsStore;
  readonly reads: RunReads;
  readonly packs: ColdPacksStore;
  readonly cold: ColdRunsStore;
  readonly objects: S3ObjectStore;
  readonly archived: ArchivedRuns;
  readonly stores: ArchiveStores;

  private constructor(
    readonly mongo: Mongo,
    readonly store: ColdStoreUnderTest,
    private readonly drop: () => Promise<void>,
  ) {
    this.runs = new ArchivableRunsStore(mongo);
    this.reads = new RunReads(mongo);
    this.packs = new ColdPacksStore(mongo);
    this.cold = new ColdRunsStore(mongo);
    this.objects = new S3ObjectStore(store.settings, { timeoutMs: 1_000 });
    this.archived = new ArchivedRuns(this.cold, new PackReader(this.objects));
    const jobs = { load: async (id: JobId) => (await new JobsStore(mongo).load(id)) ?? aJob(id) };
    this.stores = { runs: this.runs, packs: this.packs, jobs };
  }

  static async make(): Promise<ArchiveWorld> {
    const { mongo, drop } = await freshMongo();
    return new ArchiveWorld(mongo, await startColdStore(), drop);
  }

  /** Over a database and a store that others stop. */
  static over(mongo: Mongo, store: ColdStoreUnderTest): ArchiveWorld {
    return new ArchiveWorld(mongo, { ...store, stop: () => Promise.resolve() }, () => Promise.resolve());
  }

  async close(): Promise<void> {
    await this.objects.close();
    await this.store.stop();
    await this.drop();
  }

  archiver(over: Replaced = {}, sizes?: PackSizes): Archiver {
    const { packs, clock } = this;
    const maker = new PackMaker(
      { parts: new RunPartsStore(this.mongo), packs: over.packs ?? packs, objects: over.objects ?? this.objects },
      clock,
      { prefix: 'carillon', ...sizes },
    );
    const { objects: _objects, ...stores } = over;
    return new Archiver({ ...this.stores, ...stores }, maker, everythingCounted(clock));
  }

  sweep(archiver: Pick<Archiver, 'archive'> | null, { gatherMs = 0, maxWaitMs = 30 * DAY_MS } = {}): ArchiveSweep {
    const health = new ArchiveHealth(this.clock, this.metrics, silentLog);
    return new ArchiveSweep(this.runs, archiver, health, { gatherMs, maxWaitMs, clock: this.clock, owned: () => ALL });
  }

  /** The work of the removal sweep on tombstones and expired runs. */
  async removeRuns(): Promise<void> {
    const stores = {
      runs: new RunsStore(this.mongo),
      reads: this.reads,
      leftovers: new RunLeftoversStore(this.mongo),
    };
    const remover = new RunRemover(stores, () => ALL, everythingCounted(this.clock));
    while ((await remover.remove(500)) > 0);
  }

  async removePacks(): Promise<void> {
    await new PackRemoval(this.packs, this.objects, () => ALL, this.clock).step();
  }

  async lookForGoneJobs(jobs: Pick<JobsStore, 'loadMany'>): Promise<void> {
    await new GoneJobs({ packs: this.packs, jobs }, this.archiver(), () => ALL, this.clock).step();
  }

  /** A run of a job that has ended and is due, with an attempt, older transitions and a log of some chunks. */
  async ended(id: string, change: Partial<Run> = {}): Promise<Run> {
    const run = await storeRun(this.mongo, id, {
      phase: 'Completed',
      scheduledFor: T0,
      started: T0,
      finished: T0 + 5_000,
      shard: shardOf(id),
      expireAt: this.now - 1_000,
      archiveMs: 10 * DAY_MS,
      olderTransitions: 2,
      ...change,
    });
    const attempt = firstAttempt(id);
    await new AttemptsStore(this.mongo).recordEnd({
      id: attempt,
      run: run.id,
      tenant: asTenantId('ibm'),
      task: 'main',
      index: 0,
      generation: 0,
      attempt: 1,
      startedAt: T0,
      node: null,
      logComplete: true,
      logReason: null,
      outputs: { rows: 7 },
      end: { result: 'succeeded', at: T0 + 4_000, exitCode: 0, reason: 'Done', message: 'it is done' },
    });
    const older = [1, 2].map((n) => ({
      at: T0 + n,
      phase: 'Running' as const,
      reason: `R${n}`,
      message: '',
      actor: 'executor',
    }));
    await new RunEventsStore(this.mongo).add(run.id, 1, older);
    await storeLines(this.mongo, attempt, { firstSeq: 1, at: T0 + 10, texts: [`first of ${id}`, 'second'] });
    await storeLines(this.mongo, attempt, { firstSeq: 3, at: T0 + 1_000, texts: ['third', 'fourth'] });
    return run;
  }

  /** One after another in the order of their creation. */
  endedOf(job: string, ids: readonly string[], change: Partial<Run> = {}): Promise<Run[]> {
    return Promise.all(ids.map((id, i) => this.ended(id, { job: asJobId(job), createdAt: T0 + i, ...change })));
  }

  /** Where the run is found: in the database, in the archive, in both, or nowhere. */
  async placesOf(id: RunId): Promise<string> {
    const live = (await this.reads.load([id])).has(id);
    const cold = (await this.cold.find(id)) !== null;
    return [...(live ? ['live'] : []), ...(cold ? ['cold'] : [])].join('+') || 'nowhere';
  }

  /** Keys of objects that were stored and not removed again. */
  async objectsLeft(): Promise<string[]> {
    const put = this.store.asked.flatMap((line) => (line.startsWith('PUT ') ? [line.slice(4)] : []));
    const left = await Promise.all(
      [...new Set(put)].map(async (key) => ((await this.objects.get(key)) === null ? [] : [key])),
    );
    return left.flat();
  }

  /** The committed packs of the job, and how many of them are not finished. */
  async packsOf(job: string): Promise<{ stored: number; left: number }> {
    const packs = this.mongo.collection<{ _id: string; job: string; shard: number; removeAt: Date; rows?: unknown }>(
      'coldPacks',
    );
    const those = { shard: coarsestShardOf(asJobId(job)), removeAt: { $gt: new Date(0) }, job, state: 'stored' };
    const [stored, left] = await Promise.all([
      packs.countDocuments(those),
      packs.countDocuments({ ...those, rows: { $exists: true } }),
    ]);
    return { stored, left };
  }

  async documentsOf(run: RunId): Promise<number> {
    const counts = (['attempts', 'runEvents', 'runIndexes', 'logs'] as const).map((name) =>
      this.mongo.collection<{ _id: string; run: string }>(name).countDocuments({ run }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
}

const aJob = (id: JobId): StoredJob => ({ id, deletedAt: null, version: 1 }) as unknown as StoredJob;
export const all = (runs: readonly Run[], place: (id: RunId) => Promise<unknown>): Promise<unknown[]> =>
  Promise.all(runs.map(({ id }) => place(id)));
export const jobNamed = asJobId;
export const runNamed = asRunId;
