import { jest } from '@jest/globals';
import { contracts } from '#common/messages/registry.js';
import { asSpecHash } from '#common/domain/ids.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { IdempotencyStore } from '#common/mongo/idempotency.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { until } from '#testing/until.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Reply } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
});
afterAll(async () => api.stop());

const job = (name: string): Record<string, unknown> => ({ tenant: 'ibm', name, worker: 'hook' });
const key = (text: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': text } });

/** As if the api had died before it could store the answers. */
const loseAnswers = async (): Promise<unknown> =>
  api.mongo.collection('idempotency').updateMany({ _id: { $gt: '' } }, { $set: { answer: null, busyUntil: 0 } });

const aSpec: RunSpec = {
  hash: asSpecHash('s1'),
  jobId: 'j1',
  jobVersion: 1,
  workerId: 'hook',
  workerVersion: 1,
  engine: 'webservice',
  job: { tenant: 'ibm', name: 'first', worker: 'hook' },
  worker: { name: 'Hook', engine: 'webservice' },
  sealed: { secureParameters: null, httpHeaders: {} },
};

test('a repeat with the same key gets the first answer, and creates nothing', async () => {
  const first = await api.ask<JobView>('POST', '/jobs', { body: job('once'), ...key('k1') });
  const again = await api.ask<JobView>('POST', '/jobs', { body: job('once'), ...key('k1') });
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect([first, again].map((each) => each.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  const list = await api.ask<Listed<JobView>>('GET', '/jobs?q=once');
  expect(list.body.items).toHaveLength(1);
});

test('a change whose answer cannot be kept is made and answered, and is not recorded as refused; a repeat makes nothing new', async () => {
  const lost = jest.spyOn(IdempotencyStore.prototype, 'answer').mockRejectedValueOnce(new Error('too large'));
  const first = await api.ask<JobView>('POST', '/jobs', { body: job('unkept'), ...key('unkept') });
  lost.mockRestore();
  expect(first.status).toBe(201);
  const audit = await api.ask<Listed<{ refusedWith: string | null }>>('GET', `/audit?object=job/${first.body.id}`);
  expect(audit.body.items.map(({ refusedWith }) => refusedWith)).toEqual([null]);
  await loseAnswers();
  const again = await api.ask<JobView>('POST', '/jobs', { body: job('unkept'), ...key('unkept') });
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
});

test('the same key with another body is refused, and is free for other callers', async () => {
  await api.ask('POST', '/jobs', { body: job('k2 first'), ...key('k2') });
  const other = await api.ask('POST', '/jobs', { body: job('k2 second'), ...key('k2') });
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const token = await api.tokenFor(['ibm', 'editor']);
  expect((await api.ask('POST', '/jobs', { token, body: job('k2 third'), ...key('k2') })).status).toBe(201);
});

test('requests with the same key at the same time create one object', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => api.ask<JobView>('POST', '/jobs', { body: job('race'), ...key('race') })),
  );
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 201));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
});

test('the repeat of a request that was answered without a body is answered without a body, too', async () => {
  const { body: made } = await api.ask<JobView>('POST', '/jobs', { body: job('gone') });
  for (const replayed of [null, 'true']) {
    const reply = await api.ask('DELETE', `/jobs/${made.id}`, key('gone'));
    expect(reply).toMatchObject({ status: 204, text: '' });
    expect(reply.headers.get('idempotency-replayed')).toBe(replayed);
  }
  expect((await api.ask('DELETE', `/jobs/${made.id}`)).status).toBe(404);
});

test('a new token is shown again only to the repeat', async () => {
  const body = { name: 'once', roles: [{ tenant: 'ibm', role: 'viewer' }] };
  const first = await api.ask<{ token: string }>('POST', '/tokens', { body, ...key('t1') });
  const again = await api.ask<{ token: string }>('POST', '/tokens', { body, ...key('t1') });
  expect(again.body).toEqual(first.body);
  expect((await api.ask('GET', '/me', { token: first.body.token })).status).toBe(200);
});

