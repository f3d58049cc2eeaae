import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asJobId } from '#common/domain/ids.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import type { Role } from '#common/spec/definitions.js';
import { aNotice } from '#testing/builders/notice.js';
import { systemClock } from '#common/clock/clock.js';
import { until } from '#testing/until.js';
import { deliveryIdOf } from '../../../apps/api/src/deliveries/deliveries.js';
import { isMutating, type Route } from '../../../apps/api/src/http/route.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { routes } from '../../../apps/api/src/routes.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeErrorGroup } from './stored-error-groups.js';
import { storeIncident } from './stored-incidents.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
/** By how much the clock of the api is ahead. */
let aheadMs = 0;
const HOUR_MS = 3_600_000;
let job: string;
let incident: string;
let delivery: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  api = await startApi({ clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  await api.ask('POST', '/calendars', { body: { id: 'holidays', tenant: 'ibm', dates: ['2026-12-24'] } });
  await api.ask('POST', '/channels', { body: { id: 'ops', tenant: 'ibm', target: { type: 'ntfy', topic: 'ibm' } } });
  const monitor = { id: 'backup', tenant: 'ibm', schedule: { every: 60 } };
  await api.ask('POST', '/monitors', { body: monitor });
  await api.ask('POST', '/rules', { body: { id: 'fails', tenant: 'ibm', when: { type: 'failed' } } });
  incident = await storeIncident(api, 'backup');
  await storeErrorGroup(api, 'group1');
  const made = await api.ask<JobView>('POST', '/jobs', { body: { tenant: 'ibm', name: 'ours', worker: 'hook' } });
  job = made.body.id;
  const webhook = { signature: 'github', secrets: { now: 'only-for-this-test' } };
  await api.ask('POST', '/triggers', { body: { id: 'release', tenant: 'ibm', job, webhook } });
  await storeRun(api.mongo, 'run1', { job: asJobId(job), phase: 'Completed' });
  const notice = aNotice({ job: asJobId(job), webhook: api.secrets.seal('https://hooks.test/x') });
  await new NoticesStore(api.mongo).add([notice]);
  delivery = deliveryIdOf(notice.id);
  for (const role of ['viewer', 'operator', 'editor', 'owner'] satisfies Role[])
    tokens.set(role, await api.tokenFor(['ibm', role]));
  tokens.set('stranger', await api.tokenFor(['acme', 'owner']));
});
afterAll(async () => api.stop());

/** A request to the route that is valid except for its caller. */
const requestTo = (route: Route): { path: string; body: unknown } => {
  const ids: Record<string, string> = {
    Jobs: job,
    'Job storage': job,
    Runs: 'run1',
    Deliveries: delivery,
    Calendars: 'holidays',
    Channels: 'ops',
    Monitors: 'backup',
    Rules: 'fails',
    Triggers: 'release',
    Incidents: incident,
    Errors: 'group1',
    Tenants: 'ibm',
  };
  const id = ids[route.tag] ?? 'hook';
  const query =
    ['Calendars', 'Channels', 'Monitors', 'Rules', 'Triggers'].includes(route.tag) && route.path.includes('{id}')
      ? '?tenant=ibm'
      : '';
  return {
    path: `${route.path.replace('{id}', id).replace('{attempt}', 'a~0~main~0~1')}${query}`,
    body: route.example.body,
  };
};
const ask = async (route: Route, token: string | null): Promise<number> => {
  const { path, body } = requestTo(route);
  return (await api.ask(route.method, path, { token, body })).status;
};

const named = (wanted: (route: Route) => boolean): [string, Route][] =>
  routes.filter(wanted).map((route) => [route.id, route]);

test.each(named(() => true))('%s is refused without a valid token', async (_id, route) => {
  expect(await ask(route, null)).toBe(401);
  expect(await ask(route, 'carillon_abc_0123456789012345678901234567')).toBe(401);
});

test.each(named((route) => isMutating(route) && !['attempt', 'viewer', 'anyone'].includes(route.access)))(
  '%s is refused to a viewer',
  async (_id, route) => {
    expect(await ask(route, tokens.get('viewer')!)).toBe(403);
  },
);

