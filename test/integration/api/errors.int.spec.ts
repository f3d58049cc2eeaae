/** Error groups: who may read, mute and redrive them, and that a redrive runs each run only once. */
import { asJobId, asSpecHash, asTenantId } from '#common/domain/ids.js';
import { ERROR_QUIET_MS } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { ErrorGroupsStore, toGroupDocument } from '#common/mongo/error-groups.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { MAX_SCANNED_PER_PAGE } from '#common/runtime/paged-scan.js';
import { mutedGroup, unmutedGroup } from '#common/watch/error-group.js';
import { until } from '#testing/until.js';
import type { BulkView } from '../../../apps/api/src/bulk/bulk.routes.js';
import type { ErrorGroupView } from '../../../apps/api/src/failures/error-group.routes.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeErrorGroup } from './stored-error-groups.js';
import { storeRun, T0 } from './stored-runs.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let viewer: string;
let operator: string;
let stranger: string;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  viewer = await api.tokenFor(['ibm', 'viewer']);
  operator = await api.tokenFor(['ibm', 'operator']);
  stranger = await api.tokenFor(['acme', 'owner']);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  await api.ask('POST', '/jobs', { body: { id: 'j1', tenant: 'ibm', name: 'j1', worker: 'hook' } });
  await new SpecsStore(api.mongo).put({
    hash: asSpecHash('s1'),
    jobId: 'j1',
    jobVersion: 1,
    workerId: 'hook',
    workerVersion: 1,
    engine: 'webservice',
    job: { tenant: 'ibm', name: 'j1', worker: 'hook' },
    worker: { name: 'Hook', engine: 'webservice' },
    sealed: { secureParameters: null, httpHeaders: {} },
  });
  await storeErrorGroup(api, 'frequent', { count: 30, line: 'order <n> is lost', lastAt: Date.now() - 60_000 });
  await storeErrorGroup(api, 'recent', { job: 'j2', reason: 'Http503' });
  await storeErrorGroup(api, 'old', { lastAt: Date.now() - 2 * ERROR_QUIET_MS });
  await storeErrorGroup(api, 'theirs', { tenant: 'acme', job: 'their-job', line: 'their words' });
});
afterAll(async () => api.stop());

const ids = async (query: string, token: string): Promise<string[]> =>
  (await api.ask<Listed<ErrorGroupView>>('GET', `/errors?${query}`, { token })).body.items.map(({ id }) => id);

test.each([
  ['', ['recent', 'frequent', 'old']],
  ['sort=-count', ['frequent', 'recent', 'old']],
  ['state=quiet', ['old']],
  ['state=open', ['recent', 'frequent']],
  ['state=muted', []],
  ['job=j2', ['recent']],
  ['job=j1', ['frequent', 'old']],
  ['job=j1&sort=-count', ['frequent', 'old']],
  ['job=j1&state=quiet', ['old']],
  ['q=ORDER', ['frequent']],
  ['q=http503', ['recent']],
  ['q=their', []],
  ['tenant=ibm&job=their-job', []],
])('the list ?%s contains the matching groups', async (query, expected) => {
  const found = await ids(query, viewer);
  // Groups with the same number are in the order of their ids.
  expect(query === 'sort=-count' ? [found[0], ...found.slice(1).toSorted().toReversed()] : found).toEqual(expected);
});

test('an admin sees the groups of all tenants, and others those of their own', async () => {
  expect((await ids('', undefined as never)).toSorted()).toEqual(['frequent', 'old', 'recent', 'theirs']);
  expect(await ids('', stranger)).toEqual(['theirs']);
  expect((await api.ask('GET', '/errors?tenant=ibm', { token: stranger })).status).toBe(403);
});

test.each([
  ['-lastSeen', '', ['frequent', 'old', 'recent']],
  ['-count', '', ['frequent', 'old', 'recent']],
  ['-lastSeen', '&job=j1', ['frequent', 'old']],
  ['-count', '&job=j1', ['frequent', 'old']],
])('pages follow each other in the order %s%s', async (sort, of, expected) => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await api.ask<Listed<ErrorGroupView>>('GET', `/errors?sort=${sort}${of}&limit=1${next}`, {
      token: viewer,
    });
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(expected);
  const { body } = await api.ask<Listed<ErrorGroupView>>('GET', `/errors?sort=${sort}&limit=1`, { token: viewer });
  const other = sort === '-count' ? '-lastSeen' : '-count';
  const path = `/errors?sort=${other}&cursor=${encodeURIComponent(body.nextCursor!)}`;
  expect((await api.ask('GET', path, { token: viewer })).status).toBe(400);
});

