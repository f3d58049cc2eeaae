/**
 * Last night's backup, taken under load by the documented command, is restored to fresh servers: the installation starts held, and after
 * the release it runs nothing twice.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type RunningServer, startMongo } from '#embedded-servers';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const LIMIT_MS = 300_000;
const first = QuickstartProcess.inNewFolder();
const folder = mkdtempSync(join(tmpdir(), 'carillon-backup-'));
const file = join(folder, 'last-night.gz');
const echo = new EchoWorker();
let fresh: RunningServer;
let second: QuickstartProcess;

const toolOutput = z.looseObject({
  documents: z.record(z.string(), z.number()),
  holds: z.array(z.looseObject({ tenant: z.string(), scopes: z.array(z.string()) })).default([]),
  unfinishedRuns: z.array(z.looseObject({ id: z.string(), phase: z.string() })).default([]),
});
const listed = z.looseObject({ items: z.array(z.unknown()) });
const one = z.looseObject({ state: z.string() });
const held = z.looseObject({ waiting: z.looseObject({ overdueSchedules: z.number() }) });

async function tool(uri: string, ...args: string[]): Promise<z.output<typeof toolOutput>> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve('dist/tools/backup/src/main.js'), ...args], {
    env: { ...process.env, MONGODB_URI: uri },
  });
  return toolOutput.parse(JSON.parse(stdout));
}

/** As the quickstart completes a URI that names no database. */
const withDatabase = (uri: string): string => {
  const url = new URL(uri);
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/carillon';
  return url.toString();
};

const slotsOf = async (api: Api, job: string): Promise<string[]> =>
  (await api.runs(job)).flatMap(({ trigger, scheduledFor }) => (trigger === 'schedule' ? (scheduledFor ?? []) : []));
const attemptsOf = async (api: Api, run: string): Promise<number> =>
  listed.parse(await api.call('GET', `/runs/${run}/attempts`)).items.length;
const stateOf = async (api: Api, run: string): Promise<string> =>
  one.parse(await api.call('GET', `/runs/${run}`)).state;

async function which<T>(all: readonly T[], holds: (each: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = [];
  for (const each of all) if (await holds(each)) found.push(each);
  return found;
}

const passed = (ms: number): Promise<unknown> => {
  const until = Date.now() + ms;
  return eventually('some time to pass', () => Date.now() > until);
};

beforeAll(async () => {
  const dataDir = join(folder, 'fresh');
  [fresh] = await Promise.all([
    startMongo({ dataDir, port: 0, log: () => undefined, env: { ...process.env, MONGODB_URI: '' } }),
    first.start('--empty'),
  ]);
  second = QuickstartProcess.inNewFolder({ MONGODB_URI: withDatabase(fresh.url) });
}, LIMIT_MS);
afterAll(async () => {
  await second.dispose();
  await first.dispose();
  await echo.close();
  await fresh.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'a backup that was taken under load is restored to fresh servers, which start held and then run nothing twice',
  async () => {
    const before = new Api(() => first.state());
    const after = new Api(() => second.state());
    const url = await echo.listen();
    await before.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
    const rules = { worker: 'echo', schedule: { every: 1 }, misfire: { policy: 'all', maxMissed: 100 } };
    await before.call('POST', '/jobs', { id: 'steady', tenant: 'main', name: 'Steady', ...rules });
    const one = { policy: 'Forbid', maxConcurrency: 1 };
    await before.call('POST', '/jobs', { id: 'single', tenant: 'main', name: 'Single', ...rules, concurrency: one });
    for (const job of ['steady', 'single'])
      await eventually('a first run', async () => (await before.runs(job)).some(({ state }) => state === 'FINISHED'));

    const taken = await tool(withDatabase(first.state().mongoUri), 'save', file);
    expect(taken.documents).toMatchObject({ jobs: 2, schedules: 2 });
    await tool('', 'save', '--check', file);
    await eventually('the time of the backup in the metrics', async () => {
      const metrics = await fetch(new URL('/metrics', first.state().services.scheduler.metricsUrl));
      return /^carillon_last_backup_timestamp_seconds [1-9]/m.test(await metrics.text());
    });
    const atBackup = (await slotsOf(before, 'steady')).length;
    await eventually('slots after the backup', async () => (await slotsOf(before, 'steady')).length > atBackup + 5);

    // The disaster: nothing runs any more, and the servers are lost with all that was stored since the backup.
    await first.interrupt();
    const ran = new Map(echo.done);
    const lastSlot = new Date(
      [...ran.keys()]
        .map(slotIn)
        .sort((a, b) => a - b)
        .at(-1) ?? 0,
    ).toISOString();

    writeFileSync(join(folder, 'cut.gz'), 'not whole');
    await expect(tool(withDatabase(fresh.url), 'restore', join(folder, 'cut.gz'))).rejects.toThrow('restore failed');
    const restored = await tool(withDatabase(fresh.url), 'restore', file);
    expect(restored.documents).toEqual(taken.documents);
    expect(restored.holds).toMatchObject([{ tenant: '*', scopes: ['admissions', 'starts'] }]);
    await expect(tool(withDatabase(fresh.url), 'restore', file)).rejects.toThrow('the database is not empty');

    // What the operator has kept beside the backup: the keys.
    copyFileSync(join(first.dataDir, 'secrets.json'), join(second.dataDir, 'secrets.json'));
    await second.start('--empty');
    await passed(5_000);
    expect(new Map(echo.done)).toEqual(ran);
    expect(held.parse(await after.call('GET', '/admin/hold')).waiting.overdueSchedules).toBeGreaterThan(0);
    await expect(tool(withDatabase(fresh.url), 'restore', '--replace', file)).rejects.toThrow('stop all services');

    // As the runbook says: runs that had begun before the backup have probably ended since.
    const begun = await which(restored.unfinishedRuns, async ({ id }) => (await attemptsOf(after, id)) > 0);
    for (const { id } of begun)
      // 409: the end of its attempt was already stored.
      expect([202, 409]).toContain((await after.request('POST', `/runs/${id}/commands`, { command: 'abort' })).status);
    await after.call('POST', '/admin/hold/release', { skipSlotsUntil: lastSlot });
    // Runs that were stored ahead of their slots, or waited, had run as well.
    for (const { id } of restored.unfinishedRuns.filter((run) => !begun.includes(run)))
      await eventually(`run ${id} of the backup to be skipped`, async () => (await stateOf(after, id)) === 'SKIPPED');
    for (const job of ['steady', 'single'])
      await eventually(`slots of ${job} after the release`, async () => {
        const later = (await after.runs(job)).filter(({ scheduledFor }) => (scheduledFor ?? '') > lastSlot);
        return later.filter(({ state }) => state === 'FINISHED').length > 3;
      });
    // Runs that were active at the backup may be called again, with the key under which their worker has done them.
    const bySlot = Map.groupBy([...echo.done.keys()], (attempt) => `${jobIn(attempt)} ${slotIn(attempt)}`);
    expect([...bySlot].filter(([, attempts]) => attempts.length > 1)).toEqual([]);
  },
  LIMIT_MS,
);

/** An attempt's id begins with that of its run: the job, and the second of the slot. */
const SLOT = /^(.+)-(\d+)\//;
const jobIn = (attempt: string): string => SLOT.exec(attempt)?.[1] ?? attempt;
const slotIn = (attempt: string): number => 1_000 * Number(SLOT.exec(attempt)?.[2]);
