/** Very many minutely jobs that were not planned for a while: how soon all are up to date, and the effect on due slots. */
import { setTimeout as delay } from 'node:timers/promises';
import { type JobId } from '#common/domain/ids.js';
import { ALL_SHARDS } from '#testing/shards.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { makeJobs, slotsOf, type BenchJob } from './bench-jobs.js';
import { latenessOf, Recorder, writeRaw, type Recorded } from './recorder.js';
import { usageOf, type Stage } from '../stage.js';

/** Jobs that are on time throughout; each fires every second. */
const ON_TIME_JOBS = 50;
/** A schedule is up to date when nothing of it has waited for longer than this. */
const CURRENT_MS = 2_000;
const PATIENCE_MS = 600_000;
const POLL_MS = 500;
/** How long due slots are watched afterwards. */
const AFTERWARDS_MS = 15_000;
const PAGE = 10_000;

export async function catchUp(
  stage: Stage,
  { jobs, outageSeconds }: { readonly jobs: number; readonly outageSeconds: number },
  file: string,
): Promise<Record<string, unknown>> {
  const { mongo, nats } = stage;
  const shares = [{ cron: 'H * * * * *', jobs }];
  const behind = await makeJobs(mongo, { prefix: 'behind', shares, url: null }, Date.now() - outageSeconds * 1_000);
  const everySecond = [{ cron: '* * * * * *', jobs: ON_TIME_JOBS }];
  const onTime = await makeJobs(mongo, { prefix: 'current', shares: everySecond, url: null }, Date.now());
  const recorder = new Recorder(nats);
  const service = await stage.start('scheduler');
  const ready = Date.now();
  const databaseBefore = stage.databaseCpuSeconds();
  const schedules = new SchedulesStore(mongo);
  const left: number[] = [];
  for (const end = ready + PATIENCE_MS; left.at(-1) !== 0 && Date.now() < end;) {
    left.push(await schedules.countOverdue(ALL_SHARDS, Date.now() - CURRENT_MS));
    if (left.at(-1) !== 0) await delay(POLL_MS);
  }
  const caughtUp = Date.now();
  const { cpuSeconds, peakMemoryMiB } = usageOf(service.pid);
  const databaseCpuSeconds = stage.databaseCpuSeconds() - databaseBefore;
  await delay(AFTERWARDS_MS);
  await service.stop();
  const recorded = recorder.between(0, Infinity);
  writeRaw(file, recorded);
  recorder.close();
  const [steady, again] = split(recorded, { from: Math.ceil(ready / 1_000) * 1_000 + 1_000, until: caughtUp });
  return {
    jobs,
    outageSeconds,
    caughtUpAfterSeconds: (caughtUp - ready) / 1_000,
    isCaughtUp: left.at(-1) === 0,
    slotsRecorded: recorded.length,
    // Of jobs that were on time throughout, and of the others once they were up to date.
    latenessOfCurrentMs: latenessOf(steady),
    latenessOfCaughtUpMs: latenessOf(again),
    schedulerCpuSeconds: cpuSeconds,
    databaseCpuSeconds,
    schedulerPeakMemoryMiB: peakMemoryMiB,
    ...(await outcomes(mongo, [...behind, ...onTime])),
  };
}

/** While it was caught up: slots of the jobs that were on time, and those of the others after their first run. */
function split(
  recorded: readonly Recorded[],
  { from, until }: { readonly from: number; readonly until: number },
): [Recorded[], Recorded[]] {
  const since = new Map<string, number>();
  const steady: Recorded[] = [];
  const again: Recorded[] = [];
  for (const each of recorded) {
    if (each.slot >= until) continue;
    const job = each.run.slice(0, each.run.lastIndexOf('-'));
    if (job.startsWith('current-')) {
      if (each.slot >= from) steady.push(each);
    } else if (!since.has(job)) since.set(job, each.at);
    else if (each.slot > (since.get(job) ?? 0)) again.push(each);
  }
  return [steady, again];
}

/** Each slot up to its job's mark must be one run, or in one gap. */
async function outcomes(mongo: Stage['mongo'], jobs: readonly BenchJob[]): Promise<Record<string, unknown>> {
  const known = await booksOf(mongo);
  await countRuns(mongo, known);
  await countGaps(mongo, known);
  const sum = { slots: 0, inGaps: 0, missing: 0, tooMany: 0 };
  for (const job of jobs) {
    const book = known.get(job.id);
    if (!book) continue;
    const due = slotsOf(job, book.from + 1, book.mark + 1).length;
    sum.slots += due;
    sum.inGaps += book.inGaps;
    sum.missing += Math.max(0, due - book.runs - book.inGaps);
    sum.tooMany += Math.max(0, book.runs + book.inGaps - due);
  }
  return sum;
}

interface Gap {
  readonly from: number;
  readonly count: number;
}

interface SlotRecord {
  readonly from: number;
  readonly mark: number;
  /** The gap in the document itself; its copy may be older. */
  readonly openGap: Gap | null;
  runs: number;
  inGaps: number;
}

type Schedules = Map<string, SlotRecord>;

async function booksOf(mongo: Stage['mongo']): Promise<Schedules> {
  const known: Schedules = new Map();
  const projection = { effectiveFrom: 1, mark: 1, openGap: 1 } as const;
  const schedules = mongo.collection<{ _id: JobId; effectiveFrom: number; mark: number; openGap: Gap | null }>(
    'schedules',
  );
  for await (const { _id, effectiveFrom, mark, openGap } of schedules.find({}, { projection, batchSize: PAGE }))
    known.set(_id, { from: effectiveFrom, mark, openGap, runs: 0, inGaps: openGap?.count ?? 0 });
  return known;
}

async function countRuns(mongo: Stage['mongo'], known: Schedules): Promise<void> {
  const runs = mongo.collection<{ _id: string; job: string; listed?: true }>('runs');
  for await (const { job } of runs.find({ listed: true }, { projection: { job: 1 }, batchSize: PAGE })) {
    const book = known.get(job);
    if (book) book.runs++;
  }
}

async function countGaps(mongo: Stage['mongo'], known: Schedules): Promise<void> {
  const gaps = mongo.collection<{ _id: string; job: string } & Gap>('gaps');
  for await (const { job, from, count } of gaps.find({}, { batchSize: PAGE })) {
    const book = known.get(job);
    if (book && book.openGap?.from !== from) book.inGaps += count;
  }
}
