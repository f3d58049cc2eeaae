/**
 * New definitions: how many jobs a second `carillon apply` makes from one file, and how long creating a job takes while others run.
 * Options: `--jobs 1000,10000` (files applied one after the other), `--rate 0` (web-service runs a second meanwhile, for the creations
 * one by one), `--seconds 20`, `--each 5` (jobs created a second).
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { startEchoWorker } from '../end-to-end/echo-worker.js';
import { postTo, type Post } from '../manual-runs/post.js';
import { createJobs, prepare } from '../peers/carillon-system.js';
import { evenly } from '../peers/evenly.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';

const MS_PER_SECOND = 1_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export async function definitions(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- definitions', args, {
    jobs: { type: 'string', default: '1000,10000' },
    rate: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '20' },
    each: { type: 'string', default: '5' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const quickstart = new Quickstart(root, { port: 0, dataDir: folder, withExamples: false, restart: false }, say);
  const worker = await startEchoWorker();
  try {
    const api = ApiClient.of(await quickstart.start());
    const token = await prepare(api, worker.url, 'editor');
    const rate = Number(values.rate);
    if (rate > 0) await createJobs(api, 'load', rate);
    const created = await createEach(postTo(api.baseUrl, token), Number(values.seconds), Number(values.each));
    say(JSON.stringify(created));
    const applied: Record<string, unknown>[] = [];
    for (const count of values.jobs.split(',').filter((text) => text !== '')) {
      const file = join(folder, `${count}.yaml`);
      writeFileSync(file, jobsIn(Number(count)));
      applied.push(await apply(root, file, { count: Number(count), server: new URL(api.baseUrl).origin, token }));
      say(JSON.stringify(applied.at(-1)));
    }
    return { runsPerSecond: rate, endedRuns: worker.finished.length, created, applied };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const job = (id: string): Record<string, unknown> => ({
  id,
  tenant: 'bench',
  name: id,
  worker: 'echo',
  cron: 'H H * * *',
});

const jobsIn = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${JSON.stringify({ kind: 'Job', ...job(`bench-applied-${count}-${i}`) })}\n`,
  ).join('---\n');

/** Creations one by one, at a fixed rate. */
async function createEach(post: Post, seconds: number, perSecond: number): Promise<Record<string, unknown>> {
  const answerMs: number[] = [];
  const refused: number[] = [];
  await evenly(perSecond, seconds, async (turn) => {
    const began = performance.now();
    const { status } = await post('/jobs', job(`bench-created-${turn}`));
    answerMs.push(performance.now() - began);
    if (status !== 201) refused.push(status);
  });
  return { perSecond, seconds, refused, answerMs: summarize(answerMs) };
}

interface Target {
  readonly count: number;
  readonly server: string;
  readonly token: string;
}

async function apply(root: string, file: string, { count, server, token }: Target): Promise<Record<string, unknown>> {
  const before = processorSeconds('ownChildren');
  const began = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'dist/apps/cli/src/main.js'), 'apply', '-f', file],
    {
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, NODE_OPTIONS: '', CARILLON_SERVER: server, CARILLON_TOKEN: token },
    },
  );
  const seconds = (performance.now() - began) / MS_PER_SECOND;
  return {
    jobs: count,
    seconds: Number(seconds.toFixed(2)),
    jobsPerSecond: Math.round(count / seconds),
    processorSeconds: usedBetween(before, processorSeconds('ownChildren')),
    said: stdout.trim().split('\n').at(-1),
  };
}
