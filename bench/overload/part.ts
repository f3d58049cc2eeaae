/** One storm: all runs are requested at once, one part is frozen meanwhile, and everything is observed until it is idle. */
import { setTimeout as delay } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Mongo } from '#common/mongo/mongo.js';
import { freeze } from '#testing/freeze.js';
import type { AttemptReport } from '#testing/product/worker-process.js';
import { summarize, type Summary } from '../percentiles.js';
import { FinalWatch } from './final-watch.js';
import { takeAccount, type Account } from './ledger.js';
import { responseTimes, Probes, type ResponseTimes, type Sample } from './probes.js';
import type { Freezable, Product } from './product.js';
import { askForRuns, type RequestedRun, type StormResult } from './storm.js';
import { UsageWatch } from './usage-watch.js';

export interface PartOptions {
  readonly runs: number;
  readonly clients: number;
  readonly freezeSeconds: number;
  /** From the first request to the last final run. */
  readonly limitSeconds: number;
}

/** Measured from the beginning of the storm. */
const FREEZE_AFTER_MS = 3_000;
/** Answers that came this soon after the beginning or the end of a freeze belong to it. */
const SETTLE_MS = 1_000;
const IDLE_LIMIT_MS = 35_000;
const IDLE_PERCENT = 5;
const IDLE_WINDOW_MS = 2_000;
/** After this long without work the product counts as idle. */
const IDLE_FOR_MS = 8_000;
const POLL_MS = 250;
const WINDOW_S = 10;
/** The number of slowest runs that are listed one by one. */
const SLOWEST = 20;

export interface PartReport {
  readonly frozen: { readonly what: Freezable; readonly fromSecond: number; readonly seconds: number };
  readonly accepted: { readonly runs: number; readonly perSecond: number; readonly ms: Summary };
  readonly answers: Readonly<Record<string, number>>;
  readonly notAccepted: number;
  readonly callbacksRepeated: Readonly<Record<string, number>>;
  readonly account: Account;
  /** Callbacks that were acknowledged and have still not been applied. */
  readonly inboxLeft: number;
  /** Runs that ended per second of the storm, the freeze left out; null where not all ended. */
  readonly finalPerSecond: number;
  readonly lowestFinalPerSecond: number | null;
  readonly unfinished: number;
  /**
   * From the latest of the worker's report, the end of the freeze, and the answer with the run's id, without which it
   * cannot be read. The answer may come after the end if the first request was given up.
   */
  readonly reportToFinalMs: Summary;
  /** The runs with the longest of these times. */
  readonly slowestEnds: readonly SlowEnd[];
  /** Runs that were accepted, reported by their worker, and final, in each second of the storm. */
  readonly acceptedBySecond: readonly number[];
  readonly reportsBySecond: readonly number[];
  readonly finalsBySecond: readonly number[];
  readonly peakMemoryMiB: Readonly<Record<string, number>>;
  readonly probes: ResponseTimes;
  readonly slowestProbes: Readonly<Record<string, number>>;
  readonly reads: ResponseTimes;
  readonly slowestReads: readonly SlowRead[];
  readonly readsWhileFrozen: ResponseTimes;
  readonly readsSkipped: number;
  /** From the last final run until idle; null if that was not within the limit. */
  readonly idleAfterSeconds: number | null;
  readonly cpuPercentAtTheEnd: Readonly<Record<string, number | undefined>>;
  /** Values of every two seconds after the last run was final. */
  readonly cpuPercentAfterwards: Readonly<Record<string, readonly (number | null)[]>>;
  readonly cpuPercentMeanwhile: Readonly<Record<string, number | undefined>>;
  /** The greatest delay of our own event loop, which bounds the precision. */
  readonly ownDelayMs: number;
}

/** Instants in seconds since the storm began. */
interface SlowEnd {
  readonly run: string;
  readonly acceptedAt: number;
  readonly reportedAt: number;
  readonly finalAt: number;
}

interface SlowRead {
  readonly what: string;
  readonly at: number;
  readonly tookMs: number;
  readonly answer: string;
}

interface Frozen {
  readonly from: number;
  readonly to: number;
}