test('a group shows what its failures have in common, their jobs, and their distribution', async () => {
  const { body } = await api.ask<ErrorGroupView>('GET', '/errors/frequent', { token: viewer });
  expect(body).toMatchObject({
    tenant: 'ibm',
    state: 'open',
    reason: 'ExitCode',
    exitCode: 1,
    httpStatus: null,
    count: 30,
    lines: ['order <n> is lost'],
    first: { run: 'frequent-run-29', job: 'j1' },
    last: { run: 'frequent-run-0' },
    jobs: [{ id: 'j1', name: 'j1', count: 30, versions: [1] }],
    jobCount: 1,
    moreJobs: false,
    mute: null,
    reopened: null,
  });
  expect(body.hours).toHaveLength(24);
  expect(body.days).toHaveLength(14);
  expect(body.days.reduce((sum, { count }) => sum + count, 0)).toBe(30);
  const recent = await api.ask<ErrorGroupView>('GET', '/errors/recent', { token: viewer });
  expect(recent.body.httpStatus).toBe(503);
  expect((await api.ask('GET', '/errors/theirs', { token: viewer })).status).toBe(404);
});

test('operators mute a group through the executor, with actor and reason in the audit; viewers and strangers cannot', async () => {
  const store = new ErrorGroupsStore(api.mongo);
  const asked: Loose[] = [];
  const stop = api.standIn(contracts.changeErrorGroup, async (request) => {
    asked.push(request);
    const group = (await store.load([request.group])).get(request.group)!;
    const how = { at: Date.now(), by: request.actor, why: request.mute?.why ?? '' };
    const next = request.mute === null ? unmutedGroup(group) : mutedGroup(group, request.mute.until, how);
    if (next === null) return { ok: false as const, code: 'CONFLICT', detail: 'the error group is not muted' };
    await store.save(next);
    return { ok: true as const };
  });
  const mute = async (token: string, body: Loose): Promise<{ status: number; body: ErrorGroupView }> =>
    api.ask<ErrorGroupView>('POST', '/errors/frequent/mute', { token, body });
  const forNow = { until: 'newVersion', why: 'a fix is in progress' };
  expect((await mute(viewer, forNow)).status).toBe(403);
  expect((await mute(stranger, forNow)).status).toBe(404);
  expect((await mute(operator, { until: 'time' })).status).toBe(400);
  expect((await mute(operator, { until: 'version', version: 0 })).status).toBe(400);
  expect((await mute(operator, { until: 'someday' })).status).toBe(400);
  expect(asked).toEqual([]);
  expect(await mute(operator, forNow)).toMatchObject({
    status: 200,
    body: { state: 'muted', mute: { until: 'newVersion', by: 'test', why: 'a fix is in progress' } },
  });
  const time = '2099-01-01T00:00:00.000Z';
  expect((await mute(operator, { until: 'time', time })).body.mute).toMatchObject({ until: 'time', time });
  expect((await mute(operator, { until: 'version', version: 7 })).body.mute).toMatchObject({ version: 7 });
  expect((await mute(operator, { until: 'forever' })).body.mute).toMatchObject({ until: 'forever', why: '' });
  expect(await ids('state=muted', viewer)).toEqual(['frequent']);
  const path = '/errors/frequent/unmute';
  expect((await api.ask('POST', path, { token: viewer })).status).toBe(403);
  expect(await api.ask('POST', path, { token: operator })).toMatchObject({ status: 200, body: { state: 'open' } });
  expect((await api.ask('POST', path, { token: operator })).status).toBe(409);
  stop();
  const audit = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&limit=20');
  expect(audit.body.items).toContainEqual(
    expect.objectContaining({
      action: 'muteError',
      object: 'error/frequent',
      detail: 'mute: newVersion, a fix is in progress',
    }),
  );
});

interface Started {
  readonly bulk: BulkView | null;
  readonly total: number;
  readonly first: readonly string[];
}

const redrive = async (runs: Loose, more: Loose = {}, token = operator): Promise<{ status: number; body: Started }> =>
  api.ask<Started>('POST', '/bulk', { token, body: { action: 'redrive', runs, ...more } });
