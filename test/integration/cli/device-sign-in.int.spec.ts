/** @promise S6 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startApi, type ApiUnderTest, type Loose } from '../api/api-under-test.js';
import { Browser, CLIENT_ID, startProvider, type LocalProvider } from '../api/oidc-provider.js';
import { CliUnderTest } from './cli-under-test.js';

const PUBLIC_URL = 'http://carillon.test';
const HOUR_MS = 3_600_000;
const GROUPS: Readonly<Record<string, readonly string[]>> = { grace: ['carillon:ibm:editor'] };

let provider: LocalProvider;
let api: ApiUnderTest;
let cli: CliUnderTest;

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/sign-in/callback`, (login) => GROUPS[login] ?? []);
  api = await startApi({
    env: { PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'carillon', OIDC_CLIENT_ID: CLIENT_ID },
  });
  await api.ask('POST', '/tenants', { body: { id: 'ibm', name: 'IBM' } });
});
beforeEach(() => {
  cli = new CliUnderTest({});
});
afterEach(() => {
  cli.dispose();
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

/** Signs in as a user who confirms the code in a browser, or denies it. */
async function signIn(
  login: string,
  isDenied = false,
): Promise<{ code: number; out: string; err: string; page: string }> {
  let confirming = Promise.resolve('');
  const onErr = (text: string): void => {
    const address = /Open (\S+) in a browser/.exec(text)?.[1];
    if (address !== undefined) confirming = new Browser().confirmAt(address, login, isDenied);
  };
  const said = await cli.run(`login --server ${api.url} --name there`, { onErr });
  return { ...said, page: await confirming };
}

test('a code that is confirmed in a browser signs in, with the roles of the claims, for some hours', async () => {
  const { code, out, err, page } = await signIn('grace');
  expect(err).toMatch(
    /^Open http:\/\/127\.0\.0\.1:\d+\/device\?user_code=\S+ in a browser, on any device, and confirm the code \S+\n$/,
  );
  expect(page).toContain('Sign-in Success');
  expect([code, out]).toEqual([0, `signed in to ${api.url} as grace h, tenant ibm (context "there")\n`]);
  expect(statSync(join(cli.folder, 'config.yaml')).mode & 0o077).toBe(0);
  expect((await cli.run('whoami')).out).toContain('editor in ibm');
  const audit = await api.ask<{ items: Loose[] }>('GET', '/audit?tenant=ibm&limit=1');
  expect(audit.body.items).toMatchObject([{ action: 'signIn', subject: 'grace' }]);
  const ahead = await cli.run('whoami', { now: () => Date.now() + 9 * HOUR_MS });
  expect(ahead).toMatchObject({ code: 0, err: '' });
}, 60_000);

test('a code that is denied, or confirmed by a user without a role, signs nobody in', async () => {
  expect(await signIn('grace', true)).toMatchObject({
    out: '',
    err: expect.stringContaining('the sign-in was denied') as string,
  });
  const stranger = await signIn('mallory');
  expect(stranger).toMatchObject({ out: '', err: expect.stringContaining('you have no role in any tenant') as string });
  expect((await cli.run('context list')).out).toContain('no contexts');
}, 60_000);

test('a code that was not issued here, or has another form, is refused', async () => {
  const ask = async (body: unknown): Promise<number> =>
    (await api.askAt('POST', '/sign-in/device/token', { token: null, body: body as Loose })).status;
  expect(await ask({ device: 'bm90IG91cnM' })).toBe(401);
  expect(await ask({ device: Buffer.from(api.secrets.seal('{"code":"x","until":1}')).toString('base64url') })).toBe(
    401,
  );
  expect(await ask({ device: 7 })).toBe(400);
  expect(await ask({ device: 'x'.repeat(9_000) })).toBe(400);
  expect(await ask({ device: 'x'.repeat(20_000) })).toBe(413);
});

test('while the issuer is unavailable no code is issued, and an issued one can still be confirmed', async () => {
  const begun = await api.askAt('POST', '/sign-in/device', { token: null, body: {} });
  const { device } = begun.body as { device: string };
  const poll = async (): Promise<{ status: number; body: unknown }> =>
    api.askAt('POST', '/sign-in/device/token', { token: null, body: { device } });
  expect(await poll()).toMatchObject({ status: 202, body: { state: 'pending' } });
  provider.beAway('/');
  expect((await poll()).status).toBe(503);
  expect((await api.askAt('POST', '/sign-in/device', { token: null, body: {} })).status).toBe(503);
  provider.beAway(null);
  expect((await poll()).status).toBe(202);
});