test('a refused request leaves its key free for another try', async () => {
  const body = { ...job('later'), worker: 'later' };
  expect((await api.ask('POST', '/jobs', { body, ...key('later') })).status).toBe(400);
  await api.ask('POST', '/workers', { body: { id: 'later', name: 'Later', image: 'x' } });
  expect((await api.ask('POST', '/jobs', { body, ...key('later') })).status).toBe(201);
});

test('the same key of a manual run is the same run, also if the first answer was lost', async () => {
  const { body: made } = await api.ask<JobView>('POST', '/jobs', { body: job('runs') });
  const path = `/jobs/${made.id}/run`;
  const first = await api.ask<{ run: { id: string } }>('POST', path, { body: {}, ...key('r1') });
  expect(first.status).toBe(202);
  await loseAnswers();
  const again = await api.ask<{ run: { id: string } }>('POST', path, { body: {}, ...key('r1') });
  expect(again.body).toEqual(first.body);
  const asked = scheduler.admitted.filter((each) => each.job === made.id).map((each) => each.run);
  expect(asked).toEqual([first.body.run.id, first.body.run.id]);
  const another = await api.ask<{ run: { id: string } }>('POST', path, { body: {} });
  expect(another.body.run.id > first.body.run.id).toBe(true);
});

test('an edit under an outdated ETag is refused, one under the current ETag is made', async () => {
  const made = await api.ask<JobView>('POST', '/jobs', { body: job('etag') });
  const path = `/jobs/${made.body.id}`;
  const etag = made.headers.get('etag')!;
  const first = await api.ask('PATCH', path, { body: { cron: '0 1 * * *' }, headers: { 'if-match': etag } });
  expect(first.status).toBe(200);
  expect(first.headers.get('etag')).not.toBe(etag);
  const stale = await api.ask('PATCH', path, { body: { cron: '0 2 * * *' }, headers: { 'if-match': etag } });
  expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
  const present = { 'if-match': first.headers.get('etag')! };
  expect((await api.ask('PATCH', path, { body: { cron: '0 2 * * *' }, headers: present })).status).toBe(200);
  expect((await api.ask('PUT', path, { body: job('etag'), headers: { 'if-match': '*' } })).status).toBe(200);
});

test('the repeat of a command for a run is not refused because the command has been done meanwhile', async () => {
  const run = await storeRun(api.mongo, 'commanded', {
    phase: 'Running',
    overrides: { parallelism: { maxActive: 2 } },
  });
  await new SpecsStore(api.mongo).put(aSpec);
  const commands = new CommandsStore(api.mongo);
  const runs = new RunsStore(api.mongo);
  const reads = new RunReads(api.mongo);
  const take = async (): Promise<void> => {
    const [command] = await commands.ofRuns([run.id]);
    const now = (await reads.load([run.id])).get(run.id);
    if (!command || !now) return;
    const phase = command.command === 'abort' ? ('Aborted' as const) : now.phase;
    await runs.save({ ...now, phase, commands: [...now.commands, command.id], rev: now.rev + 1 }, now.rev);
    await commands.markTaken([command.id]);
  };
  const stop = api.nats.listen(contracts.dispatch, {}, () => void take());
  const headers = { 'if-match': '"1"', 'idempotency-key': 'p1' };
  const patch = { body: { parallelism: { maxActive: 1 } }, headers };
  expect(await api.ask('PATCH', '/runs/commanded', patch)).toMatchObject({ status: 200 });
  await loseAnswers();
  const again = await api.ask('PATCH', '/runs/commanded', patch);
  expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
  const stale = { ...patch, headers: { ...headers, 'idempotency-key': 'p2' } };
  expect(await api.ask('PATCH', '/runs/commanded', stale)).toMatchObject({ status: 412 });

  const abort = { body: { command: 'abort' }, ...key('c1') };
  const first = await api.ask('POST', '/runs/commanded/commands', abort);
  await until('the abort', async () => (await reads.load([run.id])).get(run.id)?.phase === 'Aborted');
  await loseAnswers();
  expect((await api.ask('POST', '/runs/commanded/commands', abort)).body).toEqual(first.body);
  const another = await api.ask('POST', '/runs/commanded/commands', { ...abort, ...key('c2') });
  expect(another).toMatchObject({ status: 409, body: { code: 'RUN_FINAL' } });
  stop();
});

