/** `Carillon-Dry-Run`: a change is validated as usual, and not made. */
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose, type Reply } from './api-under-test.js';

let api: ApiUnderTest;
let job: JobView;
const webservice = { name: 'Web', engine: 'webservice', url: 'http://web.test' };
const base = { tenant: 'ibm', worker: 'web', name: 'nightly' };

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', { body: { id: 'web', ...webservice } });
  await api.ask('POST', '/tenants', { body: { id: 'ibm', name: 'IBM' } });
  await api.ask('POST', '/calendars', { body: { id: 'days', tenant: 'ibm', dates: ['2026-12-24'] } });
  job = (await api.ask<JobView>('POST', '/jobs', { body: { ...base, id: 'ibm-nightly', labels: { a: 'b' } } })).body;
});
afterAll(async () => api.stop());

const stored = async (): Promise<string> => {
  const names = ['jobs', 'jobVersions', 'workers', 'workerVersions', 'tenants', 'calendars', 'audit'] as const;
  const all = names.map(async (name) => api.mongo.collection(name).find().sort({ _id: 1 }).toArray());
  return JSON.stringify(await Promise.all(all));
};
const judge = async (method: string, path: string, body: Loose, headers = {}): Promise<Reply<Loose>> =>
  api.ask(method, path, { body, headers: { 'Carillon-Dry-Run': 'true', ...headers } });

test.each<[method: string, path: string, body: Loose, outcome: string]>([
  ['POST', '/jobs', { ...base, name: 'another' }, 'changes'],
  ['POST', '/jobs', { ...base, tenant: 'unknown', name: 'first of its tenant' }, 'changes'],
  ['PUT', '/jobs/ibm-nightly', { ...base, cron: '0 3 * * *' }, 'changes'],
  ['PUT', '/jobs/ibm-nightly', { ...base, labels: { a: 'b' } }, 'unchanged'],
  ['PATCH', '/jobs/ibm-nightly', { enabled: false }, 'changes'],
  ['POST', '/workers', { id: 'other', ...webservice }, 'changes'],
  ['PUT', '/workers/web', { ...webservice, name: 'Other' }, 'changes'],
  ['PUT', '/workers/web', webservice, 'unchanged'],
  ['PATCH', '/workers/web', { name: 'Other' }, 'changes'],
  ['POST', '/tenants', { id: 'acme' }, 'changes'],
  ['PATCH', '/tenants/ibm', { maxJobs: 3 }, 'changes'],
  ['POST', '/calendars', { id: 'more', tenant: 'ibm' }, 'changes'],
  ['PUT', '/calendars/days?tenant=ibm', { dates: [] }, 'changes'],
])('%s %s of %j is judged to be: %s; nothing is written', async (method, path, body, outcome) => {
  const before = await stored();
  const reply = await judge(method, path, body, { 'Idempotency-Key': 'one-key' });
  expect(reply).toMatchObject({ status: 204, text: '' });
  expect(reply.headers.get('carillon-dry-run')).toBe(outcome);
  expect(await stored()).toBe(before);
});

test('a change that would be refused is refused, and the error names its field', async () => {
  const reply = await judge('PUT', `/jobs/${job.id}`, { ...base, cron: 'every morning' });
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ path: 'cron' }] } });
  const viewer = await api.tokenFor(['ibm', 'viewer']);
  const refused = await api.ask('PUT', `/jobs/${job.id}`, {
    token: viewer,
    body: base,
    headers: { 'Carillon-Dry-Run': 'true' },
  });
  expect(refused.status).toBe(403);
});

test('the same request is performed afterwards, under the same Idempotency-Key', async () => {
  const body = { ...base, name: 'carried out' };
  await judge('POST', '/jobs', body, { 'Idempotency-Key': 'made' });
  const made = await api.ask('POST', '/jobs', { body, headers: { 'Idempotency-Key': 'made' } });
  expect(made.status).toBe(201);
});

test('an operation that cannot be validated alone refuses the header instead of being performed', async () => {
  const reply = await judge('POST', `/jobs/${job.id}/pause`, {});
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'Carillon-Dry-Run' }] } });
  expect((await api.ask<JobView>('GET', `/jobs/${job.id}`)).body.paused).toBeNull();
});
