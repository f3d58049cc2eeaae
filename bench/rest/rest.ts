/**
 * At rest: the quickstart without examples, with jobs of which none is due for weeks. First the processor time of each process, and how
 * often its threads wake up; then, in a second start with a relay in front of the database, the requests of each service to the database
 * and the messages over NATS. Options: `--seconds 60`, `--settle 90` (before each measurement), `--jobs 100`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '#common/domain/service-name.js';
import { startMongo, startNats } from '#embedded-servers';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { withDatabase } from '../../tools/quickstart/src/service-environment.js';
import { lookAtProcesses, usedAtRest, type UsedAtRest } from './processes.js';
import { listenTo, relayFor, Tally } from './questions.js';

const MS_PER_SECOND = 1_000;
const MS_PER_DAY = 86_400_000;
const DAYS_AHEAD = 30;
/** The goal for all processes together. */
const GOAL_CORES = 0.05;

interface Rest {
  readonly root: string;
  readonly seconds: number;
  readonly settle: number;
  readonly jobs: number;
  readonly say: (line: string) => void;
}

export async function rest(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- rest', args, {
    seconds: { type: 'string', default: '60' },
    settle: { type: 'string', default: '90' },
    jobs: { type: 'string', default: '100' },
  });
  const seconds = Number(values.seconds);
  const settle = Number(values.settle);
  const jobs = Number(values.jobs);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const asked: Rest = { root, seconds, settle, jobs, say };
  const processes = await inFolder((folder) => measureProcesses(asked, folder));
  const cores = Number(processes.reduce((sum, each) => sum + each.cores, 0).toFixed(4));
  say(tableOf(processes, cores));
  const questions = await inFolder((folder) => countQuestions(asked, folder));
  say(`a second:\n${JSON.stringify(questions, null, 2)}`);
  return { seconds, jobs, cores, goalCores: GOAL_CORES, isMet: cores < GOAL_CORES, processes, ...questions };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The measuring process, which is also the parent of the quickstart, does not count. */
async function measureProcesses({ root, seconds, settle, jobs, say }: Rest, dataDir: string): Promise<UsedAtRest[]> {
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  try {
    await createJobs(ApiClient.of(await quickstart.start()), jobs);
    await delay(settle * MS_PER_SECOND);
    const before = lookAtProcesses();
    const began = performance.now();
    await delay(seconds * MS_PER_SECOND);
    const took = (performance.now() - began) / MS_PER_SECOND;
    return usedAtRest(before, lookAtProcesses(), took);
  } finally {
    await quickstart.stop();
  }
}

/** Requests and messages a second, by kind. */
async function countQuestions(
  { root, seconds, settle, jobs, say }: Rest,
  dataDir: string,
): Promise<Record<string, unknown>> {
  const options = { dataDir, log: say };
  const questions = new Tally();
  const messages = new Tally();
  const closers: (() => Promise<void>)[] = [];
  const kept = { ...process.env };
  try {
    const mongo = await startMongo(options);
    closers.push(() => mongo.stop());
    const nats = await startNats(options);
    closers.push(() => nats.stop());
    process.env['MONGODB_URI'] = mongo.url;
    process.env['NATS_URL'] = nats.url;
    for (const service of SERVICES) {
      const relay = await relayFor(service, withDatabase(mongo.url), questions);
      closers.push(() => relay.stop());
      process.env[`${service.toUpperCase().replaceAll('-', '_')}__MONGODB_URI`] = relay.uri;
    }
    const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
    closers.push(() => quickstart.stop());
    await createJobs(ApiClient.of(await quickstart.start()), jobs);
    closers.push(await listenTo(nats.url, messages));
    await delay(settle * MS_PER_SECOND);
    questions.reset();
    messages.reset();
    await delay(seconds * MS_PER_SECOND);
    return { questionsPerSecond: questions.perSecond(seconds), messagesPerSecond: messages.perSecond(seconds) };
  } finally {
    for (const close of closers.toReversed()) await close();
    process.env = kept;
  }
}

/** Each has a schedule whose next slot is weeks away. */
async function createJobs(api: ApiClient, count: number): Promise<void> {
  const due = new Date(Date.now() + DAYS_AHEAD * MS_PER_DAY);
  const cron = `0 0 ${due.getUTCDate()} ${due.getUTCMonth() + 1} *`;
  await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
  await api.expect([201], 'POST', '/workers', {
    body: { id: 'echo', name: 'Echo', engine: 'webservice', url: 'http://127.0.0.1:9/' },
  });
  for (let turn = 0; turn < count; turn++) {
    const id = `rest-${turn}`;
    await api.expect([201], 'POST', '/jobs', { body: { id, tenant: 'bench', name: id, worker: 'echo', cron } });
  }
}

/** The results as Markdown. */
function tableOf(processes: readonly UsedAtRest[], cores: number): string {
  const rows = processes.map(({ name, processes: count, cores: used, wakeUpsPerSecond, threads }) => {
    const most = Object.entries(threads)
      .slice(0, 3)
      .map(([thread, each]) => `${thread} ${each}`);
    return `| ${[name, count, used, wakeUpsPerSecond, most.join(', ')].join(' | ')} |`;
  });
  return [
    '',
    '| program | processes | cores | wake-ups a second | threads |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    `| all | | ${cores} | | |`,
    '',
  ].join('\n');
}