export async function stormPart(product: Product, what: Freezable, options: PartOptions): Promise<PartReport> {
  const usage = new UsageWatch([...product.services, ...product.servers]);
  const finals = new FinalWatch(product.mongo);
  let someRun = '';
  const paths = [(): string => '/runs?limit=50', (): string => '/jobs', (): string => `/runs/${someRun}`];
  let turn = 0;
  const nextPath = (): string => (someRun === '' ? '/jobs' : (paths[turn++ % paths.length]?.() ?? '/jobs'));
  const probes = new Probes(product.probeTargets, product.door, nextPath);
  const ownDelay = monitorEventLoopDelay();
  ownDelay.enable();
  const since = Date.now();
  const began = performance.now();
  const deadline = began + options.limitSeconds * 1_000;
  const freezing = freezeMeanwhile(product, what, options.freezeSeconds);
  const storm = await askForRuns({
    ...product.door,
    jobs: product.jobs,
    runs: options.runs,
    clients: options.clients,
    deadline,
    name: `${what}-${since}`,
    afterwards: (run) => {
      someRun = run;
      void finals.final(run);
      return Promise.resolve();
    },
  });
  const frozen = await freezing;
  while (finals.seen.size < storm.accepted.length && performance.now() < deadline) await delay(POLL_MS);
  const lastFinal = performance.now() - (Date.now() - Math.max(since, ...finals.seen.values()));
  await probes.stop();
  const end = performance.now();
  const idle = await untilIdle(usage, product, lastFinal);
  const inboxLeft = await untilInboxIsEmpty(product.mongo, lastFinal + IDLE_LIMIT_MS);
  await finals.stop();
  usage.stop();
  ownDelay.disable();
  const asked = new Set(storm.accepted.map(({ run }) => run));
  const allReports = (await product.worker.reports()).reports;
  const reports = allReports.filter(({ run }) => asked.has(run));
  const told = { jobs: product.jobs, since, accepted: storm.accepted, inDoubt: storm.lost.length };
  const account = await takeAccount(product, told, allReports);
  return {
    frozen: { what, fromSecond: toSeconds(frozen.from - began), seconds: toSeconds(frozen.to - frozen.from) },
    ...acceptance(storm),
    callbacksRepeated: sumOf(reports.map(({ repeats }) => repeats)),
    account,
    inboxLeft,
    ...endings({ accepted: storm.accepted, seen: finals.seen, reports }, { since, began, frozen }),
    peakMemoryMiB: usage.peaks(),
    ...answerings(probes.samples, what, { began, frozen }),
    readsSkipped: probes.skipped,
    ...idle,
    cpuPercentAfterwards: usage.cpuPercents(lastFinal, IDLE_WINDOW_MS),
    cpuPercentMeanwhile: usage.cpuPercent(began, end),
    ownDelayMs: Math.round(ownDelay.max / 1e6),
  };
}

async function freezeMeanwhile(product: Product, what: Freezable, seconds: number): Promise<Frozen> {
  await delay(FREEZE_AFTER_MS);
  const from = performance.now();
  if (seconds === 0) return { from, to: from };
  const frozen = await freeze(() => product.pidsOf(what));
  process.stderr.write(`${what} stands still: ${frozen.pids.length} processes\n`);
  await delay(seconds * 1_000);
  frozen.thaw();
  return { from, to: performance.now() };
}

async function untilIdle(
  usage: UsageWatch,
  { services }: Product,
  lastFinal: number,
): Promise<Pick<PartReport, 'idleAfterSeconds' | 'cpuPercentAtTheEnd'>> {
  let idleSince: number | null = null;
  for (;;) {
    await delay(POLL_MS);
    const now = performance.now();
    const percent = usage.cpuPercent(now - IDLE_WINDOW_MS - POLL_MS, now);
    const isIdle = services.every(({ name }) => (percent[name] ?? Infinity) < IDLE_PERCENT);
    idleSince = isIdle ? (idleSince ?? now - IDLE_WINDOW_MS) : null;
    const isDone = idleSince !== null && now - idleSince >= IDLE_FOR_MS;
    if (!isDone && now - lastFinal < IDLE_LIMIT_MS) continue;
    return {
      idleAfterSeconds: idleSince === null ? null : toSeconds(Math.max(0, idleSince - lastFinal)),
      cpuPercentAtTheEnd: percent,
    };
  }
}

/** Returns how many entries are left after the limit: with any, missing logs and storage are late and not lost. */
async function untilInboxIsEmpty(mongo: Mongo, deadline: number): Promise<number> {
  for (;;) {
    const left = await mongo.collection('inbox').countDocuments({});
    if (left === 0 || performance.now() > deadline) return left;
    await delay(POLL_MS);
  }
}

function acceptance({
  accepted,
  answers,
  lost,
}: StormResult): Pick<PartReport, 'accepted' | 'answers' | 'notAccepted'> {
  const times = accepted.map(({ acceptedAt }) => acceptedAt);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
  const ms = summarize(accepted.map(({ tookMs }) => Math.round(tookMs)));
  return {
    accepted: { runs: accepted.length, perSecond: Number((accepted.length / seconds).toFixed(1)), ms },
    answers,
    notAccepted: lost.length,
  };
}

