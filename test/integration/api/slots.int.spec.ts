/** The outcomes of slots, and backfills, as the api shows them. */
import { contracts } from '#common/messages/registry.js';
import { asJobId } from '#common/domain/ids.js';
import type { Backfill } from '#common/domain/backfill.js';
import type { PayloadOf } from '#common/messages/contract.js';
import { MAX_OPEN_BACKFILLS } from '#common/domain/limits.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aRule, aSchedule } from '#testing/builders/a-schedule.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const HOUR = 3_600_000;
const T0 = Math.floor(Date.now() / HOUR) * HOUR - 10 * HOUR;
const at = (hours: number): string => new Date(T0 + hours * HOUR).toISOString();

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://h.test' } });
});
afterAll(async () => api.stop());

const hourly = async (name: string): Promise<string> =>
  (await api.ask<JobView>('POST', '/jobs', { body: { tenant: 'ibm', name, worker: 'hook', cron: '0 * * * *' } })).body
    .id;

test('every slot that did not run has a reason, as a code and as a sentence', async () => {
  const job = asJobId(await hourly('why'));
  const tenant = 'ibm' as never;
  const openGap = {
    from: T0 + 3 * HOUR,
    to: T0 + 3 * HOUR,
    count: 1,
    outcome: 'skipped',
    reason: 'QueueFull',
  } as const;
  const books = { job, tenant, effectiveFrom: T0, openGap };
  await new SchedulesStore(api.mongo).insert(aSchedule({ cron: '0 * * * *' }, T0 + 4 * HOUR, books));
  const paused = { from: T0 + HOUR, to: T0 + 2 * HOUR, count: 2, outcome: 'paused', reason: 'Paused' } as const;
  await new GapsStore(api.mongo).record([{ job, tenant, ...paused, recordedAt: T0 }]);
  const run = `${job}-${T0 / 1_000}`;
  await storeRun(api.mongo, run, { job, phase: 'Completed' });

  const { body } = await api.ask('GET', `/jobs/${job}/slots?from=${at(0)}&count=6`);
  const slots = body['slots'] as { nominal: string; outcome?: Loose }[];
  expect(slots.map(({ nominal }) => nominal)).toEqual([0, 1, 2, 3, 4, 5].map(at));
  expect(slots.map(({ outcome }) => outcome)).toEqual([
    expect.objectContaining({ state: 'FINISHED', run }),
    { state: 'SKIPPED', run: null, reason: 'Paused', message: 'The job was paused.', backfill: null },
    { state: 'SKIPPED', run: null, reason: 'Paused', message: 'The job was paused.', backfill: null },
    expect.objectContaining({
      state: 'SKIPPED',
      reason: 'QueueFull',
      message: expect.stringContaining('maxQueued') as string,
    }),
    expect.objectContaining({ state: null, reason: 'RunRemoved' }),
    undefined,
  ]);
  expect((await api.ask('GET', `/jobs/${job}/gaps?from=${at(0)}`)).body).toEqual({
    items: [
      {
        from: at(1),
        to: at(2),
        count: 2,
        backfilled: 0,
        outcome: 'paused',
        reason: 'Paused',
        message: 'The job was paused.',
      },
      expect.objectContaining({ from: at(3), to: at(3), count: 1, outcome: 'skipped', reason: 'QueueFull' }),
    ],
  });
});

test('past slots are computed by the schedule that the job had then', async () => {
  const job = asJobId(await hourly('edited'));
  await api.ask('PATCH', `/jobs/${job}`, { body: { cron: '30 * * * *' } });
  const versions = api.mongo.collection<JobVersion & StoredDocument>('jobVersions');
  const edited = { _id: `${job}/1` };
  expect((await versions.findOne(edited))?.until).toBeGreaterThan(T0 + 10 * HOUR);
  await versions.updateOne(edited, { $set: { until: T0 + 2 * HOUR } });
  const openGap = { from: T0, to: T0 + HOUR, count: 2, outcome: 'missed', reason: 'MisfireSkip' } as const;
  const books = { job, effectiveFrom: T0 + 2 * HOUR, openGap };
  await new SchedulesStore(api.mongo).insert(aSchedule({ cron: '30 * * * *' }, T0 + 2 * HOUR, books));

  const { body } = await api.ask('GET', `/jobs/${job}/slots?from=${at(0)}&count=3`);
  const slots = body['slots'] as { nominal: string; outcome?: Loose }[];
  expect(slots.map(({ nominal, outcome }) => [nominal, outcome?.['reason']])).toEqual([
    [at(0), 'MisfireSkip'],
    [at(1), 'MisfireSkip'],
    [at(2.5), undefined],
  ]);
});

