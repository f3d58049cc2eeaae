/** Archived runs are found in the same places as before: in lists, by id, with attempts, events and log. */
import { contracts } from '#common/messages/registry.js';
import { asJobId, asRunId, asSpecHash } from '#common/domain/ids.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { withoutEventLog } from '#testing/everything-counted.js';
import { startColdStore, type ColdStoreUnderTest } from '#testing/cold-store.js';
import type { AttemptView } from '../../../apps/api/src/runs/attempt.view.js';
import type { EventView, RunDetailView, RunView } from '../../../apps/api/src/runs/run.view.js';
import { Removals } from '../../../apps/executor/src/sweeps/removals.js';
import { ArchiveWorld } from '../executor/support/archive-world.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';
import { firstAttempt, storeLines, storeRun, T0 } from './stored-runs.js';

let store: ColdStoreUnderTest;
let api: ApiUnderTest;
let world: ArchiveWorld;
let job: string;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  store = await startColdStore();
  const { url, bucket, region, prefix, accessKeyId, secretAccessKey } = store.settings;
  api = await startApi({
    env: {
      COLD_STORE_URL: url,
      COLD_STORE_BUCKET: bucket,
      COLD_STORE_REGION: region,
      COLD_STORE_PREFIX: prefix,
      COLD_STORE_KEY: accessKeyId,
      COLD_STORE_SECRET: secretAccessKey,
    },
  });
  world = ArchiveWorld.over(api.mongo, store);
  scheduler = obligingScheduler(api);
  const worker = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };
  await api.ask('POST', '/workers', { body: worker });
  const body = { tenant: 'ibm', name: 'first', worker: 'hook', retention: { archiveSeconds: 86_400 } };
  job = (await api.ask<{ id: string }>('POST', '/jobs', { body })).body.id;
  await new SpecsStore(api.mongo).put({
    hash: asSpecHash('s1'),
    jobId: job,
    jobVersion: 1,
    workerId: 'hook',
    workerVersion: 1,
    engine: 'webservice',
    job: { tenant: 'ibm', name: 'first', worker: 'hook', parameters: { depth: 3 } },
    worker: { name: 'Hook', engine: 'webservice' },
    sealed: { secureParameters: null, httpHeaders: {} },
  });
});
afterAll(async () => {
  await world.close();
  await api.stop();
  await store.stop();
});
beforeEach(() => {
  store.fault = () => null;
});

const tasks = [{ name: 'main', indexes: 1, pending: 0, running: 0, succeeded: 1, failed: 0, terminating: 0 }];
async function archived(id: string, change: object = {}): Promise<void> {
  await world.ended(id, { job: asJobId(job), tasks, ...change });
  await archive();
}
async function archive(): Promise<void> {
  while ((await world.archiver().archive(asJobId(job))).done > 0);
  await world.removeRuns();
}

test('an archived run is shown as before, with its attempts, events and input', async () => {
  await world.ended('shown', { job: asJobId(job), tasks, overrides: { parameters: { depth: 4 } } });
  const before = await api.ask<RunDetailView>('GET', '/runs/shown');
  expect(before.body).toMatchObject({ archived: false, parameters: { depth: 4 } });
  await archive();
  const { body, status } = await api.ask<RunDetailView>('GET', '/runs/shown');
  expect(status).toBe(200);
  expect(body).toEqual({ ...before.body, archived: true });
  const attempts = await api.ask<Listed<AttemptView>>('GET', '/runs/shown/attempts');
  expect(attempts.body.items).toMatchObject([{ state: 'succeeded', reason: 'Done' }]);
  const events = await api.ask<Listed<EventView>>('GET', '/runs/shown/events');
  expect(events.status).toBe(200);
  const indexes = await api.ask<Listed<unknown>>('GET', '/runs/shown/indexes');
  expect(indexes.status).toBe(200);
});

test('the log of an archived run is read completely, in part, by text and from its end, and followed to its end', async () => {
  await archived('logged');
  const read = async (query = ''): Promise<string> => (await api.ask('GET', `/runs/logged/logs${query}`)).text;
  expect(await read()).toBe('first of logged\nsecond\nthird\nfourth\n');
  expect(await read('?tail=2')).toBe('third\nfourth\n');
  expect(await read('?q=FIRST')).toBe('first of logged\n');
  expect(await read(`?since=${new Date(T0 + 1_000).toISOString()}`)).toBe('third\nfourth\n');
  expect(await read('?task=other')).toBe('');
  const followed = await api.ask('GET', '/runs/logged/logs', { headers: { accept: 'text/event-stream' } });
  expect(followed.text.match(/^event: line$/gm)).toHaveLength(4);
  expect(followed.text).toContain('event: end');
});

