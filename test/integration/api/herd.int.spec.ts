import { asJobId, asTenantId } from '#common/domain/ids.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;

interface Herd {
  readonly counted: number;
  readonly isPartial: boolean;
  readonly peak: { readonly starts: number; readonly jobs: readonly { readonly id: string }[] } | null;
  readonly peakAfter: { readonly starts: number } | null;
  readonly suggestions: readonly { readonly job: string; readonly suggested: string }[];
}

beforeAll(async () => {
  api = await startApi();
  for (const id of ['herd-a', 'herd-b']) await api.ask('POST', '/tenants', { body: { id, name: id } });
  const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const weekly = [{ days: everyDay, from: '00:00', to: '24:00' }];
  await api.ask('POST', '/calendars', { body: { id: 'always', tenant: 'herd-a', weekly } });
  const schedules = new SchedulesStore(api.mongo);
  const add = (job: string, tenant: string, schedule: Parameters<typeof aSchedule>[0], change = {}): Promise<boolean> =>
    schedules.insert(
      aSchedule(schedule, Date.now(), { job: asJobId(job), jobName: job, tenant: asTenantId(tenant), ...change }),
    );
  for (let i = 0; i < 6; i++) await add(`herd-a-${i}`, 'herd-a', { cron: '0 3 * * *' });
  await add('herd-a-off', 'herd-a', { cron: '0 3 * * *' }, { active: false });
  await add('herd-a-closed', 'herd-a', { cron: '0 3 * * *', exclude: ['always'] });
  await add('herd-b-0', 'herd-b', { cron: '0 3 * * *' });
});
afterAll(async () => api.stop());

const herdOf = (token: string, query = ''): ReturnType<typeof api.ask<Herd>> =>
  api.ask<Herd>('GET', `/schedules/herd${query}`, { token });

test('the herd of a tenant is the set of jobs that start in the same minutes, with a proposal to spread it', async () => {
  const { status, body } = await herdOf(await api.tokenFor(['herd-a', 'viewer']));
  expect(status).toBe(200);
  expect(body).toMatchObject({ counted: 7, isPartial: false, peak: { starts: 6 } });
  expect(body.peak?.jobs.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `herd-a-${i}`));
  expect(body.suggestions.map(({ suggested }) => suggested)).toEqual(Array(6).fill('H 3 * * *'));
  expect(body.peakAfter?.starts).toBeLessThan(4);
});

test('a herd has the requested minimum size in the requested time', async () => {
  const token = await api.tokenFor(['herd-a', 'viewer']);
  expect((await herdOf(token, '?crowdedFrom=7')).body.suggestions).toEqual([]);
  expect((await herdOf(token, '?hours=169')).status).toBe(400);
  expect((await herdOf(token, '?crowdedFrom=1')).status).toBe(400);
});

test('S11: the herd of another tenant is not shown', async () => {
  const token = await api.tokenFor(['herd-a', 'viewer']);
  expect((await herdOf(token, '?tenant=herd-b')).status).toBe(403);
  expect((await herdOf(await api.tokenFor(['herd-b', 'viewer']))).body).toMatchObject({
    counted: 1,
    peak: { starts: 1 },
  });
});
