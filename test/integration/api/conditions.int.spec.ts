/** Conditions of writes: whoever has read an older state, or expects none, changes nothing. */
import { contracts } from '#common/messages/registry.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { routes } from '../../../apps/api/src/routes.js';
import { isConditional } from '../../../apps/api/src/http/route.js';
import { obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const WORKER = { name: 'w', engine: 'webservice', url: 'https://w.example' };
const JOB = { tenant: 'ibm', name: 'j', worker: 'hook' };
const CHANNEL = { target: { type: 'ntfy', topic: 'nights' } };
const CALENDAR = { dates: ['2026-12-24'] };
const MONITOR = { schedule: { cron: '0 3 * * *' } };
const RULE = { when: { type: 'failuresInRow', count: 3 } };
const TRIGGER = { job: 'j', webhook: { signature: 'github', secrets: { now: '0123456789abcdef' } } };

/** An object for each path with conditional writes: how it comes to be, and the bodies of PUT and PATCH. */
const OBJECTS: Readonly<Record<string, { make: () => Promise<unknown>; put?: object; patch?: object }>> = {
  '/workers/{id}': { make: () => made('/workers', WORKER), put: WORKER, patch: { name: 'new' } },
  '/jobs/{id}': { make: () => made('/jobs', JOB), put: JOB, patch: { name: 'new' } },
  '/jobs/{id}/storage': { make: () => api.ask('PUT', '/jobs/j/storage', { body: '{"a":1}' }), put: { a: 2 } },
  '/tenants/{id}': { make: () => made('/tenants', {}), patch: { maxJobs: 3 } },
  '/channels/{id}': { make: () => made('/channels', { tenant: 'ibm', ...CHANNEL }), put: CHANNEL },
  '/calendars/{id}': { make: () => made('/calendars', { tenant: 'ibm', ...CALENDAR }), put: CALENDAR },
  '/monitors/{id}': { make: () => made('/monitors', { tenant: 'ibm', ...MONITOR }), put: MONITOR },
  '/rules/{id}': { make: () => made('/rules', { tenant: 'ibm', ...RULE }), put: RULE },
  '/triggers/{id}': { make: () => made('/triggers', { tenant: 'ibm', ...TRIGGER }), put: TRIGGER },
  '/runs/{id}': {
    make: () => storeRun(api.mongo, 'j', { phase: 'Running' }),
    patch: { parallelism: { maxActive: 2 } },
  },
};
const made = async (path: string, body: object): Promise<unknown> =>
  api.ask('POST', path, { body: { id: 'j', ...body } });
const CONDITIONAL = routes.filter(isConditional);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  const storage = new JobStorageStore(api.mongo);
  api.standIn(contracts.putStorage, async ({ job, tenant, actor, value }) => ({
    ok: true as const,
    version: await storage.save({ job: asJobId(job), tenant: asTenantId(tenant) }, [
      { source: { actor }, at: Date.now(), value },
    ]),
  }));
  await api.ask('POST', '/tenants', { body: { id: 'ibm' } });
  await api.ask('POST', '/workers', { body: { ...WORKER, id: 'hook' } });
  for (const { make } of Object.values(OBJECTS)) await make();
});
afterAll(async () => api.stop());

test.each(CONDITIONAL.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is refused under an older revision, and if no object is expected; nothing changes',
  async (_name, { method, path }) => {
    const { put, patch } = OBJECTS[path] ?? {};
    // A run under way is not deleted in any case.
    if (method === 'DELETE' && path === '/runs/{id}') await storeRun(api.mongo, 'ended', { phase: 'Completed' });
    const address = path.replace('{id}', method === 'DELETE' && path === '/runs/{id}' ? 'ended' : 'j');
    const of = ['/workers', '/jobs', '/runs', '/tenants'].some((each) => path.startsWith(each)) ? '' : '?tenant=ibm';
    const before = await api.ask('GET', `${address}${of}`);
    expect(before.status).toBe(200);
    const body = method === 'PUT' ? put : method === 'PATCH' ? patch : undefined;
    for (const headers of [{ 'if-match': '"999"' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
      const refused = await api.ask(method, `${address}${of}`, { headers, ...(body && { body }) });
      expect([refused.status, refused.body['code']]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect((await api.ask('GET', `${address}${of}`)).body).toEqual(before.body);
  },
);

test('a storage that nobody has saved is set under the condition that there is none', async () => {
  await api.ask('POST', '/jobs', { body: { ...JOB, id: 'empty', name: 'empty' } });
  const put = async (): Promise<number> =>
    (await api.ask('PUT', '/jobs/empty/storage', { body: '1', headers: { 'if-none-match': '*' } })).status;
  expect([await put(), await put()]).toEqual([200, 412]);
});
