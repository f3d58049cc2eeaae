/** What operators of an installation see in the web UI: health, lag, keys, rights, changes of many jobs, a year of outcomes. */
import { z } from 'zod';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { Mongo } from '#common/mongo/mongo.js';
import { silentLog } from '#testing/servers.js';
import { storeRun } from '../../../integration/api/stored-runs.js';
import { eventually } from '../../support/eventually.js';
import { LIMIT_MS, productForSuite } from './support/product-in-browser.js';

const DAY_MS = 86_400_000;
/** More than the list shows at first. */
const MANY_JOBS = 120;
const tokenSchema = z.object({ token: z.string() });
const jobsSchema = z.object({ items: z.array(z.object({ paused: z.unknown() })) });

const product = productForSuite(async (made) => {
  await made.makeWorkers({ greeter: ['sh', '-c', 'echo hello'], lasting: ['sleep', '600'] });
  await made.api.call('POST', '/tenants', { id: 'other', name: 'Other team' });
  await made.makeJob('nightly', 'greeter', { cron: '0 3 * * *', secureParameters: { password: 'quite-secret' } });
  await made.makeJob('lasting', 'lasting', { labels: { kind: 'lasting' } });
});
const { quickstart, api, makeJob, runNow } = product;

async function tokenOf(role: string, tenant = 'team'): Promise<string> {
  return tokenSchema.parse(await api.call('POST', '/tokens', { name: role, roles: [{ tenant, role }] })).token;
}

