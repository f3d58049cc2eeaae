/** The web UI by the keyboard: keys for pages and rows, the palette with all that can be done, and what can be taken back. */
import { LOOKS } from '#testing/browser/visitor.js';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';

const product = productForSuite(async (made) => {
  await made.makeWorkers({
    greeter: ['sh', '-c', 'echo hello'],
    failing: ['sh', '-c', 'echo "the disk is full"; exit 3'],
  });
  for (const id of ['alpha', 'beta', 'gamma']) await made.makeJob(id, 'greeter', { labels: { team: 'reports' } });
  await made.makeJob('broken', 'failing');
});
const { api } = product;

test(
  'pages are opened by two keys, rows are walked through, selected and opened by one, and fields take what is typed',
  async () => {
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/');
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Job gamma' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    expect(await page.locator(':focus').innerText()).toBe('Job beta');
    await page.keyboard.press('x');
    await page.getByRole('checkbox', { name: 'Select Job beta', checked: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Name or id' }).fill('');
    await page.keyboard.type('gj?');
    expect(await page.getByRole('searchbox', { name: 'Name or id' }).inputValue()).toBe('gj?');
    await anna.goes('/jobs');
    await page.getByRole('link', { name: 'Job alpha' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Job alpha', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('next row of a list').waitFor();
    const problems: string[] = [];
    for (const look of LOOKS) {
      await anna.looksAs(look);
      problems.push(...(await anna.hindrances()));
    }
    expect(problems).toEqual([]);
    await anna.pictures('keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  LIMIT_MS,
);

test(
  'the palette finds by some letters what can be done on the page, recent pages, workers, errors and labels',
  async () => {
    await product.ended('broken', await product.runNow('broken'));
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/jobs/alpha');
    await page.getByRole('heading', { name: 'Job alpha', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const choose = async (typed: string, name: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(typed);
      await page.getByRole('option', { name }).first().click();
    };
    await choose('jalp', /^Job alpha\s*recent/);
    await page.getByRole('heading', { name: 'Job alpha', exact: true }).waitFor();
    await choose('pau', /^Pause…\s*on this page/);
    await page.getByRole('dialog', { name: 'Pause Job alpha?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose('greet', /^The greeter\s*worker/);
    await page.getByRole('heading', { name: 'The greeter', exact: true }).waitFor();
    await choose('team=reports', /^Jobs with team=reports/);
    await page.getByRole('status').getByText('3 jobs', { exact: true }).waitFor();
    await eventually('the error is grouped', async () =>
      JSON.stringify(await api.call('GET', '/errors')).includes('disk'),
    );
    await choose('disk', /the disk is full\s*error/);
    await page.getByRole('link', { name: 'Errors' }).first().waitFor();
    await page.getByText('the disk is full').first().waitFor();
  },
  LIMIT_MS,
);

test(
  'a pause, a resume and an archiving are taken back by one click',
  async () => {
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/jobs/gamma');
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('the disk');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('The job is paused.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The job is resumed.').waitFor();
    await expect(api.call('GET', '/jobs/gamma')).resolves.toMatchObject({ paused: null });

    await api.call('POST', '/jobs/gamma/pause', { note: 'still the disk' });
    await anna.goes('/jobs/gamma');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('The job is resumed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The job is paused.').waitFor();
    await expect(api.call('GET', '/jobs/gamma')).resolves.toMatchObject({ paused: { note: 'still the disk' } });

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText(/^The job is archived/).waitFor();
    await anna.pictures('undo');
    expect(await anna.hindrances()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The job is paused.').waitFor();
    await eventually('it is paused as before', async () => {
      const job = JSON.stringify(await api.call('GET', '/jobs/gamma'));
      return job.includes('still the disk') && !job.includes('"archived":true');
    });
  },
  LIMIT_MS,
);
