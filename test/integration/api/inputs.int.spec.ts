import { connect } from 'node:net';
import { obligingScheduler, startApi, type ApiUnderTest, type Reply } from './api-under-test.js';

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly type: string;
  readonly title: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

let api: ApiUnderTest;
let job: string;

beforeAll(async () => {
  api = await startApi({ prefix: '/carillon' });
  obligingScheduler(api);
  await api.ask('POST', '/workers', { body: { id: 'shell', name: 'Shell', engine: 'process', command: ['true'] } });
  await api.ask('POST', '/workers', {
    body: { id: 'ours', name: 'Ours', engine: 'process', command: ['true'], tenants: ['elsewhere'] },
  });
  const made = await api.ask<{ id: string }>('POST', '/jobs', {
    body: { tenant: 'ibm', name: 'base', worker: 'shell' },
  });
  job = made.body.id;
});
afterAll(async () => api.stop());

const base = { tenant: 'ibm', name: 'x', worker: 'shell' };

const badJobs: Record<string, [body: unknown, path: string, message?: string]> = {
  'an unknown field': [{ ...base, foo: 1 }, 'foo', 'is not a known field'],
  'an unknown nested field': [{ ...base, schedule: { croon: 'x' } }, 'schedule.croon', 'is not a known field'],
  'no name': [{ tenant: 'ibm', worker: 'shell' }, 'name', 'is required'],
  'a name of the wrong type': [{ ...base, name: 7 }, 'name', 'must be a string'],
  'an empty name': [{ ...base, name: ' ' }, 'name'],
  'a bell in its name': [{ ...base, name: 'a\u0007b' }, 'name', 'must not hold control characters or line breaks'],
  'a line break in its name': [{ ...base, name: 'a\nb' }, 'name'],
  'a line separator in its name': [{ ...base, name: 'a\u2028b' }, 'name'],
  'a reversed direction in its name': [{ ...base, name: 'nightly \u202etxt.exe' }, 'name'],
  'half a character in its name': [{ ...base, name: 'a\ud83d' }, 'name'],
  'an escape in a label': [{ ...base, labels: { team: '\u001b[31mred' } }, 'labels.team'],
  'a tab in the name of a label': [{ ...base, labels: { 'a\tb': 'x' } }, 'labels.a\\u0009b'],
  'a line break in an owner': [{ ...base, owners: ['a\nb'] }, 'owners.0'],
  'a line break in the label of an option': [
    { ...base, options: [{ name: 'x', type: 'bool', label: 'a\nb' }] },
    'options.0.label',
  ],
  'a control character in a key': [{ ...base, parallelism: { withKeys: ['a', 'b\r'] } }, 'parallelism.withKeys.1'],
  'NUL in its name': [{ ...base, name: 'a\0b' }, 'name', 'must not contain the character NUL (U+0000)'],
  'NUL in its id': [{ ...base, id: 'a\0b' }, 'id'],
  'NUL in its parameters': [{ ...base, parameters: { a: [{ b: '\0' }] } }, 'parameters.a.0.b'],
  'NUL in the name of a parameter': [{ ...base, parameters: { 'a\0': 1 } }, 'parameters.a\\u0000'],
  'NUL in its secure parameters': [{ ...base, secureParameters: 'a\0' }, 'secureParameters'],
  'NUL in a variable': [{ ...base, env: { A: '\0' } }, 'env.A'],
  'NUL in an argument': [{ ...base, args: ['x', 'a\0b'] }, 'args.1'],
  'a tenant that is not an id': [{ ...base, tenant: 'a b' }, 'tenant'],
  'an unknown worker': [{ ...base, worker: 'nobody' }, 'worker'],
  'a worker of other tenants': [{ ...base, worker: 'ours' }, 'worker'],
  'cron that does not parse': [{ ...base, cron: '61 * * * *' }, 'cron'],
  'cron that never fires': [{ ...base, cron: '0 0 30 2 *' }, 'cron'],
  'cron twice': [{ ...base, cron: '* * * * *', schedule: { cron: '* * * * *' } }, 'cron'],
  'the second of several expressions': [{ ...base, schedule: { cron: ['* * * * *', 'nonsense'] } }, 'schedule.cron.1'],
  'every and at together': [{ ...base, schedule: { every: 5, at: '2030-01-01T00:00:00Z' } }, 'schedule'],
  'an invalid time zone': [{ ...base, cron: '* * * * *', schedule: { timezone: 'Mars/Base' } }, 'schedule.timezone'],
  'an invalid time': [{ ...base, schedule: { at: 'tomorrow' } }, 'schedule.at'],
  'attempts below one': [{ ...base, maxAttempts: 0 }, 'maxAttempts', 'must be at least 1'],
  'an unknown policy': [{ ...base, concurrency: { policy: 'Maybe' } }, 'concurrency.policy'],
  'parameters beyond 96 KiB': [{ ...base, parameters: { a: 'x'.repeat(97 * 1024) } }, 'parameters'],
  'secure parameters beyond 96 KiB': [{ ...base, secureParameters: { a: 'x'.repeat(97 * 1024) } }, 'secureParameters'],
  'a web service without an address': [{ ...base, worker: 'other_webservice' }, 'url'],
  'an address that is not http': [{ ...base, url: 'ftp://x' }, 'url'],
  'an invalid header': [{ ...base, httpHeaders: { 'a b': 'x' } }, 'httpHeaders.a b'],
  'a header that is set when a request is sent': [
    { ...base, httpHeaders: { Expect: '100-continue' } },
    'httpHeaders.Expect',
  ],
  'parameters beyond 96 KiB that are a text': [{ ...base, parameters: 'x'.repeat(97 * 1024) }, 'parameters'],
  'a mask instead of all its secrets': [{ ...base, secureParameters: '***' }, 'secureParameters'],
  'a mask without a secret behind it': [{ ...base, secureParameters: { a: '***' } }, 'secureParameters.a'],
  'an invalid name of a variable': [{ ...base, env: { '1A': 'x' } }, 'env.1A'],
  'an invalid id': [{ ...base, id: 'a/b' }, 'id'],
  'an array instead of a body': [[], ''],
};

