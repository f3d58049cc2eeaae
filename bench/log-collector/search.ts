/** A text search in the log of one run: the time to the first hit, the total time, and the cost in the api. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { asAttemptId, asRunId, asTenantId } from '#common/domain/ids.js';
import { NO_PROGRESS } from '#common/run/output.js';
import { createLogger } from '#common/logging/logger.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import { Mongo } from '#common/mongo/mongo.js';
import { recordRun } from '#testing/recorded-run.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { processUsage, type Usage } from './process-usage.js';
import { logText } from './bench-text.js';

const RUN = asRunId('searched');
const ATTEMPT = asAttemptId(`${RUN}/0/main/0/1`);
const LINE_BYTES = 200;
/** The number of lines that fit into a chunk. */
const LINES_PER_CHUNK = 1_300;
const STORED_AT_ONCE = 8;
const BEGAN_AT = Date.parse('2026-03-01T10:00:00.000Z');
/** How long the api is observed after the searcher has disconnected. */
const WATCHED_MS = 3_000;
const STATE = z.object({
  apiUrl: z.string(),
  token: z.string(),
  mongoUri: z.string(),
  services: z.object({ api: z.object({ pid: z.number() }) }),
});
type State = z.output<typeof STATE>;

export async function measureSearch(root: string, lines: number): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  try {
    await quickstart.start();
    const state = STATE.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    await storeLog(state, lines);
    const before = processUsage(state.services.api.pid);
    const gone = await searchAndGo(state);
    const rare = await search(state, `line ${lines - 1} `);
    const often = await search(state, 'customer=1');
    return { lines, megabytes: (lines * LINE_BYTES) / 1e6, apiBefore: before, gone, rare, often };
  } finally {
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function storeLog({ mongoUri }: State, lines: number): Promise<void> {
  const mongo = await Mongo.connect(mongoUri, createLogger('bench', 'warn'));
  await recordRun(mongo, RUN);
  const logs = new LogsStore(mongo);
  const chunks = Math.ceil(lines / LINES_PER_CHUNK);
  for (let from = 0; from < chunks; from += STORED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(STORED_AT_ONCE, chunks - from) }, (_, i) => from + i);
    await Promise.all(numbers.map((number) => storeChunk(logs, number, lines)));
  }
  await mongo.close();
}

async function storeChunk(logs: LogsStore, number: number, total: number): Promise<void> {
  const first = number * LINES_PER_CHUNK;
  const lines = Array.from({ length: Math.min(LINES_PER_CHUNK, total - first) }, (_, i) => ({
    seq: first + i + 1,
    at: BEGAN_AT + first + i,
    stream: 'stdout' as const,
    text: logText(first + i, LINE_BYTES),
  }));
  const last = first + lines.length;
  await logs.insert({
    attempt: ATTEMPT,
    run: RUN,
    tenant: asTenantId('ibm'),
    chunk: number + 1,
    through: number + 1,
    firstSeq: first + 1,
    lastSeq: last,
    firstAt: BEGAN_AT + first,
    lastAt: BEGAN_AT + last - 1,
    bytes: lines.length * LINE_BYTES,
    progress: NO_PROGRESS,
    callbacks: [],
    seal: null,
    lines,
  });
}

function ask({ apiUrl, token }: State, text: string, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${apiUrl}/runs/${RUN}/logs?q=${encodeURIComponent(text)}`, { headers, ...(signal && { signal }) });
}

async function search(state: State, text: string): Promise<Record<string, unknown>> {
  const began = performance.now();
  const response = await ask(state, text);
  if (!response.ok || response.body === null) throw new Error(`the search was answered ${response.status}`);
  let firstMs = NaN;
  let bytes = 0;
  for await (const part of response.body) {
    if (bytes === 0) firstMs = performance.now() - began;
    bytes += (part as Uint8Array).length;
  }
  const seconds = (performance.now() - began) / 1_000;
  return { text, firstHitMs: Math.round(firstMs), seconds: Number(seconds.toFixed(2)), bytes, ...apiUsage(state) };
}

/** A client searches for a missing text and disconnects: the work that the api still does. */
async function searchAndGo(state: State): Promise<Record<string, unknown>> {
  const going = new AbortController();
  const asked = ask(state, 'nowhere to be found', going.signal).then((response) => response.text());
  asked.catch(() => undefined);
  await delay(WATCHED_MS);
  const before = apiUsage(state).cpuSeconds;
  going.abort();
  await delay(WATCHED_MS);
  return { watchedMs: WATCHED_MS, cpuSecondsBefore: before, cpuSecondsAfter: apiUsage(state).cpuSeconds - before };
}

const apiUsage = ({ services }: State): Usage => processUsage(services.api.pid);
