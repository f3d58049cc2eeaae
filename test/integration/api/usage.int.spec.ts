import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import { UsageStore, type UsageProgress } from '#common/mongo/usage.store.js';
import { monthOf } from '#common/usage/ledger.js';
import { NO_USAGE } from '#common/usage/usage.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Reply } from './api-under-test.js';
import { storeRun } from './stored-runs.js';
import { storeUsage } from './stored-usage.js';

let api: ApiUnderTest;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MONTH = monthOf(Date.now() - 40 * DAY_MS);
const BEFORE = monthOf(Date.now() - 80 * DAY_MS);
const TENANTS = ['use-a', 'use-b', 'use-c'];
/** More tenants than a list merges from one query for each. */
const MANY = Array.from({ length: 17 }, (_, i) => `use-many-${String(i).padStart(2, '0')}`);

interface Item {
  readonly tenant: string | null;
  readonly job: string | null;
  readonly day: string | null;
  readonly runs: { readonly finished: number; readonly failed: number; readonly aborted: number };
  readonly attempts: number;
}
interface Answer extends Listed<Item> {
  readonly month: string;
  readonly since: string | null;
  readonly countedUntil: string | null;
}

const usage = (query: string, token?: string): Promise<Reply<Answer>> =>
  api.ask<Answer>('GET', `/usage?${query}`, token === undefined ? {} : { token });

async function pages(
  query: string,
  limit: number,
  between = async (): Promise<void> => Promise.resolve(),
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Reply<Answer> = await usage(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
    expect(page.status).toBe(200);
    items.push(...page.body.items);
    cursor = page.body.nextCursor;
    await between();
  }
  return items;
}

const namesOf = (items: readonly Item[]): (string | null)[] =>
  items.map(({ tenant, job, day }) => day ?? job ?? tenant);

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', { body: { id: 'web', name: 'Web', engine: 'webservice', url: 'http://web.test' } });
  for (const id of [...TENANTS, ...MANY]) await api.ask('POST', '/tenants', { body: { id, name: id } });
  await storeUsage(
    api.mongo,
    {
      tenant: 'use-a',
      month: MONTH,
      days: {
        '02': {
          finished: 3,
          failed: 1,
          attempts: 5,
          ms: 90_500,
          cpuMs: 45_250,
          memoryMibSeconds: 1_024,
          logBytes: 10,
          storageBytes: 900,
        },
        '10': {
          finished: 1,
          aborted: 2,
          attempts: 4,
          ms: 1,
          cpuMs: 1,
          memoryMibSeconds: 1_025,
          logBytes: 7,
          storageBytes: 300,
        },
      },
    },
    {
      tenant: 'use-b',
      month: MONTH,
      days: { '10': { failed: 4, attempts: 4, storageBytes: 50 }, '28': { finished: 1, attempts: 1 } },
    },
    { tenant: 'use-c', month: MONTH, days: { '01': { finished: 9, attempts: 9 } } },
    { tenant: 'use-a', month: BEFORE, days: { '15': { finished: 70, attempts: 70 } } },
    { tenant: 'use-a', job: 'a-1', month: MONTH, days: { '02': { finished: 3 }, '10': { finished: 1 } } },
    { tenant: 'use-a', job: 'a-2', month: MONTH, days: { '02': { failed: 1 }, '10': { aborted: 2 } } },
    { tenant: 'use-b', job: 'b-1', month: MONTH, days: { '10': { failed: 4 }, '28': { finished: 1 } } },
  );
});
afterAll(async () => api.stop());

describe('how far runs are counted', () => {
  let store: UsageStore;
  const through = Date.now() - HOUR_MS;
  const since = through - DAY_MS;
  const counted = async (): Promise<Pick<Answer, 'since' | 'countedUntil'>> => {
    const { since: from, countedUntil } = (await usage('')).body;
    return { since: from, countedUntil };
  };
  const standing = { since: new Date(since).toISOString(), countedUntil: new Date(through).toISOString() };
  const expectSettled = async (): Promise<void> => {
    const before = Date.now();
    const { since: from, countedUntil } = await counted();
    expect(from).toBe(standing.since);
    expect(Date.parse(countedUntil ?? '')).toBeGreaterThanOrEqual(before - USAGE_LAG_MS);
    expect(Date.parse(countedUntil ?? '')).toBeLessThanOrEqual(Date.now() - USAGE_LAG_MS);
  };
  beforeAll(() => {
    store = new UsageStore(api.mongo);
  });

  test('is not known before the first count', async () => {
    expect(await counted()).toEqual({ since: null, countedUntil: null });
  });

  test('is almost the present where nothing has changed since, or only within the last moments', async () => {
    const progress: UsageProgress = { since, through, window: null, rev: 1 };
    await store.saveProgress(progress);
    await expectSettled();
    await storeRun(api.mongo, 'use-fresh', { createdAt: Date.now() });
    await expectSettled();
  });

  test('is the end of what was counted where an end was kept apart since', async () => {
    const end = { run: asRunId('use-early'), tenant: asTenantId('use-a'), job: asJobId('a-1'), at: through + 1 };
    const known = { createdAt: through, generations: { from: 0, to: 0 } };
    await store.keepEarlyEnd({ ...end, ...known, state: 'FINISHED', usage: NO_USAGE });
    expect(await counted()).toEqual(standing);
    await store.forgetEarlyEnds(end.at);
    await expectSettled();
  });

  test('is the end of what was counted where a run has changed since', async () => {
    await storeRun(api.mongo, 'use-changed', { createdAt: through + 1 });
    expect(await counted()).toEqual(standing);
  });
});

