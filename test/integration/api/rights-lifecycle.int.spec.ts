/** Rights end: with their tenant, with the token that gave them, and after some time. @promise S9 */
import { createHmac } from 'node:crypto';
import { asTenantId } from '#common/domain/ids.js';
import {
  MAX_CALENDARS,
  MAX_CHANNELS,
  MAX_JOB_VERSIONS,
  MAX_MONITORS,
  MAX_RULES,
  MAX_TRIGGERS,
  MAX_WORKER_VERSIONS,
  MAX_TOKEN_MAKERS,
  MAX_TOKENS_PER_TENANT,
} from '#common/domain/limits.js';
import { RulesStore } from '#common/mongo/rules.store.js';
import { TokensStore } from '#common/mongo/tokens.store.js';
import { until } from '#testing/until.js';
import type { TokenView } from '../../../apps/api/src/tokens/token.routes.js';
import { TokenMaking } from '../../../apps/api/src/tokens/token-making.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeErrorGroup } from './stored-error-groups.js';
import { storeIncident } from './stored-incidents.js';
import { storeRun } from './stored-runs.js';

const DAY_MS = 86_400_000;
/** What work elsewhere has sent with a ping. */
const SAID = 'said-by-the-former-tenant';

interface Made extends TokenView {
  readonly token: string;
}

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
});
afterAll(async () => api.stop());

async function make(maker: string | undefined, ...roles: [tenant: string, role: string][]): Promise<Made> {
  const body = { name: 'made', roles: roles.map(([tenant, role]) => ({ tenant, role })) };
  const reply = await api.ask<Made>('POST', '/tokens', { ...(maker !== undefined && { token: maker }), body });
  expect(reply.status).toBe(201);
  return reply.body;
}
const works = async (token: string): Promise<boolean> => (await api.ask('GET', '/me', { token })).status === 200;

test('deleting a tenant removes its rights, and keeps those in other tenants', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'going' } });
  const only = await make(undefined, ['going', 'owner']);
  const both = await make(undefined, ['going', 'viewer'], ['staying', 'viewer']);
  expect((await api.ask('DELETE', '/tenants/going')).status).toBe(204);
  expect(await works(only.token)).toBe(false);
  const { body } = await api.ask<{ roles: unknown }>('GET', '/me', { token: both.token });
  expect(body.roles).toEqual([{ tenant: 'staying', role: 'viewer' }]);
});

test('the id of a deleted tenant, used again, shows nothing of the former tenant', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'reused', maxJobs: 3 } });
  const before = await make(undefined, ['reused', 'owner']);
  const job = { id: 'reused-job', tenant: 'reused', name: 'first', worker: 'hook' };
  await api.ask('POST', '/jobs', { token: before.token, body: job });
  await api.ask('POST', '/calendars', {
    token: before.token,
    body: { id: 'days', tenant: 'reused', dates: ['2026-12-24'] },
  });
  await storeRun(api.mongo, 'of-the-former', {
    tenant: asTenantId('reused'),
    job: 'reused-job' as never,
    phase: 'Completed',
  });
  await api.ask('DELETE', '/jobs/reused-job', { token: before.token });
  expect((await api.ask('DELETE', '/tenants/reused')).status).toBe(204);
  expect((await api.ask('GET', '/tenants/reused')).status).toBe(404);
  expect((await api.ask('GET', '/tenants')).text).not.toContain('"reused"');

  expect((await api.ask('POST', '/tenants', { body: { id: 'reused' } })).status).toBe(201);
  const { token } = await make(undefined, ['reused', 'owner']);
  expect((await api.ask('GET', '/tenants/reused', { token })).body['maxJobs']).toBeNull();
  const ofJob = '/recent-runs?job=reused-job';
  for (const list of ['/runs?tenant=reused', '/jobs?tenant=reused', '/calendars?tenant=reused', ofJob])
    expect([list, (await api.ask<Listed<unknown>>('GET', list, { token })).body.items]).toEqual([list, []]);
  const audit = await api.ask<Listed<{ action: string }>>('GET', '/audit?tenant=reused', { token });
  expect(audit.body.items.map(({ action }) => action)).not.toContain('createJob');
  for (const path of [
    '/runs/of-the-former',
    '/runs/of-the-former/events',
    '/runs/of-the-former/logs',
    '/jobs/reused-job',
  ])
    expect([path, (await api.ask('GET', path, { token })).status]).toEqual([path, 404]);
  await storeRun(api.mongo, 'of-the-new', {
    tenant: asTenantId('reused'),
    phase: 'Completed',
    createdAt: Date.now() + 1_000,
  });
  const seen = await api.ask<Listed<{ id: string }>>('GET', '/runs?tenant=reused', { token });
  expect(seen.body.items.map(({ id }) => id)).toEqual(['of-the-new']);
});

