/** Back, forward and links: lists are as the user left them, and an address opens its page, also for a user who has to sign in first. */
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';
import type { Visitor } from '#testing/browser/visitor.js';

/** More than two pages of a list. */
const MANY_JOBS = 120;
const TWO_PAGES = 100;
const LIST = '/jobs?label=%22stage%3Dlisted%22&sort=-name';
let run = '';

const product = productForSuite(async (made) => {
  await made.makeWorkers({
    greeter: ['sh', '-c', 'echo index $JOB_COMPLETION_INDEX; test $JOB_COMPLETION_INDEX -ne 1'],
  });
  const numbers = Array.from({ length: MANY_JOBS }, (_, i) => String(i).padStart(3, '0'));
  for (const number of numbers) await made.makeJob(`job-${number}`, 'greeter', { labels: { stage: 'listed' } });
  await made.makeJob('many', 'greeter', { parallelism: { withCount: 3 }, onFailure: 'WaitForRemaining' });
  run = await made.runNow('many');
  await made.ended('many', run);
});

// This runs in the page, as text: the types of browsers are not available here.
const shownRows = ({ page }: Visitor): Promise<number> => page.locator('tr[data-id]').count();
const scrolledTo = ({ page }: Visitor): Promise<number> => page.evaluate<number>('Math.round(scrollY)');

test('a list to which the user goes back has its filters, its order, all of its pages and its scroll position', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(LIST);
  await page.getByRole('button', { name: 'Show more' }).click();
  await eventually('two pages are shown', async () => (await shownRows(anna)) === TWO_PAGES);
  // With the last name first, the job of number 030 is the 90th.
  const job = page.getByRole('link', { name: 'Job job-030', exact: true });
  await job.scrollIntoViewIfNeeded();
  const left = await scrolledTo(anna);
  const address = page.url();
  expect(left).toBeGreaterThan(1_000);
  await job.click();
  await page.getByRole('heading', { name: 'Job job-030' }).waitFor();
  expect(await scrolledTo(anna)).toBe(0);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'What changed' }).waitFor();
  await page.goBack();
  await job.waitFor();
  expect(page.url()).toBe(address);
  expect(await shownRows(anna)).toBe(TWO_PAGES);
  await eventually('the list stands where it was left', async () => (await scrolledTo(anna)) === left);
  await page.goForward();
  await page.getByRole('button', { name: 'What changed' }).waitFor();
  await page.goBack();
  await eventually('the list stands there again', async () => (await scrolledTo(anna)) === left);
});

test('the state by which indexes are filtered is kept when the user goes back, and is part of the address', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}?tab=indexes`);
  await page.getByRole('link', { name: 'main/1' }).waitFor();
  await page.getByText('Completed', { exact: true }).last().click();
  await page.getByRole('link', { name: 'main/2' }).click();
  await page.getByRole('log').getByText('index 2').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'main/2' }).waitFor();
  expect(page.url()).toContain('state=succeeded');
  expect(await page.getByRole('link', { name: 'main/1' }).count()).toBe(0);
});

/** Every tab of a job and of a run, with the place in the address that names it. */
const TABS: Readonly<Record<string, string>> = {
  '/jobs/many': 'Runs',
  '/jobs/many?tab=trend': 'Trend',
  '/jobs/many?tab=slots': 'Slots and backfill',
  '/jobs/many?tab=graph': 'Dependencies',
  '/jobs/many?tab=definition': 'Definition',
  '/jobs/many?tab=versions': 'Versions',
  '/jobs/many?tab=storage': 'Storage',
  '/jobs/many?tab=deliveries': 'Deliveries',
  '/runs/RUN': 'Log',
  '/runs/RUN?tab=indexes': 'Indexes',
  '/runs/RUN?tab=attempts': 'Attempts',
  '/runs/RUN?tab=input': 'Input',
  '/runs/RUN?tab=events': 'Transitions',
  '/runs/RUN?tab=deliveries': 'Deliveries',
};
const HEADINGS: Readonly<Record<string, string>> = {
  '/': 'Overview',
  '/jobs': 'Jobs',
  '/jobs/new': 'New job',
  '/runs': 'Runs',
  '/incidents': 'Incidents',
  '/errors': 'Errors',
  '/workers': 'Workers',
  '/workers/greeter': 'The greeter',
  '/calendars': 'Calendars',
  '/channels': 'Channels',
  '/monitors': 'Monitors',
  '/rules': 'Rules',
  '/rules/new': 'New rule',
  '/tenants': 'Tenants',
  '/tokens': 'Tokens',
  '/audit': 'Audit log',
  '/system': 'System',
};

test(
  'each page and each tab is opened by its address',
  async () => {
    const anna = await product.visitor();
    for (const [place, name] of Object.entries(HEADINGS)) {
      await anna.goes(place);
      await anna.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    }
    for (const [place, name] of Object.entries(TABS)) {
      await anna.goes(place.replace('RUN', run));
      await anna.page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await anna.page.getByRole('tabpanel', { name, exact: true }).waitFor();
    }
    // The page of a failed run, whose reason is a link.
    for (const scheme of ['light', 'dark'] as const) {
      await anna.looksAs({ scheme, width: 390 });
      expect(await anna.hindrances()).toEqual([]);
      expect(await anna.overhang()).toBe(0);
    }
  },
  LIMIT_MS,
);

test(
  'a failed run links to similar failures, which are muted and opened again there',
  async () => {
    const anna = await product.visitor();
    await anna.goes(`/runs/${run}`);
    await anna.page.getByRole('link', { name: 'Show failures like this one' }).click();
    await anna.page.getByRole('heading', { name: 'Stored runs' }).waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await anna.looksAs({ scheme, width: 390 });
      expect(await anna.hindrances()).toEqual([]);
      expect(await anna.overhang()).toBe(0);
    }
    await anna.page.getByRole('button', { name: 'Mute…' }).click();
    await anna.page.getByLabel('Reason (optional)').fill('known');
    await anna.page.getByRole('button', { name: 'Mute', exact: true }).click();
    await anna.page.getByText('It opens again when a new version of a job fails with it.').waitFor();
    await anna.page.getByRole('button', { name: 'Unmute' }).click();
    await anna.page
      .getByText('It opens again when a new version of a job fails with it.')
      .waitFor({ state: 'detached' });
    await anna.page.getByRole('button', { name: 'Run again…' }).click();
    await anna.page.getByRole('dialog').getByText('A run is run again only once', { exact: false }).waitFor();
    await anna.page.getByRole('button', { name: 'Cancel' }).click();
  },
  LIMIT_MS,
);

test('a user who has to sign in first reaches the tab and the filtered list of the address', async () => {
  const { uiUrl, token } = product.quickstart.state();
  for (const [place, shown] of [
    [`/runs/${run}?tab=indexes&state=succeeded`, 'main/2'],
    [LIST, 'Job job-119'],
  ] as const) {
    const { page } = await product.visitor({ token: null });
    await page.goto(`${uiUrl}#${place}`);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: shown, exact: true }).waitFor();
    expect(decodeURIComponent(page.url())).toContain(decodeURIComponent(place));
  }
});