test('usage of a month is listed for each tenant, summed over its days, in seconds and GiB', async () => {
  const { status, body } = await usage(`month=${MONTH}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ month: MONTH, nextCursor: null });
  expect(body.items).toEqual([
    {
      tenant: 'use-a',
      job: null,
      day: null,
      runs: { finished: 4, failed: 1, aborted: 2 },
      attempts: 9,
      runSeconds: 90.501,
      cpuSeconds: 45.251,
      memoryGibSeconds: 2.001,
      logBytes: 17,
      storageBytes: 900,
    },
    expect.objectContaining({
      tenant: 'use-b',
      runs: { finished: 1, failed: 4, aborted: 0 },
      attempts: 5,
      storageBytes: 50,
    }),
    expect.objectContaining({ tenant: 'use-c', runs: { finished: 9, failed: 0, aborted: 0 }, storageBytes: 0 }),
  ]);
  expect((await usage(`month=${BEFORE}`)).body.items).toEqual([
    expect.objectContaining({ tenant: 'use-a', attempts: 70 }),
  ]);
});

test.each([1, 2, 3, 10])('tenants, jobs and days are listed in order, in pages of %d', async (limit) => {
  expect(namesOf(await pages(`month=${MONTH}`, limit))).toEqual(TENANTS);
  expect(namesOf(await pages(`month=${MONTH}&by=job`, limit))).toEqual(['a-1', 'a-2', 'b-1']);
  expect(namesOf(await pages(`month=${MONTH}&by=job&tenant=use-a`, limit))).toEqual(['a-1', 'a-2']);
  const days = ['01', '02', '10', '28'].map((day) => `${MONTH}-${day}`);
  expect(namesOf(await pages(`month=${MONTH}&by=day`, limit))).toEqual(days);
});

test('a day is the sum of the tenants that are read, and only days with usage are listed', async () => {
  const days = await pages(`month=${MONTH}&by=day`, 10);
  expect(days[2]).toMatchObject({
    tenant: null,
    job: null,
    day: `${MONTH}-10`,
    runs: { finished: 1, failed: 4, aborted: 2 },
    attempts: 8,
    storageBytes: 350,
  });
  const own = await pages(`month=${MONTH}&by=day&tenant=use-b`, 10);
  expect(own).toEqual([
    expect.objectContaining({ tenant: 'use-b', day: `${MONTH}-10`, attempts: 4 }),
    expect.objectContaining({ tenant: 'use-b', day: `${MONTH}-28`, attempts: 1 }),
  ]);
});

test('a tenant and a job that only keep something in storage are listed', async () => {
  const days = { '10': { storageBytes: 8 }, '11': { storageBytes: 5 } };
  const month = monthOf(Date.now() - 240 * DAY_MS);
  await storeUsage(api.mongo, { tenant: 'use-a', month, days }, { tenant: 'use-a', job: 'a-3', month, days });
  const runs = { finished: 0, failed: 0, aborted: 0 };
  const [tenant] = await pages(`month=${month}`, 10);
  expect(tenant).toMatchObject({ tenant: 'use-a', runs, attempts: 0, storageBytes: 8 });
  expect(await pages(`month=${month}&by=job`, 10)).toMatchObject([{ job: 'a-3', runs, storageBytes: 8 }]);
  expect(await pages(`month=${month}&by=day`, 10)).toMatchObject([
    { day: `${month}-10`, storageBytes: 8 },
    { day: `${month}-11`, storageBytes: 5 },
  ]);
});

test('S11: a caller reads the usage of those tenants alone in which he has a role', async () => {
  const token = await api.tokenFor(['use-b', 'viewer']);
  expect(namesOf((await usage(`month=${MONTH}`, token)).body.items)).toEqual(['use-b']);
  expect(namesOf((await usage(`month=${MONTH}&by=job`, token)).body.items)).toEqual(['b-1']);
  expect((await usage(`month=${MONTH}&by=day`, token)).body.items).toEqual([
    expect.objectContaining({ day: `${MONTH}-10`, attempts: 4 }),
    expect.objectContaining({ day: `${MONTH}-28`, attempts: 1 }),
  ]);
  for (const by of ['tenant', 'job', 'day'])
    expect((await usage(`month=${MONTH}&by=${by}&tenant=use-a`, token)).status).toBe(403);
  const two = await api.tokenFor(['use-c', 'viewer'], ['use-a', 'viewer']);
  expect(namesOf((await usage(`month=${MONTH}`, two)).body.items)).toEqual(['use-a', 'use-c']);
  expect(namesOf((await usage(`month=${MONTH}&by=job`, two)).body.items)).toEqual(['a-1', 'a-2']);
});

test('a caller with roles in many tenants reads all of them', async () => {
  const month = monthOf(Date.now() - 120 * DAY_MS);
  const days = { '05': { finished: 1, attempts: 1 } };
  await storeUsage(api.mongo, ...[...MANY, 'use-a'].map((tenant) => ({ tenant, month, days })));
  const token = await api.tokenFor(...MANY.map((tenant): [string, 'viewer'] => [tenant, 'viewer']));
  expect(namesOf((await usage(`month=${month}`, token)).body.items)).toEqual(MANY);
  expect((await usage(`month=${month}&by=day`, token)).body.items).toEqual([
    expect.objectContaining({ day: `${month}-05`, attempts: MANY.length }),
  ]);
});

test('without a month it is the present one, and the pages of a list keep to one month', async () => {
  const months = [monthOf(Date.now())];
  const { body } = await usage('');
  months.push(monthOf(Date.now()));
  expect(months).toContain(body.month);
  const first = (await usage(`month=${MONTH}&limit=1`)).body;
  const second = (await usage(`limit=1&cursor=${first.nextCursor!}`)).body;
  expect(second.month).toBe(MONTH);
  expect(namesOf(second.items)).toEqual(['use-b']);
});

test.each([
  ['month=2026-13', 'month'],
  ['month=2026-1', 'month'],
  ['month=november', 'month'],
  ['month=2026-11-01', 'month'],
  ['by=run', 'by'],
  ['limit=0', 'limit'],
  ['cursor=abc', 'cursor'],
])('%s is refused by the name of the field', async (query, path) => {
  const { status, body } = await api.ask('GET', `/usage?${query}`);
  expect(status).toBe(400);
  expect(body['errors']).toEqual([expect.objectContaining({ path })]);
});

test('a cursor of another month, or of a list of something else, is refused', async () => {
  const cursorOf = async (by: string): Promise<string> =>
    (await usage(`month=${MONTH}&by=${by}&limit=1`)).body.nextCursor ?? '';
  const ofTenants = await cursorOf('tenant');
  const ofJobs = await cursorOf('job');
  const ofDays = await cursorOf('day');
  const refused = { status: 400, body: { errors: [{ path: 'cursor' }] } };
  expect(await usage(`month=${BEFORE}&cursor=${ofTenants}`)).toMatchObject(refused);
  expect(await usage(`by=job&cursor=${ofTenants}`)).toMatchObject(refused);
  expect(await usage(`by=day&cursor=${ofJobs}`)).toMatchObject(refused);
  expect(await usage(`by=tenant&cursor=${ofDays}`)).toMatchObject(refused);
  const { body } = await api.ask('GET', '/tenants?limit=1');
  expect(await usage(`cursor=${String(body['nextCursor'])}`)).toMatchObject(refused);
});

test('each of very many jobs is listed once, also where others begin to run meanwhile', async () => {
  const month = monthOf(Date.now() - 160 * DAY_MS);
  const ledger = (job: string): Parameters<typeof storeUsage>[1] => ({
    tenant: 'use-a',
    job,
    month,
    days: { '05': { finished: 1 } },
  });
  const ids = Array.from({ length: 1_203 }, (_, i) => `job-${String(i).padStart(4, '0')}`);
  await storeUsage(api.mongo, ...ids.map(ledger));
  let began = 0;
  const listed = await pages(`month=${month}&by=job`, 500, async () =>
    storeUsage(api.mongo, ledger(`a-new-${began++}`)),
  );
  expect(namesOf(listed)).toEqual(ids);
  expect(began).toBe(3);
});

test('a removed job stays in the ledger, and the ledger of a tenant goes with it', async () => {
  const month = monthOf(Date.now() - 200 * DAY_MS);
  const days = { '05': { finished: 1 } };
  await api.ask('POST', '/tenants', { body: { id: 'use-gone', name: 'Gone' } });
  const job = { id: 'use-gone-job', tenant: 'use-gone', name: 'Job', worker: 'web' };
  expect((await api.ask('POST', '/jobs', { body: job })).status).toBe(201);
  await storeUsage(api.mongo, { tenant: 'use-gone', month, days }, { tenant: 'use-gone', job: job.id, month, days });
  expect((await api.ask('DELETE', `/jobs/${job.id}`)).status).toBe(204);
  expect(namesOf((await usage(`month=${month}&by=job`)).body.items)).toEqual([job.id]);
  expect((await api.ask('DELETE', '/tenants/use-gone')).status).toBe(204);
  expect((await usage(`month=${month}&by=job`)).body.items).toEqual([]);
  expect((await usage(`month=${month}`)).body.items).toEqual([]);
});
