/** @promise S11 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MAX_PAGE_BYTES, MAX_REQUEST_BODY_BYTES } from '#common/domain/limits.js';
import {
  BOOTSTRAP,
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Listed,
  type Reply,
} from './api-under-test.js';

const LOCKOUT_AFTER = 5;
const PROXIED = { TRUSTED_PROXIES: ['127.0.0.1'] };
/** Longer than a silent connection is left open. */
const SILENCE_MS = 20_000;
const WRONG = 'carillon_abc_0123456789012345678901234567';
let api: ApiUnderTest;

const from = (address: string): { headers: Record<string, string> } => ({ headers: { 'x-forwarded-for': address } });
const statuses = (replies: readonly { status: number }[]): number[] => replies.map(({ status }) => status);
const times = async <T>(count: number, ask: () => Promise<Reply<T>>): Promise<Reply<T>[]> =>
  Promise.all(Array.from({ length: count }, ask));

/** Sends requests until one is refused: a slow machine may answer a single burst within the limit. */
async function flood<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>[]> {
  const replies: Reply<T>[] = [];
  for (let burst = 0; burst < 20 && !statuses(replies).includes(429); burst++) replies.push(...(await times(60, ask)));
  return replies;
}

describe('requests a second', () => {
  beforeAll(async () => {
    api = await startApi({
      env: { RATE_LIMIT_PER_TOKEN: 10, RATE_LIMIT_PER_TENANT: 15, RATE_LIMIT_PER_ADDRESS: 20, ...PROXIED },
    });
  });
  afterAll(async () => api.stop());

  test('of one token are bounded, and every answer states the remaining number', async () => {
    const token = await api.tokenFor(['acme', 'viewer']);
    const first = await api.ask('GET', '/me', { token });
    expect(first.headers.get('ratelimit-policy')).toContain('"token";q=20;w=2');
    expect(first.headers.get('ratelimit')).toContain('"token";r=19');
    let sender = 0;
    const replies = await flood(() => api.ask('GET', '/me', { token, ...from(`10.0.0.${sender++ % 10}`) }));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]!.headers.get('ratelimit-remaining')).toBe('0');
    expect((await api.ask('GET', '/me', from('10.0.0.1'))).status).toBe(200);
  });

  test('of one tenant are bounded over all its tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => api.tokenFor(['ibm', 'viewer'])));
    const other = await api.tokenFor(['other', 'viewer']);
    const replies = await Promise.all(
      tokens.map((token, at) => times(18, () => api.ask('GET', '/me', { token, ...from(`10.0.1.${at}`) }))),
    );
    const refused = replies.flat().filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers.get('ratelimit')).toContain('"tenant";r=0');
    expect((await api.ask('GET', '/me', { token: other, ...from('10.0.1.9') })).status).toBe(200);
  });

  test('of one address are bounded whatever they request, except health; a forged address in front of the proxy does not count', async () => {
    const replies = await flood(() => api.askAt('GET', '/no-such-page', from('10.0.2.1')));
    expect(statuses(replies)).toEqual(expect.arrayContaining([404, 429]));
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(statuses(await times(50, () => api.askAt('GET', '/healthz', from('10.0.2.1'))))).toEqual(
      Array(50).fill(200),
    );
    const forged = await flood(() =>
      api.askAt('GET', '/no-such-page', from(`10.9.${Math.floor(Math.random() * 250)}.1, 10.0.2.2`)),
    );
    expect(statuses(forged)).toContain(429);
    expect((await api.askAt('GET', '/openapi.json', from('10.0.2.3'))).status).toBe(200);
  });

  test.each([
    ['guesses of addresses of monitors', '/ping/x', 404],
    ['sign-ins that begin', '/sign-in/device', 404],
    ['sign-ins that are polled', '/sign-in/device/token', 400],
  ])('that are %s are bounded for their address like all others', async (_what, path, status) => {
    const guess = async (): Promise<Reply<unknown>> =>
      api.askAt('POST', path, { token: null, body: {}, ...from('10.0.3.1') });
    const replies = statuses(await flood(guess));
    expect(new Set(replies)).toEqual(new Set([status, 429]));
    expect((await api.askAt('POST', path, { token: null, body: {}, ...from('10.0.3.2') })).status).toBe(status);
  });
});

