/** A hold is in effect in spite of kills and freezes; a restored database starts held, and after the release nothing runs twice. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient, type Document } from 'mongodb';
import { z } from 'zod';
import { freeze } from '#testing/freeze.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const LIMIT_MS = 300_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const echo = new EchoWorker();
const held = z.object({
  holds: z.array(
    z.looseObject({ tenant: z.string().nullable(), scopes: z.array(z.string()), effectiveAt: z.string() }),
  ),
  waiting: z.object({ overdueSchedules: z.number(), runs: z.record(z.string(), z.number()) }),
});

const started = z.object({ run: z.looseObject({ id: z.string() }) });

const showHolds = async (): Promise<z.output<typeof held>> => held.parse(await api.call('GET', '/admin/hold'));
const slotsOf = async (job: string): Promise<string[]> =>
  (await api.runs(job)).flatMap(({ trigger, scheduledFor }) => (trigger === 'schedule' ? (scheduledFor ?? []) : []));

/** Resolves when the hold is in effect for the slowest replica. */
async function hold(body: object): Promise<void> {
  const { effectiveAt } = z.looseObject({ effectiveAt: z.string() }).parse(await api.call('POST', '/admin/hold', body));
  await eventually('the hold to bind', () => Date.now() > Date.parse(effectiveAt));
}

/** Resolves once no run that had begun before the hold is active any more, and none has ended for a while. */
async function expectAllEnded(job: string): Promise<void> {
  let seen = { done: -1, since: Date.now() };
  await eventually('what had begun to end', async () => {
    const ended = (await api.runs(job)).filter(({ state }) => state === 'FINISHED').length;
    if (ended !== seen.done) seen = { done: ended, since: Date.now() };
    return Date.now() - seen.since > 4_000;
  });
}

/** Waits until the slots and attempts of a job do not change for a time in which there would have been new ones. */
async function expectNothingNew(job: string): Promise<void> {
  const doneOf = (): number => [...echo.done.keys()].filter((key) => key.startsWith(job)).length;
  const slots = await slotsOf(job);
  const done = doneOf();
  const until = Date.now() + 5_000;
  await eventually('slots to pass', () => Date.now() > until);
  expect([await slotsOf(job), doneOf()]).toEqual([slots, done]);
}

beforeAll(async () => {
  await quickstart.start('--empty');
  const url = await echo.listen();
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url });
  for (const tenant of ['held', 'free']) {
    await api.call('POST', '/tenants', { id: tenant, name: tenant });
    const rules = { schedule: { every: 1 }, misfire: { policy: 'all', maxMissed: 100 } };
    await api.call('POST', '/jobs', { id: `of-${tenant}`, tenant, name: `Of ${tenant}`, worker: 'echo', ...rules });
  }
  await eventually('a first run', async () => (await api.runs('of-held')).some(({ state }) => state === 'FINISHED'));
}, LIMIT_MS);
afterAll(async () => {
  await quickstart.dispose();
  await echo.close();
}, LIMIT_MS);

test(
  'a held tenant gets no runs, whatever process is killed or stands still, other tenants do, and after the release missed slots are made up for',
  async () => {
    await hold({ tenant: 'held', scopes: ['admissions'], reason: 'as planned' });
    await expectAllEnded('of-held');
    const scheduler = await freeze(() => [quickstart.state().services.scheduler.pid]);
    await quickstart.killService('executor');
    scheduler.thaw();
    await expectNothingNew('of-held');
    await quickstart.killService('scheduler');
    const others = (await slotsOf('of-free')).length;
    await eventually('runs of others', async () => (await slotsOf('of-free')).length > others + 2);
    await expectNothingNew('of-held');
    await expect(showHolds()).resolves.toMatchObject({ holds: [{ tenant: 'held', scopes: ['admissions'] }] });

    const { run: manual } = started.parse(await api.call('POST', '/jobs/of-held/run', {}));
    await expectNothingNew('of-held');
    await expect(api.call('GET', `/runs/${manual.id}`)).resolves.toMatchObject({ phase: 'Queued' });

    await api.call('POST', '/admin/hold/release', { tenant: 'held' });
    await eventually('the run that was asked for', async () =>
      (await api.runs('of-held')).some(({ id, state }) => id === manual.id && state === 'FINISHED'),
    );
    // Every second has its run, also during the hold: the policy of the job is to run all.
    await eventually('all slots', async () => {
      const slots = (await slotsOf('of-held')).map((slot) => Date.parse(slot)).sort((a, b) => a - b);
      const [first = 0] = slots;
      const last = slots.at(-1) ?? 0;
      return slots.length === (last - first) / 1_000 + 1 && last > Date.now() - 10_000;
    });
  },
  LIMIT_MS,
);

