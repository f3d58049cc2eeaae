import { asJobId, asTenantId } from '#common/domain/ids.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';
import { T0 } from './stored-runs.js';

let api: ApiUnderTest;

/** Jobs of two tenants and when they run next; null: never. The two of one instant are distinguished by their ids. */
const JOBS = [
  { id: 'b-late', tenant: 'list-a', name: 'b', next: T0 + 3_000 },
  { id: 'a-none', tenant: 'list-a', name: 'a', next: null },
  { id: 'c-soon', tenant: 'list-b', name: 'c', next: T0 + 1_000 },
  { id: 'd-same', tenant: 'list-b', name: 'd', next: T0 + 2_000 },
  { id: 'e-same', tenant: 'list-a', name: 'e', next: T0 + 2_000 },
  { id: 'f-none', tenant: 'list-b', name: 'f', next: null },
];
const BY_NAME = ['a-none', 'b-late', 'e-same', 'c-soon', 'd-same', 'f-none'];
const BY_SLOT = ['c-soon', 'd-same', 'e-same', 'b-late', 'a-none', 'f-none'];

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test/run' },
  });
  for (const id of ['list-a', 'list-b']) await api.ask('POST', '/tenants', { body: { id, name: id } });
  const schedules = new SchedulesStore(api.mongo);
  for (const { next, ...job } of JOBS) {
    await api.ask('POST', '/jobs', { body: { ...job, worker: 'hook', labels: { list: job.tenant } } });
    const books = { job: asJobId(job.id), tenant: asTenantId(job.tenant), nextSlotAt: next };
    await schedules.insert(aSchedule({ cron: '0 * * * *' }, T0, books));
  }
});
afterAll(async () => api.stop());

interface Counted extends Listed<JobView> {
  readonly total?: { readonly count: number; readonly exact: boolean };
}

async function pages(query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = `/jobs?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`;
    const page: { body: Counted } = await api.ask<Counted>('GET', at);
    ids.push(...page.body.items.map(({ id }) => id));
    cursor = page.body.nextCursor;
  }
  return ids;
}

test.each([1, 2, 3, 10])(
  'jobs are sorted by name, in both directions, and by next slot, in pages of %d',
  async (limit) => {
    expect(await pages('', limit)).toEqual(BY_NAME);
    expect(await pages('&sort=name', limit)).toEqual(BY_NAME);
    expect(await pages('&sort=-name', limit)).toEqual(BY_NAME.toReversed());
    expect(await pages('&sort=nextSlot', limit)).toEqual(BY_SLOT);
  },
);

test('a list by next slot applies the filters, and shows no deleted job', async () => {
  const ofA = BY_SLOT.filter((id) => JOBS.some((job) => job.id === id && job.tenant === 'list-a'));
  expect(await pages('&sort=nextSlot&tenant=list-a', 2)).toEqual(ofA);
  expect(await pages('&sort=nextSlot&label=list%3Dlist-a', 1)).toEqual(ofA);
  expect(await pages('&sort=nextSlot&q=same', 1)).toEqual(['d-same', 'e-same']);
  expect(await pages('&sort=nextSlot&worker=none', 1)).toEqual([]);
  const token = await api.tokenFor(['list-a', 'viewer']);
  const { body } = await api.ask<Counted>('GET', '/jobs?sort=nextSlot', { token });
  expect(body.items.map(({ id }) => id)).toEqual(ofA);
});

test('a small tenant gets full pages by next slot, however many jobs of others run earlier', async () => {
  const others = Array.from({ length: 6_000 }, (_, i) => {
    return {
      _id: `other-${i}`,
      jobName: `other-${i}`,
      tenant: 'list-others',
      shard: 0,
      active: true,
      nextSlotAt: i + 1,
    };
  });
  await api.mongo.collection('schedules').insertMany(others);
  const ofA = BY_SLOT.filter((id) => JOBS.some((job) => job.id === id && job.tenant === 'list-a'));
  const page = await api.ask<Counted>('GET', '/jobs?sort=nextSlot&tenant=list-a&limit=3');
  expect(page.body.items.map(({ id }) => id)).toEqual(ofA);
  await api.mongo.collection('schedules').deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
});

test('the load of a tenant shows how many of its jobs start in the same minute, only to its viewers', async () => {
  const at = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000;
  const loaded = [0, 0, 0, 60_000, 3_600_000].map((after, i) => {
    return {
      _id: `load-${i}`,
      jobName: `load-${i}`,
      tenant: 'list-load',
      shard: 0,
      active: i !== 2,
      nextSlotAt: at + after,
    };
  });
  await api.mongo.collection('schedules').insertMany(loaded);
  const token = await api.tokenFor(['list-load', 'viewer']);
  const { body } = await api.ask<{ minutes: number[]; busiest: object[] }>('GET', '/schedules/load', { token });
  expect(body).toMatchObject({ isPartial: false, busiest: [{ at: new Date(at).toISOString(), jobs: 2 }] });
  expect(body.minutes.slice(0, 3)).toEqual([3, 1, 0]);
  expect((await api.ask('GET', '/schedules/load?tenant=list-a', { token })).status).toBe(403);
});

test('a total counts the matching jobs, and is returned only on request', async () => {
  const totalOf = async (query: string, token?: string): Promise<Counted['total']> =>
    (await api.ask<Counted>('GET', `/jobs?limit=1${query}`, token === undefined ? {} : { token })).body.total;
  expect(await totalOf('&total=true')).toEqual({ count: 6, exact: true });
  expect(await totalOf('&total=true&tenant=list-a')).toEqual({ count: 3, exact: true });
  expect(await totalOf('&total=true&q=same&sort=nextSlot')).toEqual({ count: 2, exact: true });
  expect(await totalOf('&total=true', await api.tokenFor(['list-b', 'viewer']))).toEqual({ count: 3, exact: true });
  expect(await totalOf('')).toBeUndefined();
});

test('an unknown order, and a cursor of another order, are refused', async () => {
  expect(await api.ask('GET', '/jobs?sort=lastResult')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'sort' }] },
  });
  const orders = ['name', '-name', 'nextSlot'];
  for (const sort of orders) {
    const { body } = await api.ask<Counted>('GET', `/jobs?limit=1&sort=${sort}`);
    for (const other of orders.filter((each) => each !== sort)) {
      expect(await api.ask('GET', `/jobs?sort=${other}&cursor=${body.nextCursor!}`)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'cursor' }] },
      });
    }
  }
});
