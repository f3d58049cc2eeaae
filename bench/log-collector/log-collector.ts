/**
 * One collector process on this machine, beside its database: how many lines and bytes it stores per second, how much
 * memory it takes for a log of 1 GB, and how long a line takes to reach those who watch.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contracts } from '#common/contracts/registry.js';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { recordRun } from '#testing/recorded-run.js';
import { summarize } from '../percentiles.js';
import { BenchCollector } from './bench-collector.js';
import { endSpool, SpoolWriter, writeSpool } from './bench-spool.js';

const MANY_ATTEMPTS = 10;
const MANY_LINES = 100_000;
const LINE_BYTES = 200;
const HUGE_LINES = 5_000_000;
const LIVE_ATTEMPTS = 20;
const LIVE_SECONDS = 20;
const LIVE_INTERVAL_MS = 100;

type Report = Record<string, unknown>;

export async function logCollector(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const collector = await BenchCollector.prepare(folder);
  try {
    return {
      manyLogs: await storeLogs(collector, { attempts: MANY_ATTEMPTS, lines: MANY_LINES, name: 'many' }),
      oneHugeLog: await storeLogs(collector, { attempts: 1, lines: HUGE_LINES, name: 'huge' }),
      live: await watchLive(collector),
    };
  } finally {
    await collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From complete spools to sealed logs; the collector starts when everything lies there. */
async function storeLogs(
  collector: BenchCollector,
  size: { readonly attempts: number; readonly lines: number; readonly name: string },
): Promise<Report> {
  const ids = await attemptsOf(collector, size.name, size.attempts);
  for (const id of ids) await writeSpool(collector.spool, id, size.lines, LINE_BYTES);
  await collector.start();
  const began = performance.now();
  await Promise.all(ids.map((id) => collector.sealed(id)));
  const seconds = (performance.now() - began) / 1_000;
  const { peakMemoryMiB, cpuSeconds } = collector.usage();
  const storedBytes = await collector.storedBytes();
  await collector.stop();
  await collector.forgetOutput();
  const lines = size.attempts * size.lines;
  const bytes = lines * LINE_BYTES;
  return {
    attempts: size.attempts,
    lines,
    megabytes: Math.round(bytes / 1e6),
    seconds: round(seconds),
    linesPerSecond: Math.round(lines / seconds),
    megabytesPerSecond: round(bytes / 1e6 / seconds),
    collectorCpuSeconds: round(cpuSeconds),
    peakMemoryMiB,
    compressedTo: round(storedBytes / bytes),
  };
}

/** Milliseconds from a line being written into the spool to its message on NATS. */
async function watchLive(collector: BenchCollector): Promise<Report> {
  const ids = await attemptsOf(collector, 'live', LIVE_ATTEMPTS);
  await collector.start();
  const latencies: number[] = [];
  const end = collector.nats.listen(contracts.liveLog, {}, ({ lines }) => {
    const now = Date.now();
    for (const line of lines) latencies.push(now - line.at);
  });
  const writers = await Promise.all(ids.map((id) => SpoolWriter.open(collector.spool, id)));
  for (let waited = 0; waited < LIVE_SECONDS * 1_000; waited += LIVE_INTERVAL_MS) {
    for (const writer of writers) await writer.line(`the time is ${waited}`);
    await delay(LIVE_INTERVAL_MS);
  }
  for (const [i, writer] of writers.entries()) {
    await writer.close();
    endSpool(collector.spool, ids[i] ?? asAttemptId(''));
  }
  await Promise.all(ids.map((id) => collector.sealed(id)));
  end();
  const { cpuSeconds } = collector.usage();
  await collector.stop();
  await collector.forgetOutput();
  const perAttempt = 1_000 / LIVE_INTERVAL_MS;
  return {
    attempts: LIVE_ATTEMPTS,
    linesPerSecond: LIVE_ATTEMPTS * perAttempt,
    collectorCpuSeconds: round(cpuSeconds),
    writtenToSeenMs: summarize(latencies),
  };
}

async function attemptsOf(collector: BenchCollector, name: string, count: number): Promise<AttemptId[]> {
  const runs = Array.from({ length: count }, (_, i) => `${name}${i}`);
  for (const run of runs)
    await recordRun(collector.mongo, run, { secureParameters: { password: 'correct-horse-battery' } });
  return runs.map((run) => asAttemptId(`${run}/0/main/0/1`));
}

const round = (value: number): number => Number(value.toFixed(2));
