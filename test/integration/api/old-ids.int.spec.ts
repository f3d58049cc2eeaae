/** The data of a deleted job belongs to its former owner: a new job under its id begins a history of its own. @promise S2 */
import { systemClock } from '#common/clock/clock.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { StorageEditing } from '../../../apps/log-collector/src/storage/storage-editing.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const SECRET = 'hunter2-of-the-former-owner';
const SAVED = 'token-that-a-run-has-saved';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let owner: string;
let editor: string;
let editorId: string;
let storage: JobStorageStore;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  storage = new JobStorageStore(api.mongo);
  const editing = new StorageEditing(storage, systemClock);
  api.standIn(contracts.deleteStorage, (edit) => editing.delete(edit));
  api.standIn(contracts.restoreStorage, (edit) => editing.restore(edit, edit.version));
  owner = await api.tokenFor(['ibm', 'owner']);
  const body = { name: 'editor', roles: [{ tenant: 'ibm', role: 'editor' }] };
  ({ id: editorId, token: editor } = (await api.ask<{ id: string; token: string }>('POST', '/tokens', { body })).body);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
});
afterAll(async () => api.stop());

/** A job of an owner, with a secret, a run that was given another, and a saved value with a third; then it is deleted. */
async function deleted(id: string): Promise<void> {
  const body = { id, tenant: 'ibm', name: id, worker: 'hook', secureParameters: { password: SECRET } };
  expect((await api.ask('POST', '/jobs', { token: owner, body })).status).toBe(201);
  const sealed = api.secrets.seal(JSON.stringify({ password: SECRET }));
  await storeRun(api.mongo, `run-${id}`, {
    job: asJobId(id),
    phase: 'Completed',
    overrides: { secureParameters: sealed },
  });
  const value = api.secrets.seal(JSON.stringify({ token: SAVED }));
  const source = { attempt: `run-${id}/0/main/0/1` as never, line: 1 };
  await storage.save({ job: asJobId(id), tenant: asTenantId('ibm') }, [{ source, at: 1, value, secret: true }]);
  expect((await api.ask('DELETE', `/jobs/${id}`, { token: owner })).status).toBe(204);
}

const revive = async (id: string, change: Loose = {}): Promise<{ status: number; body: JobView }> => {
  const body = { id, tenant: 'ibm', name: id, worker: 'hook', owners: [`token:${editorId}`], ...change };
  return api.ask<JobView>('POST', '/jobs', { token: editor, body });
};

test('the owner of a new job under the id of a deleted one reads nothing of the deleted job', async () => {
  await deleted('ibm-once');
  expect(await revive('ibm-once')).toMatchObject({ status: 201, body: { id: 'ibm-once', secureParameters: {} } });
  const versions = await api.ask<Listed<Loose>>('GET', '/jobs/ibm-once/versions', { token: editor });
  expect(versions.body.items).toHaveLength(1);
  expect((await api.ask('GET', '/jobs/ibm-once/storage', { token: editor })).status).toBe(404);
  expect(
    (await api.ask<Listed<Loose>>('GET', '/jobs/ibm-once/storage/versions', { token: editor })).body.items,
  ).toEqual([]);
  const paths = [
    '/jobs/ibm-once',
    '/jobs/ibm-once/versions',
    '/jobs/ibm-once/storage/versions',
    '/runs/run-ibm-once',
    '/jobs',
  ];
  const texts = await Promise.all(paths.map(async (path) => (await api.ask('GET', path, { token: editor })).text));
  expect(texts.filter((text) => text.includes(SECRET) || text.includes(SAVED))).toEqual([]);
});

test('a new job does not show which slots of the former one were missed', async () => {
  await deleted('ibm-missed');
  const at = Date.now() - 60_000;
  const gap = {
    job: asJobId('ibm-missed'),
    tenant: asTenantId('ibm'),
    from: at,
    to: at + 1,
    count: 1,
    outcome: 'missed',
  } as const;
  await new GapsStore(api.mongo).record([{ ...gap, reason: 'MaxMissed', recordedAt: at }]);
  expect(await revive('ibm-missed')).toMatchObject({ status: 201 });
  const gaps = await api.ask<Listed<Loose>>('GET', '/jobs/ibm-missed/gaps', { token: editor });
  expect(gaps).toMatchObject({ status: 200, body: { items: [] } });
});

test('a new job cannot be rolled back to a version, a saved value or a run of the former one', async () => {
  await deleted('ibm-twice');
  await revive('ibm-twice', { url: 'http://evil.test' });
  const ask = async (path: string, body: Loose): Promise<number> =>
    (await api.ask('POST', path, { token: editor, body })).status;
  expect(await ask('/jobs/ibm-twice/rollback', { version: 1 })).toBe(400);
  expect(await ask('/jobs/ibm-twice/storage/restore', { version: 1 })).toBe(404);
  const admitted = scheduler.admitted.length;
  expect(await ask('/runs/run-ibm-twice/rerun', {})).toBe(409);
  expect(scheduler.admitted).toHaveLength(admitted);
  await api.ask('PATCH', '/jobs/ibm-twice', { token: editor, body: { labels: { a: 'b' } } });
  const versions = await api.ask<Listed<{ version: number }>>('GET', '/jobs/ibm-twice/versions', { token: editor });
  expect(versions.body.items.map(({ version }) => version)).toEqual([3, 2]);
  expect(await ask('/jobs/ibm-twice/rollback', { version: 2 })).toBe(200);
});

test('an id is not used again while runs of its former job are active', async () => {
  await deleted('ibm-busy');
  await storeRun(api.mongo, 'still-busy', { job: asJobId('ibm-busy'), phase: 'Running' });
  expect(await revive('ibm-busy')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('secrets that a run was given do not follow an edit of the job, unless the user who reruns it may see them', async () => {
  const body = { id: 'ibm-moved', tenant: 'ibm', name: 'ibm-moved', worker: 'hook', url: 'http://first.test' };
  await api.ask('POST', '/jobs', { token: owner, body });
  const overrides = { secureParameters: api.secrets.seal(JSON.stringify({ password: SECRET })) };
  await storeRun(api.mongo, 'run-moved', { job: asJobId('ibm-moved'), phase: 'Failed', overrides });
  expect((await api.ask('POST', '/runs/run-moved/rerun', { token: editor, body: {} })).status).toBe(202);
  const moved = await api.ask('PATCH', '/jobs/ibm-moved', { token: editor, body: { url: 'http://evil.test' } });
  expect(moved.status).toBe(200);
  const rerun = await api.ask('POST', '/runs/run-moved/rerun', { token: editor, body: {} });
  expect(rerun).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await api.ask('POST', '/runs/run-moved/rerun', { token: owner, body: {} })).status).toBe(202);
});
