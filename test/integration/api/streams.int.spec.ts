/** @promise S7 */
import { systemClock } from '#common/clock/clock.js';
import { until } from '#testing/until.js';
import { MAX_STREAMS_PER_CALLER } from '../../../apps/api/src/events/live-streams.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { follow, type Follower } from './follower.js';
import { storeRun } from './stored-runs.js';

let api: ApiUnderTest;
/** By how much the clock of the api is ahead: a token expires when a test says so, however slow the machine is. */
let aheadMs = 0;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  api = await startApi({ clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  await storeRun(api.mongo, 'streamed', { phase: 'Running' });
});
afterAll(async () => api.stop());

const withToken = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const grants = [{ tenant: 'ibm', role: 'viewer' }];

async function makeToken(expiresAt?: string): Promise<{ id: string; token: string }> {
  const body = { name: 'reader', roles: grants, ...(expiresAt && { expiresAt }) };
  return (await api.ask<{ id: string; token: string }>('POST', '/tokens', { body })).body;
}

/** Every kind of stream, with one token. */
const everyStream = async (token: string): Promise<Follower[]> =>
  Promise.all(
    ['/events', '/events?tenant=ibm', '/runs/streamed/logs'].map((path) => follow(api, path, withToken(token))),
  );

test('event streams and followed logs end when their token is revoked, and others continue', async () => {
  const revoked = await makeToken();
  const other = await makeToken();
  const streams = await everyStream(revoked.token);
  const others = await everyStream(other.token);
  expect([...streams, ...others].map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await api.ask('DELETE', `/tokens/${revoked.id}`)).status).toBe(204);
  await until('the streams to end', () => streams.every(({ ended }) => ended()));
  expect(others.some(({ ended }) => ended())).toBe(false);
  for (const each of others) each.stop();
});

test('event streams and followed logs end when their token expires', async () => {
  const { token } = await makeToken(new Date(Date.now() + HOUR_MS).toISOString());
  const other = await makeToken();
  const streams = await everyStream(token);
  const others = await everyStream(other.token);
  expect([...streams, ...others].map(({ status }) => status)).toEqual(Array(6).fill(200));
  aheadMs = HOUR_MS;
  await until('the streams to end', () => streams.every(({ ended }) => ended()));
  expect(others.some(({ ended }) => ended())).toBe(false);
  for (const each of others) each.stop();
});

test('one token cannot use the places of the others, and has its own again when a stream is closed', async () => {
  const greedy = await makeToken();
  const other = await makeToken();
  const opened = await Promise.all(
    Array.from({ length: MAX_STREAMS_PER_CALLER + 5 }, () => follow(api, '/events', withToken(greedy.token))),
  );
  const taken = opened.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(MAX_STREAMS_PER_CALLER);
  const refused = opened.find(({ status }) => status === 429)!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const another = await follow(api, '/events', withToken(other.token));
  expect(another.status).toBe(200);
  taken[0]!.stop();
  await until('a place', async () => {
    const again = await follow(api, '/events', withToken(greedy.token));
    again.stop();
    return again.status === 200;
  });
  for (const each of [...opened, another]) each.stop();
});

test('a token that is refused a stream gets a problem document', async () => {
  const { token } = await makeToken();
  const opened = await Promise.all(
    Array.from({ length: MAX_STREAMS_PER_CALLER }, () => follow(api, '/events', withToken(token))),
  );
  const refused = await api.ask('GET', '/runs/streamed/logs', {
    token,
    headers: { accept: 'text/event-stream' },
  });
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  for (const each of opened) each.stop();
});