test('an edit that is refused does not end the schedule that it would have replaced', async () => {
  const job = await hourly('goes on');
  await hourly('taken');
  expect((await api.ask('PATCH', `/jobs/${job}`, { body: { name: 'taken' } })).status).toBe(409);
  const longAgo = { $set: { until: T0 + 2 * HOUR } };
  await api.mongo.collection<JobVersion & StoredDocument>('jobVersions').updateOne({ _id: `${job}/1` }, longAgo);
  await api.ask('PATCH', `/jobs/${job}`, { body: { cron: '30 * * * *' } });

  const { body } = await api.ask('GET', `/jobs/${job}/slots?from=${at(3)}&count=2`);
  expect((body['slots'] as { nominal: string }[]).map(({ nominal }) => nominal)).toEqual([at(3), at(4)]);
});

test("the last success is the later one of the schedule's state and the runs", async () => {
  const job = asJobId(await hourly('success'));
  const status = async (): Promise<JobView['status']> => (await api.ask<JobView>('GET', `/jobs/${job}`)).body.status;
  const books = { job, lastSuccessStart: T0, lastSuccessFinish: T0 + 1_000 };
  const store = new SchedulesStore(api.mongo);
  const state = aSchedule({ cron: '0 * * * *' }, T0, books);
  await store.insert(state);
  expect(await status()).toMatchObject({
    lastSuccessStart: at(0),
    lastSuccessFinish: new Date(T0 + 1_000).toISOString(),
  });
  await storeRun(api.mongo, 'newer', { job, phase: 'Completed', started: T0 + HOUR, finished: T0 + 2 * HOUR });
  expect(await status()).toMatchObject({ lastSuccessStart: at(1), lastSuccessFinish: at(2) });
  const later = { rev: 2, lastSuccessStart: T0 + 3 * HOUR, lastSuccessFinish: T0 + 4 * HOUR };
  await store.save({ ...state, ...later }, 1);
  expect(await status()).toMatchObject({ lastSuccessStart: at(3), lastSuccessFinish: at(4) });
});