test('a monitor is removed with its tenant, with its address and incidents; a new one under its name begins without them', async () => {
  const monitor = { id: 'backup', tenant: 'watched', schedule: { every: 60 } };
  await api.ask('POST', '/tenants', { body: { id: 'watched' } });
  const made = await api.ask<{ pingUrl: string }>('POST', '/monitors', { body: monitor });
  const address = new URL(made.body.pingUrl).pathname;
  const incident = await storeIncident(api, 'backup', 'watched');
  await storeErrorGroup(api, 'watched-group', { tenant: 'watched' });
  const ping = async (): Promise<number> =>
    (await api.askAt('POST', `${address}/fail`, { token: null, body: SAID, headers: { 'content-type': 'text/x' } }))
      .status;
  expect(await ping()).toBe(200);
  expect((await api.ask('DELETE', '/tenants/watched')).status).toBe(204);
  expect(await ping()).toBe(404);

  await api.ask('POST', '/tenants', { body: { id: 'watched' } });
  const { token } = await make(undefined, ['watched', 'owner']);
  const empty = async (path: string): Promise<void> => {
    const { body, text } = await api.ask<Listed<unknown>>('GET', path, { token });
    expect([path, body.items, text.includes(SAID)]).toEqual([path, [], false]);
  };
  await empty('/monitors?tenant=watched');
  await empty('/incidents?tenant=watched');
  await empty('/errors?tenant=watched');
  expect((await api.ask('GET', '/errors/watched-group', { token })).status).toBe(404);
  // Data of the former tenant that the executor still stores is not shown to the tenant that has its id now.
  await storeErrorGroup(api, 'watched-late', { tenant: 'watched', lastAt: Date.now() - 60_000 });
  await empty('/errors?tenant=watched');
  expect((await api.ask('GET', '/errors/watched-late', { token })).status).toBe(404);
  await api.ask('POST', '/monitors', { token, body: monitor });
  await empty('/monitors/backup/pings');
  await empty('/incidents?monitor=backup');
  expect((await api.ask('GET', `/incidents/${incident}`, { token })).status).toBe(404);
  expect((await api.ask('GET', `/incidents/${incident}/deliveries`, { token })).status).toBe(404);
  expect(await ping()).toBe(404);
});

test('a rule is removed with its tenant; a new one under its name begins without its state', async () => {
  const rule = { id: 'fails', tenant: 'ruled', when: { type: 'failed' }, name: 'of the former tenant' };
  await api.ask('POST', '/tenants', { body: { id: 'ruled' } });
  expect((await api.ask('POST', '/rules', { body: rule })).status).toBe(201);
  const uidNow = async (): Promise<string | undefined> =>
    (await new RulesStore(api.mongo).load(asTenantId('ruled'), 'fails'))?.uid;
  const before = await uidNow();
  expect((await api.ask('DELETE', '/tenants/ruled')).status).toBe(204);
  await api.ask('POST', '/tenants', { body: { id: 'ruled' } });
  const { token } = await make(undefined, ['ruled', 'owner']);
  expect((await api.ask<Listed<unknown>>('GET', '/rules', { token })).body.items).toEqual([]);
  expect((await api.ask('GET', '/rules/fails', { token })).status).toBe(404);
  expect((await api.ask('POST', '/rules', { token, body: rule })).body).toMatchObject({ state: 'new', watched: null });
  const after = await uidNow();
  expect([typeof before, typeof after]).toEqual(['string', 'string']);
  expect(after).not.toBe(before);
});

