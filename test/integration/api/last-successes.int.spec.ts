import { asJobId, asTenantId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SuccessAgesStore } from '#common/mongo/success-ages.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { until } from '#testing/until.js';
import { measureSuccessAges } from '../../../apps/scheduler/src/success-gauge.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;

const HOUR_MS = 3_600_000;
const NOW = Date.now();
/** Hours since the last success; null: never. Those of one instant are distinguished by their ids. */
const JOBS = [
  { id: 'a-day', tenant: 'old-a', hours: 25 },
  { id: 'b-never', tenant: 'old-b', hours: null },
  { id: 'c-week', tenant: 'old-b', hours: 200 },
  { id: 'd-minutes', tenant: 'old-a', hours: 0.2 },
  { id: 'e-never', tenant: 'old-a', hours: null },
  { id: 'f-day', tenant: 'old-b', hours: 25 },
];
const IN_ORDER = ['b-never', 'e-never', 'c-week', 'a-day', 'f-day', 'd-minutes'];
/** These jobs are not expected to run. */
const UNEXPECTED = [
  { id: 'by-hand', cron: null, active: true },
  { id: 'paused', cron: '0 * * * *', active: false },
];

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test/run' },
  });
  for (const id of ['old-a', 'old-b']) await api.ask('POST', '/tenants', { body: { id, name: id } });
  const schedules = new SchedulesStore(api.mongo);
  const make = async (id: string, tenant: string): Promise<void> => {
    const labels = { age: id.split('-')[1] ?? '', set: 'books' };
    await api.ask('POST', '/jobs', { body: { id, tenant, name: id, worker: 'hook', labels } });
    // A success that is older than the job belongs to a former job.
    await api.mongo.collection('jobs').updateOne({ _id: id }, { $set: { createdAt: 0 } });
  };
  for (const { id, tenant, hours } of JOBS) {
    await make(id, tenant);
    const at = hours === null ? null : NOW - hours * HOUR_MS;
    const books = { job: asJobId(id), tenant: asTenantId(tenant), lastSuccessStart: at, lastSuccessFinish: at };
    await schedules.insert(aSchedule({ cron: '0 * * * *' }, NOW, books));
  }
  for (const { id, cron, active } of UNEXPECTED) {
    await make(id, 'old-a');
    const books = { job: asJobId(id), tenant: asTenantId('old-a'), active };
    await schedules.insert(aSchedule(cron === null ? null : { cron }, NOW, books));
  }
});
afterAll(async () => api.stop());

interface Item {
  readonly job: string;
  readonly lastSuccessAt: string | null;
  readonly ageSeconds: number | null;
}

async function pages(query: string, limit: number, token?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = `/last-successes?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`;
    const page: { body: Listed<Item> } = await api.ask<Listed<Item>>('GET', at, token === undefined ? {} : { token });
    ids.push(...page.body.items.map(({ job }) => job));
    cursor = page.body.nextCursor;
  }
  return ids;
}

test.each([1, 2, 3, 10])(
  'jobs that have never succeeded come first, then the longest ago, in pages of %d, of all tenants and of some',
  async (limit) => {
    expect(await pages('', limit)).toEqual(IN_ORDER);
    expect(await pages('&tenant=old-a', limit)).toEqual(['e-never', 'a-day', 'd-minutes']);
    expect(await pages(`&olderThanSeconds=${24 * 3_600}`, limit)).toEqual(IN_ORDER.slice(0, -1));
  },
);

test('only jobs with all requested labels are listed, in the same order and in pages', async () => {
  expect(await pages('&label=age=day', 1)).toEqual(['a-day', 'f-day']);
  expect(await pages('&label=age=never&label=set=books&tenant=old-a', 10)).toEqual(['e-never']);
  expect(await pages('&label=age=never&label=set=others', 10)).toEqual([]);
});

test('a viewer of one tenant sees only its jobs, with their ages', async () => {
  const token = await api.tokenFor(['old-b', 'viewer']);
  expect(await pages('', 10, token)).toEqual(['b-never', 'c-week', 'f-day']);
  expect((await api.ask('GET', '/last-successes?tenant=old-a', { token })).status).toBe(403);
  const both = await api.tokenFor(['old-b', 'viewer'], ['old-a', 'viewer']);
  for (const limit of [1, 2, 10]) expect(await pages('', limit, both)).toEqual(IN_ORDER);
  const { body } = await api.ask<Listed<Item>>('GET', '/last-successes', { token });
  expect(body.items[0]).toMatchObject({ lastSuccessAt: null, ageSeconds: null });
  expect(body.items[1]?.ageSeconds).toBeGreaterThanOrEqual(200 * 3_600);
});

test('a success that the scheduler has not recorded yet counts, and is not listed among old ones', async () => {
  const finished = Date.now();
  await storeRun(api.mongo, 'fresh', {
    job: asJobId('c-week'),
    tenant: asTenantId('old-b'),
    phase: 'Completed',
    createdAt: finished,
    started: finished,
    finished,
  });
  expect(await pages('&olderThanSeconds=3600&tenant=old-b', 10)).toEqual(['b-never', 'f-day']);
  expect(await pages('', 1)).toEqual(IN_ORDER.filter((id) => id !== 'c-week'));
});

test('a cursor of another list, and an invalid age, are refused by name', async () => {
  const { body } = await api.ask<Listed<Item>>('GET', '/jobs?limit=1');
  expect(await api.ask('GET', `/last-successes?cursor=${body.nextCursor!}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'cursor' }] },
  });
  expect(await api.ask('GET', '/last-successes?olderThanSeconds=-1')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'olderThanSeconds' }] },
  });
});

test('the scheduler of their shards counts them by tenant and age, and tenants beyond the bound are counted together', async () => {
  const metrics = new Metrics('scheduler', '0', { maxTenants: 1, maxWorkers: 1 });
  const shards = new Set(JOBS.map(({ id }) => shardOf(asJobId(id))));
  const clock = { now: () => NOW, monotonic: () => performance.now() };
  measureSuccessAges(new SuccessAgesStore(api.mongo), { owned: () => shards }, { metrics, clock });
  const counted = await until('they are counted', async () => {
    const text = await metrics.text();
    const found = [...text.matchAll(/^carillon_jobs_without_success\{tenant="([^"]+)",age="([^"]+)"\} (\d+)$/gm)];
    return found.length === 0
      ? null
      : found.map(([, tenant = '', age = '', count]) => ({ tenant, age, count: Number(count) }));
  });
  const names = [...new Set(counted.map(({ tenant }) => tenant))].sort();
  expect(names).toEqual([expect.stringMatching(/^old-[ab]$/), 'other']);
  const sums = ['1h', '6h', '1d', '7d', '30d', 'never'].map((age) =>
    counted.filter((each) => each.age === age).reduce((sum, { count }) => sum + count, 0),
  );
  expect(sums).toEqual([3, 3, 3, 1, 0, 2]);
});