test.each(Object.entries(badJobs))(
  'a job with %s is refused, and the error names the field',
  async (_name, [body, path, message]) => {
    const reply = await api.ask<Problem>('POST', '/jobs', { body });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(reply.body).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      type: 'urn:carillon:problem:validation-failed',
    });
    expect(reply.body.errors?.map((each) => each.path)).toContain(path);
    expect(message === undefined || reply.body.errors?.some((each) => each.message === message)).toBe(true);
  },
);

test('all problems of a request are named at once', async () => {
  const reply = await api.ask<Problem>('POST', '/jobs', {
    body: { tenant: 'a b', worker: 'shell', foo: 1, maxAttempts: 'x' },
  });
  expect(reply.body.errors?.map((each) => each.path).sort()).toEqual(['foo', 'maxAttempts', 'name', 'tenant']);
});

test('a slash at the end of a path names the same object', async () => {
  expect((await api.ask('GET', `/jobs/${job}/`)).body).toMatchObject({ id: job });
  expect((await api.ask('GET', '/jobs/?limit=1')).body).toHaveProperty('items');
  expect((await api.ask('GET', '/jobs/nope/')).body).toMatchObject({
    code: 'NOT_FOUND',
    detail: 'there is no job nope',
  });
});

test('a token of 20 KiB is read, as issuers make them for people in many groups', async () => {
  expect((await api.ask('GET', '/jobs', { token: 'a'.repeat(20_000) })).status).toBe(401);
});

test('an offset whose plus sign was sent as it is, which means a space there, is read', async () => {
  for (const time of ['2026-09-01T00:00:00+05:30', '2026-09-01T00:00:00%2B05:30', '2026-08-31T18:30:00Z'])
    expect((await api.ask('GET', `/jobs/${job}/slots?from=${time}`)).status).toBe(200);
  for (const time of ['2026-09-01T00:00:00+05', '2026-09-01+05:30', '+05:30'])
    expect((await api.ask('GET', `/jobs/${job}/slots?from=${time}`)).status).toBe(400);
});

const badRequests: Record<
  string,
  [method: string, path: string, status: number, code: string, field?: string, body?: unknown]