const ended = async ({ bulk }: Started): Promise<BulkView> =>
  until('the bulk operation to end', async () => {
    const { body } = await api.ask<BulkView>('GET', `/bulk/${bulk!.id}`, { token: operator });
    return body.state === 'Running' ? null : body;
  });

test('a redrive runs the failed runs of a group again, each only once', async () => {
  const failed = { phase: 'Failed', job: asJobId('j1'), errorGroup: 'frequent' } as const;
  for (const id of ['f1', 'f2', 'f3']) await storeRun(api.mongo, id, { ...failed, finished: T0 + 1_000 });
  await storeRun(api.mongo, 'other', { ...failed, errorGroup: 'recent' });
  const listed = await api.ask<Listed<{ id: string; errorGroup: string }>>('GET', '/runs?errorGroup=frequent', {
    token: viewer,
  });
  expect(listed.body.items.map(({ id }) => id).toSorted()).toEqual(['f1', 'f2', 'f3']);
  expect(listed.body.items[0]).toMatchObject({ errorGroup: 'frequent' });

  expect((await redrive({ tenant: 'ibm' })).status).toBe(400);
  expect((await redrive({ errorGroup: 'frequent' }, {}, viewer)).status).toBe(403);
  expect((await redrive({ errorGroup: 'frequent' }, {}, stranger)).body.total).toBe(0);
  expect((await redrive({ errorGroup: 'frequent' }, { dryRun: true })).body).toMatchObject({ bulk: null, total: 3 });
  const before = scheduler.admitted.length;
  const two = await redrive({ errorGroup: 'frequent', ids: ['f1', 'f2'] });
  expect(two.body.total).toBe(2);
  expect(await ended(two.body)).toMatchObject({ state: 'Completed', done: 2, refusals: [] });
  expect((await redrive({ errorGroup: 'frequent' }, { dryRun: true })).body.first).toEqual(['f3']);
  // Two redrives at once: both find the third run.
  const both = await Promise.all([redrive({ errorGroup: 'frequent' }), redrive({ errorGroup: 'frequent' })]);
  for (const { body } of both) expect(await ended(body)).toMatchObject({ state: 'Completed', refused: 0 });
  const admitted = scheduler.admitted.slice(before);
  const repeated = admitted.map(({ rerunOf }) => rerunOf);
  expect(new Set(repeated)).toEqual(new Set(['f1', 'f2', 'f3']));
  expect(new Set(admitted.map(({ run }) => run)).size).toBe(3);
  expect((await redrive({ errorGroup: 'frequent' })).body).toMatchObject({ total: 0, bulk: { state: 'Completed' } });
});

test('a text is found in spite of the case of its letters and of special characters, also by a caller who sees all tenants', async () => {
  await storeErrorGroup(api, 'odd', { tenant: 'odd', line: 'GRÜN (a.b) * [c]\\d' });
  for (const q of ['grün (A.B) *', '[C]\\d', 'ün (', 'exitcode'])
    expect(await ids(`q=${encodeURIComponent(q)}`, undefined as never)).toContain('odd');
  for (const q of ['a-b', 'grun', '(a.b)  *', 'c]\\\\d'])
    expect(await ids(`q=${encodeURIComponent(q)}`, undefined as never)).not.toContain('odd');
});

test('of very many groups as many are searched as a page may cost, and the next page continues after them', async () => {
  const groups = api.mongo.collection<ReturnType<typeof toGroupDocument>>('errorGroups');
  const last = 'needle';
  const now = Date.now();
  const others = Array.from({ length: MAX_SCANNED_PER_PAGE + 20 }, (_, i) => `hay-${i}`);
  await storeErrorGroup(api, last, { tenant: 'crowd', line: 'needle', lastAt: now - 1_000_000 });
  const like = (await new ErrorGroupsStore(api.mongo).load([last])).get(last)!;
  // In pairs that were last seen at the same time.
  const seen = (i: number) => ({ ...like.last, at: now - Math.floor(i / 2) });
  await groups.insertMany(others.map((id, i) => toGroupDocument({ ...like, id, lines: ['hay'], last: seen(i) })));
  const page = async (cursor: string): Promise<Listed<ErrorGroupView>> =>
    (await api.ask<Listed<ErrorGroupView>>('GET', `/errors?q=needle${cursor}`)).body;
  const first = await page('');
  expect(first.items).toEqual([]);
  const second = await page(`&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect(second).toMatchObject({ items: [{ id: last }], nextCursor: null });
  await groups.deleteMany({ tenant: asTenantId('crowd') });
});
