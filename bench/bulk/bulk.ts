/**
 * Changes of very many jobs by one request (`POST /bulk`): how long each takes until it is applied, with one replica of api and
 * scheduler. Options: `--jobs 10000`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { optionsOf } from '#testing/command-options.js';
import { makeJobs } from '../scheduler/bench-jobs.js';
import { Stage, usageOf, type ServiceProcess } from '../stage.js';

const POLL_MS = 100;
const PATIENCE_MS = 600_000;
const TENANT = 'bench';
/** The operations on all jobs, one after another; each undoes the one before, or adds to it. */
const ACTIONS = [
  { action: 'pause' },
  { action: 'resume' },
  { action: 'relabel', labels: { team: 'reports' } },
] as const;

const started = z.object({ bulk: z.object({ id: z.string() }) });
const progress = z.object({ state: z.string(), done: z.number(), refused: z.number() });

export async function bulk(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- bulk', args, { jobs: { type: 'string', default: '10000' } });
  const jobs = Number(values.jobs);
  const stage = await Stage.prepare(root);
  try {
    const services = [await stage.start('api'), await stage.start('scheduler')];
    await stage.send('POST', '/tenants', { id: TENANT, name: 'Bench' });
    const shares = [{ cron: 'H H H 1 1 *', jobs }];
    await makeJobs(stage.mongo, { prefix: 'bulk', shares, url: null, tenants: [TENANT] }, Date.now());
    const actions: Record<string, unknown>[] = [];
    for (const action of ACTIONS) actions.push(await measure(stage, services, action));
    return { database: stage.database, jobs, actions };
  } finally {
    await stage.close();
  }
}

async function measure(
  stage: Stage,
  services: readonly ServiceProcess[],
  action: (typeof ACTIONS)[number],
): Promise<Record<string, unknown>> {
  const before = services.map(({ pid }) => usageOf(pid).cpuSeconds);
  const began = performance.now();
  const answer = await stage.send('POST', '/bulk', { ...action, jobs: { tenant: TENANT } });
  const { id } = started.parse(JSON.parse(answer)).bulk;
  const found = await untilEnded(stage, id, Date.now() + PATIENCE_MS);
  const seconds = (performance.now() - began) / 1_000;
  const [api = NaN, scheduler = NaN] = services.map(({ pid }, i) => usageOf(pid).cpuSeconds - (before[i] ?? 0));
  const step = {
    action: action.action,
    ...found,
    seconds: Number(seconds.toFixed(1)),
    jobsPerSecond: Math.round(found.done / seconds),
    cpuSeconds: { api: Number(api.toFixed(1)), scheduler: Number(scheduler.toFixed(1)) },
  };
  process.stderr.write(`${JSON.stringify(step)}\n`);
  return step;
}

async function untilEnded(stage: Stage, id: string, end: number): Promise<z.output<typeof progress>> {
  for (;;) {
    const found = progress.parse(JSON.parse(await stage.ask(`/bulk/${id}`)));
    if (found.state !== 'Running' || Date.now() > end) return found;
    await delay(POLL_MS);
  }
}