> = {
  'a limit beyond the page size': ['GET', '/jobs?limit=501', 400, 'VALIDATION_FAILED', 'limit'],
  'a limit that is not a number': ['GET', '/runs?limit=many', 400, 'VALIDATION_FAILED', 'limit'],
  'a cursor of another list': ['GET', '/runs?cursor=WyJhIiwiYiJd', 400, 'VALIDATION_FAILED', 'cursor'],
  'an invalid cursor': ['GET', '/jobs?cursor=%25%25', 400, 'VALIDATION_FAILED', 'cursor'],
  'an unknown query parameter': ['GET', '/jobs?tenants=ibm', 400, 'VALIDATION_FAILED', 'tenants'],
  'an unknown state': ['GET', '/runs?state=DONE', 400, 'VALIDATION_FAILED', 'state'],
  'an invalid time': ['GET', '/runs?from=yesterday', 400, 'VALIDATION_FAILED', 'from'],
  'an unknown job': ['GET', '/jobs/nope', 404, 'NOT_FOUND'],
  'an unknown run': ['GET', '/runs/nope', 404, 'NOT_FOUND'],
  'the log of an unknown run': ['GET', '/runs/nope/logs', 404, 'NOT_FOUND'],
  'an unknown path': ['GET', '/nope', 404, 'NOT_FOUND'],
  'a method that is not offered': ['DELETE', '/jobs', 405, 'METHOD_NOT_ALLOWED'],
  'an unknown command': ['POST', '/runs/nope/commands', 400, 'VALIDATION_FAILED', 'command', { command: 'stop' }],
  'an unknown version': ['POST', '/jobs/JOB/rollback', 400, 'VALIDATION_FAILED', 'version', { version: 99 }],
  'another id than that of the path': [
    'PUT',
    '/jobs/JOB',
    400,
    'VALIDATION_FAILED',
    'id',
    { id: 'other', name: 'x', worker: 'shell' },
  ],
  'a change of tenant': [
    'PUT',
    '/jobs/JOB',
    400,
    'VALIDATION_FAILED',
    'tenant',
    { tenant: 'other', name: 'x', worker: 'shell' },
  ],
  'a patch that removes the name': ['PATCH', '/jobs/JOB', 400, 'VALIDATION_FAILED', 'name', { name: null }],
  'a patch with an unknown field': ['PATCH', '/jobs/JOB', 400, 'VALIDATION_FAILED', 'foo', { foo: 1 }],
  'too many slots': ['GET', '/jobs/JOB/slots?count=100000', 400, 'VALIDATION_FAILED', 'count'],
  'a preview of nonsense': [
    'POST',
    '/schedules/preview',
    400,
    'VALIDATION_FAILED',
    'schedule.cron',
    { schedule: { cron: 'x' } },
  ],
  'a kubernetes worker without an image': [
    'POST',
    '/workers',
    400,
    'VALIDATION_FAILED',
    'image',
    { id: 'k', name: 'k' },
  ],
  'root for a worker without pods': [
    'POST',
    '/workers',
    400,
    'VALIDATION_FAILED',
    'allowRoot',
    { id: 'k', name: 'k', engine: 'process', command: ['true'], allowRoot: true },
  ],
  'a process worker without a command': [
    'POST',
    '/workers',
    400,
    'VALIDATION_FAILED',
    'command',
    { id: 'k', name: 'k', engine: 'process' },
  ],
  'an unknown role': [
    'POST',
    '/tokens',
    400,
    'VALIDATION_FAILED',
    'roles.0.role',
    { name: 'x', roles: [{ tenant: 'a', role: 'king' }] },
  ],
  'a token that has expired': [
    'POST',
    '/tokens',
    400,
    'VALIDATION_FAILED',
    'expiresAt',
    { name: 'x', roles: [{ tenant: 'a', role: 'viewer' }], expiresAt: '2001-01-01T00:00:00Z' },
  ],
  'an invalid calendar date': [
    'POST',
    '/calendars',
    400,
    'VALIDATION_FAILED',
    'dates.0',
    { id: 'c', tenant: 'ibm', dates: ['2026-02-30'] },
  ],
  'an invalid calendar cron': [
    'POST',
    '/calendars',
    400,
    'VALIDATION_FAILED',
    'cron.0',
    { id: 'c', tenant: 'ibm', cron: ['x'] },
  ],
};

test.each(Object.entries(badRequests))('%s is refused', async (_name, [method, path, status, code, field, body]) => {
  const reply = await api.ask<Problem>(method, path.replace('JOB', job), { body });
  expect(reply.body).toMatchObject({ status, code });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(field === undefined || reply.body.errors?.some((each) => each.path === field)).toBe(true);
});

