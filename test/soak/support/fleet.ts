/** Very many schedules and several schedulers that stand still or die one after the other: has each slot its run, in time? */
import { setTimeout as delay } from 'node:timers/promises';
import { shardOf, shards } from '#testing/shards.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { summarize, type Summary } from '../../../bench/percentiles.js';
import { makeJobs, slotsOf, type BenchJob } from '../../../bench/scheduler/bench-jobs.js';
import { faultsOf, latenessOf, type Found } from './fleet-verdict.js';
import { Freezes, type Stroke } from './freezes.js';
import { Replicas } from './replicas.js';
import { makeWaiting } from './waiting-jobs.js';

export interface FleetSettings {
  readonly root: string;
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly seconds: number;
  readonly seed: number;
  readonly replicas: number;
  readonly schedules: number;
  /** Slots each second. */
  readonly rate: number;
}

export interface FleetReport {
  readonly slots: number;
  readonly schedulesPerShard: { readonly fewest: number; readonly most: number };
  readonly shardsOwned: readonly number[];
  /** From a slot to its run, unless it is an early run. */
  readonly lateMs: Summary;
  readonly diary: readonly Stroke[];
  readonly kills: number;
  readonly peakMemoryMiB: number;
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const SHARE_OF_KILLS = 0.4;
const POLL_MS = 500;
/** New jobs are planned within this time. */
const FIRST_SLOT_MS = 10_000;
/** After the last stroke. */
const DRAIN_LIMIT_MS = 120_000;

export class Fleet {
  private readonly replicas: Replicas;
  private readonly ended = new AbortController();
  private freezes: Freezes | undefined;
  private mongo: Mongo | undefined;

  constructor(private readonly settings: FleetSettings) {
    const { root, folder, replicas, say } = settings;
    this.replicas = new Replicas(root, folder, { replicas, services: ['scheduler'] }, say);
  }

  async run(): Promise<FleetReport> {
    const { say, seconds, seed } = this.settings;
    await this.replicas.startServers();
    const mongo = await Mongo.connect(this.replicas.mongoUri, createLogger('fleet', 'error'));
    this.mongo = mongo;
    const waiting = await makeWaiting(mongo, this.settings.schedules - this.settings.rate * MINUTE_SECONDS);
    say(`${waiting.length} schedules wait for a later hour`);
    await this.replicas.startServices();
    await this.replicas.untilShared('scheduler');
    const firing = await this.makeFiring(mongo);
    await delay(FIRST_SLOT_MS);
    const from = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS;
    say(`${firing.length} schedules fire, ${this.settings.rate} a second`);
    const schedulers = this.replicas.names.filter((name) => name.startsWith('scheduler'));
    const parts = { names: schedulers, pidsOf: (name: string): number[] => this.replicas.pidsOf(name) };
    this.freezes = new Freezes(parts, { seed, shareOfKills: SHARE_OF_KILLS }, say);
    await this.freezes.run(seconds * SECOND_MS, this.ended.signal);
    const to = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
    const shardsOwned = await this.replicas.untilShared('scheduler');
    const expected = new Map(
      firing.flatMap((job) => slotsOf(job, from, to).map((at) => [`${job.id}-${at / SECOND_MS}`, at])),
    );
    const runs = await this.runsOf(expected, { from, to });
    const { diary } = this.freezes;
    return {
      slots: expected.size,
      schedulesPerShard: spreadOf([...waiting, ...firing]),
      shardsOwned,
      lateMs: summarize([...runs.values()].map(latenessOf)),
      diary,
      kills: diary.filter(({ killed }) => killed).length,
      peakMemoryMiB: Math.max(...this.replicas.peakMemoryMiB.values()),
      faults: faultsOf(expected, runs, diary),
    };
  }

  /** Harmless when repeated. */
  async stop(): Promise<void> {
    this.ended.abort();
    this.freezes?.thaw();
    await this.mongo?.close();
    this.mongo = undefined;
    await this.replicas.stop();
  }

  private makeFiring(mongo: Mongo): Promise<BenchJob[]> {
    const jobs = this.settings.rate * MINUTE_SECONDS;
    return makeJobs(mongo, { prefix: 'firing', shares: [{ cron: 'H * * * * *', jobs }], url: null }, Date.now());
  }

  /** Every run of a slot of the span, once all expected ones exist or the time is up. */
  private async runsOf(
    expected: ReadonlyMap<string, number>,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<ReadonlyMap<string, Found>> {
    const runs = this.mongo?.collection<{ _id: string; scheduledFor: number; createdAt: number }>('runs');
    const filter = { listed: true, scheduledFor: { $gte: from, $lt: to } };
    const projection = { scheduledFor: 1, createdAt: 1 } as const;
    const end = Date.now() + DRAIN_LIMIT_MS;
    for (;;) {
      const found = new Map<string, Found>();
      for (const { _id, scheduledFor, createdAt } of (await runs?.find(filter, { projection }).toArray()) ?? [])
        found.set(_id, { at: scheduledFor, createdAt });
      if ([...expected.keys()].every((run) => found.has(run)) || Date.now() > end) return found;
      await delay(POLL_MS);
    }
  }
}

function spreadOf(jobs: readonly BenchJob[]): { fewest: number; most: number } {
  const counts = new Array<number>(shards.count).fill(0);
  for (const { id } of jobs) counts[shardOf(id)] = (counts[shardOf(id)] ?? 0) + 1;
  return { fewest: Math.min(...counts), most: Math.max(...counts) };
}
