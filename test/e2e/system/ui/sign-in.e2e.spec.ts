/** Signing in to the web UI at a real OIDC provider, as users do it: with Debian's Chromium. @promise S6 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Listed,
} from '../../../integration/api/api-under-test.js';
import { CLIENT_ID, startProvider, type LocalProvider } from '../../../integration/api/oidc-provider.js';
import { startBrowser } from '#testing/browser/browser.js';
import { Visitor } from '#testing/browser/visitor.js';

const LIMIT_MS = 240_000;
/** Browsers find the service under this name, which the provider knows; only the browser knows where it really listens. */
const HOST = 'carillon.test';
const PUBLIC_URL = `http://${HOST}`;
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  grace: ['staff'],
  vera: ['readers'],
  mallory: ['others'],
};
/** A folder is named by somebody who wants to see the pages. */
const PICTURES = process.env['CARILLON_PICTURES'];

let api: ApiUnderTest;
let provider: LocalProvider;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/sign-in/callback`, (login) => GROUPS[login] ?? []);
  api = await startApi({
    env: {
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: 'carillon',
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_ROLES: new Map([
        ['staff', [{ tenant: 'ibm', role: 'editor' }]],
        ['readers', [{ tenant: 'ibm', role: 'viewer' }]],
      ]),
    },
  });
  obligingScheduler(api);
  await api.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://h.test' } });
  await api.ask('POST', '/jobs', { body: { id: 'nightly', tenant: 'ibm', name: 'Nightly', worker: 'hook' } });
  browser = await startBrowser({ [HOST]: new URL(api.url).host });
}, LIMIT_MS);
afterAll(async () => {
  await browser.close();
  await api.stop();
  await provider.stop();
}, LIMIT_MS);
beforeEach(async () => {
  visitor = await Visitor.comes(browser, PUBLIC_URL, { token: null });
  ({ page } = visitor);
});
afterEach(async () => {
  provider.beAway(null);
  await visitor.leaves();
});

async function picture(name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
const signInPage = (): Promise<void> => page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
const withAccount = (): Promise<void> => page.getByRole('link', { name: 'With your account' }).click();

/** From the page of the service to the page of the provider, where the user names themselves and agrees. */
async function signIn(login: string): Promise<void> {
  await page.goto(`${PUBLIC_URL}/#/jobs`);
  await signInPage();
  await picture(`${login}-1-asked`);
  await withAccount();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await picture(`${login}-2-provider`);
  await page.locator('button[type="submit"]').click();
  await page.locator('input[name="prompt"][value="consent"]').waitFor({ state: 'attached' });
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`${PUBLIC_URL}/**`);
}
const jobsPage = (): Promise<void> => page.getByRole('link', { name: 'Nightly' }).waitFor();

test('a user who signs in is shown with name and role, reaches the page that they wanted, and signs out', async () => {
  const requested: URL[] = [];
  page.on('request', (request) => requested.push(new URL(request.url())));
  await signIn('grace');
  await jobsPage();
  await page.getByRole('link', { name: 'New job' }).waitFor();
  await picture('grace-3-signed-in');
  const asked = requested.find(({ origin, pathname }) => origin === provider.issuer && pathname === '/auth');
  expect(asked?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(asked?.searchParams.get('response_type')).toBe('code');
  // No script of the page, nor one that is injected into it, can read the session.
  expect(
    await page.evaluate<string>('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
  ).not.toMatch(/carillon-session|carillon\.token/);
  const session = (await visitor.context.cookies()).find(({ name }) => name === 'carillon-session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('button', { name: 'Signed in as grace h' }).click();
  await page.getByText('editor in ibm').waitFor();
  await picture('grace-4-menu');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signInPage();
  await page.reload();
  await signInPage();
  const sessionHeaders = { cookie: `carillon-session=${session?.value ?? ''}`, 'carillon-page': '1' };
  expect((await api.ask('GET', '/me', { token: null, headers: sessionHeaders })).status).toBe(401);
});

test('roles come from the claims: a reader can change nothing, and a user without a role is told so', async () => {
  await signIn('vera');
  await jobsPage();
  expect(await page.getByRole('link', { name: 'New job' }).count()).toBe(0);
  await picture('vera-3-reader');
  await visitor.leaves();
  visitor = await Visitor.comes(browser, PUBLIC_URL, { token: null });
  ({ page } = visitor);
  await signIn('mallory');
  await page.getByText('Your account has no role in any tenant.').waitFor();
  await picture('mallory-3-refused');
  expect((await visitor.context.cookies()).some(({ name }) => name === 'carillon-session')).toBe(false);
});

test('a session that has expired leads to the sign-in, and from there back to the page', async () => {
  await signIn('grace');
  await jobsPage();
  const sessions = await api.ask<Listed<{ id: string; createdBy: string }>>('GET', '/tokens?limit=500');
  const ids = sessions.body.items.filter(({ createdBy }) => createdBy === 'sign-in').map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  const tokens = api.mongo.collection<{ _id: string }>('tokens');
  await tokens.updateMany({ _id: { $in: ids } }, { $set: { expiresAt: Date.now() - 1 } });
  await page.reload();
  await signInPage();
  await picture('grace-5-expired');
  // The provider still knows the user: it asks for nothing.
  await withAccount();
  await jobsPage();
});

test('while the provider is unavailable the page says so, and a user who has signed in before can continue', async () => {
  // Pages for browsers work, requests of the service do not.
  provider.beAway('/token');
  await signIn('vera');
  await page.getByText('The sign-in service does not answer. Try again later.').waitFor();
  await picture('vera-4-away');
  provider.beAway(null);
  await withAccount();
  await jobsPage();
  provider.beAway('/');
  await page.reload();
  await jobsPage();
});
