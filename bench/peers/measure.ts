import { setTimeout as delay } from 'node:timers/promises';
import type { Arrival, EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize, type Summary } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import type { Ended } from './peer-messages.js';
import type { System } from './system.js';

const MS_PER_SECOND = 1_000;
const POLL_MS = 100;
/** The work of a system after the end of its jobs (records, acknowledgements) is part of their cost. */
const SETTLE_MS = 2_000;
const WARM_UP_JOBS = 500;
/** The warm-up of a slow system may take this many times the limit. */
const WARM_UP_LIMITS = 4;
/** A system is given as much as takes it this part of the limit at the rate of its warm-up; the fast ones are given all. */
const PART_OF_LIMIT = 0.5;
const DATABASES = ['database', 'database gateway', 'redis'];

export interface Load {
  /** Jobs that are added at once, at most. */
  readonly jobs: number;
  /** Jobs a second of the other parts, at most. */
  readonly perSecond: number;
  readonly seconds: number;
  /** The time limit of each part. */
  readonly limitSeconds: number;
}

/** Milliseconds of processor for each job. */
export interface Processor {
  /** The process of a queue; for Carillon its services and NATS. */
  readonly own: number;
  readonly database: number;
  /** The echo worker, and for Carillon the client that requests runs. */
  readonly bench: number;
  readonly byProgram: Readonly<Record<string, number>>;
}

export interface Measured {
  readonly system: string;
  readonly version: string;
  readonly database: string;
  readonly atOnce: {
    readonly asked: number;
    readonly addedPerSecond: number;
    readonly ended: number;
    readonly endedPerSecond: number;
    readonly processorMsPerJob: Processor;
  };
  readonly oneByOne: { readonly ended: number; readonly addedToPostMs: Summary; readonly processorMsPerJob: Processor };
  readonly eachSecond: { readonly ended: number; readonly dueToPostMs: Summary; readonly processorMsPerJob: Processor };
}

export async function measure(system: System, worker: EchoWorker, load: Load): Promise<Measured> {
  const own = withinReach(load, await warmUp(system, load.limitSeconds));
  const { name, version, database } = system;
  const atOnce = await measureAtOnce(system, own);
  const oneByOne = await measureOneByOne(system, worker, own);
  return {
    system: name,
    version,
    database,
    atOnce,
    oneByOne,
    eachSecond: await measureEachSecond(system, worker, own),
  };
}

/** Programs that have just started are slow. Returns how many jobs ended each second. Throws if some do not end. */
async function warmUp(system: System, limitSeconds: number): Promise<number> {
  const before = await system.ended();
  const began = Date.now();
  await system.addMany('warm', WARM_UP_JOBS);
  const after = await untilEnded(system, before.count + WARM_UP_JOBS, limitSeconds * WARM_UP_LIMITS);
  const ended = after.count - before.count;
  if (ended < WARM_UP_JOBS) throw new Error(`only ${ended} of ${WARM_UP_JOBS} jobs ended in the warm-up`);
  return (ended * MS_PER_SECOND) / (after.lastAt - began);
}

/** What a system can end in its time: one that is slow on this machine gets fewer jobs, so that each part of its measurement ends. */
export function withinReach(load: Load, perSecond: number): Load {
  const inTime = Math.floor(perSecond * load.limitSeconds * PART_OF_LIMIT);
  return {
    ...load,
    jobs: Math.max(1, Math.min(load.jobs, inTime)),
    perSecond: Math.max(1, Math.min(load.perSecond, Math.floor(perSecond * PART_OF_LIMIT))),
  };
}

async function measureAtOnce(system: System, load: Load): Promise<Measured['atOnce']> {
  const processor = startProcessor();
  const before = await system.ended();
  const began = Date.now();
  await system.addMany('once', load.jobs);
  const addedAt = Date.now();
  const after = await untilEnded(system, before.count + load.jobs, load.limitSeconds);
  const ended = after.count - before.count;
  return {
    asked: load.jobs,
    addedPerSecond: round((load.jobs * MS_PER_SECOND) / (addedAt - began)),
    ended,
    endedPerSecond: round((ended * MS_PER_SECOND) / (after.lastAt - began)),
    processorMsPerJob: processor(ended),
  };
}

async function measureOneByOne(system: System, worker: EchoWorker, load: Load): Promise<Measured['oneByOne']> {
  const processor = startProcessor();
  const before = await system.ended();
  const from = worker.arrivals.length;
  const asked = await system.addEach('each', load.perSecond, load.seconds);
  const after = await untilEnded(system, before.count + load.perSecond * load.seconds, load.limitSeconds);
  const waits = worker.arrivals.slice(from).map(({ run, slot, at }) => at - (asked.get(run) ?? slot ?? NaN));
  const ended = after.count - before.count;
  return { ended, addedToPostMs: summarize(waits), processorMsPerJob: processor(ended) };
}

async function measureEachSecond(system: System, worker: EchoWorker, load: Load): Promise<Measured['eachSecond']> {
  await system.prepareEachSecond('due', load.perSecond);
  const processor = startProcessor();
  const before = await system.ended();
  const from = worker.arrivals.length;
  const { firstAt, lastAt } = await system.fireEachSecond('due', load.perSecond, load.seconds);
  const after = await untilEnded(system, before.count + load.perSecond * load.seconds, load.limitSeconds);
  const counts = ({ slot }: Arrival): boolean => slot !== null && slot >= firstAt && slot <= lastAt;
  const waits = worker.arrivals
    .slice(from)
    .flatMap((arrival) => (counts(arrival) ? [arrival.at - (arrival.slot ?? 0)] : []));
  const ended = after.count - before.count;
  return { ended, dueToPostMs: summarize(waits), processorMsPerJob: processor(ended) };
}

/** Waits until this many have ended, or the time is over; and then for the work after their end. */
async function untilEnded(system: System, count: number, limitSeconds: number): Promise<Ended> {
  const deadline = Date.now() + limitSeconds * MS_PER_SECOND;
  while ((await system.ended()).count < count && Date.now() < deadline) await delay(POLL_MS);
  await delay(SETTLE_MS);
  return system.ended();
}

/** Measures the use from now on until the returned function is called, divided by the number of jobs. */
function startProcessor(): (jobs: number) => Processor {
  const before = processorSeconds('ownChildren');
  const own = process.cpuUsage();
  return (jobs) => {
    const { all: _all, ...used } = usedBetween(before, processorSeconds('ownChildren'));
    const bench = process.cpuUsage(own);
    const perJob = (seconds: number): number => Number(((seconds * MS_PER_SECOND) / Math.max(1, jobs)).toFixed(3));
    const programs = Object.entries(used);
    const sum = (isDatabase: boolean): number =>
      perJob(
        programs
          .filter(([name]) => DATABASES.includes(name) === isDatabase)
          .reduce((total, [, seconds]) => total + seconds, 0),
      );
    return {
      own: sum(false),
      database: sum(true),
      bench: perJob((bench.user + bench.system) / 1e6),
      byProgram: Object.fromEntries(programs.map(([name, seconds]) => [name, perJob(seconds)])),
    };
  };
}

const round = (value: number): number => Number(value.toFixed(1));