// An owner of another tenant may create objects there: those routes name their tenant in the body.
const ofNobody = ['createToken', 'deleteToken', 'previewSchedule'];
// Each requested object is refused by itself: run-batches.int.spec.ts, job-batches.int.spec.ts and bulk.int.spec.ts.
const ofMany = ['runBatch', 'jobBatch', 'startBulk'];
const elsewhere = new Set([...ofNobody, ...ofMany]);
test.each(named((route) => isMutating(route) && route.access !== 'attempt' && !elsewhere.has(route.id)))(
  '%s is refused to the owner of another tenant',
  async (_id, route) => {
    expect([403, 404]).toContain(await ask(route, tokens.get('stranger')!));
  },
);

test('no route that reads shows anything of another tenant', async () => {
  const stranger = tokens.get('stranger')!;
  for (const route of routes.filter(
    (each) => !isMutating(each) && each.path.includes('{id}') && each.tag !== 'Workers',
  )) {
    expect([route.id, await ask(route, stranger)]).toEqual([route.id, 404]);
  }
  for (const list of [
    '/jobs',
    '/runs',
    '/tenants',
    '/calendars',
    '/channels',
    '/monitors',
    '/rules',
    '/triggers',
    '/incidents',
    '/errors',
    '/audit',
    '/tokens',
  ]) {
    const { body } = await api.ask<Listed<Loose>>('GET', list, { token: stranger });
    // Their own refused requests are in the audit of their own tenant.
    const shown = body.items.filter(({ refusedWith }) => refusedWith !== 'FORBIDDEN');
    expect(JSON.stringify(shown)).not.toContain('ibm');
  }
  for (const list of [
    '/jobs',
    '/runs',
    '/calendars',
    '/channels',
    '/monitors',
    '/rules',
    '/triggers',
    '/incidents',
    '/errors',
    '/audit',
    '/events',
  ]) {
    expect((await api.ask('GET', `${list}?tenant=ibm`, { token: stranger })).status).toBe(403);
  }
});

test('each role has exactly its rights', async () => {
  const status = async (role: string, method: string, path: string, body?: unknown): Promise<number> =>
    (await api.ask(method, path, { token: tokens.get(role)!, body })).status;
  expect(await status('viewer', 'GET', `/jobs/${job}`)).toBe(200);
  expect(await status('viewer', 'POST', '/schedules/preview', { schedule: { cron: '* * * * *' } })).toBe(200);
  expect(await status('operator', 'POST', `/jobs/${job}/pause`)).toBe(200);
  expect(await status('operator', 'POST', `/jobs/${job}/resume`)).toBe(200);
  expect(await status('operator', 'POST', `/jobs/${job}/run`)).toBe(202);
  expect(await status('operator', 'POST', `/jobs/${job}/run`, { priority: -5 })).toBe(202);
  expect(await status('operator', 'POST', `/jobs/${job}/run`, { priority: 1 })).toBe(403);
  expect(await status('editor', 'POST', `/jobs/${job}/run`, { priority: 100 })).toBe(202);
  expect(await status('editor', 'POST', `/jobs/${job}/run`, { priority: 101 })).toBe(400);
  expect(await status('owner', 'PATCH', '/tenants/ibm', { weight: 1_000 })).toBe(403);
  expect(await status('operator', 'PATCH', `/jobs/${job}`, { cron: '0 1 * * *' })).toBe(403);
  expect(await status('editor', 'PATCH', `/jobs/${job}`, { cron: '0 1 * * *' })).toBe(200);
  expect(await status('editor', 'POST', '/tokens', { name: 'x', roles: [{ tenant: 'ibm', role: 'viewer' }] })).toBe(
    403,
  );
  expect(await status('owner', 'POST', '/tokens', { name: 'x', roles: [{ tenant: 'ibm', role: 'owner' }] })).toBe(201);
  expect(await status('owner', 'POST', '/tokens', { name: 'x', roles: [{ tenant: 'acme', role: 'viewer' }] })).toBe(
    403,
  );
  expect(await status('owner', 'POST', '/tokens', { name: 'x', roles: [{ tenant: '*', role: 'viewer' }] })).toBe(403);
  expect(await status('owner', 'POST', '/tokens', { name: 'x', roles: [{ tenant: 'ibm', role: 'admin' }] })).toBe(403);
  expect(await status('owner', 'POST', '/workers', { id: 'w', name: 'w', image: 'i' })).toBe(403);
});