test('edits at the same time without a condition are all made, one after another', async () => {
  const { body: made } = await api.ask<JobView>('POST', '/jobs', { body: job('busy') });
  const replies = await Promise.all(
    [1, 2, 3].map((n) => api.ask('PATCH', `/jobs/${made.id}`, { body: { labels: { [`l${n}`]: 'x' } } })),
  );
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  const read = await api.ask<JobView>('GET', `/jobs/${made.id}`);
  expect(read.body).toMatchObject({ version: 4, labels: { l1: 'x', l2: 'x', l3: 'x' } });
});

describe('while the scheduler is away', () => {
  let away: ApiUnderTest;
  beforeAll(async () => {
    away = await startApi();
    await away.ask('POST', '/workers', {
      body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://h.test' },
    });
  });
  afterAll(async () => away.stop());

  test('a change is stored, and reported as pending; its repeat is the same change', async () => {
    const pending = (reply: Reply<unknown>): string | null => reply.headers.get('carillon-pending');
    const first = await away.ask<JobView>('POST', '/jobs', { body: job('kept'), ...key('s1') });
    expect([first.status, pending(first)]).toEqual([201, 'scheduler']);
    const list = await away.ask<Listed<JobView>>('GET', '/jobs');
    expect(list.body.items).toMatchObject([{ name: 'kept', id: first.body.id }]);
    const again = await away.ask<JobView>('POST', '/jobs', { body: job('kept'), ...key('s1') });
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, version: 1 } });
    expect(pending(again)).toBe('scheduler');

    const path = `/jobs/${again.body.id}`;
    const condition = { 'if-match': again.headers.get('etag')!, 'idempotency-key': 's2' };
    const edit = { body: { cron: '0 5 * * *' }, headers: condition };
    for (const reply of [await away.ask('PATCH', path, edit), await away.ask('PATCH', path, edit)]) {
      expect(reply).toMatchObject({ status: 200, body: { version: 2, cron: '0 5 * * *' } });
      expect(pending(reply)).toBe('scheduler');
    }
    away.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: 9, nextSlot: null }));
    const changed = await away.ask('PATCH', path, { body: { cron: '0 6 * * *' } });
    expect([changed.status, pending(changed)]).toEqual([200, null]);
  });
});

test('a scheduler that has an older revision of the job does not count', async () => {
  const own = await startApi();
  try {
    own.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: 0, nextSlot: null }));
    await own.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', image: 'x' } });
    const made = await own.ask('POST', '/jobs', { body: job('old') });
    expect([made.status, made.headers.get('carillon-pending')]).toEqual([201, 'scheduler']);
  } finally {
    await own.stop();
  }
});

test('a run that the scheduler refuses is refused with its code', async () => {
  const own = await startApi();
  try {
    own.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: 9, nextSlot: null }));
    own.standIn(contracts.admitRun, () => ({
      ok: false as const,
      code: 'CONCURRENCY_FORBIDDEN',
      detail: 'a run is active',
    }));
    await own.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', image: 'x' } });
    const { body } = await own.ask<JobView>('POST', '/jobs', { body: job('one at a time') });
    const refused = await own.ask('POST', `/jobs/${body.id}/run`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONCURRENCY_FORBIDDEN', detail: 'a run is active' } });
  } finally {
    await own.stop();
  }
});
