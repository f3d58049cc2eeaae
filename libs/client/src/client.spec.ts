import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ApiError, UnreachableError } from './api-error.js';
import { createClient, dataOf, itemsOf, type Client } from './client.js';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A client of a server that gives these answers in turn, and the requests that the server got. */
function clientOf(...answers: (() => Response | Promise<Response>)[]): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = createClient({
    server: 'http://carillon.test/prefix/',
    token: () => 'a-token',
    retry: { firstWaitMs: 1 },
    fetch: async (request) => {
      const { method, url, headers } = request;
      sent.push({ method, url, headers, body: await request.text() });
      const answer = answers.shift();
      if (!answer) throw new Error('asked once too often');
      return answer();
    },
  });
  return { client, sent };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const lost = (): never => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};
const pause = async (client: Client): Promise<unknown> =>
  dataOf(client.POST('/jobs/{id}/pause', { params: { path: { id: 'a b' } }, body: {} }));

test.each([
  ['', 400, 'the id is empty'],
  ['.', 404, 'nothing has the id .'],
  ['..', 404, 'nothing has the id ..'],
])('an id %j leads to no other address', async (id, status, message) => {
  const { client, sent } = clientOf();
  const answer = dataOf(client.DELETE('/jobs/{id}', { params: { path: { id } } }));
  await expect(answer).rejects.toMatchObject({ name: 'ApiError', status, message });
  expect(sent).toEqual([]);
});

test('an id with other characters is one part of the address', async () => {
  const { client, sent } = clientOf(json(200, {}));
  await dataOf(client.GET('/jobs/{id}', { params: { path: { id: '../a b%?#ä' } } }));
  expect(sent[0]?.url).toBe('http://carillon.test/prefix/api/v1/jobs/..%2Fa%20b%25%3F%23%C3%A4');
});

test('a change whose answer was lost is sent again under the same key', async () => {
  const { client, sent } = clientOf(lost, json(503, { code: 'UNAVAILABLE' }), json(200, { id: 'a b' }));
  await expect(pause(client)).resolves.toEqual({ id: 'a b' });
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual(
    Array.from({ length: 3 }, () => ['POST', 'http://carillon.test/prefix/api/v1/jobs/a%20b/pause', '{}']),
  );
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
  expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(sent[0]!.headers.get('authorization')).toBe('Bearer a-token');
});

test('two changes have two keys, and a read has none', async () => {
  const { client, sent } = clientOf(json(200, {}), json(200, {}), json(200, {}));
  await pause(client);
  await pause(client);
  await dataOf(client.GET('/me'));
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBeNull();
});

test('a refused request is not sent again, and the error names the wrong field', async () => {
  const errors = [{ path: 'note', message: 'is too long' }];
  const { client, sent } = clientOf(json(400, { code: 'VALIDATION_FAILED', detail: 'one field is wrong', errors }));
  const error = await pause(client).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', message: 'one field is wrong', errors });
  expect(sent).toHaveLength(1);
});

test('a proxy that answers without a problem document is an error, too', async () => {
  const { client } = clientOf(() => new Response('<html>', { status: 404 }));
  await expect(pause(client)).rejects.toMatchObject({ code: 'UNKNOWN', message: 'the server answered 404' });
});

test('the client gives up a server that cannot be reached after some tries, and names the reason', async () => {
  const { client, sent } = clientOf(lost, lost, lost, lost, lost);
  const error = await pause(client).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreachableError);
  expect((error as Error).message).toContain('connect ECONNREFUSED');
  expect(sent).toHaveLength(5);
});

test('where TLS fails the reason is named without the line for debugging', async () => {
  const ssl = { library: 'SSL routines', reason: 'wrong version number' };
  const cause = Object.assign(new Error('80:error:0A00010B:SSL routines:…'), ssl);
  const fail = (): never => {
    throw new TypeError('fetch failed', { cause });
  };
  const { client } = clientOf(fail, fail, fail, fail, fail);
  await expect(pause(client)).rejects.toThrow('cannot be reached: TLS failed: wrong version number');
});

