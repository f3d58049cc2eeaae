/** How people find their way in the web UI: what runs after what, lists in other orders, and back to where they were. */
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { QuickstartProcess } from '../../support/quickstart-process.js';
import { startBrowser } from './support/browser.js';
import { Visitor, type Look } from './support/visitor.js';

const LIMIT_MS = 240_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
let browser: Browser;
const visitors: Visitor[] = [];
const began = z.object({ run: z.object({ id: z.string() }) });

async function visitor(look: Partial<Look> = {}): Promise<Visitor> {
  const { uiUrl, token } = quickstart.state();
  const came = await Visitor.comes(browser, uiUrl, { token, ...look });
  visitors.push(came);
  return came;
}

const runNow = async (job: string): Promise<string> =>
  began.parse(await api.call('POST', `/jobs/${job}/run`, {})).run.id;
const job = (id: string, worker: string, more: object = {}): Promise<unknown> =>
  api.call('POST', '/jobs', { id, tenant: 'team', name: `Job ${id}`, worker, ...more });

beforeAll(async () => {
  [browser] = await Promise.all([startBrowser(), quickstart.start('--empty')]);
  await api.call('POST', '/tenants', { id: 'team', name: 'Team' });
  const workers = { greeter: ['sh', '-c', 'echo hello'], failing: ['false'] };
  for (const [id, command] of Object.entries(workers)) {
    await api.call('POST', '/workers', { id, name: `The ${id}`, engine: 'process', command });
  }
  await job('fetch', 'greeter');
  await job('load', 'greeter', { after: [{ job: 'fetch' }] });
  await job('alarm', 'greeter', { after: [{ job: 'fetch', on: 'failed' }] });
  await job('report', 'failing', { after: [{ job: 'load' }] });
}, LIMIT_MS);

afterEach(async () => {
  const complaints = visitors.flatMap((each) => each.complaints);
  await Promise.all(visitors.splice(0).map((each) => each.leaves()));
  // What a form is refused is told by its own test.
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await quickstart.dispose();
}, LIMIT_MS);

test('a job shows what runs after what, live, and every job and run in it can be reached by keys', async () => {
  const anna = await visitor();
  const { page } = anna;
  await anna.goes('/jobs/load?tab=graph');
  const graph = page.getByRole('region', { name: 'Jobs and what runs after what' });
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

test('a run says what has caused it and what it has caused, and that is run again as a new chain', async () => {
  const first = await runNow('fetch');
  const anna = await visitor();
  const { page } = anna;
  await anna.goes(`/runs/${first}`);
  const after = page.getByRole('list', { name: 'What runs after it' });
  await after.getByRole('listitem').filter({ hasText: 'Job load' }).getByText('Finished').waitFor();
  await after.getByText('has no run of this chain').waitFor();
  await after.getByRole('listitem').filter({ hasText: 'Job load' }).locator('a.mono').click();
  await page
    .getByRole('list', { name: 'Caused by' })
    .getByRole('link', { name: first.slice(-12) })
    .waitFor();
  const before = (await api.runs('report')).length;
  await page.getByRole('button', { name: 'Run what depends on it…' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByText('report: started').waitFor();
  await eventually('the report runs again', async () => (await api.runs('report')).length > before);
});

test('after which jobs a job runs is chosen in the form, and refusals stand at their field', async () => {
  const anna = await visitor();
  const { page } = anna;
  await job('digest', 'greeter');
  await anna.goes('/jobs/digest/edit');
  await page.getByRole('button', { name: '+ Run after another job' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('group', { name: 'Condition 1' }).locator('.mantine-Select-error').waitFor();
  await page.getByRole('combobox', { name: 'Job 1', exact: true }).fill('rep');
  await page.getByRole('option', { name: /Job report/ }).click();
  await page.getByRole('combobox', { name: 'How job 1 has to end' }).click();
  await page.getByRole('option', { name: 'has ended, however' }).click();
  await page.getByRole('button', { name: /^Age, exit codes/ }).click();
  await page.getByRole('textbox', { name: 'Within seconds' }).fill('3600');
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

// What runs in the page, as text: the types of browsers are none of ours.
const SHOWN_IDS = `[...document.querySelectorAll('tr[data-id]')].map(({ dataset }) => dataset.id)`;
const shownIds = async ({ page }: Visitor): Promise<string[]> => page.evaluate<string[]>(SHOWN_IDS);

test('jobs are sorted by the titles of columns, the address says how, and the page says how many there are', async () => {
  const anna = await visitor();
  const { page } = anna;
  await job('aaa', 'greeter', { cron: '0 3 1 1 *', labels: { stage: 'sorted' } });
  await job('bbb', 'greeter', { cron: '* * * * *', enabled: true, labels: { stage: 'sorted' } });
  await job('ccc', 'greeter', { labels: { stage: 'sorted' } });
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
  const anna = await visitor();
  const { page } = anna;
  await anna.goes('/runs');
  const newest = await shownIds(anna);
  await page.getByRole('button', { name: 'Recorded' }).click();
  await eventually('the oldest is first', async () => (await shownIds(anna))[0] === newest.at(-1));
  expect(page.url()).toContain('sort=createdAt');
});
