/**
 * From the request for a run to the POST at its worker, on an otherwise idle system: by hand (`POST /jobs/{id}/run`), by a signed
 * webhook, by a message of NATS; one after the other, with pauses. Options: `--count 100`, `--pause 100` (ms, at least).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats } from '#embedded-servers';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize } from '../percentiles.js';

/** Programs that have just started are slow. */
const WARM_UP = 150;
const POLL_MS = 1;
const LIMIT_MS = 10_000;
const SECRET = randomBytes(24).toString('hex');
const STREAM = 'TRIGGERS';

/** Requests one run; resolves when that is answered. */
type Ask = (turn: number) => Promise<unknown>;

interface Pace {
  readonly count: number;
  readonly pauseMs: number;
}

export async function triggers(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- triggers', args, {
    count: { type: 'string', default: '100' },
    pause: { type: 'string', default: '100' },
  });
  const pace = { count: Number(values.count), pauseMs: Number(values.pause) };
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const othersDir = mkdtempSync(join(tmpdir(), 'others-'));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const server = await startNats({ dataDir: othersDir, log: say });
  const { hostname, port, username, password } = new URL(server.url);
  const others = await connect({ servers: `${hostname}:${port}`, user: username, pass: password });
  await (await jetstreamManager(others)).streams.add({ name: STREAM, subjects: ['triggers.>'] });
  process.env['API__TRIGGER_NATS_URL'] = server.url;
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const worker = await startEchoWorker();
  try {
    const api = ApiClient.of(await quickstart.start());
    const hook = await prepare(api, worker);
    const asks: Record<string, Ask> = {
      manual: () => api.expect([202], 'POST', '/jobs/bench-hand/run', { body: {} }),
      webhook: (turn) => sendHook(hook, JSON.stringify({ turn })),
      nats: (turn) => jetstream(others).publish('triggers.bench.go', JSON.stringify({ turn })),
    };
    const measured: Record<string, unknown> = {};
    for (const [name, ask] of Object.entries(asks)) {
      await measure(worker, ask, { ...pace, count: WARM_UP });
      measured[name] = await measure(worker, (turn) => ask(WARM_UP + turn), pace);
      say(JSON.stringify({ [name]: measured[name] }));
    }
    return measured;
  } finally {
    worker.close();
    await quickstart.stop();
    await others.close();
    await server.stop();
    for (const folder of [dataDir, othersDir]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a job and its triggers; returns the address of its webhook. */
async function prepare(api: ApiClient, worker: EchoWorker): Promise<string> {
  await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
  const echo = { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url };
  await api.expect([201], 'POST', '/workers', { body: echo });
  const make = async (id: string, more: Record<string, unknown> | null): Promise<unknown> => {
    const job = `bench-${id}`;
    await api.expect([201], 'POST', '/jobs', { body: { id: job, tenant: 'bench', name: job, worker: 'echo' } });
    if (more === null) return null;
    return (await api.expect([201], 'POST', '/triggers', { body: { id, tenant: 'bench', job, ...more } })).body;
  };
  await make('hand', null);
  await make('go', { nats: { subject: 'go' } });
  const hook = await make('hook', { webhook: { signature: 'github', secrets: { bench: SECRET } } });
  return (hook as { url: string }).url;
}

async function sendHook(url: string, body: string): Promise<void> {
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status !== 202) throw new Error(`answered ${response.status}: ${await response.text()}`);
  await response.text();
}

async function measure(worker: EchoWorker, ask: Ask, { count, pauseMs }: Pace): Promise<Record<string, unknown>> {
  const answerMs: number[] = [];
  const postMs: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const before = worker.arrivals.length;
    const at = Date.now();
    await ask(turn);
    answerMs.push(Date.now() - at);
    while (worker.arrivals.length === before && Date.now() < at + LIMIT_MS) await delay(POLL_MS);
    const arrival = worker.arrivals[before];
    if (arrival === undefined) throw new Error(`nothing was called within ${LIMIT_MS} ms`);
    postMs.push(arrival.at - at);
    await delay(pauseMs * (1 + Math.random()));
  }
  return { answerMs: summarize(answerMs), triggerToPostMs: summarize(postMs) };
}
