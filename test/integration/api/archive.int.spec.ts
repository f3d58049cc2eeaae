/** Archived jobs: what lists, bulk operations and the scheduler see of them, and how they come to be archived by themselves. */
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { until } from '#testing/until.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test/' },
  });
  await api.ask('POST', '/tenants', { body: { id: 'arc', name: 'arc' } });
  for (const id of ['arc-a', 'arc-b']) {
    await api.ask('POST', '/jobs', {
      body: { id, tenant: 'arc', name: id, worker: 'hook', cron: '0 3 * * *', labels: { of: 'arc' } },
    });
  }
});
afterAll(async () => api.stop());

const namesOf = async (query: string): Promise<string[]> =>
  (await api.ask<Listed<JobView>>('GET', `/jobs?tenant=arc${query}`)).body.items.map(({ id }) => id);
const archive = (id: string, token?: string): ReturnType<typeof api.ask<JobView>> =>
  api.ask<JobView>('POST', `/jobs/${id}/pause`, { body: { archive: true, note: 'done' }, ...(token && { token }) });

test('lists leave an archived job out unless they are asked for it, in every order', async () => {
  expect((await archive('arc-a')).body.paused).toMatchObject({ by: 'bootstrap', note: 'done', archived: true });
  expect(await namesOf('')).toEqual(['arc-b']);
  expect(await namesOf('&archived=false')).toEqual(['arc-b']);
  expect(await namesOf('&archived=true')).toEqual(['arc-a']);
  expect(await namesOf('&archived=any')).toEqual(['arc-a', 'arc-b']);
  expect(await namesOf('&archived=any&sort=-name')).toEqual(['arc-b', 'arc-a']);
  expect(await namesOf('&archived=true&q=arc')).toEqual(['arc-a']);
  const total = async (query: string): Promise<unknown> =>
    (await api.ask<{ total: unknown }>('GET', `/jobs?tenant=arc&total=true${query}`)).body.total;
  expect(await total('')).toEqual({ count: 1, exact: true });
  expect(await total('&archived=any')).toEqual({ count: 2, exact: true });
  expect((await api.ask('GET', '/jobs?archived=maybe')).status).toBe(400);
});

test('by its id it is read and changed, and stays archived until it is resumed', async () => {
  const edited = await api.ask<JobView>('PATCH', '/jobs/arc-a', { body: { cron: '0 4 * * *' } });
  expect(edited.body).toMatchObject({ cron: '0 4 * * *', paused: { archived: true } });
  const resumed = await api.ask<JobView>('POST', '/jobs/arc-a/resume', { body: {} });
  expect(resumed.body.paused).toBeNull();
  expect(await namesOf('')).toEqual(['arc-a', 'arc-b']);
});

test('bulk operations by filter leave it out', async () => {
  await archive('arc-a');
  const { body } = await api.ask<{ total: number; first: readonly string[] }>('POST', '/bulk', {
    body: { action: 'pause', jobs: { tenant: 'arc', label: ['of=arc'] }, dryRun: true },
  });
  expect(body).toMatchObject({ total: 1, first: ['arc-b'] });
  await api.ask('POST', '/jobs/arc-a/resume', { body: {} });
});

test('S11: a viewer archives nothing, and somebody of another tenant learns nothing of the job', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'arc-other', name: 'other' } });
  expect((await archive('arc-a', await api.tokenFor(['arc', 'viewer']))).status).toBe(403);
  expect((await archive('arc-a', await api.tokenFor(['arc-other', 'editor']))).status).toBe(404);
  const other = await api.tokenFor(['arc-other', 'viewer']);
  const seen = await api.ask<Listed<JobView>>('GET', '/jobs?archived=any', { token: other });
  expect(seen.body.items).toEqual([]);
});

test('what cannot end is refused with archiveWhen: ended', async () => {
  const body = { id: 'arc-none', tenant: 'arc', name: 'none', worker: 'hook', archiveWhen: 'ended' };
  expect(await api.ask('POST', '/jobs', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'archiveWhen' }] },
  });
});

test('a job whose schedule has ended is archived by itself, once, with a record of it', async () => {
  const schedule = { at: new Date(Date.now() + 3_600_000).toISOString() };
  const body = { id: 'arc-once', tenant: 'arc', name: 'once', worker: 'hook', schedule, archiveWhen: 'ended' };
  expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
  const { rev } = (await new JobsStore(api.mongo).load(asJobId('arc-once')))!;
  const books = { job: asJobId('arc-once'), tenant: asTenantId('arc'), jobRev: rev, nextSlotAt: null };
  await new SchedulesStore(api.mongo).insert(aSchedule({ at: '2026-01-01T00:00:00Z' }, Date.now(), books));
  const archived = await until(
    'the job to be archived',
    async () => {
      const job = (await api.ask<JobView>('GET', '/jobs/arc-once')).body;
      return job.paused?.archived === true ? job : null;
    },
    60_000,
  );
  expect(archived.paused).toMatchObject({ by: 'carillon', note: 'Its schedule has ended.' });
  expect(await namesOf('')).not.toContain('arc-once');
  const audit = await api.ask<Listed<{ actor: string; detail: string }>>(
    'GET',
    '/audit?object=job/arc-once&action=pauseJob',
  );
  expect(audit.body.items).toMatchObject([{ actor: 'carillon', detail: 'archived: Its schedule has ended.' }]);
}, 90_000);