const WEBHOOK = { signature: 'github', secrets: { now: 'only-for-this-test' } };

test('a trigger is removed with its tenant, with its address and the messages that were sent to it', async () => {
  const tenant = 'hooked';
  const job = 'hooked-job';
  await api.ask('POST', '/tenants', { body: { id: tenant } });
  await api.ask('POST', '/jobs', { body: { id: job, tenant, name: 'hooked', worker: 'hook' } });
  const trigger = { id: 'release', tenant, job, webhook: WEBHOOK };
  const { url } = (await api.ask<{ url: string }>('POST', '/triggers', { body: trigger })).body;
  const uid = new URL(url).pathname.slice('/hooks/'.length);
  const body = '{}';
  const signature = createHmac('sha256', WEBHOOK.secrets.now).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}` };
  const send = async (): Promise<number> =>
    (await api.askAt('POST', `/hooks/${uid}`, { token: null, headers, body })).status;
  const kept = async (): Promise<number> => api.mongo.collection('triggerDeliveries').countDocuments({ uid });
  expect([await send(), await kept()]).toEqual([202, 1]);
  expect((await api.ask('DELETE', `/jobs/${job}`)).status).toBe(204);
  expect((await api.ask('DELETE', `/tenants/${tenant}`)).status).toBe(204);
  expect([await send(), await kept()]).toEqual([401, 0]);
});

test('a hold is removed with its tenant', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'held' } });
  await api.ask('POST', '/admin/hold', { body: { tenant: 'held', reason: 'a move' } });
  expect((await api.ask('GET', '/admin/hold')).text).toContain('"held"');
  expect((await api.ask('DELETE', '/tenants/held')).status).toBe(204);
  expect((await api.ask('GET', '/admin/hold')).text).not.toContain('"held"');
});

test('a tenant with active runs is not deleted', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'busy' } });
  await storeRun(api.mongo, 'busy-run', { tenant: asTenantId('busy'), phase: 'Running' });
  expect(await api.ask('DELETE', '/tenants/busy')).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
});

test('revoking a token revokes on request the tokens that were made with it, and those that were made with these', async () => {
  const first = await make(undefined, ['ibm', 'owner']);
  const second = await make(first.token, ['ibm', 'owner']);
  const third = await make(second.token, ['ibm', 'viewer']);
  const other = await make(undefined, ['ibm', 'viewer']);
  expect(second.madeBy).toBe(`token:${first.id}`);
  expect((await api.ask('DELETE', `/tokens/${second.id}`)).status).toBe(204);
  expect([await works(second.token), await works(third.token)]).toEqual([false, true]);
  const fourth = await make(first.token, ['ibm', 'owner']);
  const fifth = await make(fourth.token, ['ibm', 'viewer']);
  expect((await api.ask('DELETE', `/tokens/${first.id}?withMade=true`)).status).toBe(204);
  // The third was made with one that is already revoked.
  expect(await Promise.all([first, third, fourth, fifth, other].map(({ token }) => works(token)))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('revoking a session revokes on request the tokens that its user has made', async () => {
  const tokens = new TokensStore(api.mongo);
  const common = {
    name: 'x',
    hash: 'x',
    roles: [{ tenant: 'ibm', role: 'owner' as const }],
    createdAt: 1,
    createdBy: 'x',
  };
  const times = { expiresAt: Date.now() + DAY_MS };
  await tokens.insert({ ...common, ...times, id: 'session', subject: 'grace' });
  await tokens.insert({ ...common, ...times, id: 'of-grace', makers: ['grace'] });
  await tokens.insert({ ...common, ...times, id: 'of-another', makers: ['ada'] });
  expect((await api.ask('DELETE', '/tokens/session?withMade=true')).status).toBe(204);
  const left = await Promise.all(['session', 'of-grace', 'of-another'].map(async (id) => (await tokens.load(id))?.id));
  expect(left).toEqual([undefined, undefined, 'of-another']);
});

test('a token shows when it was last used', async () => {
  const { id, token, lastUsedAt } = await make(undefined, ['ibm', 'viewer']);
  expect(lastUsedAt).toBeNull();
  await api.ask('GET', '/me', { token });
  const used = await until('the use to be noted', async () => {
    const { body } = await api.ask<Listed<TokenView>>('GET', '/tokens?limit=500');
    return body.items.find((each) => each.id === id)?.lastUsedAt ?? null;
  });
  expect(Date.parse(used)).toBeGreaterThan(Date.now() - DAY_MS);
});

test('a token expires unless an admin says otherwise', async () => {
  const { id, expiresAt, createdAt } = await make(undefined, ['ibm', 'owner']);
  expect(Date.parse(expiresAt!) - Date.parse(createdAt)).toBe(90 * DAY_MS);
  const owner = await make(undefined, ['ibm', 'owner']);
  const never = { name: 'never', roles: [{ tenant: 'ibm', role: 'viewer' }], expiresAt: null };
  expect((await api.ask('POST', '/tokens', { token: owner.token, body: never })).status).toBe(403);
  expect(await api.ask('POST', '/tokens', { body: never })).toMatchObject({ status: 201, body: { expiresAt: null } });
  expect(await new TokensStore(api.mongo).load(id)).toMatchObject({ makers: ['bootstrap'] });
});

test('a token that is made while its maker is revoked does not outlive it', async () => {
  const tokens = new TokensStore(api.mongo);
  const maker = await make(undefined, ['ibm', 'owner']);
  const stored = (await tokens.load(maker.id))!;
  // As in a request that was accepted before the revocation, and writes after it.
  await tokens.remove(maker.id);
  const late = { ...stored, id: 'late', makers: ['bootstrap', `token:${maker.id}`] };
  await expect(new TokenMaking(tokens).insert(late)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await tokens.load('late')).toBeNull();
});

test('the number of tokens that tokens may make is bounded, and the error names the limit', async () => {
  let maker: string | undefined;
  for (let made = 0; made < MAX_TOKEN_MAKERS; made++) maker = (await make(maker, ['chain', 'owner'])).token;
  const body = { name: 'one more', roles: [{ tenant: 'chain', role: 'viewer' }] };
  const refused = await api.ask('POST', '/tokens', { token: maker!, body });
  expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTA_EXCEEDED' } });
  expect(refused.text).toContain('MAX_TOKEN_MAKERS');
});

test('a tenant has a bounded number of tokens, calendars, channels, monitors, rules and triggers, and each error names its limit', async () => {
  const roles = [{ tenant: 'full', role: 'viewer' as const }];
  const target = { type: 'ntfy' as const, topic: 'x' };
  const owner = await make(undefined, ['full', 'owner']);
  const fill = async (
    collection: 'tokens' | 'calendars' | 'channels' | 'monitors' | 'rules' | 'triggers',
    count: number,
    each: Loose,
  ): Promise<void> => {
    const documents = Array.from({ length: count }, (_, at) => ({
      _id: `full/${at}`,
      pingHash: `full/${at}`,
      uid: `full/${at}`,
      ...each,
    }));
    await api.mongo.collection(collection).insertMany(documents);
  };
  // Sessions do not count as tokens.
  const session = { name: 'x', hash: 'x', createdAt: 1, createdBy: 'x', expiresAt: null, roles };
  await new TokensStore(api.mongo).insert({ ...session, id: 'session-of-full', subject: 'grace' });
  await fill('tokens', MAX_TOKENS_PER_TENANT - 2, { roles });
  expect((await make(owner.token, ['full', 'viewer'])).madeBy).toBe(`token:${owner.id}`);
  await fill('calendars', MAX_CALENDARS, { tenant: 'full' });
  await fill('channels', MAX_CHANNELS, { tenant: 'full' });
  await fill('monitors', MAX_MONITORS, { tenant: 'full' });
  await fill('rules', MAX_RULES, { tenant: 'full' });
  await api.ask('POST', '/jobs', { body: { id: 'full-job', tenant: 'full', name: 'full', worker: 'hook' } });
  await fill('triggers', MAX_TRIGGERS, { tenant: 'full' });
  for (const [path, body, limit] of [
    ['/tokens', { name: 'x', roles }, 'MAX_TOKENS_PER_TENANT'],
    ['/calendars', { id: 'more', tenant: 'full', dates: ['2026-12-24'] }, 'MAX_CALENDARS'],
    ['/channels', { id: 'more', tenant: 'full', target }, 'MAX_CHANNELS'],
    ['/monitors', { id: 'more', tenant: 'full', schedule: { every: 60 } }, 'MAX_MONITORS'],
    ['/rules', { id: 'more', tenant: 'full', when: { type: 'failed' } }, 'MAX_RULES'],
    ['/triggers', { id: 'more', tenant: 'full', job: 'full-job', webhook: WEBHOOK }, 'MAX_TRIGGERS'],
  ] as const) {
    const refused = await api.ask('POST', path, { token: owner.token, body });
    expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTA_EXCEEDED' } });
    expect(refused.text).toContain(`(${limit})`);
  }
  // The limits of other tenants are not reached by that.
  await make(undefined, ['ibm', 'viewer']);
});

test('a job keeps a bounded number of former versions', async () => {
  const body = { id: 'ibm-edited', tenant: 'ibm', name: 'edited', worker: 'hook' };
  await api.ask('POST', '/jobs', { body });
  const documents = Array.from({ length: MAX_JOB_VERSIONS }, (_, i) => {
    return { _id: `ibm-edited/${i + 1}`, job: 'ibm-edited', version: i + 1 };
  });
  await api.mongo.collection('jobVersions').insertMany(documents);
  const now = MAX_JOB_VERSIONS + 1;
  await api.mongo.collection('jobs').updateOne({ _id: 'ibm-edited' }, { $set: { version: now } });
  expect((await api.ask('PATCH', '/jobs/ibm-edited', { body: { maxAttempts: 2 } })).status).toBe(200);
  const left = await api.mongo.collection('jobVersions').find({ job: 'ibm-edited' }).toArray();
  expect(left).toHaveLength(MAX_JOB_VERSIONS);
  const ids = left.map(({ _id }) => _id);
  expect([1, 2, now].map((version) => ids.includes(`ibm-edited/${version}`))).toEqual([false, true, true]);
  const gone = await api.ask('POST', '/jobs/ibm-edited/rollback', { body: { version: 1 } });
  expect(gone).toMatchObject({ status: 400, body: { errors: [{ path: 'version' }] } });
});

test('a worker keeps a bounded number of former versions, whatever was created under its id before', async () => {
  const spec = { name: 'Kept', engine: 'webservice', url: 'http://worker.test/' };
  const made = await api.ask('POST', '/workers', { body: { id: 'kept', ...spec } });
  expect(made.status).toBe(201);
  const documents = Array.from({ length: MAX_WORKER_VERSIONS }, (_, i) => {
    return { _id: `kept/0/${i + 900}`, worker: 'kept', version: i + 900, savedAt: i };
  });
  await api.mongo.collection('workerVersions').insertMany(documents);
  expect((await api.ask('PUT', '/workers/kept', { body: { ...spec, name: 'Edited' } })).status).toBe(200);
  const left = await api.mongo.collection('workerVersions').find({ worker: 'kept' }).toArray();
  expect(left).toHaveLength(MAX_WORKER_VERSIONS);
  expect(left.map(({ _id }) => _id).filter((id) => ['kept/0/900', 'kept/0/901'].includes(id))).toEqual(['kept/0/901']);
});
