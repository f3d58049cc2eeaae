/** Milliseconds from the print of a line by a process or a pod until a reader receives it over server-sent events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { summarize } from '../percentiles.js';
import { PrintingPods } from './printing-pods.js';

const RUNS = 10;
const LINES_PER_RUN = 200;
const INTERVAL_MS = 100;
const LIMIT_MS = 120_000;
/** Prints the time repeatedly. */
const PRINTER = `let left = ${LINES_PER_RUN};
const timer = setInterval(() => { console.log(Date.now()); if (--left === 0) clearInterval(timer); }, ${INTERVAL_MS});`;
const requested = z.object({ run: z.object({ id: z.string() }) });
const line = z.object({ seq: z.number(), text: z.string() });

const PROCESS = { engine: 'process', command: [process.execPath, '-e', PRINTER] } as const;
const POD = { engine: 'kubernetes', image: 'busybox', command: ['true'] } as const;
type Printer = typeof PROCESS | typeof POD;

export async function measureLiveTail(root: string): Promise<Record<string, unknown>> {
  return measureTailOf(root, PROCESS);
}

/** The same for pods on a fake API server, which prints to their logs itself. */
export async function measureLiveTailOfPods(root: string): Promise<Record<string, unknown>> {
  const pods = await PrintingPods.start({ lines: LINES_PER_RUN, intervalMs: INTERVAL_MS });
  Object.assign(process.env, pods.environment);
  try {
    return await measureTailOf(root, POD);
  } finally {
    for (const name of Object.keys(pods.environment)) Reflect.deleteProperty(process.env, name);
    await pods.close();
  }
}

async function measureTailOf(root: string, printer: Printer): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  try {
    const api = ApiClient.of(await quickstart.start());
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    await api.expect([201], 'POST', '/workers', {
      body: { id: 'printer', name: 'Printer', ...printer },
    });
    await api.expect([201], 'POST', '/jobs', {
      body: { id: 'print', tenant: 'bench', name: 'Print', worker: 'printer' },
    });
    const latencies = (await Promise.all(Array.from({ length: RUNS }, () => followOne(api)))).flat();
    return { runs: RUNS, linesPerSecond: (RUNS * 1_000) / INTERVAL_MS, printedToReceivedMs: summarize(latencies) };
  } finally {
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts a run and follows its log to the end. */
async function followOne(api: ApiClient): Promise<number[]> {
  const { body } = await api.expect([202], 'POST', '/jobs/print/run', { body: {} });
  const latencies: number[] = [];
  for await (const data of api.events(`/runs/${requested.parse(body).run.id}/logs`, AbortSignal.timeout(LIMIT_MS))) {
    const now = Date.now();
    const received = line.safeParse(JSON.parse(data));
    if (!received.success) break;
    latencies.push(now - Number(received.data.text));
    if (received.data.seq !== latencies.length) throw new Error('a line is missing, or came twice');
  }
  if (latencies.length !== LINES_PER_RUN) throw new Error(`${latencies.length} lines came of ${LINES_PER_RUN}`);
  return latencies;
}
