/**
 * The purpose of the web UI, as one story without any document: a schedule, a run, a failure among a thousand indexes, jobs that are
 * paused together, and a night that was missed. Each step uses only the page to which the step before has led.
 */
import { resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';

const HOUR_MS = 3_600_000;
const NIGHT_HOURS = 8;
const shell = (script: string): string[] => ['sh', '-c', script];
const attemptsSchema = z.object({ items: z.array(z.object({ index: z.number() })) });

const product = productForSuite(async (made) => {
  await made.makeWorkers({
    reporter: shell('for i in 1 2 3 4 5; do echo page $i of the report; sleep 1; done; echo the report is sent'),
    // Index 617 finds its input broken.
    importer: shell(
      'test $JOB_COMPLETION_INDEX -ne 617 && exit 0; echo reading part 617; echo "error: part 617 has no header" >&2; exit 3',
    ),
    greeter: shell('echo hello'),
  });
  const parallelism = { withCount: 1_000, maxActive: 50 };
  await made.makeJob('import', 'importer', { name: 'Import', parallelism, onFailure: 'WaitForRemaining' });
  for (const id of ['invoices', 'reminders']) {
    await made.makeJob(id, 'greeter', { name: id, cron: '0 6 * * *', labels: { area: 'billing' } });
  }
  await made.makeJob('sync', 'greeter', { name: 'Sync', cron: '0 * * * *', misfire: { policy: 'skip' } });
});
const { quickstart, api } = product;

/** As if the service had been off for hours: no outcome of a slot since then is recorded, and a scheduler finds that. */
async function wasAway(job: string): Promise<void> {
  const mongo = await MongoClient.connect(quickstart.state().mongoUri);
  const before = Date.now() - NIGHT_HOURS * HOUR_MS;
  const schedules = mongo.db().collection<{ _id: string }>('schedules');
  const since = { mark: before, effectiveFrom: before, nextSlotAt: before };
  const { modifiedCount } = await schedules.updateOne({ _id: job }, { $set: since, $inc: { rev: 1 } });
  await mongo.close();
  if (modifiedCount !== 1) throw new Error(`the schedule of ${job} was not found`);
  await quickstart.killService('scheduler');
}

const folder =
  process.env['CARILLON_TOUR'] === undefined
    ? quickstart.dataDir
    : resolve(import.meta.dirname, '../../../../docs/tour');
async function picture(page: Page, name: string): Promise<void> {
  const bytes = await page.screenshot({ path: resolve(folder, `story-${name}.png`) });
  expect(bytes.length).toBeGreaterThan(10_000);
}
const toPage = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

async function makesCalendar(page: Page): Promise<void> {
  await toPage(page, 'Calendars');
  await page.getByRole('button', { name: 'New calendar' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Holidays');
  await page.getByLabel('Excluded days').fill('2026-12-25\n2027-01-01');
  await picture(page, '1-calendar');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: /Holidays/ }).waitFor();
}

async function schedulesJob(page: Page): Promise<void> {
  await toPage(page, 'Jobs');
  await page.getByRole('link', { name: 'New job' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Morning report');
  await page.getByRole('combobox', { name: 'Worker' }).click();
  await page.getByRole('option', { name: /The reporter/ }).click();
  await page.getByText('At times').click();
  await page.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'On days of the week' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await page.getByRole('combobox', { name: 'Except on' }).click();
  await page.getByRole('option', { name: 'Holidays' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Would run (Europe/Berlin)').waitFor();
  await picture(page, '2-schedule');
  await page.getByRole('button', { name: 'Create the job' }).click();
  await page.getByRole('heading', { name: 'Morning report' }).waitFor();
  const id = /jobs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await expect(api.call('GET', `/jobs/${id}`)).resolves.toMatchObject({
    schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin', exclude: ['holidays'] },
  });
}

async function watchesItRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('log').getByText('page 2 of the report').waitFor();
  await picture(page, '3-running');
  await page.getByRole('log').getByText('the report is sent').waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor();
}

async function findsTheFailedIndex(page: Page): Promise<void> {
  await toPage(page, 'Overview');
  await page.getByRole('link', { name: 'Import' }).first().waitFor();
  await picture(page, '4-overview');
  await toPage(page, 'Runs');
  await page.getByRole('row').filter({ hasText: 'Import' }).locator('a.mono').first().click();
  await page.getByRole('link', { name: 'Show the failed indexes' }).click();
  await page.getByRole('link', { name: 'main/617' }).waitFor();
  await picture(page, '5-indexes');
  await page.getByRole('link', { name: 'main/617' }).click();
  await page.getByRole('log').getByText('part 617 has no header').waitFor();
  await picture(page, '6-why');
}

async function rerunsJustThat(page: Page, failed: string): Promise<void> {
  await page.getByRole('button', { name: 'Run again…' }).click();
  await page.getByRole('radio', { name: 'Only the 1 index that has not succeeded' }).check();
  await picture(page, '7-run-again');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes(failed));
  const again = /runs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await product.ended('import', again);
  const attempts = attemptsSchema.parse(await api.call('GET', `/runs/${again}/attempts`)).items;
  expect(attempts.map(({ index }) => index)).toEqual([617]);
}

async function pausesByLabel(page: Page): Promise<void> {
  await toPage(page, 'Jobs');
  await page.getByRole('link', { name: 'area=billing' }).first().click();
  await page.getByRole('status').getByText('2 jobs', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Pause…' }).click();
  await page.getByText('invoices, reminders').waitFor();
  await picture(page, '8-pause');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Pause: 2 jobs – done').waitFor();
  for (const id of ['invoices', 'reminders']) {
    expect(await api.call('GET', `/jobs/${id}`)).toMatchObject({ paused: { note: null } });
  }
  expect(await api.call('GET', '/jobs/sync')).toMatchObject({ paused: null });
}

const gapsSchema = z.object({ items: z.array(z.object({ outcome: z.string(), count: z.number() })) });

/** Slots of the night; one fewer within a minute after the hour, when the last of them still counts as on time. */
async function missedOf(job: string): Promise<number> {
  const { items } = gapsSchema.parse(await api.call('GET', `/jobs/${job}/gaps`));
  return items.filter(({ outcome }) => outcome === 'missed').reduce((all, { count }) => all + count, 0);
}

async function backfillsTheNight(page: Page): Promise<void> {
  await toPage(page, 'Overview');
  const missed = page.getByRole('row').filter({ hasText: 'Sync' }).filter({ hasText: 'Backfill' });
  await missed.waitFor();
  await picture(page, '9-missed');
  const slots = await missedOf('sync');
  expect(slots).toBeGreaterThanOrEqual(NIGHT_HOURS - 1);
  await missed.getByRole('link', { name: 'Backfill' }).click();
  // The range is already filled in.
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(`${slots} slots:`).waitFor();
  await picture(page, '10-backfill');
  await page.getByRole('button', { name: `Run ${slots}`, exact: true }).click();
  await eventually('each slot of the night has run', async () => {
    const runs = await api.runs('sync');
    return runs.filter(({ trigger, state }) => trigger === 'backfill' && state === 'FINISHED').length === slots;
  });
  await page.getByText(`${slots} of ${slots}`).waitFor();
  await page.getByText('missed, backfilled').first().waitFor();
  await picture(page, '11-made-up');
}

test(
  'a user without any document schedules, watches, finds a failure, reruns it, pauses by label, and makes up for a night',
  async () => {
    const failed = await product.runNow('import');
    await wasAway('sync');
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/');
    await makesCalendar(page);
    await schedulesJob(page);
    await watchesItRun(page);
    await product.ended('import', failed);
    await findsTheFailedIndex(page);
    await rerunsJustThat(page, failed);
    await pausesByLabel(page);
    await backfillsTheNight(page);
    expect(await anna.hindrances()).toEqual([]);
  },
  LIMIT_MS,
);