test('unreadable bodies are refused with a problem document', async () => {
  const malformed = await api.ask<Problem>('POST', '/jobs', { body: '{"tenant": ' });
  expect(malformed).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY', errors: [{ path: '' }] } });
  const poisoned = await api.ask<Problem>('POST', '/jobs', { body: '{"__proto__": {"a": 1}}' });
  expect(poisoned).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  expect(poisoned.body.detail).toContain('holds the name "__proto__"');
  const large = await api.ask<Problem>('POST', '/jobs', {
    body: { ...base, parameters: { a: 'x'.repeat(1_200_000) } },
  });
  expect(large).toMatchObject({
    status: 413,
    body: { code: 'BODY_TOO_LARGE', detail: 'the body of the request has more than 1048576 bytes' },
  });
  const xml = await api.ask<Problem>('POST', '/jobs', {
    body: '<job/>',
    headers: { 'content-type': 'application/xml' },
  });
  const json = { code: 'UNSUPPORTED_MEDIA_TYPE', detail: 'the body must be application/json' };
  expect(xml).toMatchObject({ status: 415, body: json });
  const text = await api.ask<Problem>('POST', '/jobs', { body: 'job', headers: { 'content-type': 'text/plain' } });
  expect(text).toMatchObject({ status: 415, body: json });
  const condition = await api.ask<Problem>('PUT', `/jobs/${job}`, { body: base, headers: { 'if-match': '3' } });
  expect(condition).toMatchObject({ status: 400, body: { errors: [{ path: 'If-Match' }] } });
});

test('S14: names are stored as they were sent, whatever names others have sent before', async () => {
  const send = (name: string, parameters: string): Promise<Reply<{ id: string }>> =>
    api.ask('POST', '/jobs', {
      body: `{"tenant":"ibm","worker":"shell","name":"${name}","parameters":${parameters}}`,
    });
  for (let i = 0; i < 5; i++) {
    await send(`letters-${i}`, '{"rows":1,"\\\\u0":2}');
    await send(`quotes-${i}`, '{"lines":1,"\\\\\\"x":2}');
  }
  for (const [name, sent, stored] of [
    ['letter', '{"rows":1,"\\u00e91x":[1]}', '{"rows":1,"é1x":[1]}'],
    ['quote', '{"lines":1,"\\"x1":[1]}', '{"lines":1,"\\"x1":[1]}'],
  ] as const) {
    const made = await send(name, sent);
    expect(made.status).toBe(201);
    expect((await api.ask('GET', `/jobs/${made.body.id}`)).text).toContain(`"parameters":${stored}`);
  }
});

const deep = '['.repeat(20_000) + ']'.repeat(20_000);
test.each([
  ['POST', '/jobs', `{"tenant":"ibm","name":"deep","worker":"shell","parameters":{"a":${deep}}}`, 'parameters'],
  ['PUT', '/jobs/JOB', `{"name":"deep","worker":"shell","parameters":{"a":${deep}}}`, 'parameters'],
  ['PATCH', '/jobs/JOB', `{"parameters":{"a":${deep}}}`, 'parameters'],
  ['POST', '/jobs/JOB/run', `{"parameters":{"a":${deep}}}`, 'parameters'],
  ['PUT', '/jobs/JOB/storage', deep, ''],
  ['PATCH', '/tenants/ibm', `{"name":${deep}}`, 'name'],
])('%s %s refuses JSON that would overflow its readers, and names the field', async (method, path, body, field) => {
  const reply = await api.ask<Problem>(method, path.replace('JOB', job), { body });
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toEqual([{ path: field, message: 'must be JSON, nested at most 64 levels deep' }]);
});

