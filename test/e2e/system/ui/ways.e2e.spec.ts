/** Navigation in the web UI: dependencies between jobs, other orders of lists, and the way back to the former place. */
import { asJobId } from '#common/domain/ids.js';
import { delay } from '#common/clock/clock.js';
import { Mongo } from '#common/mongo/mongo.js';
import { inForm } from '#testing/long-form.js';
import { silentLog } from '#testing/servers.js';
import { makeRuns } from '../../../../bench/lists/bench-runs.js';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';
import type { Visitor } from '#testing/browser/visitor.js';

const product = productForSuite(async (made) => {
  await made.makeWorkers({ greeter: ['sh', '-c', 'echo hello'], failing: ['false'] });
  await made.makeJob('fetch', 'greeter');
  await made.makeJob('load', 'greeter', { after: [{ job: 'fetch' }] });
  await made.makeJob('alarm', 'greeter', { after: [{ job: 'fetch', on: 'failed' }] });
  await made.makeJob('report', 'failing', { after: [{ job: 'load' }] });
});
const { api, makeJob, runNow } = product;

test('a job shows its dependencies live, and every job and run in them can be reached by keys', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/load?tab=graph');
  const graph = page.getByRole('region', { name: 'Dependencies of the job' });
  const nodeOf = (name: string) =>
    graph.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await nodeOf('Job report').getByText('Runs when Job load succeeds.').waitFor();
  expect(await graph.getByRole('link', { name: 'Job alarm', exact: true }).count()).toBe(1);
  await runNow('fetch');
  await nodeOf('Job load').getByText('Completed').waitFor();
  await nodeOf('Job report').getByText('Failed').waitFor();
  await graph.getByRole('link', { name: /^Newest run of Job load/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Chain' }).waitFor();
});

test('a run shows its cause and its dependents, and these are run again as a new chain', async () => {
  const first = await runNow('fetch');
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${first}`);
  const after = page.getByRole('list', { name: 'Dependent jobs' });
  await after.getByRole('listitem').filter({ hasText: 'Job load' }).getByText('Finished').waitFor();
  await after.getByText('has no run in this chain').waitFor();
  await after.getByRole('listitem').filter({ hasText: 'Job load' }).locator('a.mono').click();
  await page
    .getByRole('list', { name: 'Caused by' })
    .getByRole('link', { name: first.slice(-12) })
    .waitFor();
  const before = (await api.runs('report')).length;
  await page.getByRole('button', { name: 'Run dependent jobs…' }).click();
  await page.getByRole('button', { name: 'Run dependent jobs', exact: true }).click();
  await page.getByText('report: started').waitFor();
  await eventually('the report runs again', async () => (await api.runs('report')).length > before);
});

test('the dependencies of a job are chosen in the form, and refusals are shown at their field', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await makeJob('digest', 'greeter');
  await anna.goes('/jobs/digest/edit');
  await page.getByRole('button', { name: '+ Add a dependency' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('group', { name: 'Condition 1' }).locator('.mantine-Select-error').waitFor();
  await page.getByRole('combobox', { name: 'Job 1', exact: true }).fill('rep');
  await page.getByRole('option', { name: /Job report/ }).click();
  await page.getByRole('combobox', { name: 'Required result of job 1' }).click();
  await page.getByRole('option', { name: 'has ended with any result' }).click();
  await page.getByRole('button', { name: /^Age, exit codes/ }).click();
  await page.getByRole('textbox', { name: 'Maximum age in seconds' }).fill('3600');
  await page.getByRole('combobox', { name: 'Exit codes' }).fill('0,1,');
  await page.getByRole('textbox', { name: 'At', exact: true }).fill('06:00');
  await page.getByRole('combobox', { name: 'Weekdays' }).fill('mon');
  await page.getByRole('option', { name: 'mon' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Job digest', exact: true }).waitFor();
  await expect(api.call('GET', '/jobs/digest')).resolves.toMatchObject({
    after: [{ job: 'report', on: 'finished', within: 3600, exitCodes: [0, 1] }],
    afterRule: { deadline: { at: '06:00', weekdays: ['mon'] } },
  });
});

// This runs in the page, as text: the types of browsers are not available here.
const SHOWN_IDS = `[...document.querySelectorAll('tr[data-id]')].map(({ dataset }) => dataset.id)`;
const shownIds = async ({ page }: Visitor): Promise<string[]> => page.evaluate<string[]>(SHOWN_IDS);

test('jobs are sorted by column titles, the address names the order, and the page shows the number of jobs', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await makeJob('aaa', 'greeter', { cron: '0 3 1 1 *', labels: { stage: 'sorted' } });
  await makeJob('bbb', 'greeter', { cron: '* * * * *', enabled: true, labels: { stage: 'sorted' } });
  await makeJob('ccc', 'greeter', { labels: { stage: 'sorted' } });
  await anna.goes('/jobs?label=%22stage%3Dsorted%22');
  await page.getByRole('status').getByText('3 jobs', { exact: true }).waitFor();
  expect(await shownIds(anna)).toEqual(['aaa', 'bbb', 'ccc']);
  await page.getByRole('button', { name: 'Next slot' }).click();
  await eventually('the next slot is first', async () => (await shownIds(anna)).join() === 'bbb,aaa,ccc');
  expect(page.url()).toContain('sort=nextSlot');
  await page.getByRole('button', { name: 'Job', exact: true }).click();
  await page.getByRole('button', { name: 'Job', exact: true }).click();
  await eventually('the last name is first', async () => (await shownIds(anna)).join() === 'ccc,bbb,aaa');
  await anna.goes('/jobs?label=%22stage%3Dsorted%22&sort=nextSlot');
  expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('Next slot');
  await anna.looksAs({ scheme: 'light', width: 390 });
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'by name, last first' }).click();
  await eventually('a phone can sort, too', async () => (await shownIds(anna)).join() === 'ccc,bbb,aaa');
});

test('runs are shown oldest first on request', async () => {
  await runNow('load');
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/runs');
  const newest = await shownIds(anna);
  await page.getByRole('button', { name: 'Recorded' }).click();
  await eventually('the oldest is first', async () => (await shownIds(anna))[0] === newest.at(-1));
  expect(page.url()).toContain('sort=createdAt');
});

/** How long a slow next page of a list takes: longer than lists wait before they are read again. */
const SLOW_PAGE_MS = 5_000;
const MANY_RUNS = inForm({ short: 20_000, long: 1_000_000 });
const FILLING_MS = inForm({ short: LIMIT_MS, long: 15 * 60_000 });

// This is the last test: the runs stay.
test(
  'a list of very many runs is filtered, sorted and continued, and shows their number',
  async () => {
    const jobs = Array.from({ length: 10 }, (_, i) => asJobId(`crowd-${i}`));
    const mongo = await Mongo.connect(product.quickstart.state().mongoUri, silentLog);
    await makeRuns(mongo, MANY_RUNS, { jobs, tenants: ['team'], now: Date.now() - 60_000 });
    await mongo.close();
    const anna = await product.visitor();
    const { page } = anna;
    const bodyRows = page.locator('tr[data-id]');
    await anna.goes('/runs');
    // Totals of so many are estimated, or counted only as far as useful.
    await page
      .getByRole('status')
      .getByText(/^(about )?[\d,]+ runs$/)
      .waitFor();
    // While a slow next page is read, runs change, and the list is read again.
    let reads = 0;
    await page.route('**/api/v1/runs?**cursor=**', async (route) => {
      if (reads++ === 0) {
        const run = await runNow('load');
        await product.ended('load', run);
        await delay(SLOW_PAGE_MS);
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show more' }).click();
    await eventually('two pages are shown', async () => (await bodyRows.count()) === 100);
    await page.unroute('**/api/v1/runs?**cursor=**');
    await anna.goes('/runs?state=FAILED');
    await bodyRows.nth(49).waitFor();
    expect(await bodyRows.getByText('Completed', { exact: true }).count()).toBe(0);
    await anna.goes(`/runs?job=${jobs[3] ?? ''}&sort=createdAt`);
    await bodyRows.nth(49).waitFor();
    const [oldest] = await shownIds(anna);
    expect(oldest).toMatch(/^crowd-3-\d{1,3}$/);
    await anna.goes('/');
    await page.getByRole('img', { name: /^Ended runs: / }).waitFor();
  },
  FILLING_MS,
);
