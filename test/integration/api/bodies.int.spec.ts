/** Bodies in the forms that other programs send: compressed, and in other encodings than UTF-8. */
import { createHmac, randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { attemptSegment } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { MAX_REQUEST_BODY_BYTES } from '#common/domain/limits.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { firstAttempt, liveAttempt, storeRun } from './stored-runs.js';

let api: ApiUnderTest;
let admitted: ReturnType<typeof obligingScheduler>['admitted'];
const lines: string[][] = [];
const saved: unknown[] = [];
const attempt = firstAttempt('b1');

beforeAll(async () => {
  api = await startApi();
  ({ admitted } = obligingScheduler(api));
  api.standIn(contracts.appendLog, (payload) => {
    lines.push(payload.lines);
    return { ok: true as const };
  });
  api.standIn(contracts.saveStorage, (payload) => {
    saved.push(payload.value);
    return { ok: true as const };
  });
  await storeRun(api.mongo, 'b1', { phase: 'Running', live: [liveAttempt(attempt)] });
  await api.ask('POST', '/tenants', { body: { id: 'ibm' } });
  const worker = { id: 'hook', name: 'w', engine: 'webservice', url: 'https://w.example' };
  await api.ask('POST', '/workers', { body: worker });
  await api.ask('POST', '/jobs', { body: { id: 'j1', tenant: 'ibm', name: 'first', worker: 'hook' } });
});
afterAll(async () => api.stop());

async function send(path: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${api.url}${path}`, { method: 'POST', body: new Uint8Array(body), headers });
  await response.text();
  return response.status;
}
const call = async (kind: string, body: Buffer, headers: Record<string, string>): Promise<number> =>
  send(`/api/v1/callbacks/runs/${attemptSegment(attempt)}/${kind}`, body, {
    authorization: `Bearer ${api.secrets.callbackToken(attempt)}`,
    ...headers,
  });

const TEXT = { 'content-type': 'text/plain' };
const JSON_BODY = { 'content-type': 'application/json' };

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['GZIP', gzipSync],
] as const)('a body of the encoding %s is decoded, in callbacks and in other requests', async (encoding, compress) => {
  const headers = { 'content-encoding': encoding };
  expect(await call('log', compress(Buffer.from('žluť\ntwo\n')), { ...TEXT, ...headers })).toBe(204);
  expect(lines.at(-1)).toEqual(['žluť', 'two']);
  expect(await call('job_storage', compress(Buffer.from('{"a":"ž"}')), { ...JSON_BODY, ...headers })).toBe(204);
  expect(saved.at(-1)).toEqual({ a: 'ž' });
  const authorization = `Bearer ${BOOTSTRAP}`;
  const run = compress(Buffer.from('{"parameters":{"a":1}}'));
  expect(await send('/api/v1/jobs/j1/run', run, { authorization, ...JSON_BODY, ...headers })).toBe(202);
  expect(admitted.at(-1)?.parameters).toEqual({ a: 1 });
});

test('a body whose encoding is unknown or wrong, or that becomes too large, is refused, and nothing of it is stored', async () => {
  const before = [lines.length, saved.length];
  const gzip = { ...TEXT, 'content-encoding': 'gzip' };
  expect(await call('log', Buffer.from('x'), { ...TEXT, 'content-encoding': 'zstd' })).toBe(415);
  expect(await call('log', gzipSync(gzipSync('x')), { ...TEXT, 'content-encoding': 'gzip, gzip' })).toBe(415);
  expect(await call('log', Buffer.from('plain'), gzip)).toBe(400);
  expect(await call('log', gzipSync('cut off in the middle').subarray(0, 20), gzip)).toBe(400);
  const bomb = gzipSync(Buffer.alloc(MAX_REQUEST_BODY_BYTES * 20, 'x'));
  expect(await call('log', bomb, gzip)).toBe(413);
  expect([lines.length, saved.length]).toEqual(before);
});

test.each([
  ['POST', `/callbacks/runs/${attemptSegment(attempt)}/log`, 'application/json or text/plain'],
  ['POST', `/callbacks/runs/${attemptSegment(attempt)}/status`, 'application/json'],
  ['POST', `/callbacks/runs/${attemptSegment(attempt)}/job_storage`, 'application/json'],
  ['PATCH', '/jobs/j1', 'application/json or application/merge-patch+json'],
  ['POST', '/jobs/j1/run', 'application/json'],
] as const)('%s %s names the types that it accepts, whatever it was sent', async (method, path, types) => {
  const token = path.startsWith('/callbacks') ? api.secrets.callbackToken(attempt) : BOOTSTRAP;
  for (const type of ['application/x-www-form-urlencoded', 'text/html; charset=utf-8', 'nonsense']) {
    const { status, body } = await api.ask(method, path, { token, body: 'a=1', headers: { 'content-type': type } });
    const detail = `the body must be ${types}`;
    expect([status, body]).toEqual([415, expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE', detail })]);
  }
});

test.each(['application/x-www-form-urlencoded', 'text/html; charset=utf-8', 'nonsense', 'application/json'])(
  'an empty body of the type %s counts as none',
  async (type) => {
    const { status } = await api.ask('POST', '/jobs/j1/run', { body: '', headers: { 'content-type': type } });
    expect(status).toBe(202);
  },
);

test('a path outside the API that is sent a form names the type that it accepts, and an unknown encoding those that are known', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await api.askAt('POST', '/sign-in/device/token', {
    token: null,
    body: 'a=1',
    headers: form,
  });
  expect([status, body]).toMatchObject([415, { detail: 'the body must be application/json' }]);
  const zstd = { ...JSON_BODY, 'content-encoding': 'zstd' };
  const encoded = await api.ask('POST', '/jobs', { body: 'x', headers: zstd });
  expect(encoded.headers.get('accept-encoding')).toBe('gzip, x-gzip, deflate, br');
});

test('JSON that is not UTF-8 is refused; lines of text say which bytes were none', async () => {
  const latin1 = Buffer.from('{"a":"žluť é"}', 'latin1');
  const before = saved.length;
  expect(await call('job_storage', latin1, JSON_BODY)).toBe(400);
  expect(await call('log', Buffer.from('{"lines":["é"]}', 'latin1'), JSON_BODY)).toBe(400);
  expect(saved).toHaveLength(before);
  const authorization = `Bearer ${BOOTSTRAP}`;
  expect(await send('/api/v1/jobs/j1/run', latin1, { authorization, ...JSON_BODY })).toBe(400);
  expect(await call('log', Buffer.from('caf\xe9', 'latin1'), TEXT)).toBe(204);
  expect(lines.at(-1)).toEqual(['caf\ufffd']);
  expect(await call('log', Buffer.from('x'), { 'content-type': 'text/plain; charset=iso-8859-1' })).toBe(415);
  expect(await call('log', Buffer.from('é'), { 'content-type': 'text/plain; charset="UTF-8"' })).toBe(204);
});

test('a message of a trigger is decoded, and refused if it is not UTF-8', async () => {
  const secret = randomBytes(32).toString('hex');
  const made = await api.ask<{ url: string }>('POST', '/triggers', {
    body: {
      id: 'deploy',
      tenant: 'ibm',
      job: 'j1',
      parameters: { sha: { body: '/sha' }, id: { body: '/id' } },
      webhook: { signature: 'github', secrets: { github: secret } },
    },
  });
  expect(made.status).toBe(201);
  const path = new URL(made.body.url).pathname;
  const message = Buffer.from('{"sha":"ž","id":9007199254740993}');
  const sign = (body: Buffer): Record<string, string> => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-github-delivery': randomBytes(8).toString('hex'),
    ...JSON_BODY,
  });
  expect(await send(path, gzipSync(message), { ...sign(message), 'content-encoding': 'gzip' })).toBe(202);
  expect(JSON.stringify(admitted.at(-1)?.parameters)).toBe('{"sha":"ž","id":9007199254740993}');
  const latin1 = Buffer.from('{"sha":"é","id":1}', 'latin1');
  expect(await send(path, latin1, sign(latin1))).toBe(400);
});
