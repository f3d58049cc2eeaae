/**
 * A herd: very many jobs that are due at the same instant, with everything on the machine. How long before or after the instant the
 * last run is stored, how long after it the worker receives the first and the last POST, and when all runs have ended. Options:
 * `--jobs 10000`, `--every 60` (seconds between two herds, a part of a minute), `--herds 2`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import { makeJobs } from '../scheduler/bench-jobs.js';
import { Recorder } from '../scheduler/recorder.js';
import { Stage } from '../stage.js';

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;
const SERVICES = ['scheduler', 'api', 'executor', 'log-collector'] as const;
/** Runs may be stored at most this long before their instant. */
const WATCHED_BEFORE_MS = 12_000;
const POLL_MS = 100;

interface Watched {
  readonly recorder: Recorder;
  readonly worker: EchoWorker;
}

interface Herd {
  readonly jobs: number;
  readonly at: number;
  readonly until: number;
}

export async function herd(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- herd', args, {
    jobs: { type: 'string', default: '10000' },
    every: { type: 'string', default: '60' },
    herds: { type: 'string', default: '2' },
  });
  const jobs = Number(values.jobs);
  const every = Number(values.every);
  const herds = Number(values.herds);
  if (!(jobs > 0 && herds > 0 && every > 0 && SECONDS_PER_MINUTE % every === 0))
    throw new Error('--jobs and --herds are numbers, --every is a part of a minute');
  const stage = await Stage.prepare(root);
  const worker = await startEchoWorker();
  const recorder = new Recorder(stage.nats);
  try {
    for (const name of SERVICES) await stage.start(name);
    const everyMs = every * MS_PER_SECOND;
    // The jobs are created right after an instant, so that the first herd is the measured one.
    const first = Math.ceil(Date.now() / everyMs) * everyMs + everyMs;
    await delay(first - everyMs - Date.now());
    const shares = [{ cron: every === SECONDS_PER_MINUTE ? '0 * * * * *' : `*/${every} * * * * *`, jobs }];
    await makeJobs(stage.mongo, { prefix: 'herd', shares, url: worker.url }, Date.now());
    const measured: Record<string, unknown>[] = [];
    for (let turn = 0; turn < herds; turn++) {
      const at = first + turn * everyMs;
      const one = await measure({ recorder, worker }, { jobs, at, until: at + everyMs - WATCHED_BEFORE_MS });
      process.stderr.write(`${JSON.stringify(one)}\n`);
      measured.push(one);
    }
    return { database: stage.database, jobs, herds: measured };
  } finally {
    recorder.close();
    worker.close();
    await stage.close();
  }
}

async function measure({ recorder, worker }: Watched, { jobs, at, until }: Herd): Promise<Record<string, unknown>> {
  await delay(Math.max(0, at - WATCHED_BEFORE_MS - Date.now()));
  const used = processorSeconds('ownChildren');
  const finished = worker.finished.length;
  while (worker.finished.length - finished < jobs && Date.now() < until) await delay(POLL_MS);
  const called = worker.arrivals.filter(({ slot }) => slot === at).map((arrival) => arrival.at - at);
  const handedOver = recorder.between(at, at + 1).map((each) => each.at - at);
  const ended = worker.finished.slice(finished);
  return {
    // The time of the messages, which are sent after runs are stored. Negative: before the instant.
    storedMs: { count: handedOver.length, first: Math.min(...handedOver), last: Math.max(...handedOver) },
    firstPostMs: Math.min(...called),
    postMs: summarize(called),
    ended: ended.length,
    lastEndedMs: Math.max(...ended) - at,
    cpuSeconds: usedBetween(used, processorSeconds('ownChildren')),
    callbacksRefused: Object.fromEntries(worker.refused),
  };
}