type Endings = Pick<
  PartReport,
  | 'finalPerSecond'
  | 'lowestFinalPerSecond'
  | 'unfinished'
  | 'reportToFinalMs'
  | 'slowestEnds'
  | 'acceptedBySecond'
  | 'reportsBySecond'
  | 'finalsBySecond'
>;

function endings(
  known: {
    readonly accepted: readonly RequestedRun[];
    readonly seen: ReadonlyMap<string, number>;
    readonly reports: readonly AttemptReport[];
  },
  { since, began, frozen }: { readonly since: number; readonly began: number; readonly frozen: Frozen },
): Endings {
  const thawedAt = since + frozen.to - began;
  const acceptedAt = new Map(known.accepted.map((asked) => [asked.run, asked.acceptedAt]));
  const ends = known.reports.flatMap(({ run, ended }) => {
    const accepted = acceptedAt.get(run);
    const final = known.seen.get(run);
    if (ended === null || accepted === undefined || final === undefined) return [];
    const since = Math.max(ended.at, thawedAt, accepted);
    return [{ run, reported: ended.at, accepted, final, lag: Math.round(Math.max(0, final - since)) }];
  });
  // Runs that were final before the end of the freeze count from the report only.
  const finalsBySecond = bySecond([...known.seen.values()].map((at) => at - since));
  const frozenSeconds = (frozen.to - frozen.from) / 1_000;
  return {
    finalPerSecond: Number((known.seen.size / (finalsBySecond.length - frozenSeconds)).toFixed(1)),
    lowestFinalPerSecond: lowestWindow(finalsBySecond, Math.ceil((frozen.to - began) / 1_000)),
    unfinished: known.accepted.length - known.seen.size,
    reportToFinalMs: summarize(ends.map(({ lag }) => lag)),
    slowestEnds: ends
      .toSorted((a, b) => b.lag - a.lag)
      .slice(0, SLOWEST)
      .map(({ run, reported, accepted, final }) => ({
        run,
        acceptedAt: toSeconds(accepted - since),
        reportedAt: toSeconds(reported - since),
        finalAt: toSeconds(final - since),
      })),
    acceptedBySecond: bySecond(known.accepted.map(({ acceptedAt }) => acceptedAt - since)),
    reportsBySecond: bySecond(known.reports.flatMap(({ ended }) => (ended === null ? [] : [ended.at - since]))),
    finalsBySecond,
  };
}

function bySecond(times: readonly number[]): number[] {
  const seconds = times.map((ms) => Math.max(0, Math.floor(ms / 1_000)));
  const counts = Array.from({ length: Math.max(0, ...seconds) + 1 }, () => 0);
  for (const second of seconds) counts[second] = (counts[second] ?? 0) + 1;
  return counts;
}

/** The worst ten seconds after the freeze, in runs per second; null if the storm ended sooner. */
function lowestWindow(finals: readonly number[], from: number): number | null {
  const windows: number[] = [];
  for (let start = from; start + WINDOW_S < finals.length; start++) {
    windows.push(finals.slice(start, start + WINDOW_S).reduce((sum, each) => sum + each, 0) / WINDOW_S);
  }
  return windows.length === 0 ? null : Math.min(...windows);
}

type Answerings = Pick<PartReport, 'probes' | 'slowestProbes' | 'reads' | 'slowestReads' | 'readsWhileFrozen'>;

/** Requests that the frozen service itself could not answer do not count. */
function answerings(
  samples: readonly Sample[],
  what: Freezable,
  { began: stormBegan, frozen }: { readonly began: number; readonly frozen: Frozen },
): Answerings {
  const overlaps = ({ began, tookMs }: Sample): boolean =>
    began < frozen.to + SETTLE_MS && began + tookMs > frozen.from - SETTLE_MS;
  const judged = samples.filter(
    (sample) => !(what === 'collector' && sample.what.startsWith('log-collector') && overlaps(sample)),
  );
  const slowest: Record<string, number> = {};
  for (const { what: name, tookMs } of judged) slowest[name] = Math.max(slowest[name] ?? 0, Math.round(tookMs));
  return {
    probes: responseTimes(judged, /\/(readyz|metrics)$/),
    slowestProbes: slowest,
    reads: responseTimes(judged, /^GET/),
    slowestReads: judged
      .filter((sample) => sample.what.startsWith('GET'))
      .toSorted((a, b) => b.tookMs - a.tookMs)
      .slice(0, SLOWEST)
      .map(({ what, began, tookMs, answer }) => ({
        what,
        at: toSeconds(began - stormBegan),
        tookMs: Math.round(tookMs),
        answer,
      })),
    readsWhileFrozen: responseTimes(judged.filter(overlaps), /^GET/),
  };
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of all) for (const [name, number] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + number;
  return sum;
}

const toSeconds = (ms: number): number => Number((ms / 1_000).toFixed(1));
