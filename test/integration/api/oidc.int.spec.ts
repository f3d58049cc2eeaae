/** @promise S6 */
import { exportJWK, generateKeyPair, SignJWT, type GenerateKeyPairResult, type JWTPayload } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#common/clock/clock.js';
import { until } from '#testing/until.js';
import { startApi, type ApiUnderTest, type Loose } from './api-under-test.js';
import { follow } from './follower.js';
import { Browser, CLIENT_ID, startProvider, type LocalProvider } from './oidc-provider.js';

const AUDIENCE = 'carillon';
const HOUR_SECONDS = 3_600;
const seconds = (): number => Math.floor(Date.now() / 1_000);

describe('access tokens', () => {
  let api: ApiUnderTest;
  let issuer: Server;
  let url: string;
  let keys: GenerateKeyPairResult;
  let strange: GenerateKeyPairResult;
  let jwk: object;
  let aheadMs = 0;
  const further: unknown[] = [];
  const calls = { discovery: 0, keys: 0 };
  const answers = { issuer: null as string | null, status: 200 };

  beforeAll(async () => {
    [keys, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    issuer = createServer((request, response) => {
      const isDiscovery = request.url?.startsWith('/.well-known') === true;
      calls[isDiscovery ? 'discovery' : 'keys'] += 1;
      response.statusCode = answers.status;
      const answer = isDiscovery
        ? { issuer: answers.issuer ?? url, jwks_uri: `${url}/keys` }
        : { keys: [...further, jwk] };
      response.setHeader('connection', 'close').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    issuer.closeAllConnections();
    await new Promise((resolve) => issuer.close(resolve));
  });
  beforeEach(async () => {
    Object.assign(answers, { issuer: null, status: 200 });
    Object.assign(calls, { discovery: 0, keys: 0 });
    further.length = 0;
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' };
    aheadMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
    api = await startApi({ clock, env: { OIDC_ISSUER: url, OIDC_AUDIENCE: AUDIENCE, OIDC_CLIENT_ID: CLIENT_ID } });
  });
  afterEach(async () => api.stop());

  const RIGHT = (): JWTPayload => ({
    sub: 'u-1',
    iss: url,
    aud: AUDIENCE,
    exp: seconds() + HOUR_SECONDS,
    carillon_roles: ['ibm:editor'],
  });
  const sign = async (claims: JWTPayload, header: object = {}, by = keys): Promise<string> =>
    new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
      .sign(by.privateKey);
  const me = async (token: string): Promise<{ status: number; body: Loose }> => api.ask('GET', '/me', { token });
  const status = async (token: Promise<string>): Promise<number> => (await me(await token)).status;

  test('are accepted only if they expire, are for us, and are no other kind of token', async () => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    expect(await status(sign(RIGHT()))).toBe(200);
    expect(await status(sign(RIGHT(), { typ: 'at+jwt' }))).toBe(200);
    // The clock of the issuer is a little ahead of ours.
    expect(await status(sign({ ...RIGHT(), nbf: seconds() + 20, iat: seconds() + 20 }))).toBe(200);
    for (const claims of [
      { exp: undefined },
      { exp: seconds() - 60 },
      { nbf: seconds() + 60 },
      { aud: undefined },
      { aud: 'another' },
      { iss: 'https://another.test' },
      { iss: undefined },
      { sub: undefined },
      { nonce: 'n' },
      { at_hash: 'h' },
      { aud: [AUDIENCE, CLIENT_ID] },
      { typ: 'ID' },
      { events },
    ])
      expect([claims, await status(sign({ ...RIGHT(), ...claims } as unknown as JWTPayload))]).toEqual([claims, 401]);
    expect(await status(sign({ ...RIGHT(), events }, { typ: 'logout+jwt' }))).toBe(401);
    expect(await status(sign(RIGHT(), {}, strange))).toBe(401);
    expect(await status(sign(RIGHT(), { kid: 'unknown' }))).toBe(401);
  });

  test('that name no key are accepted if any key of the issuer has signed them', async () => {
    const other = await exportJWK(strange.publicKey);
    further.push({ ...other, kid: 'k0', alg: 'RS256' });
    expect(await status(sign(RIGHT(), { kid: undefined }))).toBe(200);
    expect(await status(sign(RIGHT(), { kid: undefined }, strange))).toBe(200);
    expect(await status(sign({ ...RIGHT(), aud: 'another' }, { kid: undefined }))).toBe(401);
    expect(await status(sign(RIGHT(), { kid: undefined }, await generateKeyPair('RS256')))).toBe(401);
  });

  test('are checked by the keys that can be read, whatever else the issuer publishes', async () => {
    further.push(
      null,
      { kid: 'without a type' },
      { kty: 'AKP', kid: 'k9', alg: 'ML-DSA-44' },
      { kty: 'OKP', crv: 'X25519' },
    );
    expect(await status(sign(RIGHT()))).toBe(200);
    expect(await status(sign(RIGHT(), {}, strange))).toBe(401);
  });

  test('that are garbage cause one request to the issuer, however many come', async () => {
    const garbage = await Promise.all(
      Array.from({ length: 30 }, (_, at) => sign(RIGHT(), { kid: `garbage-${at}` }, strange)),
    );
    const replies = await Promise.all([...garbage, 'a.b.c', 'e30.e30.e30'].map(me));
    for (const token of garbage.slice(0, 5)) replies.push(await me(token));
    expect(new Set(replies.map(({ status: each }) => each))).toEqual(new Set([401]));
    expect(calls).toEqual({ discovery: 1, keys: 1 });
  });

  test('are answered 503 while the issuer is unavailable, which is not asked for each of them', async () => {
    answers.status = 500;
    const token = await sign(RIGHT());
    for (let each = 0; each < 10; each++) {
      const reply = await api.ask('GET', '/me', { token });
      expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(calls.discovery).toBe(1);
    expect((await api.ask('GET', '/me')).status).toBe(200);
  });

  test('are not checked by the keys of an issuer with another name', async () => {
    answers.issuer = 'https://another.test';
    expect((await me(await sign(RIGHT()))).status).toBe(503);
    expect(calls.keys).toBe(0);
  });

  test.each([
    ['name no key', undefined],
    ['name a key by the name of a former one', 'k1'],
  ])(
    'that %s are accepted when the issuer has changed its keys, which is asked for once in a while',
    async (_, kid) => {
      expect(await status(sign(RIGHT(), { kid }))).toBe(200);
      jwk = { ...(await exportJWK(strange.publicKey)), kid: 'k1', alg: 'RS256' };
      const byNew = await Promise.all([1, 2, 3].map((n) => sign({ ...RIGHT(), sub: `u-${n}` }, { kid }, strange)));
      expect((await me(byNew[0]!)).status).toBe(401);
      expect(calls.keys).toBe(1);
      aheadMs = 31_000;
      expect((await Promise.all(byNew.map(me))).map((each) => each.status)).toEqual([200, 200, 200]);
      expect(await status(sign({ ...RIGHT(), sub: 'u-4' }, { kid }))).toBe(401);
      expect(calls.keys).toBe(2);
    },
  );

  test('are still checked by the known keys while the issuer is unavailable', async () => {
    expect(await status(sign(RIGHT()))).toBe(200);
    answers.status = 500;
    expect(await status(sign({ ...RIGHT(), sub: 'u-2' }))).toBe(200);
  });

  test('never name one of our own subjects', async () => {
    const made = await api.ask<{ id: string }>('POST', '/tokens', {
      body: { name: 'x', roles: [{ tenant: 'ibm', role: 'viewer' }] },
    });
    for (const sub of ['bootstrap', 'attempt', `token:${made.body.id}`])
      expect((await me(await sign({ ...RIGHT(), sub }))).body).toMatchObject({ subject: `oidc:${sub}` });
  });
});

describe('signing in to the web UI', () => {
  const PUBLIC_URL = 'http://carillon.test';
  const GROUPS: Record<string, string[]> = { grace: ['staff', 'others'], mallory: [] };
  let api: ApiUnderTest;
  let provider: LocalProvider;

  beforeAll(async () => {
    provider = await startProvider(`${PUBLIC_URL}/sign-in/callback`, (login) => GROUPS[login] ?? []);
    api = await startApi({
      env: {
        PUBLIC_URL,
        OIDC_ISSUER: provider.issuer,
        OIDC_AUDIENCE: AUDIENCE,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_ROLES: new Map([['staff', [{ tenant: 'ibm', role: 'editor' }]]]),
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  const here = (address: string): string => address.replace(PUBLIC_URL, api.url);
  const begin = async (browser: Browser): Promise<string> => (await browser.visit(`${api.url}/sign-in`)).location!;
  /** The page at the end. */
  async function signIn(browser: Browser, login: string): Promise<string> {
    const back = await browser.signInAt(provider, await begin(browser), login);
    return (await browser.visit(here(back))).location!;
  }
  const asPage = (browser: Browser): Record<string, string> => ({
    cookie: browser.cookiesFor(api.url),
    'carillon-page': '1',
  });
  const me = async (headers: Record<string, string>): Promise<{ status: number; body: Loose }> =>
    api.ask('GET', '/me', { token: null, headers });

  test('gives a session with the roles that the configuration reads from the claims', async () => {
    const browser = new Browser();
    const authorization = new URL(await begin(browser));
    expect(authorization.searchParams.get('code_challenge_method')).toBe('S256');
    expect(authorization.searchParams.get('response_type')).toBe('code');
    expect(await signIn(browser, 'grace')).toBe(`${api.url}/`);
    expect(await me(asPage(browser))).toMatchObject({
      status: 200,
      body: { subject: 'grace', name: 'grace h', roles: [{ tenant: 'ibm', role: 'editor' }] },
    });
    const cookie = browser.setCookies.findLast((each) => each.startsWith('carillon-session='));
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
    expect((await api.askAt('GET', '/sign-in/methods', { token: null })).body).toEqual({ token: true, issuer: true });
  });

  test('is valid only for requests of the page itself', async () => {
    const browser = new Browser();
    await signIn(browser, 'grace');
    const { cookie } = asPage(browser);
    expect((await me({ cookie: cookie! })).status).toBe(401);
    const forged = await api.ask('POST', '/jobs/x/run', { token: null, headers: { cookie: cookie! }, body: {} });
    expect(forged.status).toBe(401);
    const signedOut = await api.askAt('POST', '/sign-out', { token: null, headers: { cookie: cookie! } });
    expect(signedOut.status).toBe(403);
    expect((await me(asPage(browser))).status).toBe(200);
  });

  test('ends with the sign-out, including streams, also for a copy of the cookie', async () => {
    const browser = new Browser();
    await signIn(browser, 'grace');
    const kept = asPage(browser);
    const stream = await follow(api, '/events', kept, null);
    expect(stream.status).toBe(200);
    expect((await api.askAt('POST', '/sign-out', { token: null, headers: kept })).status).toBe(204);
    expect((await me(kept)).status).toBe(401);
    const audit = await api.ask<{ items: Loose[] }>('GET', '/audit?tenant=ibm&limit=2');
    expect(audit.body.items).toMatchObject([
      { action: 'signOut', actor: 'grace h', subject: 'grace', tenant: 'ibm' },
      { action: 'signIn', actor: 'grace h', subject: 'grace', tenant: 'ibm', address: '127.0.0.1' },
    ]);
    await until('the stream to end', stream.ended);
  });

  test('is refused to a user without a role, and for every answer that this browser did not request', async () => {
    expect(await signIn(new Browser(), 'mallory')).toBe(`${api.url}/?sign-in=FORBIDDEN`);
    const audit = await api.ask<{ items: Loose[] }>('GET', '/audit?limit=1');
    expect(audit.body.items).toMatchObject([{ action: 'signIn', subject: 'mallory', refusedWith: 'FORBIDDEN' }]);
    const victim = new Browser();
    const attacker = new Browser();
    const back = here(await attacker.signInAt(provider, await begin(attacker), 'grace'));
    await begin(victim);
    expect((await victim.visit(back)).location).toBe(`${api.url}/?sign-in=UNAUTHENTICATED`);
    expect((await new Browser().visit(back)).location).toBe(`${api.url}/?sign-in=UNAUTHENTICATED`);
    const first = await attacker.visit(back);
    expect(first.location).toBe(`${api.url}/`);
    expect((await attacker.visit(back)).location).toBe(`${api.url}/?sign-in=UNAUTHENTICATED`);
    expect((await victim.visit(`${api.url}/sign-in/callback?error=access_denied`)).location).toContain('?sign-in=');
  });

  test.each([
    ['last', [1, 0]],
    ['first', [0, 1]],
  ])('in two tabs at once succeeds in both, if it ends first in the tab that began %s', async (_which, order) => {
    const browser = new Browser();
    const asked = [await begin(browser), await begin(browser)];
    for (const tab of order) {
      const back = await browser.signInAt(provider, asked[tab]!, 'grace');
      expect((await browser.visit(here(back))).location).toBe(`${api.url}/`);
    }
    expect(browser.cookiesFor(api.url)).not.toContain('carillon-sign-in');
  });

  test('lets another person in if the issuer is to ask, although it knows the last one', async () => {
    const browser = new Browser();
    await signIn(browser, 'grace');
    const promptOf = async (path: string): Promise<string | null> => {
      const { location } = await browser.visit(`${api.url}${path}`);
      return new URL(location!).searchParams.get('prompt');
    };
    expect(await promptOf('/sign-in')).toBeNull();
    expect(await promptOf('/sign-in?other-account')).toBe('select_account');
  });

  test('that is begun again and again leaves a few cookies in the browser', async () => {
    const browser = new Browser();
    for (let each = 0; each < 20; each++) await begin(browser);
    expect(browser.cookiesFor(api.url).split('; ').length).toBeLessThanOrEqual(8);
    expect(await signIn(browser, 'grace')).toBe(`${api.url}/`);
  });

  test('gives sessions that are listed among the tokens, where they can be revoked', async () => {
    const sessions = await api.ask<{ items: { name: string; createdBy: string }[] }>('GET', '/tokens?limit=500');
    expect(sessions.body.items.every(({ createdBy }) => createdBy === 'sign-in')).toBe(true);
    expect(sessions.body.items.length).toBeGreaterThan(0);
  });
});

describe('an issuer whose ID tokens say everything', () => {
  const PUBLIC_URL = 'http://carillon.test';
  let api: ApiUnderTest;
  let provider: LocalProvider;

  beforeAll(async () => {
    provider = await startProvider(`${PUBLIC_URL}/sign-in/callback`, () => ['staff'], true);
    api = await startApi({
      env: {
        PUBLIC_URL,
        OIDC_ISSUER: provider.issuer,
        OIDC_AUDIENCE: AUDIENCE,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_ROLES: new Map([['staff', [{ tenant: 'ibm', role: 'editor' }]]]),
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  test.each([
    ['signs people in', 200, ''],
    ['signs people in', 401, ''],
    ['signs people in', 403, ''],
    ['signs people in', 404, ''],
    ['says that it is away', 503, '?sign-in=UNAVAILABLE'],
  ])('%s where its user information is a page with status %d', async (_what, status, page) => {
    const browser = new Browser();
    const { location } = await browser.visit(`${api.url}/sign-in`);
    const back = await browser.signInAt(provider, location!, 'grace');
    provider.beAway('/me', status);
    const { location: end } = await browser.visit(back.replace(PUBLIC_URL, api.url));
    provider.beAway(null);
    expect(end).toBe(`${api.url}/${page}`);
  });
});
