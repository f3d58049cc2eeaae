/** The web UI shows what is true, says where it does not know, and stays while the server does not answer. */
import { z } from 'zod';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';

const MANY_LINES = 20_000;
/** Lines of these that contain "line 123": 123, 1230 to 1239, 12300 to 12399. */
const MATCHING_LINES = 111;
const INDEXES = 60;
const DELAYED = 7;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const jobSchema = z.looseObject({ name: z.string() });

/** Names that differ from what is seen, and columns without a title; the standard set of rules has neither. */
const NAMES = `axe.run(document, { runOnly: { type: 'rule', values: ['label-content-name-mismatch', 'empty-table-header'] } })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;

/** Completed indexes by the header of a run, by the counts of its task, and by the list. */
const COUNTS = `(() => {
  const numberIn = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0);
  return [
    numberIn(document.querySelector('.title-row').textContent, /(\\d+) of ${INDEXES} indexes/),
    numberIn(document.querySelector('.index-counts').textContent, /(\\d+) completed/),
    [...document.querySelectorAll('table.list td .state')].filter(({ textContent }) => textContent === 'Completed').length,
  ];
})()`;

/** The clock of the browser is wrong. */
const aheadBy = (hours: number): string => `{
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...given) {
      super(...(given.length === 0 ? [Right.now() + ${hours * HOUR_MS}] : given));
    }
    static now() {
      return Right.now() + ${hours * HOUR_MS};
    }
  };
}`;

const product = productForSuite(async (made) => {
  await made.makeWorkers({
    greeter: ['sh', '-c', 'echo hello'],
    chatty: ['sh', '-c', `seq -f 'line %.0f' ${MANY_LINES}`],
    napping: ['sh', '-c', 'sleep 0.5'],
    failing: ['false'],
    linked: [
      'sh',
      '-c',
      String.raw`seq -f 'row %.0f' 9000; printf 'see https://a.example/b?c=1. Then \033[36mhttps://d.example/e\033[0m!\nError: no\n'`,
    ],
    bar: ['sh', '-c', String.raw`printf 'copied 1 %%\rcopied 50 %%\rcopied 100 %%\n\033[97;44mwhite on blue\033[0m\n'`],
  });
  await made.makeJob('greet', 'greeter', { cron: '0 */6 * * *' });
  await made.makeJob('chatty', 'chatty');
  await made.makeJob('pieces', 'napping', { parallelism: { withCount: INDEXES, maxActive: 2 } });
  await made.makeJob('broken', 'failing');
  await made.makeJob('linked', 'linked');
  await made.makeJob('bar', 'bar');
});
const { api, runNow, ended } = product;

test('a job that fails stays on the overview beside runs that start later, which are counted apart', async () => {
  const run = await runNow('broken');
  await ended('broken', run);
  const startAfter = new Date(Date.now() + 30 * DAY_MS).toISOString();
  for (let i = 0; i < DELAYED; i++) await runNow('greet', { startAfter });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/');
  await page
    .getByRole('status')
    .getByText(/^One job fails/)
    .waitFor();
  await page.getByRole('link', { name: `Delayed ${DELAYED}` }).waitFor();
  await page.getByRole('link', { name: /^Running 0$/ }).waitFor();
  await page.getByRole('link', { name: /^Pending 0$/ }).waitFor();
  // An executor first begins to count.
  await page.getByRole('link', { name: /^Failed 1 since / }).waitFor({ timeout: LIMIT_MS / 2 });
  expect(await anna.hindrances()).toEqual([]);
  expect(await page.evaluate<string[]>(NAMES)).toEqual([]);
  await anna.pictures('overview-failing');
  await page.getByText('7 d', { exact: true }).click();
  await page.getByText('Ended runs by day (UTC)').waitFor();
  await page.getByRole('img', { name: 'Ended runs: 0 completed, 1 failed, 0 aborted.' }).waitFor();
  await anna.pictures('overview-week');
  await page.getByRole('link', { name: /^Delayed/ }).click();
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'Job greet' })
    .nth(DELAYED - 1)
    .waitFor();
  await anna.goes('/');
  await page.getByRole('link', { name: /^Failed 1 since / }).click();
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await page.getByText('1 run', { exact: true }).waitFor();
  const failures = page.getByRole('row').filter({ hasText: /Job \w+/ });
  await failures.filter({ hasText: 'Job broken' }).waitFor();
  expect(await failures.count()).toBe(1);
  expect(page.url()).toContain('from=');
});

test('a line of a log has an address, which others open, and web addresses in it are links', async () => {
  const run = await runNow('linked');
  await ended('linked', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}`);
  const log = page.getByRole('log');
  for (const href of ['https://a.example/b?c=1', 'https://d.example/e'])
    expect(await log.getByRole('link', { name: href, exact: true }).getAttribute('href')).toBe(href);
  expect(await page.locator('.log-marks [data-kind="trouble"]').count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Search in the log' }).fill('row 17');
  await page.getByText('111 found').waitFor();
  await page.getByRole('button', { name: 'Next match' }).click();
  await page.getByText('1 of 111 found').waitFor();
  await page.getByRole('button', { name: 'Previous match' }).click();
  await page.getByText('111 of 111 found').waitFor();
  await page.getByRole('button', { name: 'Next match' }).click();
  await log.getByRole('link', { name: 'Line 17', exact: true }).click();
  await log.getByRole('link', { name: 'Line 19', exact: true }).click({ modifiers: ['Shift'] });
  const marked = log.locator('[data-marked="true"]');
  expect(await marked.allTextContents()).toEqual(['row 17', 'row 18', 'row 19']);
  expect(await anna.hindrances()).toEqual([]);
  await anna.pictures('log-address');
  const other = await anna.opensTab(page.url().slice(page.url().indexOf('#') + 1));
  await other.getByRole('log').getByText('row 18', { exact: true }).waitFor();
  expect(await other.locator('[data-marked="true"]').allTextContents()).toEqual(['row 17', 'row 18', 'row 19']);
});

