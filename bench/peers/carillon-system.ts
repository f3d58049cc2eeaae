/** Carillon: the quickstart without examples, and a client of its API. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { finishedRunsOf } from '../end-to-end/finished-runs.js';
import { postTo, runOf, runsOf } from '../manual-runs/post.js';
import { evenly } from './evenly.js';
import { partsOf } from './peer.js';
import { spanOf, type Surroundings, type System } from './system.js';

const MS_PER_SECOND = 1_000;
/** The most runs of one request. */
const RUNS_PER_REQUEST = 1_000;
const CLIENTS = 2;
const JOBS_AT_ONCE = 8;
/** Jobs of the runs that are requested by hand. */
const JOBS = ['asked-0', 'asked-1', 'asked-2', 'asked-3'];
const MANIFEST = z.object({ version: z.string() });
const TOKEN = z.object({ token: z.string() });

export async function startCarillon({ root, worker, say }: Surroundings): Promise<System> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const close = async (): Promise<void> => {
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const api = ApiClient.of(await quickstart.start());
    const token = await prepare(api, worker.url);
    const post = postTo(api.baseUrl, token);
    const finished = finishedRunsOf(dataDir);
    let last = { count: 0, lastAt: 0 };
    return {
      name: 'carillon',
      version: MANIFEST.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version,
      database: 'the embedded database, and NATS',
      addMany: async (_prefix, count) => {
        const runs = Array.from({ length: count }, (_, turn) => ({ job: jobOf(turn) }));
        const parts = partsOf(runs, RUNS_PER_REQUEST);
        await inTurns(CLIENTS, parts, async (part) => {
          runsOf(await post('/runs:batch', { runs: part }));
        });
      },
      addEach: async (_prefix, perSecond, seconds) => {
        const asked = new Map<string, number>();
        await evenly(perSecond, seconds, async (turn) => {
          const at = Date.now();
          asked.set(runOf(await post(`/jobs/${jobOf(turn)}/run`, {})), at);
        });
        return asked;
      },
      prepareEachSecond: (prefix, perSecond) => createJobs(api, prefix, perSecond),
      fireEachSecond: async (_prefix, _perSecond, seconds) => {
        const span = spanOf(seconds, Date.now());
        await delay(span.lastAt + MS_PER_SECOND - Date.now());
        return span;
      },
      ended: async () => {
        const count = await finished();
        if (count !== last.count) last = { count, lastAt: Date.now() };
        return last;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const jobOf = (turn: number): string => JOBS[turn % JOBS.length] ?? '';

/** Creates the tenant, the worker and the jobs; returns a token of the role, one that may request runs unless another is named. */
export async function prepare(api: ApiClient, workerUrl: string, role = 'operator'): Promise<string> {
  await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
  await api.expect([201], 'POST', '/workers', {
    body: { id: 'echo', name: 'Echo', engine: 'webservice', url: workerUrl },
  });
  for (const id of JOBS)
    await api.expect([201], 'POST', '/jobs', { body: { id, tenant: 'bench', name: id, worker: 'echo' } });
  const { body } = await api.expect([201], 'POST', '/tokens', {
    body: { name: 'bench', roles: [{ tenant: 'bench', role }] },
  });
  return TOKEN.parse(body).token;
}

/** As many jobs as runs are wanted per second, each with a slot every second. */
export async function createJobs(api: ApiClient, prefix: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, turn) => `${prefix}-${turn}`);
  await inTurns(JOBS_AT_ONCE, ids, async (id) => {
    await api.expect([201], 'POST', '/jobs', {
      body: { id, tenant: 'bench', name: id, worker: 'echo', cron: '* * * * * *', misfire: { policy: 'skip' } },
    });
  });
}

/** Runs it for each, a limited number at the same time. */
async function inTurns<T>(atOnce: number, items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