test.each([
  [407, 'cannot be reached: the proxy answered 407: its address lacks a user and a password that it takes'],
  [403, 'cannot be reached: the proxy answered 403'],
])('a proxy that answers %i is named as the reason', async (status, message) => {
  const refused = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
  const fail = (): never => {
    throw new TypeError('fetch failed', { cause: new Error('Request was cancelled.', { cause: refused }) });
  };
  const error: unknown = await pause(clientOf(fail, fail, fail, fail, fail).client).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toMatch(new RegExp(`${message}$`));
});

test('the client waits as long as the server asks, but not for a wait that is too long', async () => {
  const busy = json(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '0' });
  await expect(pause(clientOf(busy, json(200, {})).client)).resolves.toEqual({});
  const long = clientOf(json(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '3600' }));
  await expect(pause(long.client)).rejects.toMatchObject({ status: 429 });
});

test('the client reads a list to its end, page by page', async () => {
  const { client, sent } = clientOf(
    json(200, { items: [{ id: 'a' }], nextCursor: 'c1' }),
    json(200, { items: [{ id: 'b' }], nextCursor: null }),
  );
  const ids: string[] = [];
  const pages = itemsOf(async (cursor) =>
    dataOf(client.GET('/jobs', { params: { query: { label: ['a=b', 'c=d'], ...(cursor && { cursor }) } } })),
  );
  for await (const { id } of pages) ids.push(id);
  expect(ids).toEqual(['a', 'b']);
  expect(sent[1]!.url).toMatch(/label=a%3Db&label=c%3Dd&cursor=c1$/);
});

const stream =
  (...chunks: string[]) =>
  (): Response =>
    new Response(chunks.join(''), { status: 200 });

test('a stream continues after the last event that was received', async () => {
  const { client, sent } = clientOf(
    stream('id: 1\nevent: run\ndata: {"a":1}\n\n', ': still here\n\n', 'id: 2\nevent: run\ndata: {"a":2}\n\n'),
    lost,
    stream('id: 3\nevent: run\nda', 'ta: {"a":3}\n\n'),
  );
  const seen: unknown[] = [];
  const connected: boolean[] = [];
  const following = { firstWaitMs: 1, onConnected: (is: boolean) => connected.push(is) };
  for await (const event of client.follow('/events', { tenant: 'ibm', job: undefined }, following)) {
    seen.push(event);
    if (event.id === '3') break;
  }
  expect(seen).toEqual([1, 2, 3].map((a) => ({ id: String(a), type: 'run', data: { a } })));
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2', '2']);
  expect(sent[0]!.url).toBe('http://carillon.test/prefix/api/v1/events?tenant=ibm');
  expect(sent[0]!.headers.get('accept')).toBe('text/event-stream');
  expect(connected).toEqual([true, false, false, true]);
});

test('a refused stream ends with the refusal', async () => {
  const { client, sent } = clientOf(json(404, { code: 'NOT_FOUND', detail: 'there is no such run' }));
  await expect(client.follow('/runs/x/logs').next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(sent).toHaveLength(1);
});

test('a stream ends when its signal is aborted', async () => {
  const stop = new AbortController();
  const { client } = clientOf(async () => {
    stop.abort();
    return Promise.reject(new Error('aborted'));
  });
  await expect(client.follow('/events', {}, { signal: stop.signal }).next()).resolves.toMatchObject({ done: true });
});

test('a token that cannot be sent is refused without any part of it', async () => {
  const server = 'http://carillon.test';
  const message = 'the token contains a character that no token has, at position 8';
  expect(() => createClient({ server, token: 's3cret-€' })).toThrow(new TypeError(message));
  const late = createClient({ server, token: () => 's3cret-\n', retry: { tries: 1 } });
  const error: unknown = await late.GET('/me').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(message) as string });
  expect(String(error)).not.toContain('s3cret');
});