test('the edit of a job by somebody else is shown on its page and in the list of jobs', async () => {
  await api.call('PATCH', '/jobs/chatty', { name: 'Job chatty', schedule: null });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs');
  const list = await anna.opensTab('/jobs');
  await list.getByRole('link', { name: 'Job chatty' }).waitFor();
  await anna.goes('/jobs/chatty');
  await page.getByText('There are none: the job is started by hand.').waitFor();
  await api.call('PATCH', '/jobs/chatty', { name: 'Renamed', schedule: { cron: '0 3 * * *' } });
  await page.getByRole('heading', { name: 'Renamed' }).waitFor();
  await page.locator('.next').getByRole('listitem').first().waitFor();
  await list.getByRole('link', { name: 'Renamed' }).waitFor();
  await api.call('PATCH', '/jobs/chatty', { name: 'Job chatty', schedule: null });
});

test('the link of a label with a blank, a comma and other signs finds its jobs, also after a reload', async () => {
  await product.makeJob('signs', 'greeter', { labels: { net: 'R&D, "e" = 50%' } });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs');
  await page.getByRole('link', { name: 'net=R&D, "e" = 50%' }).click();
  await page.getByText('1 job', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Job signs' }).waitFor();
  await page.reload();
  await page.getByText('1 job', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Job signs' }).waitFor();
});

test('a job that somebody else deletes is not shown as present any more', async () => {
  await product.makeJob('brief', 'greeter');
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/brief');
  await page.getByRole('button', { name: 'Run now' }).waitFor();
  await api.call('DELETE', '/jobs/brief');
  await page.getByText('This object does not exist, or you have no permission to see it.').waitFor();
  expect(await page.getByRole('button', { name: 'Run now' }).count()).toBe(0);
});

test.each([26, -26])(
  'times are told by the clock of the server while that of the browser is %d hours ahead',
  async (hours) => {
    const run = await runNow('greet');
    await ended('greet', run);
    const anna = await product.visitor();
    const { page, context } = anna;
    await context.addInitScript({ content: aheadBy(hours) });
    await anna.goes('/jobs/greet');
    await page
      .locator('.next')
      .getByRole('listitem')
      .first()
      .getByText(/^(now|in \d+ (sec|min|hr))/)
      .waitFor();
    await page
      .getByRole('row')
      .getByText(/^(now|\d+ (sec|min)\. ago)$/)
      .first()
      .waitFor();
  },
);

test.each([
  ['with', 'navigator.clipboard'],
  ['without', 'undefined'],
])('a token that was made is copied %s the clipboard that browsers offer to safe pages', async (_with, clipboard) => {
  const anna = await product.visitor();
  const { page, context } = anna;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript({
    content: `Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`,
  });
  await anna.goes('/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: 'Purpose' }).fill('copied');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const made = await page.getByRole('alert').locator('code').textContent();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.focus();
  await page.keyboard.press('Control+v');
  expect(await search.inputValue()).toBe(made);
});

test(
  'the indexes of a running run are live, and agree with its header',
  async () => {
    const run = await runNow('pieces');
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes(`/runs/${run}?tab=indexes`);
    const done = page.getByText(new RegExp(`^\\d+ of ${INDEXES} indexes$`));
    await done.waitFor();
    const seen = new Set<number>();
    await eventually('the header moves, the counts of the task agree with it, and so does the list', async () => {
      const [inHeader, inTask, inList] = z
        .tuple([z.number(), z.number(), z.number()])
        .parse(await page.evaluate(COUNTS));
      expect(inTask).toBe(inHeader);
      if (inHeader < INDEXES && inHeader === inList) seen.add(inHeader);
      return seen.size >= 3;
    });
    await anna.pictures('indexes-live');
    await page.getByText(`${INDEXES} of ${INDEXES} indexes`).waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();
  },
  LIMIT_MS,
);

test(
  'after a reload a long log says how much of it is shown, and a search finds every match',
  async () => {
    const run = await runNow('chatty');
    await ended('chatty', run);
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes(`/runs/${run}`);
    await page.getByText('last 5,000 of 20,000 lines').waitFor();
    await anna.pictures('log-tail');
    await page.getByRole('searchbox', { name: 'Search in the log' }).fill('line 123');
    await page.getByText(`${MATCHING_LINES} found`, { exact: true }).waitFor();
    await page.getByText('20,000 lines', { exact: true }).waitFor();
  },
  LIMIT_MS,
);

test('a progress bar is shown in its last state, and a background as in a terminal', async () => {
  const run = await runNow('bar');
  await ended('bar', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}`);
  await page.getByRole('log').getByText('copied 100 %', { exact: true }).waitFor();
  await page.getByText('2 lines', { exact: true }).waitFor();
  const blue = page.getByText('white on blue');
  const coloursOf = 'element => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]';
  expect(await blue.evaluate(`(${coloursOf})(document.querySelector('.ansi-blue-bg'))`)).toEqual([
    'rgb(10, 95, 196)',
    'rgb(255, 255, 255)',
  ]);
  await anna.pictures('log-colours');
});

test('while the server does not answer, the palette opens, and a page that cannot be loaded says so and can be tried again', async () => {
  const anna = await product.visitor();
  const { page, context } = anna;
  await anna.goes('/jobs');
  await page.getByRole('link', { name: 'Job greet' }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await eventually('the palette is loaded', () =>
    page.evaluate<boolean>(`performance.getEntriesByType('resource').some(({ name }) => /palette-/.test(name))`),
  );
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Job greet' }).waitFor();
  await page.getByRole('link', { name: 'Calendars' }).click();
  await page.getByText('This part of the page could not be loaded, because Carillon did not answer.').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await anna.pictures('part-missing');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Calendars' }).waitFor();
  anna.complaints.splice(0);
});

test('a new tab takes over the sign-in of another one, and signing out ends it in both', async () => {
  const anna = await product.visitor({ token: null });
  const { page } = anna;
  const { uiUrl, token } = product.quickstart.state();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(uiUrl);
  await page.getByLabel('Token').fill(token);
  expect(asked.filter((path) => path.endsWith('/me'))).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const second = await anna.opensTab('/jobs');
  await second.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  expect(await second.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(token);
  await second.getByRole('button', { name: /^Signed in as/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a calendar excludes a day of every year; a day that does not exist is refused at its field', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/calendars');
  await page.getByRole('button', { name: 'New calendar' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Feasts');
  const days = page.getByRole('textbox', { name: 'Excluded days, one per line' });
  await days.fill('12-25\n02-30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('02-30 must be a date such as 2026-12-25, or 12-25 for every year.').waitFor();
  expect(await days.getAttribute('aria-invalid')).toBe('true');
  await anna.pictures('calendar-refused');
  await days.fill('12-25');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '12-25' }).waitFor();
  expect(await page.evaluate<string[]>(NAMES)).toEqual([]);
  const seen = z.object({ slots: z.array(z.object({ flags: z.array(z.string()) })) }).parse(
    await api.call('POST', '/schedules/preview', {
      schedule: { cron: '0 12 25 12 *', timezone: 'Europe/Prague', exclude: ['feasts'] },
      tenant: 'team',
      count: 2,
    }),
  );
  expect(seen.slots.map(({ flags }) => flags.includes('excluded'))).toEqual([true, true]);
});

test('a cron expression that is not valid is marked at its field and in the document while it is typed', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/greet/edit');
  await page.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'By cron expression' }).click();
  const cron = page.getByRole('textbox', { name: 'Cron expressions' });
  await cron.fill('61 25 * * *');
  await page
    .getByText(/minute: 61 is not between 0 and 59/)
    .first()
    .waitFor();
  expect(await cron.getAttribute('aria-invalid')).toBe('true');
  await page.locator('.cm-lintRange-error').first().waitFor();
  await anna.pictures('cron-refused');
  await cron.fill('30 5 * * *');
  await page.locator('.cm-lintRange-error').first().waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Preview' }).getByRole('listitem').first().waitFor();
  expect(await cron.getAttribute('aria-invalid')).not.toBe('true');
  await page.getByRole('button', { name: 'Discard the changes' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
});

test('a user who continues with the stored version of a job has no unsaved changes', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/bar/edit');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Mine');
  await page.getByText('Not saved yet').waitFor();
  const stored = jobSchema.parse(await api.call('GET', '/jobs/bar'));
  await api.call('PATCH', '/jobs/bar', { name: 'Theirs' });
  expect(stored.name).not.toBe('Theirs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with the stored version' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Theirs');
  await anna.goes('/jobs/bar/edit');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(await page.getByText('These are your unsaved changes').count()).toBe(0);
});

test('a run is found in the palette by the id that lists show', async () => {
  const run = await runNow('greet');
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/runs');
  const link = page.locator(`a[title="${run}"]`).first();
  const shown = (await link.textContent()) ?? '';
  expect(shown).toMatch(/^…/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(shown);
  await page.getByRole('option', { name: run }).click();
  await page.waitForURL((url) => url.hash.includes(run));
  await page.getByText(run, { exact: true }).first().waitFor();
});

test('a label and a description belong to the field that they stand at', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/workers/new');
  await page.getByRole('group', { name: 'Resources' }).waitFor();
  expect(await page.getByRole('group', { name: 'Limits of attempts' }).count()).toBe(1);
  expect(await page.getByRole('group', { name: 'Resources' }).getByText('Limits of attempts').count()).toBe(0);
  await anna.goes('/rules/new');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(await page.getByText(/monitor/i).count()).toBe(await page.getByRole('link', { name: 'Monitors' }).count());
});

test('indexes of an ended run that have not begun are not run; an index stands in the address as its number', async () => {
  const run = await runNow('pieces');
  await eventually(
    'the run is running',
    async () => z.looseObject({ phase: z.literal('Running') }).safeParse(await api.call('GET', `/runs/${run}`)).success,
  );
  await api.call('POST', `/runs/${run}/commands`, { command: 'abort' });
  await ended('pieces', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}?tab=indexes`);
  await page
    .locator('.index-counts')
    .getByText(/\d+ not run/)
    .waitFor();
  expect(
    await page
      .locator('.index-counts')
      .getByText(/pending/i)
      .count(),
  ).toBe(0);
  await page.getByRole('link', { name: /^main\/1$/ }).click();
  await page.waitForURL(({ hash }) => /[?&]index=1(&|$)/.test(hash));
});

test('the list of slots follows the runs of the job', async () => {
  await product.makeJob('often', 'greeter', { schedule: { every: 5 } });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/often?tab=slots');
  const completed = page.getByRole('row').filter({ hasText: 'Completed' });
  for (const slot of [0, 1]) await completed.nth(slot).waitFor();
  await api.call('DELETE', '/jobs/often');
});