test.each<[method: string, path: string, body: unknown, field: string]>([
  ['PUT', '/jobs/JOB', { name: 'a\0', worker: 'shell' }, 'name'],
  ['PATCH', '/jobs/JOB', { labels: { a: '\0' } }, 'labels.a'],
  ['POST', '/jobs/JOB/pause', { note: 'because\0' }, 'note'],
  ['POST', '/jobs/JOB/run', { parameters: ['\0'] }, 'parameters.0'],
  ['PUT', '/jobs/JOB/storage', { a: '\0' }, 'a'],
  ['PUT', '/jobs/JOB/storage', '"\\u0000"', ''],
  ['POST', '/runs/nope/commands', { command: 'abort', reason: '\0' }, 'reason'],
  ['POST', '/workers', { id: 'w', name: 'w\0', engine: 'process', command: ['true'] }, 'name'],
  [
    'POST',
    '/workers',
    { id: 'w', name: 'w', engine: 'process', command: ['true'], template: { a: '\0' } },
    'template.a',
  ],
  ['PATCH', '/workers/shell', { name: 'a\nb' }, 'name'],
  ['PATCH', '/tenants/ibm', { name: 'a\u0007' }, 'name'],
  ['POST', '/tokens', { name: 'a\rb', roles: [{ tenant: 'ibm', role: 'viewer' }] }, 'name'],
  ['POST', '/calendars', { id: 'c', tenant: 'ibm', name: 'a\0' }, 'name'],
  ['GET', '/jobs?q=a%00', undefined, 'q'],
  ['GET', '/runs/a%00', undefined, 'id'],
])(
  '%s %s refuses characters that no name may contain, and NUL anywhere, and names the field',
  async (method, path, body, field) => {
    const reply = await api.ask<Problem>(method, path.replace('JOB', job), { body });
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(reply.body.errors?.map((each) => each.path)).toEqual([field]);
  },
);

test('a path that the server cannot route is answered with a problem document', async () => {
  const long = await api.ask<Problem>('GET', `/jobs/${'x'.repeat(3_000)}`);
  expect(long).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', status: 404 } });
  const broken = await api.askAt<Problem>('GET', '/carillon/api/v1/jobs/%zz');
  expect(broken).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  for (const { headers } of [long, broken]) expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

test.each([
  [
    'headers beyond 32 KiB',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['what is no HTTP', '\x16\x03\x01\x02\x00\x01', 400, 'VALIDATION_FAILED'],
  [
    'a length that is none',
    'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n',
    400,
    'VALIDATION_FAILED',
  ],
  ['requests without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['requests with two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'VALIDATION_FAILED'],
])('%s are answered with a problem document, too', async (_what, bytes, status, code) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(bytes);
  const answer = (await socket.setEncoding('utf8').toArray()).join('');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toMatchObject({ status, code });
});

test('a link to a page whose # was encoded on its way leads to the page', async () => {
  const address = `${api.url}/carillon/%23/runs/r1?tab=log`;
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/carillon/#/runs/r1?tab=log']);
});

test('an error outside the API is answered with a problem document, and nothing but health is served outside the prefix', async () => {
  expect(await api.askAt('GET', '/carillon/nowhere')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await api.askAt('GET', '/api/v1/jobs')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await api.askAt('GET', '/%zz')).toMatchObject({ status: 400 });
  for (const at of ['/healthz', '/readyz', '/carillon/healthz', '/carillon/readyz']) {
    expect((await api.askAt('GET', at, { token: null })).status).toBe(200);
  }
  const ready = { ready: true, degraded: false, checks: { mongodb: 'ok', nats: 'ok' } };
  expect((await api.askAt('GET', '/readyz')).body).toEqual(ready);
  expect((await api.askAt('GET', '/carillon', { token: null })).headers.get('location')).toBe('/carillon/');
  expect((await api.askAt('GET', '/carillon/', { token: null })).headers.get('content-type')).toMatch(/^text\/html/);
  expect((await api.askAt('GET', '/carillon/docs/', { token: null })).text).toContain('swagger-ui-bundle.js');
  expect((await api.askAt('GET', '/carillon/docs/swagger-ui-bundle.js', { token: null })).status).toBe(200);
});

test('S5: metrics are served at their own address, and not to a client that only reaches the api', async () => {
  for (const at of ['/metrics', '/carillon/metrics']) expect((await api.askAt('GET', at)).status).toBe(404);
});

test('requests are measured by their route, never by their path', async () => {
  await api.ask('GET', `/jobs/${job}`);
  const text = await api.metrics();
  expect(text).toContain(
    'carillon_http_request_duration_seconds_count{route="/carillon/api/v1/jobs/:id",method="GET",status="200"}',
  );
  expect(text).not.toContain(job);
});
