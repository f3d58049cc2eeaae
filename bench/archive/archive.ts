/**
 * The cost of moving a run into the archive, with a store on this machine: time, processor and bytes; and the speed of reads from there.
 */
import { BSON } from 'bson';
import { systemClock } from '#common/clock/clock.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { PackReader } from '#common/cold/pack-reader.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { everythingCounted } from '#testing/everything-counted.js';
import { optionsOf } from '#testing/command-options.js';
import { ALL_SHARDS } from '#testing/shards.js';
import { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import type { CollectionName } from '#common/mongo/collections.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunPartsStore } from '#common/mongo/run-parts.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { startColdStore } from '#testing/cold-store.js';
import { Archiver } from '../../apps/executor/src/archive/archiver.js';
import { PackMaker } from '../../apps/executor/src/archive/pack-maker.js';
import { RunRemover } from '../../apps/executor/src/sweeps/run-remover.js';
import { ArchivedRuns } from '../../apps/api/src/archive/archived-runs.js';
import { summarize } from '../percentiles.js';
import { prefill } from '../retention/retention.js';
import { Stage } from '../stage.js';

type Report = Record<string, unknown>;

const DAY_MS = 86_400_000;
const READS = 200;
const SAMPLE = 1_000;

export async function archive({ root }: { readonly root: string }, args: readonly string[]): Promise<Report> {
  const values = optionsOf('bench -- archive', args, { runs: { type: 'string', default: '10000' } });
  const count = Number(values.runs);
  const stage = await Stage.prepare(root);
  const store = await startColdStore();
  const objects = new S3ObjectStore(store.settings);
  try {
    const { mongo } = stage;
    await prefill(mongo, count, { archiveMs: DAY_MS, expireAt: Date.now() - 1_000 });
    const before = await bytesPerRun(mongo, ['runs', 'attempts', 'runEvents', 'logs'], SAMPLE);
    const databaseBefore = stage.databaseCpuSeconds();
    const moved = await measured(count, () => moveAll(mongo, objects));
    const databaseMs = ((stage.databaseCpuSeconds() - databaseBefore) * 1_000) / count;
    const puts = store.asked.filter((line) => line.startsWith('PUT'));
    const after = await bytesPerRun(mongo, ['coldRuns'], SAMPLE);
    const removed = await measured(count, () => removeAll(mongo));
    return {
      database: stage.database,
      runs: count,
      archiving: { ...moved, databaseMsPerRun: round(databaseMs) },
      removingDocuments: removed,
      documentBytesPerRun: { before, after },
      objects: { count: puts.length, bytesPerRun: round((await sizeOf(objects, puts)) / count) },
      readOneMs: summarize(await reads(mongo, objects, count)),
    };
  } finally {
    await objects.close();
    await store.stop();
    await stage.close();
  }
}

async function moveAll(mongo: Mongo, objects: S3ObjectStore): Promise<void> {
  const job = { deletedAt: null } as unknown as StoredJob;
  const packs = new ColdPacksStore(mongo);
  const maker = new PackMaker({ parts: new RunPartsStore(mongo), packs, objects }, systemClock, { prefix: 'bench' });
  const jobs = { load: () => Promise.resolve(job) };
  const archiver = new Archiver(
    { runs: new ArchivableRunsStore(mongo), packs, jobs },
    maker,
    everythingCounted(systemClock),
  );
  while ((await archiver.archive(asJobId('old'))).done > 0);
}

async function removeAll(mongo: Mongo): Promise<void> {
  const remover = new RunRemover(
    {
      runs: new RunsStore(mongo),
      reads: new RunReads(mongo),
      leftovers: new RunLeftoversStore(mongo),
    },
    () => new Set(ALL_SHARDS),
    everythingCounted(systemClock),
  );
  while ((await remover.remove(SAMPLE)) > 0);
}

/** Reads a run and its attempts, each with a new reader without a cache. */
async function reads(mongo: Mongo, objects: S3ObjectStore, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < READS; i++) {
    const archived = new ArchivedRuns(new ColdRunsStore(mongo), new PackReader(objects));
    const id = asRunId(`old-${Math.floor((i * count) / READS)}`);
    const began = performance.now();
    if ((await archived.whole(id)) === null) throw new Error(`${id} is not in the archive`);
    await archived.pageOf(id, () => true, null, 50);
    times.push(performance.now() - began);
  }
  return times;
}

async function measured(count: number, work: () => Promise<void>): Promise<Report> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  return { runsPerSecond: Math.round(count / seconds), cpuMsPerRun: round((user + system) / 1_000 / count) };
}

/** The mean size of documents as the driver sends them, without indexes. */
async function bytesPerRun(mongo: Mongo, names: readonly CollectionName[], sample: number): Promise<number> {
  const of = (document: { _id: string; run?: string }): string => document.run ?? document._id;
  let bytes = 0;
  let runs = new Set<string>();
  for (const name of names) {
    const found = await mongo
      .collection<{ _id: string; run?: string }>(name)
      .find({}, { limit: sample, sort: { _id: 1 } })
      .toArray();
    const own = new Set(found.map(of));
    bytes += found.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0) / own.size;
    runs = own;
  }
  return runs.size === 0 ? 0 : Math.round(bytes);
}

async function sizeOf(objects: S3ObjectStore, puts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    puts.map(async (line) => (await objects.get(line.slice('PUT '.length)))?.length ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const round = (value: number): number => Number(value.toFixed(2));
