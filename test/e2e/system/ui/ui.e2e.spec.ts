/** The web UI as users use it, with Debian's Chromium against the real services. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { eventually } from '../../support/eventually.js';
import { productForSuite } from './support/product-in-browser.js';
import { LOOKS } from '#testing/browser/visitor.js';

const MANY_LINES = 20_000;
const MANY_INDEXES = 100_000;
const shell = (script: string): string[] => ['sh', '-c', script];

/** Writes 5,000 lines a second, some in colour, as programs do: a burst every 50 ms. */
const POURED_LINES = 40_000;
const POURING = `let n = 0;
const timer = setInterval(() => {
  let text = '';
  for (let i = 0; i < 250; i++) text += (++n % 7 ? '' : '\\u001b[32mINFO\\u001b[0m ') + 'poured ' + n + (n === 30000 ? ' Error: spilled' : '') + '\\n';
  process.stdout.write(text);
  if (n === ${POURED_LINES}) clearInterval(timer);
}, 50)`;

const product = productForSuite(async (made) => {
  await made.makeWorkers({
    greeter: shell('echo hello; echo done'),
    picky: shell('echo index $JOB_COMPLETION_INDEX; test $JOB_COMPLETION_INDEX -ne 7'),
    slow: shell('for i in 1 2 3 4 5 6 7 8 9; do echo line $i; sleep 1; done'),
    saver: shell('echo "[saveJobStorage] {\\"day\\": 1}"'),
    chatty: shell(`seq -f 'line %.0f' ${MANY_LINES}`),
    lasting: ['sleep', '600'],
    pouring: [process.execPath, '-e', POURING],
    failing: ['false'],
  });
  const { makeJob } = made;
  await makeJob('nightly', 'greeter', { cron: '0 3 * * *', labels: { stage: 'night' } });
  await makeJob('weekly', 'greeter', { cron: '0 3 * * 1', labels: { stage: 'night' } });
  await makeJob('hourly', 'greeter', { cron: 'H * * * *' });
  await makeJob('many', 'picky', { parallelism: { withCount: 12 }, onFailure: 'WaitForRemaining' });
  await makeJob('patient', 'slow');
  await makeJob('saving', 'saver', { parameters: { day: 1, place: 'Prague' } });
  await makeJob('chatty', 'chatty');
  await makeJob('pouring', 'pouring');
  await makeJob('alone', 'lasting', { concurrency: { policy: 'Enqueue' } });
  await makeJob('huge', 'greeter', { parallelism: { withCount: MANY_INDEXES } });
});
const { quickstart, api, runNow, ended } = product;

