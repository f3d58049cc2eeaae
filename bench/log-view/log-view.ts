/**
 * A log that is followed in a browser while it grows fast: how many frames are late, and the cost of a frame in the page's thread. A
 * frame is late if the one before it was drawn more than 50 ms earlier. On a busy machine other processes may be the cause, so the
 * same is first measured on an idle page. Options: `--rate 5000` lines a second, `--seconds 20`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { optionsOf } from '#testing/command-options.js';
import { startBrowser } from '#testing/browser/browser.js';
import { Visitor } from '#testing/browser/visitor.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { summarize } from '../percentiles.js';

const BURSTS_PER_SECOND = 20;
const LATE_MS = 50;
const PATIENCE_MS = 120_000;
const REST_MS = 10_000;

const state = z.object({ uiUrl: z.string(), token: z.string() });
const run = z.object({ run: z.object({ id: z.string() }) });

/** Writes lines as programs do: a burst every 50 ms, some in colour. */
const pouring = (rate: number, lines: number): string => `let n = 0;
const timer = setInterval(() => {
  let text = '';
  for (let i = 0; i < ${rate / BURSTS_PER_SECOND}; i++) text += (++n % 7 ? '' : '\\u001b[32mINFO\\u001b[0m ') + 'poured ' + n + ' of many lines of a log\\n';
  process.stdout.write(text);
  if (n >= ${lines}) clearInterval(timer);
}, ${1_000 / BURSTS_PER_SECOND})`;

/** A task of a thread, in microseconds of its own processor time. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
});

// The code of the page, as text, because the project has no types of browsers here.
const WATCH = `globalThis.gaps = []; globalThis.tasks = [];
new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
(function frame(before) { requestAnimationFrame((now) => { if (before) globalThis.gaps.push(now - before); frame(now); }); })(0);`;
const SEEN = '({ gaps: globalThis.gaps, tasks: globalThis.tasks })';

export async function logView(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- log-view', args, {
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '20' },
  });
  const rate = Number(values.rate);
  const seconds = Number(values.seconds);
  const lines = rate * seconds;
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const browser = await startBrowser();
  try {
    const api = ApiClient.of(await quickstart.start());
    const command = [process.execPath, '-e', pouring(rate, lines)];
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    const worker = { id: 'pouring', name: 'Pouring', engine: 'process', command };
    await api.expect([201], 'POST', '/workers', { body: worker });
    const job = { id: 'pouring', tenant: 'bench', name: 'Pouring', worker: 'pouring' };
    await api.expect([201], 'POST', '/jobs', { body: job });
    const { uiUrl, token } = state.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    const reader = await Visitor.comes(browser, uiUrl, { token });
    const atRest = await resting(reader);
    const started = await api.expect([200, 201, 202], 'POST', '/jobs/pouring/run', { body: {} });
    const pouringIn = await watched(reader, run.parse(started.body).run.id, lines);
    return { rate, seconds, atRest, pouringIn };
  } finally {
    await browser.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** An idle page, for long enough to measure. */
async function resting(reader: Visitor): Promise<Record<string, unknown>> {
  await reader.goes('/workers');
  return measured(reader, async () => delay(REST_MS));
}

/** From the first line on the page to the last. */
async function watched(reader: Visitor, id: string, lines: number): Promise<Record<string, unknown>> {
  const { page } = reader;
  await reader.goes(`/runs/${id}`);
  const log = page.getByRole('log');
  await log
    .getByText(/poured \d+/)
    .first()
    .waitFor();
  return measured(reader, async () => {
    await log.getByText(new RegExp(`poured ${lines} of`)).waitFor({ timeout: PATIENCE_MS });
  });
}

async function measured(reader: Visitor, until: () => Promise<void>): Promise<Record<string, unknown>> {
  const { page } = reader;
  const worked = await reader.workMeter();
  const before = await worked();
  await page.evaluate(WATCH);
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await until();
  const { gaps, tasks } = await page.evaluate<{ gaps: number[]; tasks: number[] }>(SEEN);
  const threadMs = ((await worked()) - before) * 1_000;
  const own = ownTasksMs((await browser?.stopTracing())?.toString() ?? '');
  return {
    frames: gaps.length,
    framesPerSecond: Math.round((1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0)),
    betweenFramesMs: summarize(gaps),
    lateFrames: gaps.filter((gap) => gap > LATE_MS).length,
    longTasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    longestOwnTaskMs: Number(Math.max(0, ...own).toFixed(1)),
    ownTasksOver50Ms: own.filter((ms) => ms > LATE_MS).length,
    threadMsPerFrame: Number((threadMs / Math.max(1, gaps.length)).toFixed(2)),
  };
}

/** Milliseconds of processor time of each task of the threads that draw pages. */
function ownTasksMs(text: string): number[] {
  const { traceEvents } = traceSchema.parse(JSON.parse(text));
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && threads.has(`${pid}/${tid}`) && tdur !== undefined ? [tdur / 1_000] : [],
  );
}
