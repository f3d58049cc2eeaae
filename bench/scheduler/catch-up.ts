/** Very many minutely jobs that nobody has planned for a while: how soon all are up to date, and what that does to what is due. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobId } from '#common/domain/ids.js';
import { ScheduleCounts } from '#common/mongo/schedule-counts.store.js';
import { makeJobs, slotsOf, type BenchJob } from './bench-jobs.js';
import { latenessOf, Recorder, writeRaw, type Recorded } from './recorder.js';
import { usageOf, type Stage } from '../stage.js';

/** Jobs that are on time throughout; each fires every second. */
const ON_TIME_JOBS = 50;
const ALL_SHARDS = Array.from({ length: 64 }, (_, shard) => shard);
/** A schedule is up to date when nothing of it has waited for longer than this. */
const CURRENT_MS = 2_000;
const PATIENCE_MS = 600_000;
const POLL_MS = 500;
/** How long it is looked at what is due afterwards. */
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
  const counts = new ScheduleCounts(mongo);
  const left: number[] = [];
  for (const end = ready + PATIENCE_MS; left.at(-1) !== 0 && Date.now() < end; await delay(POLL_MS))
    left.push(await counts.dueBefore(ALL_SHARDS, Date.now() - CURRENT_MS));
  const caughtUp = Date.now();
  const { cpuSeconds, peakMemoryMiB } = usageOf(service.pid);
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

interface Outcome {
  from: number;
  mark: number;
  runs: number;
  inGaps: number;
}

/** Each slot up to its job's mark must be one run, or in one gap. */
async function outcomes(mongo: Stage['mongo'], jobs: readonly BenchJob[]): Promise<Record<string, unknown>> {
  const known = new Map<string, Outcome>();
  type Gap = { readonly from: number; readonly count: number };
  const open = new Map<string, Gap>();
  for await (const each of mongo
    .collection<{ _id: JobId; effectiveFrom: number; mark: number; openGap: Gap | null }>('schedules')
    .find({}, { projection: { effectiveFrom: 1, mark: 1, openGap: 1 }, batchSize: PAGE })) {
    known.set(each._id, { from: each.effectiveFrom, mark: each.mark, runs: 0, inGaps: 0 });
    if (each.openGap) open.set(each._id, each.openGap);
  }
  const runs = mongo.collection<{ _id: string; job: string; phase?: string }>('runs');
  for await (const { job } of runs.find({ phase: { $exists: true } }, { projection: { job: 1 }, batchSize: PAGE })) {
    const outcome = known.get(job);
    if (outcome) outcome.runs++;
  }
  const gaps = mongo.collection<{ _id: string; job: string; from: number; count: number }>('gaps');
  for await (const { job, from, count } of gaps.find({}, { batchSize: PAGE })) {
    const outcome = known.get(job);
    // The document's own is counted below: the copy may be older.
    if (outcome && open.get(job)?.from !== from) outcome.inGaps += count;
  }
  for (const [job, { count }] of open) {
    const outcome = known.get(job);
    if (outcome) outcome.inGaps += count;
  }
  let slots = 0;
  let missing = 0;
  let tooMany = 0;
  let inGaps = 0;
  for (const job of jobs) {
    const outcome = known.get(job.id);
    if (!outcome) continue;
    const due = slotsOf(job, outcome.from + 1, outcome.mark + 1).length;
    slots += due;
    inGaps += outcome.inGaps;
    missing += Math.max(0, due - outcome.runs - outcome.inGaps);
    tooMany += Math.max(0, outcome.runs + outcome.inGaps - due);
  }
  return { slots, inGaps, missing, tooMany };
}