test('a wrong token is refused with a message, the right one leads to the overview, and signing out leads back', async () => {
  const { page, ...anna } = await product.visitor({ token: null });
  await page.goto(quickstart.state().uiUrl);
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This token is not valid').waitFor();
  await page.getByLabel('Token').fill(quickstart.state().token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('Healthy').waitFor();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(anna.complaints.every((text) => text.includes('401'))).toBe(true);
});

test('the editor of a schedule shows minutes at which many jobs start, and gives the job a minute of its own', async () => {
  const made = await Promise.all(
    ['a', 'b', 'c'].map(async (name) =>
      api.call('POST', '/jobs', {
        id: `team-herd-${name}`,
        tenant: 'team',
        name: `herd ${name}`,
        worker: 'greeter',
        schedule: { cron: '37 * * * *' },
      }),
    ),
  );
  expect(made).toHaveLength(3);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/team-herd-a/edit');
  await page.getByText('3 jobs of this tenant start at minute 37.').waitFor();
  await page.getByRole('button', { name: /Spread/ }).click();
  await page.getByText('H * * * *').first().waitFor();
  for (const name of ['a', 'b', 'c']) await api.call('DELETE', `/jobs/team-herd-${name}`);
});

test('a user schedules a job on weekdays at 9 in Berlin except holidays', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/calendars');
  await page.getByRole('button', { name: 'New calendar' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Holidays');
  await page.getByLabel('Excluded days').fill('2026-12-25\n2027-01-01');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: /Holidays/ }).waitFor();

  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('link', { name: 'New job' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Morning report');
  await page.getByRole('combobox', { name: 'Worker' }).click();
  await page.getByRole('option', { name: /The greeter/ }).click();
  await page.getByText('At times').click();
  await page.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'On days of the week' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await page.getByRole('combobox', { name: 'Except on' }).click();
  await page.getByRole('option', { name: 'Holidays' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Would run (Europe/Berlin)').waitFor();
  await page.getByRole('button', { name: 'Create the job' }).click();

  await page.getByRole('heading', { name: 'Morning report' }).waitFor();
  const id = /jobs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const body = await api.call('GET', `/jobs/${id}`);
  expect(body).toMatchObject({
    worker: 'greeter',
    schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin', exclude: ['holidays'] },
  });
});

test('a run that is started manually is followed live to its last line', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/patient');
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('log').getByText('line 1').waitFor();
  await page.getByText('Running', { exact: true }).first().waitFor();
  await page.getByRole('log').getByText('line 9').waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor();
});

test('a user finds why one of the indexes failed, and runs only that index again', async () => {
  const run = await runNow('many');
  await ended('many', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}?tab=indexes`);
  await page.getByRole('link', { name: 'main/7' }).click();
  await page.getByRole('log').getByText('index 7').waitFor();
  await page.getByRole('button', { name: 'Run again…' }).click();
  await page.getByRole('radio', { name: 'Only the 1 index that has not succeeded' }).check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes(run));
  const again = /runs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await ended('many', again);
  const body = await api.call('GET', `/runs/${again}/attempts`);
  expect(
    z
      .object({ items: z.array(z.object({ index: z.number() })) })
      .parse(body)
      .items.map(({ index }) => index),
  ).toEqual([7]);
});

test('all jobs with a label are paused together after they were shown', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs?label=%22stage%3Dnight%22');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Pause…' }).click();
  await page.getByText('Job nightly, Job weekly').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Pause: 2 jobs – done').waitFor();
  await expect(api.call('GET', '/jobs/nightly')).resolves.toMatchObject({ paused: { note: null } });
});

test('labels are changed together after the result for each job was shown', async () => {
  for (const id of ['labelled', 'bare']) {
    await api.call('POST', '/jobs', {
      id,
      tenant: 'team',
      name: `Job ${id}`,
      worker: 'greeter',
      labels: { set: 'relabelled', ...(id === 'labelled' && { stage: 'day' }) },
    });
  }
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs?label=%22set%3Drelabelled%22');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Label…' }).click();
  await page.getByLabel(/^Labels, such as/).fill('stage=');
  await page.getByText('Job labelled (stage: day → none). Unchanged: 1.').waitFor();
  await page.getByLabel(/^Labels, such as/).fill('stage=night');
  await page.getByText('Job bare (stage: none → night), Job labelled (stage: day → night)').waitFor();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await page.getByText('Label: 2 jobs – done').waitFor();
  await expect(api.call('GET', '/jobs/bare')).resolves.toMatchObject({ labels: { stage: 'night', set: 'relabelled' } });
});

test('windows and the minimum time between slots are set in the form, and the preview applies them', async () => {
  await api.call('POST', '/jobs', {
    id: 'within',
    tenant: 'team',
    name: 'Job within',
    worker: 'greeter',
    cron: '*/30 * * * *',
  });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/within/edit');
  await page.getByRole('button', { name: 'Windows, minimum time between slots…' }).click();
  await page.getByRole('button', { name: '+ Window' }).click();
  await page.getByLabel('From 1').fill('10:00');
  await page.getByLabel('To 1').fill('10:30');
  await page.getByRole('combobox', { name: 'Slots outside of the windows' }).click();
  await page.getByRole('option', { name: 'run once when the next window opens' }).click();
  await page.getByText('moved to the next window').first().waitFor();
  await page.getByLabel('Minimum seconds between slots that run').fill('3600');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Job within', exact: true }).waitFor();
  await expect(api.call('GET', '/jobs/within')).resolves.toMatchObject({
    schedule: { windows: [{ from: '10:00', to: '10:30' }], outsideWindows: 'open', minIntervalSeconds: 3600 },
  });
});

test('past slots are run later after they were shown', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/hourly?tab=slots');
  // A day of fixed ends: in the last 24 hours there is one slot more during the minute of the slot.
  await page.getByLabel('From').fill('2026-01-05T00:00');
  await page.getByLabel('To', { exact: true }).fill('2026-01-05T23:59');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('24 slots:').waitFor();
  await page.getByRole('button', { name: 'Run 24', exact: true }).click();
  await eventually('slots are run', async () => (await api.runs('hourly')).length > 3);
  await page.getByRole('progressbar', { name: 'Created runs' }).waitFor();
});

test('the notices of a job are listed with the answers, and are sent again on request', async () => {
  // Nothing listens at port 9.
  const notify = [{ on: ['failed'], webhook: 'http://127.0.0.1:9/services/secret' }];
  await api.call('POST', '/jobs', { id: 'told', tenant: 'team', name: 'Job told', worker: 'failing', notify });
  const run = await runNow('told');
  await ended('told', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}?tab=deliveries`);
  await page.getByText(/ECONNREFUSED/).waitFor();
  await page.getByText('Pending', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'http://127.0.0.1:9/***' }).waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The notice is sent again to http://127.0.0.1:9/***.').waitFor();
  await anna.goes('/jobs/told?tab=deliveries');
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  expect(await page.content()).not.toContain('services/secret');
});

test('a user creates a channel, tests it, and sees why it does not work', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Id').fill('ops');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Slack' }).click();
  // Nothing listens at port 9.
  await page.getByLabel('Address of the webhook').fill('http://127.0.0.1:9/services/secret');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'channel:ops' }).waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText(/did not accept the test message: .*ECONNREFUSED/).waitFor();
  expect(await page.content()).not.toContain('services/secret');
});