describe('a server that stands still, while memory is collected', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer((request, response) => {
    // A stream that has begun, and then brings nothing.
    if (request.url?.includes('/events') === true)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  let collecting: NodeJS.Timeout;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    collecting = setInterval(collect, 50);
  });
  afterAll(async () => {
    clearInterval(collecting);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const silent = (more: Partial<Parameters<typeof createClient>[0]> = {}): Client =>
    createClient({
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      retry: { tries: 1, answerWithinMs: 500 },
      ...more,
    });

  test('is given up after the time for an answer', async () => {
    await expect(silent().GET('/jobs', {})).rejects.toThrow(/no answer within 0\.5 s/);
  });

  test('is left at the signal of the client, also between two tries', async () => {
    const stop = new AbortController();
    const patient = silent({ retry: { answerWithinMs: 60_000 }, signal: stop.signal }).GET('/jobs', {});
    const refused = createClient({
      server: 'http://127.0.0.1:9',
      retry: { firstWaitMs: 60_000, maxWaitMs: 60_000 },
      signal: stop.signal,
    }).GET('/jobs', {});
    setTimeout(() => {
      stop.abort(new Error('enough'));
    }, 500);
    await Promise.all([expect(patient).rejects.toThrow('enough'), expect(refused).rejects.toThrow('enough')]);
  });

  test('a stream ends at its signal', async () => {
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
    }, 500);
    for await (const event of silent().follow('/events', {}, { signal: stop.signal })) throw new Error(event.type);
    expect(stop.signal.aborted).toBe(true);
  });
});

describe('a server that does not give a whole answer of its own', () => {
  const asked: string[] = [];
  let answer: RequestListener;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    answer(request, response);
  });
  let client: Client;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = createClient({
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 't',
      retry: { tries: 2, firstWaitMs: 1 },
    });
  });
  beforeEach(() => asked.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = {
    read: async () => dataOf(client.GET('/me')),
    change: async () => pause(client),
    stream: async () => client.follow('/events').next(),
  };

  test.each(['read', 'change'] as const)(
    'a %s whose answer is cut off is repeated, and then unreachable',
    async (what) => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
        setTimeout(() => response.destroy(), 5);
      };
      await expect(send[what]()).rejects.toBeInstanceOf(UnreachableError);
      expect(asked).toHaveLength(2);
    },
  );

  test('an answer that stands still is given up, one that comes slowly is not', async () => {
    const { port } = server.address() as AddressInfo;
    const retry = { tries: 2, firstWaitMs: 1, answerWithinMs: 300 };
    const patient = createClient({ server: `http://127.0.0.1:${port}`, token: 't', retry });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
    };
    await expect(dataOf(patient.GET('/me'))).rejects.toThrow('no further part of the answer within 0.3 s');
    expect(asked).toHaveLength(2);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const parts = ['{"name":', '"', 'é', '",', '"a":1', '}'];
      const timer = setInterval(() => {
        const part = parts.shift();
        if (part !== undefined) response.write(part);
        else {
          clearInterval(timer);
          response.end();
        }
      }, 120);
    };
    await expect(dataOf(patient.GET('/me'))).resolves.toEqual({ name: 'é', a: 1 });
  });

  test('an answer that is not JSON is named', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":');
    const message = 'the server answered 200 with a text that is not JSON';
    await expect(send.read()).rejects.toMatchObject({ name: 'ApiError', code: 'UNKNOWN', message });
  });

  test.each([301, 302, 303, 307, 308])('%i to another address is not followed, but named', async (status) => {
    answer = (_request, response) => response.writeHead(status, { location: 'https://carillon.test/api/v1/me' }).end();
    const message = 'the server leads to another address, https://carillon.test/api/v1/me';
    for (const each of [send.read, send.change, send.stream])
      await expect(each()).rejects.toMatchObject({ name: 'ApiError', status, message });
    expect(asked).toEqual(['GET Bearer t', 'POST Bearer t', 'GET Bearer t']);
  });
});
