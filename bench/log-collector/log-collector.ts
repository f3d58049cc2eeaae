/**
 * One collector process on this machine, beside its database and the source of the output: how many lines and bytes it stores
 * per second, how much memory it needs, and how soon a reader sees a line. `--parts` names some of the parts, `--huge-lines`
 * changes the size of the large logs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts } from '#common/messages/registry.js';
import type { Engine } from '#common/spec/worker.js';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { optionsOf } from '#testing/command-options.js';
import { shardOfAttempt } from '#testing/shards.js';
import { recordRun } from '#testing/recorded-run.js';
import { BenchCollector } from './bench-collector.js';
import { BenchPods } from './bench-pods.js';
import { writeSpool } from './bench-spool.js';
import { logText } from './bench-text.js';
import { measureSearch } from './search.js';
import { measureLiveTail, measureLiveTailOfPods } from './live-tail.js';

const PARTS = ['many', 'huge', 'streams', 'hugePod', 'pods', 'callbacks', 'tail', 'podTail', 'search'] as const;
type Part = Exclude<(typeof PARTS)[number], 'tail' | 'podTail' | 'search'>;

const LINE_BYTES = 200;
const HUGE_LINES = 5_000_000;
const LINES_PER_CALLBACK = 200;
const CALLBACK_TIMEOUT_MS = 30_000;

interface Size {
  readonly attempts: number;
  readonly lines: number;
}

type Report = Record<string, unknown>;

export async function logCollector({ root }: { readonly root: string }, args: readonly string[]): Promise<Report> {
  const { parts, hugeLines } = readOptions(args);
  const sizes: Readonly<Record<Part, Size>> = {
    many: { attempts: 10, lines: 100_000 },
    huge: { attempts: 1, lines: hugeLines },
    streams: { attempts: 500, lines: 1_000 },
    hugePod: { attempts: 1, lines: hugeLines },
    pods: { attempts: 500, lines: 1_000 },
    callbacks: { attempts: 50, lines: 10_000 },
  };
  const report: Report = {};
  if (parts.includes('tail')) report['tail'] = await measureLiveTail(root);
  if (parts.includes('podTail')) report['podTail'] = await measureLiveTailOfPods(root);
  if (parts.includes('search')) report['search'] = await measureSearch(root, hugeLines);
  const alone = parts.filter((part) => part !== 'tail' && part !== 'podTail' && part !== 'search');
  if (alone.length === 0) return report;
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const collector = await BenchCollector.prepare(folder);
  try {
    for (const part of alone) {
      report[part] = await measure(collector, part, sizes[part]);
      process.stderr.write(`${part}: ${JSON.stringify(report[part])}\n`);
    }
    return report;
  } finally {
    await collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args: readonly string[]): { parts: readonly (typeof PARTS)[number][]; hugeLines: number } {
  const values = optionsOf('bench -- log-collector', args, {
    parts: { type: 'string', default: PARTS.join() },
    'huge-lines': { type: 'string', default: String(HUGE_LINES) },
  });
  const asked = values.parts.split(',');
  const unknown = asked.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--parts: there is no "${unknown}"; there is: ${PARTS.join()}`);
  const hugeLines = Number(values['huge-lines']);
  if (!Number.isInteger(hugeLines) || hugeLines < 1) throw new Error('--huge-lines is no number');
  return { parts: PARTS.filter((part) => asked.includes(part)), hugeLines };
}

async function measure(collector: BenchCollector, part: Part, size: Size): Promise<Report> {
  switch (part) {
    case 'many':
    case 'huge':
    case 'streams':
      return measureSpools(collector, part, size);
    case 'hugePod':
    case 'pods':
      return measurePods(collector, part, size);
    case 'callbacks':
      return measureCallbacks(collector, size);
  }
}

/** From complete spools to sealed logs; the collector starts when all spools exist. */
async function measureSpools(collector: BenchCollector, name: string, size: Size): Promise<Report> {
  const ids = await attemptsOf(collector, name, size, 'process');
  for (const id of ids) await writeSpool(collector.spool, id, size.lines, LINE_BYTES);
  await collector.start();
  return timed(collector, size, () => allSealed(collector, ids, 'process'));
}

/** The same from the logs of ended pods. */
async function measurePods(collector: BenchCollector, name: string, size: Size): Promise<Report> {
  const pods = await BenchPods.start();
  try {
    const ids = await attemptsOf(collector, name, size, 'kubernetes');
    for (const id of ids) pods.add(id, size.lines, LINE_BYTES);
    await collector.start(pods.environment);
    return await timed(collector, size, () => allSealed(collector, ids, 'kubernetes'));
  } finally {
    await pods.close();
  }
}

/** Each worker sends its lines in one callback after the other, and waits for each answer. */
async function measureCallbacks(collector: BenchCollector, size: Size): Promise<Report> {
  const ids = await attemptsOf(collector, 'callbacks', size, 'webservice');
  await collector.start();
  return timed(collector, size, async () => {
    await Promise.all(ids.map((id) => sendLines(collector, id, size.lines)));
  });
}

async function sendLines(collector: BenchCollector, attempt: AttemptId, count: number): Promise<void> {
  const shard = shardOfAttempt(attempt);
  for (let seq = 0; seq * LINES_PER_CALLBACK < count; seq++) {
    const lines = Array.from({ length: LINES_PER_CALLBACK }, (_, i) =>
      logText(seq * LINES_PER_CALLBACK + i, LINE_BYTES),
    );
    const call = { v: 1, attempt, at: Date.now(), lines, seq, key: String(seq) } as const;
    const answer = await collector.nats.request(contracts.appendLog, { shard }, call, CALLBACK_TIMEOUT_MS);
    if (!answer.ok) throw new Error(`a callback was refused: ${answer.detail}`);
  }
}

async function allSealed(collector: BenchCollector, ids: readonly AttemptId[], engine: Engine): Promise<void> {
  await Promise.all(ids.map((id) => collector.sealed(id, engine)));
}

async function timed(collector: BenchCollector, size: Size, work: () => Promise<void>): Promise<Report> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { peakMemoryMiB, cpuSeconds } = collector.usage();
  const stored = await collector.stored();
  await collector.stop();
  await collector.forgetOutput();
  const lines = size.attempts * size.lines;
  if (stored.lines !== lines) throw new Error(`${stored.lines} lines are stored of ${lines}`);
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
    compressedTo: round(stored.bytes / bytes),
  };
}

async function attemptsOf(collector: BenchCollector, name: string, size: Size, engine: Engine): Promise<AttemptId[]> {
  const runs = Array.from({ length: size.attempts }, (_, i) => `${name.toLowerCase()}${i}`);
  for (const run of runs)
    await recordRun(collector.mongo, run, { engine, secureParameters: { password: 'correct-horse-battery' } });
  return runs.map((run) => asAttemptId(`${run}/0/main/0/1`));
}

const round = (value: number): number => Number(value.toFixed(2));
