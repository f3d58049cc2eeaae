import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
const HOUR_MS = 3_600_000;

interface Recent {
  items: { job: string; runs: { id: string; state: string }[] }[];
}
interface Overview {
  active: number;
  failing: { job: string; id: string; failures: number }[];
  hours: { finished: number; failed: number }[];
}

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    token: BOOTSTRAP,
    body: { id: 'w', name: 'W', engine: 'process', command: ['true'] },
  });
  for (const tenant of ['acme', 'other']) {
    const job = { id: `${tenant}-job`, tenant, name: 'Job', worker: 'w' };
    await api.ask('POST', '/jobs', { token: BOOTSTRAP, body: job });
    const ended = { createdAt: Date.now() + HOUR_MS, phase: 'Failed', finished: Date.now() + HOUR_MS } as const;
    for (const i of [1, 2]) {
      await storeRun(api.mongo, `${tenant}-run-${i}`, { job: job.id as never, tenant: tenant as never, ...ended });
    }
  }
});
afterAll(async () => api.stop());

test('the newest runs of several jobs, of those that the caller may read', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  const { body } = await api.ask<Recent>('GET', '/recent-runs?job=acme-job&job=other-job&count=1', { token });
  expect(body.items.map(({ job, runs }) => [job, runs.map(({ id }) => id)])).toEqual([['acme-job', ['acme-run-2']]]);
  expect((await api.ask('GET', '/recent-runs?job=acme-job&count=101', { token })).status).toBe(400);
});

test('an overview shows what fails in the tenants of the caller, and nothing of others', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  const { body } = await api.ask<Overview>('GET', '/overview', { token });
  expect(body.failing).toMatchObject([{ job: 'acme-job', id: 'acme-run-2', failures: 2 }]);
  expect((await api.ask('GET', '/overview?tenant=other', { token })).status).toBe(403);
});

test('limits are shown to who may read the tenant, replicas to administrators', async () => {
  const token = await api.tokenFor(['acme', 'viewer']);
  await api.ask('PATCH', '/tenants/acme', { token: BOOTSTRAP, body: { maxActiveRuns: 7, groups: { nightly: 2 } } });
  const { body } = await api.ask<{ items: unknown[] }>('GET', '/tenants/acme/limits', { token });
  expect(body.items).toMatchObject([
    { group: null, size: 7, held: 0 },
    { group: 'nightly', size: 2, holders: [], waiting: [] },
  ]);
  expect((await api.ask('GET', '/tenants/other/limits', { token })).status).toBe(404);
  expect((await api.ask('GET', '/system', { token })).status).toBe(403);
  expect((await api.ask('GET', '/system', { token: BOOTSTRAP })).body).toMatchObject({ shards: 64, replicas: [] });
});
