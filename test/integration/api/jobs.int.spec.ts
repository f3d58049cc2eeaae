import type { JobVersionView, JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed } from './api-under-test.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'shell', name: 'Shell', engine: 'process', command: ['sh', '-c', 'true'] },
  });
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test/run' },
  });
});
afterAll(async () => api.stop());

test.each([[[1, 'b', null]], ['a text'], [''], [42], [0], [true], [false], [null], [[]]])(
  'parameters of the form %j are stored, shown, sent back, and given to a run unchanged',
  async (parameters) => {
    const name = `parameters ${JSON.stringify(parameters)}`;
    const made = await api.ask<JobView>('POST', '/jobs', {
      body: { tenant: 'ibm', name, worker: 'shell', parameters },
    });
    expect(made).toMatchObject({ status: 201, body: { version: 1 } });
    expect(made.body.parameters).toEqual(parameters);
    const at = `/jobs/${made.body.id}`;
    const same = await api.ask<JobView>('PUT', at, { body: made.body });
    expect(same).toMatchObject({ status: 200, body: { version: 1 } });
    const patched = await api.ask<JobView>('PATCH', at, { body: { labels: { a: 'b' } } });
    expect(patched.body.parameters).toEqual(parameters);
    await api.ask('POST', `${at}/run`, { body: { parameters } });
    expect(scheduler.admitted.at(-1)).toHaveProperty('parameters', parameters);
    expect((await api.ask<JobView>('PATCH', at, { body: { parameters: { a: 1 } } })).body.parameters).toEqual({ a: 1 });
    expect((await api.ask<JobView>('PATCH', at, { body: { parameters: null } })).body.parameters).toEqual({});
  },
);

test('a job is created, read, listed, replaced, patched, paused, resumed and deleted', async () => {
  const made = await api.ask<JobView>('POST', '/jobs', {
    body: { tenant: 'ibm', name: 'first', worker: 'shell', cron: '0 10 * * *' },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { version: 1, tenant: 'ibm', name: 'first', enabled: true, parameters: {} },
  });
  const { id } = made.body;
  expect(made.headers.get('location')).toBe(`/api/v1/jobs/${id}`);
  expect(scheduler.applied).toContain(id);

  const read = await api.ask<JobView>('GET', `/jobs/${id}`);
  expect(read.body).toEqual(made.body);
  expect((await api.ask('GET', '/jobs?tenant=ibm&q=FIR')).body).toEqual({ items: [made.body], nextCursor: null });

  const replaced = await api.ask<JobView>('PUT', `/jobs/${id}`, { body: { ...read.body, parameters: { a: 1 } } });
  expect(replaced).toMatchObject({ status: 200, body: { version: 2, parameters: { a: 1 } } });
  const same = await api.ask<JobView>('PUT', `/jobs/${id}`, { body: replaced.body });
  expect(same.body.version).toBe(2);
  const patched = await api.ask<JobView>('PATCH', `/jobs/${id}`, {
    body: { parameters: { b: 2 }, cron: null, schedule: { every: 60 } },
  });
  expect(patched).toMatchObject({
    status: 200,
    body: { version: 3, parameters: { a: 1, b: 2 }, schedule: { every: 60 } },
  });
  expect(patched.body.cron).toBeUndefined();

  const byPatch = await api.ask('PATCH', `/jobs/${id}`, { body: { paused: true } });
  expect(byPatch).toMatchObject({ status: 400, body: { errors: [{ path: 'paused' }] } });
  const paused = await api.ask('POST', `/jobs/${id}/pause`, { body: { note: 'why' } });
  expect(paused).toMatchObject({ status: 200, body: { version: 3, paused: { by: 'bootstrap', note: 'why' } } });
  expect((await api.ask<JobView>('POST', `/jobs/${id}/resume`)).body.paused).toBeNull();

  const versions = await api.ask<Listed<JobVersionView>>('GET', `/jobs/${id}/versions`);
  expect(versions.body.items.map((each) => each.version)).toEqual([3, 2, 1]);
  const between = await api.ask('GET', `/jobs/${id}/versions/diff?to=2`);
  const change = { op: 'add', path: '/parameters/a', value: 1 };
  expect(between).toMatchObject({ status: 200, body: { from: 1, to: 2, changes: [change] } });
  const newest = await api.ask<{ changes: unknown[] }>('GET', `/jobs/${id}/versions/diff`);
  expect(newest).toMatchObject({ body: { from: 2, to: 3 } });
  expect(newest.body.changes).toContainEqual({ op: 'remove', path: '/cron', before: '0 10 * * *' });
  const none = await api.ask('GET', `/jobs/${id}/versions/diff?from=9`);
  expect(none).toMatchObject({ status: 400, body: { errors: [{ path: 'from' }] } });
  const back = await api.ask('POST', `/jobs/${id}/rollback`, { body: { version: 1 } });
  expect(back).toMatchObject({ status: 200, body: { version: 4, cron: '0 10 * * *', parameters: {} } });

  expect((await api.ask('DELETE', `/jobs/${id}`)).status).toBe(204);
  expect((await api.ask<JobView>('GET', `/jobs/${id}`)).status).toBe(404);
  expect((await api.ask<Listed<JobView>>('GET', '/jobs?q=first')).body.items).toEqual([]);
});
