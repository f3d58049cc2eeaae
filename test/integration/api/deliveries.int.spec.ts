/** Notices of jobs and runs: who sees them, which parts are hidden, and who may send them again. */
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import type { Notice } from '#common/run/notice.js';
import { aNotice } from '#testing/builders/notice.js';
import { deliveryIdOf } from '../../../apps/api/src/deliveries/deliveries.js';
import type { DeliveryView } from '../../../apps/api/src/deliveries/delivery.routes.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const SECRET_PART = '/services/T000/B000/secret';
let api: ApiUnderTest;
let notices: NoticesStore;
let job: string;
let createdAt: number;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  notices = new NoticesStore(api.mongo);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  const made = await api.ask<JobView>('POST', '/jobs', { body: { tenant: 'ibm', name: 'told', worker: 'hook' } });
  job = made.body.id;
  createdAt = Date.parse(made.body.createdAt);
  await storeRun(api.mongo, 'run1', { job: asJobId(job), phase: 'Failed', createdAt });
  const log = [{ at: createdAt + 5, tookMs: 12, status: 503, reason: 'the webhook answered 503' }];
  await notices.add([
    notice('run1/0/failed/a', { run: asRunId('run1'), tries: 1, log }),
    notice('run1/0/long/a', { run: asRunId('run1'), on: 'long', tries: 1, outcome: 'delivered', nextTryAt: null }),
    notice(`${job}/slots/1/missed/a`, { on: 'missed' }),
    notice('of-the-former-job/0/failed/a', { decidedAt: createdAt - 1 }),
    notice('elsewhere/0/failed/a', { job: asJobId('other'), tenant: asTenantId('acme') }),
  ]);
});
afterAll(async () => api.stop());

const notice = (id: string, change: Partial<Notice>): Notice =>
  aNotice({
    id,
    job: asJobId(job),
    decidedAt: createdAt + 1,
    nextTryAt: createdAt + 1_000,
    webhook: api.secrets.seal(`https://hooks.test${SECRET_PART}`),
    ...change,
  });

const listOf = async (path: string): Promise<readonly DeliveryView[]> => {
  const { status, body, text } = await api.ask<Listed<DeliveryView>>('GET', path);
  expect(status).toBe(200);
  expect(text).not.toContain(SECRET_PART);
  return body.items;
};

test('a job lists its notices, and a run lists its own, without the secret part of the address', async () => {
  const ofJob = await listOf(`/jobs/${job}/deliveries`);
  expect(ofJob.map(({ key }) => key).sort()).toEqual(
    ['run1/0/failed/a', 'run1/0/long/a', `${job}/slots/1/missed/a`].sort(),
  );
  const ofRun = await listOf('/runs/run1/deliveries');
  expect(ofRun.map(({ on }) => on).sort()).toEqual(['failed', 'long']);
  expect(ofRun.find(({ on }) => on === 'failed')).toMatchObject({
    job,
    run: 'run1',
    to: 'https://hooks.test/***',
    state: 'pending',
    tryCount: 1,
    tries: [{ tookMs: 12, status: 503, reason: 'the webhook answered 503' }],
  });
  expect(ofRun.find(({ on }) => on === 'long')).toMatchObject({ state: 'delivered', nextTryAt: null });
});

test('pages of deliveries contain each of them once, also those of the same instant', async () => {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await api.ask<Listed<DeliveryView>>('GET', `/jobs/${job}/deliveries?limit=1${query}`);
    found.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(3);
});

test('a delivery is sent again at the request of an operator: the executor gets its id, and the audit records the operator', async () => {
  const asked: string[] = [];
  const stop = api.standIn(contracts.redeliver, ({ notice: key }): ReplyOf<typeof contracts.redeliver> => {
    asked.push(key);
    return asked.length === 1
      ? { ok: true }
      : { ok: false, code: 'TOO_MANY_REQUESTS', detail: 'the delivery was requested within the last 10 s already' };
  });
  const path = `/deliveries/${deliveryIdOf('run1/0/failed/a')}/redeliver`;
  const viewer = await api.tokenFor(['ibm', 'viewer']);
  const operator = await api.tokenFor(['ibm', 'operator']);
  expect((await api.ask('POST', path, { token: viewer })).status).toBe(403);
  expect(asked).toEqual([]);
  const done = await api.ask<DeliveryView>('POST', path, { token: operator });
  expect(done).toMatchObject({ status: 202, body: { key: 'run1/0/failed/a', to: 'https://hooks.test/***' } });
  expect((await api.ask('POST', path, { token: operator })).status).toBe(429);
  expect(asked).toEqual(['run1/0/failed/a', 'run1/0/failed/a']);
  stop();
  const audit = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&action=redeliver');
  expect(audit.body.items.map(({ refusedWith }) => refusedWith).sort()).toEqual(
    ['FORBIDDEN', 'TOO_MANY_REQUESTS', null].sort(),
  );
});

test('a delivery that is missing, of another tenant or of a former job cannot be requested', async () => {
  const operator = await api.tokenFor(['ibm', 'operator']);
  for (const key of ['no/such', 'elsewhere/0/failed/a', 'of-the-former-job/0/failed/a']) {
    const { status } = await api.ask('POST', `/deliveries/${deliveryIdOf(key)}/redeliver`, { token: operator });
    expect([key, status]).toEqual([key, 404]);
  }
});
