/** Requests that are refused before their bodies are read are recorded, and never cause a flood of writes. @promise S10 */
import { connect } from 'node:net';
import { everyAddress } from '#common/config/service-config.js';
import { MAX_REFUSED_RECORDED_PER_MINUTE } from '#common/domain/limits.js';
import { until } from '#testing/until.js';
import { startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';

/** As in a pod: it also listens for IPv6, so that clients of IPv4 appear in another form. */
const PROXIED = { TRUSTED_PROXIES: ['127.0.0.1'], LOCKOUT_AFTER: 5, LISTEN_ADDRESS: everyAddress() };
let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi({ env: PROXIED });
});
afterAll(async () => api.stop());

const refused = async (): Promise<readonly Loose[]> =>
  (await api.ask<Listed<Loose>>('GET', '/audit?limit=500')).body.items.filter(
    ({ refusedWith }) => refusedWith !== null,
  );

/** The first line of the answer to a request whose body never comes. */
const askWithoutBody = async (token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data).split('\r\n')[0] ?? '');
    });
    socket.write(
      `POST /api/v1/jobs?token=of-the-query HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 10.2.0.1\r\n` +
        'Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"name":',
    );
  });

test('a caller without the role is recorded while the body is still being sent, with the address behind the proxy', async () => {
  const viewer = await api.tokenFor(['acme', 'viewer']);
  expect(await askWithoutBody(viewer)).toContain('403');
  expect(await refused()).toMatchObject([
    {
      action: 'createJob',
      object: 'POST /api/v1/jobs',
      tenant: 'acme',
      role: 'viewer',
      address: '10.2.0.1',
      actor: 'test',
      refusedWith: 'FORBIDDEN',
    },
  ]);
});

test('a caller without a proxy is recorded with its own address', async () => {
  await api.ask('GET', '/audit', { token: await api.tokenFor(['acme', 'viewer']) });
  expect((await refused())[0]).toMatchObject({ action: 'listAudit', address: '127.0.0.1' });
});

test('a caller who is refused repeatedly is recorded only a bounded number of times a minute', async () => {
  const viewer = await api.tokenFor(['ibm', 'viewer']);
  const ask = async (): Promise<number> => (await api.ask('GET', '/audit', { token: viewer })).status;
  const statuses = await Promise.all(Array.from({ length: MAX_REFUSED_RECORDED_PER_MINUTE + 40 }, ask));
  expect(new Set(statuses)).toEqual(new Set([403]));
  const ofTheirs = (await refused()).filter(({ tenant }) => tenant === 'ibm');
  expect(ofTheirs).toHaveLength(MAX_REFUSED_RECORDED_PER_MINUTE);
  // The refusals of other callers are still recorded.
  const other = await api.tokenFor(['other', 'viewer']);
  await api.ask('GET', '/audit', { token: other });
  expect((await refused())[0]).toMatchObject({ tenant: 'other', action: 'listAudit' });
});

test('wrong tokens are recorded until their address is locked out', async () => {
  const headers = { 'x-forwarded-for': '10.2.0.2' };
  const statuses: number[] = [];
  for (let i = 0; i < 9; i++) statuses.push((await api.ask('GET', '/jobs', { token: 'wrong', headers })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
  const unknown = async (): Promise<readonly Loose[]> =>
    (await refused()).filter(({ address }) => address === '10.2.0.2');
  await until('the refusals to be recorded', async () => (await unknown()).length >= 5);
  expect(await unknown()).toEqual(
    Array(5).fill(
      expect.objectContaining({ actor: 'unknown', role: null, tenant: null, refusedWith: 'UNAUTHENTICATED' }),
    ),
  );
});
