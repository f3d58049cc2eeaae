import { clientOf } from '#testing/fake-api-server/client-of.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import type { ApiClient } from './api-client.js';

const PODS = '/api/v1/namespaces/workers/pods';

let api: FakeApiServer;
let client: ApiClient;

beforeEach(async () => {
  api = await FakeApiServer.start();
  client = await clientOf(api);
});
afterEach(async () => {
  await client.close();
  await api.close();
});

/** Milliseconds between one request and the next. */
const gaps = (): number[] => api.requests.slice(1).map(({ at }, i) => at - (api.requests[i]?.at ?? 0));
const list = (maxTries?: number): Promise<unknown> =>
  client.call({ verb: 'list', path: PODS, lane: 'read', ...(maxTries !== undefined && { maxTries }) });

test('no request is sent to an overloaded server for the time that it names', async () => {
  api.faults.add({ verb: 'list' }, { type: 'answer', status: 429, retryAfter: 0.5 });
  await expect(list(1)).rejects.toMatchObject({ status: 429 });
  await list();
  expect(gaps()[0]).toBeGreaterThanOrEqual(490);
});

test('a failed request is sent again after growing pauses, and a limited number of times', async () => {
  api.faults.add({ verb: 'list' }, { type: 'answer', status: 500 }, 10);
  await expect(list()).rejects.toMatchObject({ status: 500 });
  expect(gaps().map((gap, i) => gap >= 45 * 2 ** i)).toEqual([true, true, true, true]);
});

test('a request that is not wanted any more ends with the last answer, if there was one', async () => {
  const message = 'failed calling webhook "policy.example.com"';
  api.faults.add({ verb: 'list' }, { type: 'answer', status: 500, reason: 'InternalError', message }, 10);
  const listed = (tries: number): Promise<unknown> =>
    client.call({ verb: 'list', path: PODS, lane: 'read', stillWanted: () => api.requests.length < tries });
  await expect(listed(0)).rejects.toMatchObject({ status: 0, reason: 'Withdrawn' });
  await expect(listed(2)).rejects.toMatchObject({ status: 500, message });
  expect(api.requests).toHaveLength(2);
});

test('a failing server that names a time is not asked before that time', async () => {
  api.faults.add({ verb: 'list' }, { type: 'answer', status: 500, retryAfter: 0.5 });
  await list();
  expect(gaps()[0]).toBeGreaterThanOrEqual(490);
});

test.each([400, 403, 404, 409, 422])('a request that is refused with %d is not sent again', async (status) => {
  api.faults.add({ verb: 'list' }, { type: 'answer', status });
  await expect(list()).rejects.toMatchObject({ status });
  expect(api.requests).toHaveLength(1);
});
