/** Attacks on operations that change many objects, or the installation itself: by every role, and with hostile input. */
import { MAX_BULK_IDS, MAX_HOLDS, MAX_LOG_LEVEL_SECONDS, MAX_OPEN_BULKS } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { BulksStore } from '#common/mongo/bulks.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { ROLES, type Role } from '#common/spec/definitions.js';
import { isMutating, type Route } from '../../../apps/api/src/http/route.js';
import { routes } from '../../../apps/api/src/routes.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';

let api: ApiUnderTest;
/** All callers that are not admins, by their role. */
const tokens = new Map<string, string>();
const heard: string[] = [];
const stops: (() => void)[] = [];

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  for (const tenant of ['ibm', 'acme'])
    await api.ask('POST', '/jobs', { body: { id: `${tenant}-a`, tenant, name: 'A', worker: 'hook' } });
  for (const role of ROLES.filter((each) => each !== 'admin')) {
    tokens.set(`${role} of ibm`, await api.tokenFor(['ibm', role]));
    tokens.set(`${role} of every tenant`, await api.tokenFor(['*', role]));
  }
  // A subscriber on the subjects of replicas.
  stops.push(
    api.standIn(contracts.setLogLevel, () => void heard.push('setLogLevel') as never),
    api.standIn(contracts.diagnose, () => void heard.push('diagnose') as never),
  );
  await api.nats.flush();
  const member = { service: 'executor', replica: 'executor-1', host: 'a', version: '1', clockSkewMs: 0, ready: true };
  await new MembersStore(api.mongo).heartbeat({ ...member, form: 1, lease: 1, expiryMs: 3_000 });
});
afterAll(async () => {
  for (const stop of stops) stop();
  await api.stop();
});

const REAL: Readonly<Record<string, Loose>> = {
  setHold: { reason: 'mine' },
  releaseHold: {},
  setLogLevel: { level: 'trace', service: 'executor' },
  diagnose: { replica: 'executor-1', kind: 'heapSnapshot' },
};
const ofAdmins = routes.filter(({ path, access }) => path.startsWith('/admin/') || access === 'admin');
const ROLES_BELOW = ROLES.filter((each): each is Exclude<Role, 'admin'> => each !== 'admin');

describe('S11: the routes for admins', () => {
  test('are all routes below /admin', () => {
    expect(ofAdmins.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['getHolds', 'setHold', 'releaseHold', 'examine', 'setLogLevel', 'diagnose']),
    );
    expect(ofAdmins.filter(({ access }) => access !== 'admin')).toEqual([]);
  });

  test.each(ofAdmins.map((route): [string, Route] => [route.id, route]))(
    'refuse %s to every other role, of one tenant or of all',
    async (id, route) => {
      const path = route.path.replace('{id}', 'ibm');
      const body = isMutating(route) ? (REAL[id] ?? route.example.body ?? {}) : undefined;
      for (const role of ROLES_BELOW)
        for (const where of ['ibm', 'every tenant']) {
          const who = `${role} of ${where}`;
          const { status, text } = await api.ask(route.method, path, { token: tokens.get(who)!, body });
          expect([who, status]).toEqual([who, 403]);
          expect(text).not.toContain('executor-1');
        }
    },
  );

  test('changed nothing when they refused a request', async () => {
    await api.nats.flush();
    expect(await new HoldsStore(api.mongo).all()).toEqual([]);
    expect(heard).toEqual([]);
    const { body } = await api.ask<Listed<Loose>>('GET', '/audit?limit=500');
    const entries = body.items.filter(({ action }) => ofAdmins.some(({ id }) => id === action));
    expect(entries.filter(({ refusedWith, subject }) => refusedWith === null && subject !== 'bootstrap')).toEqual([]);
    for (const { id } of ofAdmins) expect(entries.map(({ action }) => action)).toContain(id);
  });
});