test('lines of several attempts in several blocks are in order of time, forwards and from the end', async () => {
  await storeRun(api.mongo, 'merged', { ...dueNow(), job: asJobId(job), phase: 'Completed', tasks });
  const [first, second] = [firstAttempt('merged'), firstAttempt('merged').replace('/0/1', '/1/1')] as const;
  for (let chunk = 0; chunk < 6; chunk++) {
    const at = T0 + chunk * 100;
    for (const [i, attempt] of [first, second as typeof first].entries())
      await storeLines(api.mongo, attempt, {
        firstSeq: 1 + chunk * 2,
        at: at + i * 10,
        texts: [`a${chunk}`, `b${chunk}`],
      });
  }
  const whole = (await api.ask('GET', '/runs/merged/logs')).text;
  const tail = (await api.ask('GET', '/runs/merged/logs?tail=5')).text;
  while ((await world.archiver({}, { blockBytes: 900, objectBytes: 2_000 }).archive(asJobId(job))).done > 0);
  await world.removeRuns();
  expect((await world.cold.find(asRunId('merged')))?.place.isTable).toBe(true);
  expect((await api.ask('GET', '/runs/merged/logs')).text).toBe(whole);
  expect((await api.ask('GET', '/runs/merged/logs?tail=5')).text).toBe(tail);
  expect(whole.split('\n')).toHaveLength(25);
});
type Counted = Listed<RunView> & { readonly total: unknown };
const dueNow = (): object => ({ expireAt: world.now - 1_000, archiveMs: 86_400_000, finished: T0, shard: 0 });

test.each(['-createdAt', 'createdAt'])(
  'pages continue from stored runs to archived ones, each run once (%s)',
  async (sort) => {
    const tenant = `paged-${sort.length}`;
    const of = { tenant: tenant as never, job: asJobId(`${tenant}-job`) };
    for (let i = 0; i < 9; i++) {
      const change = { ...of, tasks, createdAt: T0 + i * 1_000 };
      // Old runs are archived, and one in between, as if only failures of its job were kept for longer.
      if (i < 4 || i === 6) await world.ended(`${tenant}-${i}`, change);
      else await storeRun(api.mongo, `${tenant}-${i}`, { ...change, phase: 'Completed', finished: T0 });
    }
    while ((await world.archiver().archive(of.job)).done > 0);
    await world.removeRuns();
    const seen: RunView[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/runs?tenant=${tenant}&limit=2&sort=${sort}&total=true${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const body: Counted = (await api.ask<Counted>('GET', path)).body;
      expect(body.total).toEqual({ count: 9, exact: true });
      seen.push(...body.items);
      cursor = body.nextCursor;
    }
    const wanted = Array.from({ length: 9 }, (_, i) => `${tenant}-${i}`);
    expect(seen.map(({ id }) => id)).toEqual(sort === 'createdAt' ? wanted : wanted.reverse());
    expect(
      seen
        .filter((run) => run.archived)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2, 3, 6].map((i) => `${tenant}-${i}`));
    const listed = async (query: string): Promise<string[]> =>
      (await api.ask<Listed<RunView>>('GET', `/runs?tenant=${tenant}&${query}`)).body.items.map(({ id }) => id);
    expect(await listed('archived=true')).toHaveLength(5);
    expect(await listed('archived=false')).toHaveLength(4);
    expect(await listed(`state=FINISHED&to=${new Date(T0 + 2_000).toISOString()}`)).toHaveLength(3);
    expect(await listed('phase=Failed')).toEqual([]);
    expect(await listed(`job=${tenant}-job&trigger=manual&archived=true`)).toHaveLength(5);
    expect(seen[0]!.tasks).toMatchObject([{ name: 'main', completedIndexes: '0' }]);
  },
);

