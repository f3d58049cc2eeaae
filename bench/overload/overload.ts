/**
 * The behaviour of the product when it gets far more requests than it can process, while one of its parts stands still:
 * 2,000 manual runs at once, each with five calls of ten log lines, one of job storage and one of its status, while the
 * log-collector, then the database, then NATS is frozen for 20 s. Before that, the best rate at lower load.
 *
 * `--parts reference,collector,database,nats`, `--runs`, `--clients`, `--freeze-seconds`, `--limit-seconds` (of one storm),
 * `--total-seconds` (of all of it); `--check`: the exit code is 1 when a goal is missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { FinalWatch } from './final-watch.js';
import { asTable, judge, type Goal } from './goals.js';
import { stormPart, type PartOptions, type PartReport } from './part.js';
import { FREEZABLE, Product, type Freezable } from './product.js';
import { askForRuns } from './storm.js';

interface Options extends PartOptions {
  readonly parts: readonly (Freezable | 'reference')[];
  /** The time limit of the whole benchmark. */
  readonly totalSeconds: number;
  readonly check: boolean;
}

const REFERENCE_CLIENTS = [16, 48];
const REFERENCE_SECONDS = 12;
/** A client waits for its run no longer than this. */
const REFERENCE_RUN_LIMIT_MS = 30_000;
const PAUSE_MS = 2_000;
/** The longest time of a part after its last run: until it is idle, and to read everything. */
const AFTERMATH_SECONDS = 65;

export async function overload(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const options = readOptions(args);
  const { parts, check, totalSeconds, ...partOptions } = options;
  const began = performance.now();
  const product = await Product.start(root);
  try {
    const reference = parts.includes('reference') ? await measureReference(product) : null;
    const best = reference === null ? null : Math.max(...reference.map(({ runsPerSecond }) => runsPerSecond));
    const reports: Record<string, PartReport & { goals: Goal[] }> = {};
    const storms = FREEZABLE.filter((each) => parts.includes(each));
    for (const [done, part] of storms.entries()) {
      // Time that one part does not need is available to the next.
      const left = totalSeconds - (performance.now() - began) / 1_000;
      const share = Math.floor(left / (storms.length - done)) - AFTERMATH_SECONDS;
      const limitSeconds = Math.max(partOptions.freezeSeconds, Math.min(partOptions.limitSeconds, share));
      const report = await stormPart(product, part, { ...partOptions, limitSeconds });
      const goals = judge(report, best);
      reports[part] = { ...report, goals };
      process.stderr.write(asTable(`\n${part} frozen for ${report.frozen.seconds} s`, goals));
    }
    const missed = Object.values(reports).flatMap(({ goals }) => goals.filter(({ met }) => !met)).length;
    if (check && missed > 0) process.exitCode = 1;
    return { options: partOptions, reference, best, ...reports, missed };
  } finally {
    await product.stop();
  }
}

/** Clients that each wait for their run before they request the next: just enough to keep the product busy. */
async function measureReference(product: Product): Promise<{ clients: number; runsPerSecond: number }[]> {
  const finals = new FinalWatch(product.mongo);
  const measured: { clients: number; runsPerSecond: number }[] = [];
  for (const clients of REFERENCE_CLIENTS) {
    const began = performance.now();
    const { accepted } = await askForRuns({
      ...product.door,
      jobs: product.jobs,
      runs: Infinity,
      clients,
      name: `reference-${clients}`,
      deadline: began + REFERENCE_SECONDS * 1_000,
      afterwards: (run) => Promise.race([finals.final(run), delay(REFERENCE_RUN_LIMIT_MS, undefined, { ref: false })]),
    });
    const seconds = (performance.now() - began) / 1_000;
    measured.push({ clients, runsPerSecond: Number((accepted.length / seconds).toFixed(1)) });
    process.stderr.write(`${clients} clients: ${measured.at(-1)?.runsPerSecond} runs/s\n`);
    await delay(PAUSE_MS);
  }
  await finals.stop();
  return measured;
}

function readOptions(args: readonly string[]): Options {
  const values = optionsOf('bench -- overload', args, {
    parts: { type: 'string', default: `reference,${FREEZABLE.join(',')}` },
    runs: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '100' },
    'freeze-seconds': { type: 'string', default: '20' },
    'limit-seconds': { type: 'string', default: '110' },
    'total-seconds': { type: 'string', default: '450' },
    check: { type: 'boolean', default: false },
  });
  const number = (name: 'runs' | 'clients' | 'freeze-seconds' | 'limit-seconds' | 'total-seconds'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} is no number`);
    return value;
  };
  const known = ['reference', ...FREEZABLE] as const;
  const chosen = values.parts.split(',');
  const parts = known.filter((part) => chosen.includes(part));
  if (parts.length !== chosen.length) throw new Error(`--parts takes ${known.join(',')}`);
  return {
    parts,
    check: values.check,
    runs: number('runs'),
    clients: number('clients'),
    freezeSeconds: number('freeze-seconds'),
    limitSeconds: number('limit-seconds'),
    totalSeconds: number('total-seconds'),
  };
}