describe('S11: hostile input', () => {
  test.each([
    ['/admin/hold', { reason: 'x', tenant: '../ibm' }, 'tenant'],
    ['/admin/hold', { reason: 'x', tenant: '*' }, 'tenant'],
    ['/admin/hold', { reason: 'x', tenant: { $gt: '' } }, 'tenant'],
    ['/admin/hold', { reason: 'x'.repeat(501) }, 'reason'],
    ['/admin/hold', { reason: '   ' }, 'reason'],
    ['/admin/hold', { reason: 'x', scopes: Array(1_000).fill('starts') }, 'scopes'],
    ['/admin/hold/release', { skipSlotsUntil: '+275760-09-13T00:00:00.000Z' }, 'skipSlotsUntil'],
    ['/admin/log-level', { level: 'trace', seconds: MAX_LOG_LEVEL_SECONDS + 1 }, 'seconds'],
    ['/admin/log-level', { level: 'trace', seconds: 0.5 }, 'seconds'],
    ['/admin/log-level', { level: 'trace', replica: 'x'.repeat(10_000) }, 'replica'],
    ['/admin/diagnoses', { replica: 'executor-1', kind: 'core' }, 'kind'],
    ['/admin/diagnoses', { replica: 'executor-1', kind: 'cpuProfile', seconds: 1e9 }, 'seconds'],
    ['/bulk', { action: 'pause', jobs: { ids: Array(MAX_BULK_IDS + 1).fill('x') } }, 'jobs.ids'],
    ['/bulk', { action: 'pause', jobs: { tenant: { $ne: '' } } }, 'jobs.tenant'],
    ['/bulk', { action: 'relabel', jobs: { tenant: 'ibm' }, labels: { ['x'.repeat(64)]: 'y' } }, 'labels'],
    ['/bulk', { action: 'pause', jobs: { tenant: 'ibm' }, note: 'x'.repeat(1_001) }, 'note'],
    ['/bulk', { action: 'abort', runs: { tenant: 'ibm' }, reason: 'x'.repeat(2_001) }, 'reason'],
    ['/runs:batch', { runs: [{ job: 'ibm-a', idempotencyKey: 'a b' }] }, 'runs.0.idempotencyKey'],
    ['/runs:batch', { runs: [] }, 'runs'],
    ['/runs:batch', { runs: { job: 'ibm-a' } }, 'runs'],
  ])('%s %j is refused with the name of its field', async (path, body, field) => {
    const reply = await api.ask<{ errors?: { path: string }[] }>('POST', path, { body });
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.some((each) => each.path.startsWith(field))).toBe(true);
  });

  test.each(['../../etc/passwd', 'executor-1/../api-test', '*', 'executor-1 ', '>'])(
    'as the name of a replica, %j is refused, and nothing is written or sent under it',
    async (replica) => {
      const body = { replica, kind: 'cpuProfile', seconds: 1 };
      expect((await api.ask('POST', '/admin/diagnoses', { body })).status).toBe(404);
      expect((await api.ask('POST', '/admin/log-level', { body: { level: 'trace', replica } })).status).toBe(404);
      await api.nats.flush();
      expect(heard).toEqual([]);
    },
  );

  test('the number of holds is bounded', async () => {
    const documents = Array.from({ length: MAX_HOLDS }, (_, at) => ({ _id: `held-${at}` }));
    await api.mongo.collection('holds').insertMany(documents);
    const refused = await api.ask('POST', '/admin/hold', { body: { tenant: 'ibm', reason: 'one more' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTA_EXCEEDED' } });
    await api.mongo.collection('holds').deleteMany({ _id: { $gt: 'held-' } });
  });

  test('a caller has a bounded number of active bulk operations, and other callers have their own', async () => {
    const operator = tokens.get('operator of ibm')!;
    const editor = tokens.get('editor of ibm')!;
    const body = { action: 'pause', jobs: { ids: ['ibm-a'] } };
    const begun = await api.ask<{ bulk: { id: string } }>('POST', '/bulk', { token: operator, body });
    const bulks = new BulksStore(api.mongo);
    const { subject } = (await bulks.load(begun.body.bulk.id))!;
    // The operations of a replica that makes no progress.
    const open = { subject, open: true, leaseUntil: Number.MAX_SAFE_INTEGER };
    const documents = Array.from({ length: MAX_OPEN_BULKS }, (_, at) => ({ _id: `open-${at}`, ...open }));
    await api.mongo.collection('bulks').insertMany(documents);
    const refused = await api.ask('POST', '/bulk', { token: operator, body: { ...body, jobs: { tenant: 'ibm' } } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTA_EXCEEDED' } });
    expect((await api.ask('POST', '/bulk', { token: editor, body })).status).toBe(202);
  });
});

test('S11: a bulk operation belongs to its caller: except admins nobody else sees or ends it, whatever their role', async () => {
  const body = { action: 'resume', jobs: { ids: ['ibm-a'] } };
  const owner = await api.tokenFor(['ibm', 'owner']);
  const begun = await api.ask<{ bulk: { id: string } }>('POST', '/bulk', { token: owner, body });
  const { id } = begun.body.bulk;
  for (const [who, token] of tokens) {
    const isTold = who.startsWith('viewer') ? 403 : 404;
    expect([who, (await api.ask('GET', `/bulk/${id}`, { token })).status]).toEqual([who, isTold]);
    const cancelled = await api.ask('POST', `/bulk/${id}/cancel`, { token, body: {} });
    expect([who, cancelled.status]).toEqual([who, isTold]);
  }
  expect((await api.ask('GET', `/bulk/${id}`)).status).toBe(200);
});