test('an archived failure is found by its error group', async () => {
  const failed = { phase: 'Failed' as const, errorGroup: 'archived-group' };
  await archived('of-group', failed);
  await archived('of-other-group', { ...failed, errorGroup: 'another-group' });
  const found = async (query: string): Promise<string[]> =>
    (await api.ask<Listed<RunView>>('GET', `/runs?${query}`)).body.items.map(({ id }) => id);
  expect(await found('errorGroup=archived-group')).toEqual(['of-group']);
  expect(await found('errorGroup=archived-group&archived=false')).toEqual([]);
  const { body } = await api.ask<RunView>('GET', '/runs/of-group');
  expect(await found(`errorGroup=archived-group&tenant=${body.tenant}`)).toEqual(['of-group']);
});

test('an archived run is run again with its parameters; it cannot be resumed or changed', async () => {
  await archived('again', { phase: 'Aborted', overrides: { parameters: { depth: 9 } } });
  const rerun = await api.ask<{ run: RunView }>('POST', '/runs/again/rerun');
  expect(rerun.status).toBe(202);
  expect(scheduler.admitted.at(-1)).toMatchObject({ rerunOf: 'again', parameters: { depth: 9 } });
  const resumed = await api.ask('POST', '/runs/again/commands', { body: { command: 'resume' } });
  expect(resumed).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', detail: expect.stringContaining('archived') as string },
  });
  const changed = await api.ask('PATCH', '/runs/again', { body: { parallelism: { maxActive: 2 } } });
  expect(changed.body).toMatchObject({ code: 'RUN_FINAL' });
});

test('an archived run is deleted, also while the object store is unavailable', async () => {
  await archived('deleted');
  const removals = new Removals(
    {
      reads: world.reads,
      runs: new RunsStore(api.mongo),
      packs: world.packs,
      ends: withoutEventLog(new UsageStore(api.mongo)),
    },
    world.clock,
  );
  api.standIn(contracts.removeRun, ({ run }) => removals.remove(run));
  store.fault = () => 'unavailable';
  expect((await api.ask('DELETE', '/runs/deleted')).status).toBe(204);
  expect((await api.ask('GET', '/runs/deleted')).status).toBe(404);
});

test('while the object store is unavailable lists are complete, and archived content is answered as unavailable', async () => {
  await archived('away');
  store.fault = () => 'unavailable';
  const list = await api.ask<Listed<RunView>>('GET', `/runs?job=${job}&archived=true`);
  expect(list.body.items.map(({ id }) => id)).toContain('away');
  expect(await api.ask('GET', '/runs/away')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const doctor = await api.ask<{ findings: { check: string; status: string }[] }>('GET', '/admin/doctor');
  expect(doctor.body.findings).toContainEqual(expect.objectContaining({ check: 'archive', status: 'error' }));
  store.fault = () => null;
  expect((await api.ask('GET', '/runs/away')).status).toBe(200);
  const well = await api.ask<{ findings: { check: string; status: string }[] }>('GET', '/admin/doctor');
  expect(well.body.findings).toContainEqual(expect.objectContaining({ check: 'archive', status: 'ok' }));
});

test('nobody sees the archived runs of a tenant without a role there, whatever the object store answers', async () => {
  await archived('secretive');
  const token = await api.tokenFor(['other', 'viewer']);
  const asked = store.asked.length;
  for (const path of ['', '/logs', '/attempts', '/events'])
    expect((await api.ask('GET', `/runs/secretive${path}`, { token })).status).toBe(404);
  const list = await api.ask<Listed<RunView>>('GET', '/runs?archived=true', { token });
  expect(list.body.items).toEqual([]);
  expect(store.asked).toHaveLength(asked);
});

test('without an archive a request for archiving is refused with its field', async () => {
  const plain = await startApi();
  try {
    obligingScheduler(plain);
    const worker = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };
    await plain.ask('POST', '/workers', { body: worker });
    const retention = { archiveSeconds: 86_400 };
    const made = await plain.ask('POST', '/jobs', { body: { tenant: 'ibm', name: 'a', worker: 'hook', retention } });
    const problem = {
      errors: [{ path: 'retention.archiveSeconds', message: expect.stringContaining('COLD_STORE_URL') as string }],
    };
    expect(made).toMatchObject({ status: 400, body: problem });
    expect(await plain.ask('POST', '/tenants', { body: { id: 'acme', retention } })).toMatchObject({
      status: 400,
      body: problem,
    });
  } finally {
    await plain.stop();
  }
});