test.each(['scheduler', 'executor', 'log-collector'] as const)(
  'while no %s is active the overview reports it to everybody, and no longer when it is back',
  async (service) => {
    const vera = await product.visitor({ token: await tokenOf('viewer') });
    const { page } = vera;
    await vera.goes('/');
    await page.getByText('Healthy').waitFor();
    const { pid } = quickstart.state().services[service];
    process.kill(pid, 'SIGSTOP');
    try {
      await page.getByText(`Unavailable: ${service}`, { exact: true }).waitFor();
      await page
        .getByRole('status')
        .getByText(new RegExp(`^${service} is unavailable`, 'i'))
        .waitFor();
      await vera.pictures(`health-${service}`);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await page.getByText('Healthy').waitFor();
  },
);

test('the system page shows how far each replica is behind, which are silent, and what still needs which key', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/system');
  const replicas = page.getByRole('table', { name: 'Replicas of the services' });
  await replicas.getByRole('row').filter({ hasText: 'executor' }).getByText('no lag').waitFor();
  await page.getByText('0 dispatches wait in NATS').waitFor();
  const keys = page.getByRole('table', { name: 'Encryption keys' });
  await keys.getByText('Encrypts new values').waitFor();
  await anna.pictures('system');
  expect(await page.content()).not.toContain('quite-secret');
  const { pid } = quickstart.state().services.executor;
  process.kill(pid, 'SIGSTOP');
  try {
    await replicas.getByRole('row').filter({ hasText: 'executor' }).getByText('Silent').waitFor();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test.each([
  ['/jobs/new', 'You may not create jobs', 'editor'],
  ['/jobs/nightly/edit', 'You may not edit this job', 'editor'],
  ['/workers/new', 'You may not create workers', 'admin'],
  ['/workers/greeter/edit', 'You may not edit this worker', 'admin'],
  ['/rules/new', 'You may not create rules', 'editor'],
  ['/tokens', 'You may not see tokens', 'owner'],
  ['/audit', 'You may not see the audit log', 'owner'],
])(
  'a user who opens %s by its address without the right to it sees which role is required',
  async (place, says, role) => {
    const vera = await product.visitor({ token: await tokenOf('viewer') });
    const { page } = vera;
    await vera.goes(place);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: says }).waitFor();
    await alert.getByText(role, { exact: true }).waitFor();
    await alert.getByText('You have the role viewer in the tenant team.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await vera.hindrances()).toEqual([]);
    await vera.pictures(`may-not${place.replaceAll('/', '-')}`);
  },
);

test('jobs that have not succeeded for the longest time are found from the overview, and by label and age', async () => {
  await makeJob('each-second', 'greeter', { cron: '* * * * * *', labels: { rhythm: 'second' } });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/');
  const tile = page.getByRole('link', { name: /^Oldest success/ });
  await tile.getByText('never').waitFor();
  await tile.click();
  await page.getByRole('heading', { name: 'Last successes', exact: true }).waitFor();
  const list = page.getByRole('table', { name: 'Last successes of jobs' });
  const rows = list.getByRole('row');
  await eventually('a success is seen', async () => {
    const texts = await rows.allTextContents();
    return /Job each-second\d/.test(texts.at(-1) ?? '') ? texts : null;
  });
  await rows.filter({ hasText: 'Job nightly' }).getByText('never succeeded').waitFor();
  expect(await rows.filter({ hasText: 'Job lasting' }).count()).toBe(0);
  expect(await anna.hindrances()).toEqual([]);
  await anna.pictures('last-successes');
  await page.getByRole('searchbox', { name: 'Label' }).fill('rhythm=second');
  await rows.filter({ hasText: 'Job nightly' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Job each-second' }).waitFor();
  await page.getByRole('combobox', { name: 'Without a success for' }).click();
  await page.getByRole('option', { name: 'a day' }).click();
  await page.getByText('No job matches the filter.').waitFor();
  await anna.goes('/jobs');
  await page.getByRole('link', { name: 'Last successes' }).click();
  await rows.filter({ hasText: 'Job nightly' }).waitFor();
  await api.call('POST', '/jobs/each-second/pause');
});

test('all jobs that a filter finds, more than the list shows, are paused by one request after their number was shown', async () => {
  for (let i = 0; i < MANY_JOBS; i++)
    await makeJob(`crowd-${i}`, 'greeter', { cron: '0 5 * * *', labels: { set: 'crowd' } });
  const anna = await product.visitor();
  const { page } = anna;
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') changes.push(new URL(request.url()).pathname);
  });
  await anna.goes('/jobs?label=%22set%3Dcrowd%22');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByText('50 selected').waitFor();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await page.getByRole('button', { name: 'Pause…' }).click();
  await page.getByText(`Pause: ${MANY_JOBS} jobs`).waitFor();
  await page.getByText(`and ${MANY_JOBS - 12} more`).waitFor();
  await anna.pictures('bulk-preview');
  await page.getByLabel('Reason (optional)').fill('the database is being moved');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText(`Pause: ${MANY_JOBS} jobs – done`).waitFor();
  const { items } = jobsSchema.parse(await api.call('GET', '/jobs?label=set=crowd&limit=500'));
  expect(items.filter(({ paused }) => paused === null)).toEqual([]);
  expect(items).toHaveLength(MANY_JOBS);
  expect(new Set(changes)).toEqual(new Set(['/api/v1/bulk']));
});

test('the runs of chosen jobs are aborted together, and their number is shown', async () => {
  const run = await runNow('lasting');
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs?label=%22kind%3Dlasting%22');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Abort runs…' }).click();
  await page.getByText('Abort runs: 1 run', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Abort runs', exact: true }).click();
  await page.getByText('Abort runs: 1 run – done').waitFor();
  await product.ended('lasting', run);
});

test('a rule is created without typing an id: jobs and channels are found', async () => {
  await api.call('POST', '/channels', {
    id: 'ops',
    tenant: 'team',
    name: 'Operations',
    target: { type: 'slack', url: 'http://127.0.0.1:9/x' },
  });
  await api.call('POST', '/channels', {
    id: 'theirs',
    tenant: 'other',
    target: { type: 'slack', url: 'http://127.0.0.1:9/x' },
  });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/rules/new');
  await page.getByRole('textbox', { name: 'Id' }).fill('nights');
  await page.getByRole('combobox', { name: 'Tenant' }).fill('tea');
  await page.getByRole('option', { name: /Team/ }).click();
  await page.getByRole('combobox', { name: 'Only this job' }).fill('night');
  await page.getByRole('option', { name: /Job nightly/ }).click();
  expect(await page.getByRole('combobox', { name: 'Only this job' }).inputValue()).toBe('Job nightly (nightly)');
  await page.getByRole('combobox', { name: 'Channels' }).first().click();
  await page.getByRole('option', { name: /Operations/ }).waitFor();
  expect(await page.getByRole('option', { name: /theirs/ }).count()).toBe(0);
  await page.getByRole('option', { name: /Operations/ }).click();
  await page.keyboard.press('Escape');
  await anna.pictures('rule-form');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  await expect(api.call('GET', '/rules/nights?tenant=team')).resolves.toMatchObject({
    tenant: 'team',
    match: { job: 'nightly' },
    channels: ['ops'],
  });
});

test(
  'the outcomes of a year are shown day by day, and each day links to its runs',
  async () => {
    await makeJob('yearly', 'greeter');
    const mongo = await Mongo.connect(quickstart.state().mongoUri, silentLog);
    const midday = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
    const of = { job: asJobId('yearly'), tenant: asTenantId('team') };
    for (let day = 1; day < 300; day += 1 + (day % 4)) {
      const phase = day % 11 === 0 ? 'Failed' : 'Completed';
      await storeRun(mongo, `yearly-${day}`, { ...of, createdAt: midday - day * DAY_MS, phase });
      if (day % 3 === 0)
        await storeRun(mongo, `yearly-${day}b`, { ...of, createdAt: midday - day * DAY_MS + 1, phase: 'Completed' });
    }
    await mongo.close();
    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/jobs/yearly?tab=trend');
    const year = page.getByRole('group', { name: /^Of the last year: \d+ completed, \d+ failed/ });
    const failed = year.locator('a[data-tone="bad"]').first();
    await failed.waitFor();
    await anna.pictures('year');
    await page.keyboard.press('Tab');
    // The keyboard focus comes to the newest day with runs; the arrow keys move on.
    await year.locator('a[tabindex="0"]').focus();
    await page.keyboard.press('ArrowLeft');
    await eventually('another day has the focus', async () =>
      page.evaluate<boolean>(`document.activeElement.tabIndex === -1`),
    );
    await failed.click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.getByRole('status').getByText('1 run', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Recorded from/ }).click();
    await page.getByRole('button', { name: /^Recorded from/ }).waitFor({ state: 'detached' });
  },
  LIMIT_MS,
);

// This is the last test: from here on the worker is not available to everybody.
test('lists are filtered by a worker, and a worker is given to tenants, which are found by a part of their names', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs');
  await page.getByRole('combobox', { name: 'Worker' }).fill('LASTI');
  await page.getByRole('option', { name: /The lasting/ }).click();
  await page.getByRole('status').getByText('1 job', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'No worker' }).click();
  await page.waitForURL((url) => !url.hash.includes('worker'));
  await anna.goes('/workers/greeter/edit');
  const tenants = page.getByRole('combobox', { name: 'Tenants that may use it' });
  for (const [part, name] of [
    ['oth', /Other team/],
    ['tea', /^Team/],
  ] as const) {
    // The form grows with each tenant, and its end stays visible: in the middle the whole list has room.
    await tenants.evaluate(`(field) => field.scrollIntoView({ block: 'center' })`);
    await tenants.fill(part);
    await page.getByRole('option', { name }).click();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'The greeter', exact: true }).waitFor();
  await expect(api.call('GET', '/workers/greeter')).resolves.toMatchObject({ tenants: ['other', 'team'] });
});
