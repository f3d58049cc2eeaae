/** Why a run waits, through the command line against a real api, with documents as the scheduler stores them. */
import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { ConcurrencyRule, Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { storeRun } from '../api/stored-runs.js';
import { CliUnderTest } from './cli-under-test.js';

const job = asJobId('ibm-import');
const concurrency: ConcurrencyRule = {
  policy: 'Allow',
  maxConcurrency: 1,
  maxQueued: 20,
  group: null,
  perKey: {
    key: '${option.customer}',
    max: 1,
    rate: null,
    policy: 'Enqueue',
    maxQueued: null,
    options: [],
    parameters: [],
  },
};
const waiter = (run: RunId): Waiter => ({ run, policy: 'Allow', startAfter: 0, blockedBy: null, key: '42' });
const state = aSchedule(null, 0, {
  job,
  tenant: asTenantId('ibm'),
  concurrency,
  holders: [{ run: asRunId('holds'), since: 0, grant: 1, key: '42' }],
  queue: [waiter(asRunId('waits'))],
});

let api: ApiUnderTest;
let cli: CliUnderTest;

beforeAll(async () => {
  api = await startApi();
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: await api.tokenFor(['ibm', 'owner']) });
  api.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null }));
  // The requested run waits behind the one before it.
  api.standIn(contracts.admitRun, async ({ run }) => {
    await storeRun(api.mongo, run, { job, phase: 'Queued', limitKey: '42' });
    const queue = [...state.queue, waiter(asRunId(run))];
    await new SchedulesStore(api.mongo).save({ ...state, queue, rev: state.rev + 1 }, state.rev);
    return { ok: true as const, run };
  });
  await new SchedulesStore(api.mongo).insert(state);
  await storeRun(api.mongo, 'waits', { job, phase: 'Queued', limitKey: '42' });
  await api.ask('POST', '/workers', { body: { id: 'web', name: 'Web', engine: 'webservice', url: 'http://web.test' } });
  const perKey = { key: '${option.customer}', max: 1, rate: { runs: 5, perSeconds: 60 } };
  const options = [{ name: 'customer', type: 'string' }];
  const body = { id: job, tenant: 'ibm', worker: 'web', name: 'Import', options, concurrency: { perKey } };
  await api.ask('POST', '/jobs', { body });
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

test('a run that waits for its key is shown with its key and its place', async () => {
  const { out } = await cli.run('describe run waits');
  expect(out).toMatch(/^Key: +42$/m);
  expect(out).toMatch(/^Waits for: +the key "42" is busy: 1 of 1 runs are active; place 1 in the queue$/m);
  const wait = { kind: 'key', held: 1, size: 1, place: 1, until: null, holders: ['holds'] };
  expect((await api.ask('GET', '/runs/waits')).body).toMatchObject({ limitKey: '42', waitsFor: [wait] });
  await storeRun(api.mongo, 'ended', { job, phase: 'Completed' });
  expect((await api.ask('GET', '/runs/ended')).body).toMatchObject({ limitKey: null, waitsFor: [] });
});

test('a user who starts a run that has to wait sees it at once', async () => {
  const { err } = await cli.run('run ibm-import --option customer=acme');
  expect(err).toContain('queued: the key "42" is busy: 1 of 1 runs are active; place 2 in the queue\n');
});

test('a job shows its limit per key', async () => {
  expect((await cli.run('describe job ibm-import')).out).toMatch(
    /^Concurrency: +for each \$\{option.customer\} 1 at a time, 5 in 60 s$/m,
  );
});

test('a key that names an unknown option is refused, with the field', async () => {
  const body = { concurrency: { perKey: { key: '${option.custmer}', max: 1 } } };
  expect(await api.ask('PATCH', '/jobs/ibm-import', { body })).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          path: 'concurrency.perKey.key',
          message: 'refers to "option.custmer", which is not an option of this job',
        },
      ],
    },
  });
  expect((await api.ask('PATCH', '/jobs/ibm-import', { body: { options: [] } })).body).toMatchObject({
    errors: [{ path: 'concurrency.perKey.key' }],
  });
});