test(
  'while starts are held slots become waiting runs, which begin after the release',
  async () => {
    await hold({ scopes: ['starts'], reason: 'as planned' });
    const waiting = async (): Promise<number> => (await showHolds()).waiting.runs['Pending'] ?? 0;
    // Those that were under way may end first: on a slow machine many of the test before.
    let last = { done: -1, waiting: 0 };
    await eventually('runs that wait, and none that ends any more', async () => {
      const now = { done: echo.done.size, waiting: await waiting() };
      if (now.done !== last.done) last = now;
      return now.waiting >= last.waiting + 4;
    });
    await quickstart.killService('executor');
    const before = await waiting();
    await eventually('more runs that wait', async () => (await waiting()) >= before + 2);
    const { done } = last;
    expect(echo.done.size).toBe(done);
    await api.call('POST', '/admin/hold/release', {});
    await eventually('them to begin', () => echo.done.size > done + 4);
    await expect(showHolds()).resolves.toMatchObject({ holds: [] });
  },
  LIMIT_MS,
);

test(
  'a database that is restored to an earlier state starts held, and then runs nothing twice',
  async () => {
    await hold({ scopes: ['admissions', 'starts'], reason: 'to have a backup in which nothing is under way' });
    await eventually('nothing to be under way', async () => ((await showHolds()).waiting.runs['Running'] ?? 0) === 0);
    const client = new MongoClient(quickstart.state().mongoUri);
    try {
      const database = client.db('carillon');
      const backup = new Map<string, Document[]>();
      for (const { name } of await database.listCollections().toArray())
        backup.set(name, await database.collection(name).find({}, { promoteValues: false }).toArray());
      await api.call('POST', '/admin/hold/release', {});
      const before = new Set(await slotsOf('of-free'));
      await eventually('slots after the backup', async () => (await slotsOf('of-free')).length > before.size + 5);

      // The disaster: nothing runs any more, and all that was stored since the backup is lost.
      await hold({ scopes: ['admissions', 'starts'], reason: 'to know what has run' });
      await eventually('nothing to be under way', async () => ((await showHolds()).waiting.runs['Running'] ?? 0) === 0);
      const ran = new Map(echo.done);
      const slots = new Set(await slotsOf('of-free'));
      const lastSlot = [...slots].sort().at(-1) ?? '';
      for (const [name, documents] of backup) {
        // The services are not stopped here: the holds keep them held meanwhile.
        if (name === 'members' || name === 'holds') continue;
        await database.collection(name).deleteMany({});
        if (documents.length > 0) await database.collection(name).insertMany(documents);
      }
      const { stdout } = await promisify(execFile)(process.execPath, [resolve('dist/tools/hold/src/main.js')], {
        env: { ...process.env, MONGODB_URI: withDatabase(quickstart.state().mongoUri) },
      });
      expect(JSON.parse(stdout)).toMatchObject({ holds: [{ tenant: '*', scopes: ['admissions', 'starts'] }] });
      for (const name of ['scheduler', 'executor', 'api'] as const) await quickstart.killService(name);
      await expectNothingNew('of-free');
      expect((await showHolds()).waiting.overdueSchedules).toBeGreaterThan(0);

      await api.call('POST', '/admin/hold/release', { skipSlotsUntil: lastSlot });
      await eventually(
        'slots after the release',
        async () => (await slotsOf('of-free')).filter((slot) => slot > lastSlot).length > 3,
      );
      const again = (await slotsOf('of-free')).filter((slot) => slots.has(slot) && !before.has(slot));
      expect(again).toEqual([]);
      for (const [key, times] of ran) expect([key, echo.done.get(key)]).toEqual([key, times]);
    } finally {
      await client.close();
    }
  },
  LIMIT_MS,
);

const withDatabase = (uri: string): string => {
  const url = new URL(uri);
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/carillon';
  return url.toString();
};
