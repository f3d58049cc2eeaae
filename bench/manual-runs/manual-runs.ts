/**
 * Runs that are requested by hand: how many a second are accepted, how long each request takes, how long after it the worker is
 * called, and the processor time of an accepted run. First one by one (`POST /jobs/{id}/run`), then in batches (`POST
 * /runs:batch`). Options: `--clients 32`, `--seconds 10`, `--jobs 4`, `--batch 1000` (0: none).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import { postTo, runOf, runsOf, type Post } from './post.js';

const MS_PER_SECOND = 1_000;
const WARM_UP_SECONDS = 5;
/** Clients that send batches at the same time. */
const BATCH_CLIENTS = 2;
const IDLE_POLL_MS = 500;
const IDLE_LIMIT_MS = 120_000;

interface Load {
  readonly seconds: number;
  readonly clients: number;
  readonly runsEach: number;
  readonly send: (post: Post, turn: number) => Promise<readonly string[]>;
}

export async function manualRuns(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- manual-runs', args, {
    clients: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '4' },
    batch: { type: 'string', default: '1000' },
  });
  const [clients, seconds, jobs, batch] = [values.clients, values.seconds, values.jobs, values.batch].map(Number);
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const worker = await startEchoWorker();
  try {
    const api = ApiClient.of(await quickstart.start());
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    const echo = { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url };
    await api.expect([201], 'POST', '/workers', { body: echo });
    const ids = Array.from({ length: jobs ?? 1 }, (_, i) => `bench-${i}`);
    for (const id of ids)
      await api.expect([201], 'POST', '/jobs', { body: { id, tenant: 'bench', name: id, worker: 'echo' } });
    const { body } = await api.expect([201], 'POST', '/tokens', {
      body: { name: 'bench', roles: [{ tenant: 'bench', role: 'operator' }] },
    });
    const job = (turn: number): string => ids[turn % ids.length] ?? '';
    const measured = (asked: Load): Promise<Record<string, unknown>> =>
      measure(postTo(api.baseUrl, (body as { token: string }).token), worker, asked);
    const one = {
      clients: clients ?? 1,
      runsEach: 1,
      send: async (post: Post, turn: number) => [runOf(await post(`/jobs/${job(turn)}/run`, {}))],
    };
    // Programs that have just started are slow.
    await measured({ ...one, seconds: WARM_UP_SECONDS });
    const single = await measured({ ...one, seconds: seconds ?? 1 });
    say(JSON.stringify(single));
    if (batch === undefined || batch === 0) return { single };
    const batched = await measured({
      seconds: seconds ?? 1,
      clients: BATCH_CLIENTS,
      runsEach: batch,
      send: async (post, turn) => {
        const runs = Array.from({ length: batch }, (_, i) => ({ job: job(turn + i) }));
        return runsOf(await post('/runs:batch', { runs }));
      },
    });
    say(JSON.stringify(batched));
    return { single, batched };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Clients that each send a request as soon as the one before is answered. */
async function measure(post: Post, worker: EchoWorker, asked: Load): Promise<Record<string, unknown>> {
  const askedAt = new Map<string, number>();
  const answerMs: number[] = [];
  const failures = new Map<string, number>();
  const before = processorSeconds('ownChildren');
  const called = worker.arrivals.length;
  const began = performance.now();
  const until = began + asked.seconds * MS_PER_SECOND;
  let turn = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const at = Date.now();
      try {
        for (const run of await asked.send(post, turn++)) askedAt.set(run, at);
        answerMs.push(Date.now() - at);
      } catch (error) {
        const cause = String(error);
        failures.set(cause, (failures.get(cause) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: asked.clients }, client));
  const took = (performance.now() - began) / MS_PER_SECOND;
  const used = usedBetween(before, processorSeconds('ownChildren'));
  await untilAllCalled(worker, called + askedAt.size);
  const triggerToPost = worker.arrivals.slice(called).flatMap(({ run, at }) => {
    const from = askedAt.get(run);
    return from === undefined ? [] : [at - from];
  });
  return {
    clients: asked.clients,
    runsPerRequest: asked.runsEach,
    acceptedPerSecond: Number((askedAt.size / took).toFixed(1)),
    failures: Object.fromEntries(failures),
    answerMs: summarize(answerMs),
    triggerToPostMs: summarize(triggerToPost),
    processorMsPerAcceptedRun: Object.fromEntries(
      Object.entries(used).map(([name, s]) => [
        name,
        Number(((s * MS_PER_SECOND) / Math.max(1, askedAt.size)).toFixed(3)),
      ]),
    ),
  };
}

/** Runs that were requested faster than they could start run afterwards: they must not count for the next measurement. */
async function untilAllCalled(worker: EchoWorker, count: number): Promise<void> {
  const limit = performance.now() + IDLE_LIMIT_MS;
  while (worker.arrivals.length < count && performance.now() < limit) await delay(IDLE_POLL_MS);
}