test('a token ends when it is removed, and when it expires', async () => {
  const made = await api.ask<{ id: string; token: string }>('POST', '/tokens', {
    body: { name: 'short', roles: [{ tenant: 'ibm', role: 'viewer' }] },
  });
  const { id, token } = made.body;
  expect((await api.ask('GET', '/me', { token })).body).toEqual({
    subject: `token:${id}`,
    name: 'short',
    roles: [{ tenant: 'ibm', role: 'viewer' }],
  });
  expect((await api.ask('GET', '/tokens')).text).not.toContain(token);
  expect((await api.ask('DELETE', `/tokens/${id}`)).status).toBe(204);
  expect((await api.ask('GET', '/me', { token })).status).toBe(401);

  const inAnHour = new Date(Date.now() + HOUR_MS).toISOString();
  const brief = await api.ask<{ token: string }>('POST', '/tokens', {
    body: { name: 'brief', roles: [{ tenant: 'ibm', role: 'viewer' }], expiresAt: inAnHour },
  });
  const { token: expiring } = brief.body;
  expect((await api.ask('GET', '/me', { token: expiring })).status).toBe(200);
  aheadMs = HOUR_MS;
  await until('the token to end', async () => (await api.ask('GET', '/me', { token: expiring })).status === 401);
  aheadMs = 0;
});

test('an access token of the OIDC issuer is accepted for the roles that it names', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const issuer = createServer((request, response) => {
    const answer = request.url?.startsWith('/.well-known')
      ? { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` }
      : { keys: [{ ...jwk, kid: 'k1', alg: 'RS256' }] };
    response.setHeader('connection', 'close').end(JSON.stringify(answer));
  });
  const jwk = await exportJWK(publicKey);
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const own = await startApi({ env: { OIDC_ISSUER: issuerUrl, OIDC_AUDIENCE: 'carillon' } });
  const sign = async (audience: string, expires = '1h'): Promise<string> =>
    new SignJWT({ carillon_roles: ['ibm:editor'], preferred_username: 'grace' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setSubject('u-1')
      .setIssuer(issuerUrl)
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(privateKey);
  try {
    const me = await own.ask('GET', '/me', { token: await sign('carillon') });
    expect(me).toMatchObject({
      status: 200,
      body: { subject: 'u-1', name: 'grace', roles: [{ tenant: 'ibm', role: 'editor' }] },
    });
    expect((await own.ask('GET', '/me', { token: await sign('another') })).status).toBe(401);
    expect((await own.ask('GET', '/me', { token: await sign('carillon', '-1m') })).status).toBe(401);
    expect(
      (await own.ask('POST', '/workers', { token: await sign('carillon'), body: { id: 'w', name: 'w', image: 'i' } }))
        .status,
    ).toBe(403);
  } finally {
    await own.stop();
    issuer.closeAllConnections();
    await new Promise((resolve) => issuer.close(resolve));
  }
});

test('every change is in the audit with its actor and object, and without any value', async () => {
  const secret = 'hunter2-very-secret';
  await api.ask('PATCH', `/jobs/${job}`, { body: { secureParameters: { password: secret } } });
  await api.ask('PATCH', `/jobs/${job}`, { token: tokens.get('editor')!, body: { labels: { a: 'b' } } });
  const audit = await api.ask<Listed<Loose>>('GET', `/audit?tenant=ibm&object=job/${job}&limit=2`);
  expect(audit.body.items).toEqual([
    expect.objectContaining({
      actor: 'test',
      action: 'patchJob',
      object: `job/${job}`,
      tenant: 'ibm',
      refusedWith: null,
    }),
    expect.objectContaining({ actor: 'bootstrap', action: 'patchJob', subject: 'bootstrap' }),
  ]);
  expect((await api.ask('GET', '/audit?limit=500')).text).not.toContain(secret);
  const next = await api.ask<Listed<Loose>>('GET', `/audit?tenant=ibm&limit=1&cursor=${audit.body.nextCursor!}`);
  expect(next.body.items).toHaveLength(1);
});