test('a user monitors work that runs elsewhere, sees that it has failed, and acknowledges the incident', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/monitors');
  await page.getByRole('button', { name: 'New monitor' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('backup');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly backup');
  await page.getByText('At times').click();
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 3 * * *');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: /Nightly backup/ }).waitFor();
  await page.getByText('never').waitFor();

  const made = await api.call('GET', '/monitors/backup?tenant=team');
  const { pingUrl } = z.object({ pingUrl: z.url() }).parse(made);
  expect(made).toMatchObject({ schedule: { cron: '0 3 * * *', timezone: 'UTC' } });
  for (const what of ['start', '3']) expect((await fetch(`${pingUrl}/${what}`)).status).toBe(200);
  await page
    .getByRole('row', { name: /Nightly backup/ })
    .getByText('Down', { exact: true })
    .click();
  await page.getByRole('heading', { name: 'Incidents', exact: true }).waitFor();
  await page.getByRole('link', { name: /^Nightly backup: / }).click();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('Acknowledged', { exact: true }).first().waitFor();
  expect((await fetch(pingUrl)).status).toBe(200);
  await page.getByText('Resolved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  await page.getByText('Up', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No monitors yet.').waitFor();
});

test('unsaved changes are kept on other pages, and a user who saves second sees the changes of the first', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/patient/edit');
  await page.getByRole('textbox', { name: 'Name' }).fill('Very patient');
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
  await page.goBack();
  await page.getByText('These are your unsaved changes').waitFor();
  await api.call('PATCH', '/jobs/patient', { maxAttempts: 3 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody else has changed this job').waitFor();
  await page.getByText('- maxAttempts: 3').waitFor();
  await page.getByRole('button', { name: 'Continue with the stored version' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Job patient' }).waitFor();
});

test('a refusal of the api is shown at its field', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/hourly/edit');
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.mantine-TextInput-error').first().waitFor();
});

test('a worker is created by its form, keeps secrets that are not shown, and a user who saves second is warned', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/workers');
  await page.getByRole('link', { name: 'New worker' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('mail');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mail');
  await page.getByRole('combobox', { name: 'Engine' }).click();
  await page.getByRole('option', { name: 'webservice' }).click();
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill('nowhere');
  await page.getByRole('button', { name: 'Add to HTTP headers' }).click();
  await page.getByRole('textbox', { name: 'Name 1 of HTTP headers' }).fill('Authorization');
  await page.getByLabel('Value of Authorization').fill('Bearer quite-secret');
  const opened = page.getByRole('combobox', { name: 'Fields that jobs may set' });
  await opened.click();
  await page.getByRole('option', { name: 'http', exact: true }).click();
  // A name that no list holds.
  await opened.fill('env.REGION');
  await opened.press('Enter');
  await page.keyboard.press('Escape');
  await anna.pictures('worker-form');
  await page.getByRole('button', { name: 'Create the worker' }).click();
  // A refusal of the api is shown at its field.
  await page.locator('.mantine-TextInput-error').first().waitFor();
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://mail.example/send?key=quite-secret');
  await page.getByRole('button', { name: 'Create the worker' }).click();
  await page.getByRole('heading', { name: 'Mail', exact: true }).waitFor();
  await page.getByText('"Authorization": "***"').waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByPlaceholder('unchanged').waitFor();
  expect(await page.content()).not.toContain('quite-secret');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Post');
  await api.call('PATCH', '/workers/mail', { description: 'Sends letters.' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody else has changed this worker').waitFor();
  await page.getByText('- description: Sends letters.').waitFor();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await page.getByRole('heading', { name: 'Post', exact: true }).waitFor();
  await expect(api.call('GET', '/workers/mail')).resolves.toMatchObject({
    name: 'Post',
    url: 'https://mail.example/send?key=quite-secret',
    httpHeaders: { Authorization: 'Bearer quite-secret' },
    jobFields: ['http', 'env.REGION'],
  });
});

test('a run shows its parameters, its saved value and the run that it repeats, and is run again with changes', async () => {
  const first = await runNow('saving', { parameters: { day: 2 } });
  await ended('saving', first);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${first}?tab=input`);
  await page.getByLabel('Parameters as JSON').getByText('"place": "Prague"').waitFor();
  await page.getByText('"day": 1').waitFor();
  await page.getByRole('button', { name: 'Run again…' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('link', { name: first.slice(-12) }).waitFor();
  await page.goBack();
  await page.getByText('Run again as').waitFor();
  await page.getByRole('button', { name: 'Run with changes…' }).click();
  await page.getByLabel('Parameters of this run, as JSON').fill('{"day": 3}');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes(first));
  const changed = /runs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await expect(api.call('GET', `/runs/${changed}`)).resolves.toMatchObject({ parameters: { day: 3, place: 'Prague' } });
});

test('a queued run names the limit that it waits for and the runs that have its permits', async () => {
  const holder = await runNow('alone');
  const waiting = await runNow('alone');
  const anna = await product.visitor();
  await anna.goes(`/runs/${waiting}`);
  const says = anna.page.getByRole('list', { name: 'What the run waits for' });
  await says.getByText('Limit of its job').waitFor();
  await says.getByRole('link', { name: holder.slice(-12) }).waitFor();
  expect(await anna.hindrances()).toEqual([]);
  for (const run of [waiting, holder]) await api.call('POST', `/runs/${run}/commands`, { command: 'kill' });
});

test('every line of a long log can be reached', async () => {
  const run = await runNow('chatty');
  await ended('chatty', run);
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}`);
  await page.getByRole('log').getByText(`line ${MANY_LINES}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Read from the beginning' }).click();
  await page.getByText(`${MANY_LINES.toLocaleString('en')} lines`).waitFor();
  await page.getByLabel('Search in the log').fill('line 17');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('line 17', { exact: true }).waitFor();
});

test('a log of 5,000 lines a second can be searched while it is followed', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  const run = await runNow('pouring');
  await anna.goes(`/runs/${run}`);
  const log = page.getByRole('log');
  await log
    .getByText(/poured \d+/)
    .first()
    .waitFor();
  await page.getByLabel('Search in the log').fill('poured');
  await log.getByText(`poured ${POURED_LINES}`, { exact: true }).waitFor();
  await page.getByText('Complete', { exact: true }).waitFor();
  await page.getByText(`${POURED_LINES.toLocaleString('en')} lines`).waitFor();
  await page.getByText(`${POURED_LINES.toLocaleString('en')} found`).waitFor();
  await page.getByRole('button', { name: 'Next error' }).click();
  await log.getByText('poured 30000 Error: spilled').waitFor();
  expect(await page.getByLabel('Follow').isChecked()).toBe(false);
  await page.getByLabel('Search in the log').fill('info poured 7');
  await page.keyboard.press('Enter');
  // The search ignores colour codes.
  await log.locator('[data-marked="true"]').getByText('INFO poured 7', { exact: true }).waitFor();
  await page.getByLabel('Wrap').check();
  await page.getByLabel('Times', { exact: true }).check();
  await page.getByLabel('Search in the log').fill('poured 39999');
  await page.keyboard.press('Enter');
  await log.locator('[data-marked="true"]').getByText('poured 39999').waitFor();
});

test('a grid of 100,000 indexes can be navigated by keys, to its last index', async () => {
  const run = await runNow('huge', { parallelism: { maxActive: 0 } });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes(`/runs/${run}?tab=indexes`);
  const grid = page.getByRole('application', { name: /Grid of 100000 indexes/ });
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Index 0: pending').waitFor();
  await page.keyboard.press('End');
  await page.getByText(`Index ${MANY_INDEXES - 1}: pending`).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`index ${MANY_INDEXES - 1}`).waitFor();
  await api.call('POST', `/runs/${run}/commands`, { command: 'kill' });
});

test('the keyboard alone leads from the palette to a job and its run', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type('Job nightly');
  await page.getByRole('option', { name: /Job nightly/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Job nightly' }).waitFor();
  await page.getByRole('button', { name: 'Run now' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('hello').waitFor();
});

test('a user who may only read is offered nothing else', async () => {
  const made = await api.call('POST', '/tokens', { name: 'reader', roles: [{ tenant: 'team', role: 'viewer' }] });
  const { token } = z.object({ token: z.string() }).parse(made);
  const bob = await product.visitor({ token });
  await bob.goes('/jobs/nightly');
  expect(await bob.page.getByRole('button', { name: 'Run now' }).count()).toBe(0);
  expect(await bob.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

test('tabs share one stream of events, which another tab takes over when the tab that reads it is closed', async () => {
  const anna = await product.visitor();
  const open = new Set<unknown>();
  let begun = 0;
  let lists = 0;
  anna.context.on('request', (request) => {
    if (request.url().includes('/api/v1/runs?')) lists++;
    if (!request.url().endsWith('/api/v1/events')) return;
    open.add(request);
    begun++;
  });
  anna.context.on('requestfailed', (request) => open.delete(request));
  anna.context.on('requestfinished', (request) => open.delete(request));
  await anna.goes('/runs');
  const others = await Promise.all(Array.from({ length: 11 }, () => anna.opensTab('/runs')));
  for (const page of others) await page.getByText('Live', { exact: true }).waitFor();
  expect([open.size, begun]).toEqual([1, 1]);
  // A tab that is opened does not make the others read their lists again: each reads a page and a total.
  expect(lists).toBeLessThan(3 * (others.length + 1));
  const run = await runNow('nightly');
  for (const page of others) await page.locator(`tr[data-id="${run}"]`).waitFor();
  await anna.page.close();
  await eventually('another tab reads the stream', () => begun === 2);
  const next = await runNow('nightly');
  for (const page of others) await page.locator(`tr[data-id="${next}"]`).waitFor();
});

test('an api that stands still is reported, and no longer when it continues', async () => {
  const anna = await product.visitor();
  await anna.goes('/jobs');
  process.kill(quickstart.state().services.api.pid, 'SIGSTOP');
  try {
    await anna.page.getByText('Carillon does not answer').waitFor();
  } finally {
    process.kill(quickstart.state().services.api.pid, 'SIGCONT');
  }
  await anna.page.getByText('Carillon does not answer').waitFor({ state: 'detached' });
});

/** The pictures of docs/tour.md, which CARILLON_TOUR=1 has written there: the place of each, and the last content of its page. */
const TOUR: Readonly<Record<string, readonly [place: string, last: string]>> = {
  overview: ['/', '.hours'],
  jobs: ['/jobs', '.strip'],
  job: ['/jobs/hourly?tab=trend', '.uplot'],
  slots: ['/jobs/hourly?tab=slots', '.next li'],
  editor: ['/jobs/nightly/edit', '.cm-line, [aria-label="Preview"] li'],
  worker: ['/workers/other_webservice/edit', '.cm-line'],
  run: ['/runs/RUN?tab=indexes', 'canvas'],
  timeline: ['/runs/RUN?tab=attempts', '.timeline'],
};

test('the places of the tour can be pictured', async () => {
  const folder =
    process.env['CARILLON_TOUR'] === undefined
      ? quickstart.dataDir
      : resolve(import.meta.dirname, '../../../../docs/tour');
  const anna = await product.visitor();
  const failed = await runNow('many');
  await ended('many', failed);
  for (const [name, [place, last]] of Object.entries(TOUR)) {
    await anna.goes(place.replace('RUN', failed));
    for (const part of last.split(', ')) await anna.page.locator(part).first().waitFor();
    await anna.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    const picture = await anna.page.screenshot({ path: resolve(folder, `${name}.png`) });
    expect(picture.length).toBeGreaterThan(10_000);
  }
});

const PLACES = [
  '/',
  '/jobs',
  '/jobs/new',
  '/jobs/nightly',
  '/jobs/nightly?tab=trend',
  '/jobs/nightly?tab=slots',
  '/jobs/nightly?tab=graph',
  '/jobs/nightly?tab=versions',
  '/jobs/nightly?tab=storage',
  '/jobs/told?tab=deliveries',
  '/jobs/nightly/edit',
  '/runs',
  '/incidents',
  '/errors',
  '/workers',
  '/workers/new',
  '/workers/slow',
  '/workers/slow/edit',
  '/calendars',
  '/monitors',
  '/rules',
  '/rules/new',
  '/jobs/within/edit',
  '/channels',
  '/tenants',
  '/tokens',
  '/audit',
  '/usage',
  '/usage?by=job',
  '/usage?by=day',
  '/system',
];

const TABS_OF_A_RUN = ['log', 'indexes', 'attempts', 'input', 'events', 'deliveries'];

// A test for each: how long all of them take together depends on the machine.
test.each([...PLACES, ...TABS_OF_A_RUN.map((tab) => `/runs/RUN?tab=${tab}`)])(
  '%s fits in both palettes and on a phone, and has no accessibility problem',
  async (place) => {
    const anna = await product.visitor();
    const [run] = await api.runs('many');
    await anna.goes(place.replace('RUN', run?.id ?? ''));
    const found: string[] = [];
    for (const look of LOOKS) {
      await anna.looksAs(look);
      const says = `${look.scheme}, ${look.width} pixels wide`;
      const overhang = await anna.overhang();
      if (overhang > 0) found.push(`${says}: ${overhang} pixels too wide`);
      for (const hindrance of await anna.hindrances()) found.push(`${says}: ${hindrance}`);
    }
    await anna.pictures(place.replaceAll(/\W+/g, '-'));
    expect(found).toEqual([]);
  },
);