describe('a backfill', () => {
  const store = (): BackfillsStore => new BackfillsStore(api.mongo);
  const asked: PayloadOf<typeof contracts.startBackfill>[] = [];

  beforeAll(() => {
    api.standIn(contracts.startBackfill, async (request) => {
      asked.push(request);
      if (request.from > request.to) {
        return { ok: false as const, code: 'VALIDATION_FAILED', detail: 'must not be later than "to"', path: 'from' };
      }
      if (!request.dryRun) await store().insert(storedAs(request));
      return { ok: true as const, slots: [request.from, request.to] };
    });
    api.standIn(contracts.cancelBackfill, async ({ backfill, actor }) => {
      const found = (await store().load(backfill))!;
      const done = { state: 'Cancelled' as const, message: `Cancelled by ${actor}.`, nextAt: null, finishedAt: T0 };
      await store().save({ ...found, ...done, rev: found.rev + 1 }, found.rev);
      return { ok: true as const };
    });
  });

  const storedAs = (request: PayloadOf<typeof contracts.startBackfill>): Backfill => ({
    id: request.backfill,
    job: asJobId(request.job),
    tenant: 'ibm' as never,
    shard: 1,
    rev: 1,
    rule: aRule({ cron: '0 * * * *' }),
    from: request.from,
    to: request.to,
    mark: request.from - 1,
    nextAt: T0,
    maxPerMinute: request.maxPerMinute,
    concurrencyPolicy: request.concurrencyPolicy,
    requestedBy: request.requestedBy,
    createdAt: T0,
    finishedAt: null,
    state: 'Running',
    message: '',
    total: 2,
    made: 0,
  });

  test('is requested with its defaults, shown, listed and cancelled; a repeat is the same one', async () => {
    const job = await hourly('fill');
    const request = { body: { from: at(0), to: at(1) }, headers: { 'idempotency-key': 'fill-1' } };
    const first = await api.ask('POST', `/jobs/${job}/backfill`, request);
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({
      backfill: { job, from: at(0), to: at(1), state: 'Running', maxPerMinute: 60, slots: { total: 2, made: 0 } },
      slots: [at(0), at(1)],
    });
    expect(asked.at(-1)).toMatchObject({ dryRun: false, concurrencyPolicy: null, maxPerMinute: 60 });
    expect((await api.ask('POST', `/jobs/${job}/backfill`, request)).body).toEqual(first.body);
    const { id } = first.body['backfill'] as { id: string };
    expect((await api.ask('GET', `/jobs/${job}/backfills`)).body).toEqual({ items: [first.body['backfill']] });
    expect((await api.ask('GET', `/jobs/${job}/backfills/${id}`)).body).toEqual(first.body['backfill']);
    const cancel = await api.ask('POST', `/jobs/${job}/backfills/${id}/cancel`, { body: {} });
    expect(cancel.body).toMatchObject({ id, state: 'Cancelled' });
    const other = await hourly('other');
    expect((await api.ask('GET', `/jobs/${other}/backfills/${id}`)).status).toBe(404);
  });

  test('accounts for the slots that it has run: in the gap, slot by slot, and in the overview', async () => {
    const job = asJobId(await hourly('made up'));
    const tenant = 'ibm' as never;
    await new SchedulesStore(api.mongo).insert(aSchedule({ cron: '0 * * * *' }, T0 + 4 * HOUR, { job, tenant }));
    const gap = { from: T0 + HOUR, to: T0 + 4 * HOUR, count: 4, outcome: 'missed', reason: 'MisfireSkip' } as const;
    await new GapsStore(api.mongo).record([{ job, tenant, ...gap, recordedAt: T0 }]);
    const backfilled = async (): Promise<unknown> =>
      (await api.ask<{ items: { backfilled: number }[] }>('GET', `/jobs/${job}/gaps`)).body.items[0]?.backfilled;
    // An overview may be some seconds old: each test asks with hours of its own.
    const missed = async (hours: number): Promise<unknown[]> => {
      const { body } = await api.ask<{ missed: Loose[] }>('GET', `/overview?tenant=ibm&hours=${hours}`);
      return body.missed.filter((each) => each['job'] === job);
    };
    const asked = { from: at(1), to: at(4) };
    const { body } = await api.ask('POST', `/jobs/${job}/backfill`, { body: asked });
    const { id } = body['backfill'] as { id: string };
    expect(await backfilled()).toBe(0);
    const begun = (await store().load(id))!;
    await store().save({ ...begun, mark: T0 + 2 * HOUR, rev: 2 }, 1);
    const run = `${job}-${(T0 + 2 * HOUR) / 1_000}-b${id}`;
    await storeRun(api.mongo, run, { job, phase: 'Completed' });
    expect(await backfilled()).toBe(2);
    expect(await missed(20)).toMatchObject([{ count: 4, backfilled: 2 }]);
    const slots = await api.ask<{ slots: { outcome: Loose }[] }>('GET', `/jobs/${job}/slots?from=${at(1)}&count=3`);
    expect(slots.body.slots.map(({ outcome }) => [outcome['state'], outcome['backfill']])).toEqual([
      // Its run was removed.
      ['MISSED', null],
      ['MISSED', { run, state: 'FINISHED' }],
      ['MISSED', null],
    ]);
    const done = { state: 'Completed' as const, nextAt: null, finishedAt: Date.now() };
    await store().save({ ...begun, mark: T0 + 4 * HOUR, ...done, rev: 3 }, 2);
    expect(await backfilled()).toBe(4);
    expect(await missed(21)).toEqual([]);
  });

  test('begins if the job has few enough active runs, whatever has ended', async () => {
    const job = await hourly('full');
    const ask = async (key: string): Promise<{ status: number; text: string }> =>
      api.ask('POST', `/jobs/${job}/backfill`, {
        body: { from: at(0), to: at(1) },
        headers: { 'idempotency-key': key },
      });
    for (let begun = 0; begun < MAX_OPEN_BACKFILLS; begun++) expect((await ask(`full-${begun}`)).status).toBe(202);
    const refused = await ask('one-more');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('MAX_OPEN_BACKFILLS');
    const [newest] = await store().ofJob(asJobId(job), 1);
    await store().save({ ...newest!, state: 'Completed', nextAt: null, finishedAt: Date.now(), rev: 2 }, 1);
    expect((await ask('room-again')).status).toBe(202);
  });

  test('that is invalid is refused with the name of its field; a dry run leaves nothing', async () => {
    const job = await hourly('refused');
    const refused = await api.ask('POST', `/jobs/${job}/backfill`, { body: { from: at(1), to: at(0) } });
    expect(refused.status).toBe(400);
    expect(refused.body['errors']).toEqual([expect.objectContaining({ path: 'from' })]);
    const fast = { from: at(0), to: at(1), maxPerMinute: 1_000_000 };
    expect((await api.ask('POST', `/jobs/${job}/backfill`, { body: fast })).status).toBe(400);
    const dry = await api.ask('POST', `/jobs/${job}/backfill`, {
      body: { from: at(0), to: at(1), dryRun: true },
    });
    expect(dry.body).toEqual({ backfill: null, slots: [at(0), at(1)] });
    expect((await api.ask('GET', `/jobs/${job}/backfills`)).body).toEqual({ items: [] });
  });
});
