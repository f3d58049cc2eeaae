/** Incidents in the web UI: seen from every page, with all that a person on call asks, in one place. */
import { LOOKS } from '#testing/browser/visitor.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';

const product = productForSuite(async (made) => {
  await made.makeWorkers({ failing: ['sh', '-c', 'echo begin; echo "ERROR: the disk is full"; exit 3'] });
  await made.makeJob('billing', 'failing');
  await made.api.call('POST', '/channels', {
    id: 'ops',
    tenant: 'team',
    target: { type: 'webhook', url: 'http://127.0.0.1:9/' },
  });
  await made.api.call('POST', '/rules', {
    id: 'nights',
    tenant: 'team',
    name: 'Nightly jobs',
    when: { type: 'failed' },
    channels: ['ops'],
  });
});

test(
  'an open incident is seen from every page; its page leads to the first error, and tells who was told, what changed and what people know',
  async () => {
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/jobs');
    expect(await page.title()).toBe('Jobs · Carillon');
    await product.ended('billing', await product.runNow('billing'));
    const inNavigation = page.getByRole('link', { name: /^Incidents 1 open$/ });
    await inNavigation.waitFor();
    expect(await page.title()).toBe('(1) Jobs · Carillon');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('favicon-alert.svg');

    await anna.goes('/');
    await page.getByRole('status').getByText('1 incident is open').waitFor();
    await page.getByRole('link', { name: /^Open incidents 1$/ }).waitFor();
    await page
      .getByRole('table', { name: 'Open incidents' })
      .getByRole('link', { name: /^Nightly jobs: / })
      .click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByText('Opened', { exact: true }).waitFor();
    await timeline.getByText('channel:ops').waitFor();
    const changes = page.getByRole('table', { name: 'What was changed in the hour before the incident' });
    await changes.getByRole('link', { name: 'worker failing' }).waitFor();
    await changes.getByText('rule nights').waitFor();

    await page.getByRole('textbox', { name: 'Note' }).fill('The disk is being cleaned');
    await page.getByRole('button', { name: 'Add note' }).click();
    await timeline.getByText('The disk is being cleaned').waitFor();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await timeline.getByText(/^Acknowledged by/).waitFor();
    await page.getByRole('link', { name: 'Incidents', exact: true }).first().waitFor();
    expect(await page.title()).toMatch(/^Nightly jobs/);
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('favicon.svg');

    const problems: string[] = [];
    for (const look of LOOKS) {
      await anna.looksAs(look);
      problems.push(...(await anna.hindrances()));
      expect(await anna.overhang()).toBe(0);
    }
    expect(problems).toEqual([]);
    await anna.pictures('incident');

    await page.getByRole('table', { name: 'Affected jobs' }).getByRole('link', { name: 'First error' }).click();
    await page.getByText('ERROR: the disk is full').waitFor();
  },
  LIMIT_MS,
);