describe('wrong secrets', () => {
  beforeAll(async () => {
    api = await startApi({ env: { LOCKOUT_AFTER, ...PROXIED } });
  });
  afterAll(async () => api.stop());

  const lockOut = async (address: string): Promise<void> => {
    const wrong = await times(LOCKOUT_AFTER, () => api.ask('GET', '/me', { token: WRONG, ...from(address) }));
    expect(statuses(wrong)).toEqual(Array(LOCKOUT_AFTER).fill(401));
  };

  test('lock their address out, also for right ones, and no other address', async () => {
    const token = await api.tokenFor(['ibm', 'viewer']);
    await lockOut('10.1.0.1');
    const locked = await api.ask('GET', '/me', { token, ...from('10.1.0.1') });
    expect(locked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(30);
    expect((await api.ask('GET', '/me', { token: BOOTSTRAP, ...from('10.1.0.1') })).status).toBe(429);
    expect((await api.ask('GET', '/me', { token: null, ...from('10.1.0.1') })).status).toBe(401);
    expect((await api.ask('GET', '/me', { token, ...from('10.1.0.2') })).status).toBe(200);
  });

  test('are counted together for a client whose connections have ports, through two proxies that write them', async () => {
    const token = await api.tokenFor(['ibm', 'viewer']);
    let port = 50_000;
    const via = (): { headers: Record<string, string> } => from(`10.1.3.1:${port++}, 127.0.0.1:${port++}`);
    await times(LOCKOUT_AFTER, () => api.ask('GET', '/me', { token: WRONG, ...via() }));
    expect((await api.ask('GET', '/me', { token, ...via() })).status).toBe(429);
    expect((await api.ask('GET', '/me', { token, ...from('127.0.0.1:4711') })).status).toBe(200);
  });

  test('do not lock out a client that has proven a token from there before', async () => {
    const token = await api.tokenFor(['ibm', 'viewer']);
    expect((await api.ask('GET', '/me', { token, ...from('10.1.1.1') })).status).toBe(200);
    await lockOut('10.1.1.1');
    expect((await api.ask('GET', '/me', { token, ...from('10.1.1.1') })).status).toBe(200);
  });

  test('of callbacks count as well, and never prevent a right one', async () => {
    const path = '/callbacks/runs/a~0~main~0~1/status';
    const ask = async (token: string): Promise<number> =>
      (await api.ask('POST', path, { token, body: { state: 'RUNNING' }, ...from('10.1.2.1') })).status;
    const wrong = await Promise.all(Array.from({ length: LOCKOUT_AFTER + 1 }, () => ask('wrong')));
    expect(wrong).toContain(429);
    // There is no such active attempt: the request has passed the guard, which is what counts.
    expect(await ask(api.secrets.callbackToken('a/0/main/0/1'))).toBe(409);
  });
});

describe('quotas', () => {
  beforeAll(async () => {
    api = await startApi({ env: { DEFAULT_MAX_JOBS: 2 } });
    obligingScheduler(api);
    await api.ask('POST', '/workers', {
      body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://h.test' },
    });
  });
  afterAll(async () => api.stop());

  const makeJobs = async (tenant: string): Promise<number[]> => {
    const made: number[] = [];
    for (const name of ['a', 'b', 'c'])
      made.push((await api.ask('POST', '/jobs', { body: { tenant, name, worker: 'hook' } })).status);
    return made;
  };

  test('a tenant without a definition has those of the installation, and a defined tenant has its own', async () => {
    expect(await makeJobs('implied')).toEqual([201, 201, 409]);
    await api.ask('POST', '/tenants', { body: { id: 'plain' } });
    expect(await makeJobs('plain')).toEqual([201, 201, 409]);
    await api.ask('POST', '/tenants', { body: { id: 'large', maxJobs: 3 } });
    expect(await makeJobs('large')).toEqual([201, 201, 201]);
    await api.ask('POST', '/tenants', { body: { id: 'endless', maxJobs: null } });
    expect(await makeJobs('endless')).toEqual([201, 201, 201]);
    expect((await api.ask('PATCH', '/tenants/plain', { body: { maxJobs: null } })).body).toMatchObject({
      maxJobs: null,
    });
  });
});

describe('lists', () => {
  const WORKERS = 12;
  const LARGEST_PAGE = MAX_PAGE_BYTES + MAX_REQUEST_BODY_BYTES + 100_000;

  beforeAll(async () => {
    api = await startApi();
    const template = { description: 'x'.repeat(900_000) };
    for (let each = 0; each < WORKERS; each++)
      await api.ask('POST', '/workers', { body: { id: `w${10 + each}`, name: 'Large', image: 'i', template } });
  });
  afterAll(async () => api.stop());

  test('are bounded by bytes, whatever number of items is requested, and their pages contain every item once', async () => {
    const seen: string[] = [];
    let path = '/workers?limit=500';
    for (;;) {
      const page = await api.ask<Listed<{ id: string }>>('GET', path);
      expect(page.text.length).toBeLessThan(LARGEST_PAGE);
      seen.push(...page.body.items.map(({ id }) => id));
      if (page.body.nextCursor === null) break;
      path = `/workers?limit=500&cursor=${page.body.nextCursor}`;
    }
    expect(seen).toEqual(['other_webservice', ...Array.from({ length: WORKERS }, (_, each) => `w${10 + each}`)]);
  });
});

describe('connections', () => {
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(async () => api.stop());

  /** The answer to an incomplete request, until the connection is closed. */
  async function answerTo(sent: string, untilText?: string): Promise<string> {
    const socket: Socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (untilText !== undefined && answer.includes(untilText)) socket.destroy();
    });
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('left open')));
    socket.write(sent);
    await once(socket, 'close');
    return answer;
  }

  test('that send nothing, or do not finish their head, are closed', async () => {
    const answers = await Promise.all([answerTo(''), answerTo('GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\n')]);
    for (const answer of answers) expect(answer).not.toContain(' 200 ');
  });

  const post = (token: string): string =>
    `POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\n${token}Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`;

  test('are answered before the body is read if the path or the right is missing', async () => {
    expect(await answerTo(post(''), '\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
    expect(await answerTo(post(`Authorization: Bearer ${WRONG}\r\n`), '\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
    const viewer = await api.tokenFor(['ibm', 'viewer']);
    expect(await answerTo(post(`Authorization: Bearer ${viewer}\r\n`), '\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /);
  });

  test.each(['{"a":', '[]', '"text"', 'x'.repeat(2_000_000)])(
    'without a token are answered before the body is read (%#)',
    async (body) => {
      expect((await api.ask('POST', '/jobs', { token: null, body })).status).toBe(401);
    },
  );
});
