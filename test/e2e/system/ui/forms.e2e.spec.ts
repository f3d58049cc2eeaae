/** What people type into the forms of the web UI arrives as they typed it, and long names leave room for the rest of a list. */
import { z } from 'zod';
import { VaultServer } from '#testing/vault/vault-server.js';
import { CliUnderTest } from '../../../integration/cli/cli-under-test.js';
import { productForSuite } from './support/product-in-browser.js';
import type { Visitor } from '#testing/browser/visitor.js';

const OPTIONS = [
  { name: 'note', type: 'string', default: 'as usual' },
  { name: 'place', type: 'select', values: ['north', 'south'], default: 'north' },
  { name: 'share', type: 'number', default: 0.5 },
  { name: 'day', type: 'date' },
];
const SCHEMA = {
  type: 'object',
  properties: { title: { type: 'string' }, rate: { type: 'number' }, account: { type: 'integer' } },
};
const LONG_NAME = `Organisation_Team_Application_${'verylongsegment'.repeat(8)}`;

const product = productForSuite(async (made) => {
  await made.makeWorkers({ greeter: ['sh', '-c', 'echo hello'] });
  await made.makeJob('asked', 'greeter', {
    options: OPTIONS,
    parameters: { title: 'usual', account: 7 },
    parametersSchema: SCHEMA,
  });
  await made.makeJob('hourly', 'greeter', { cron: '0 * * * *' });
  await made.makeJob('long', 'greeter', { name: LONG_NAME });
  await made.makeJob('swept', 'other_webservice', { url: 'https://shop.example.test/sweep', answer: 'ends' });
});
const { api } = product;

const runSchema = z.object({ parameters: z.unknown(), options: z.record(z.string(), z.unknown()) });

async function opensTheForm(): Promise<Visitor> {
  const anna = await product.visitor();
  await anna.context.addInitScript({
    content: `if (location.protocol !== 'about:') localStorage.setItem('carillon.zone', 'Australia/Darwin')`,
  });
  await anna.goes('/jobs/asked');
  await anna.page.getByRole('button', { name: 'Run with…' }).click();
  return anna;
}

async function runs({ page }: Visitor): Promise<z.infer<typeof runSchema>> {
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/runs/);
  const id = /runs\/(\w+)/.exec(page.url())?.[1];
  return runSchema.parse(await api.call('GET', `/runs/${id}`));
}

test('texts and choices that are emptied are empty, and a number that is emptied says which default it has', async () => {
  const anna = await opensTheForm();
  const { page } = anna;
  await page.getByRole('textbox', { name: 'note' }).fill('');
  await page.getByRole('textbox', { name: 'share' }).fill('');
  await page.getByText('Empty means the default: 0.5').waitFor();
  await page.getByRole('combobox', { name: 'place' }).click();
  await page.getByRole('option', { name: 'north' }).click();
  await page.getByRole('textbox', { name: 'title' }).fill('');
  await page.getByRole('textbox', { name: 'account' }).fill('');
  expect(await page.getByRole('textbox', { name: 'account' }).getAttribute('placeholder')).toBe('7');
  const { parameters, options } = await runs(anna);
  expect(options).toEqual({ note: '', place: '', share: 0.5, day: '' });
  expect(parameters).toEqual({ title: '', account: 7 });
});

test('numbers are taken as they are typed, and one that would change is refused at its field', async () => {
  const anna = await opensTheForm();
  const { page } = anna;
  await page.getByRole('textbox', { name: 'rate' }).pressSequentially('-0.5');
  await page.getByRole('textbox', { name: 'share' }).fill('');
  await page.getByRole('textbox', { name: 'share' }).pressSequentially('.050');
  const account = page.getByRole('textbox', { name: 'account' });
  await account.fill('9007199254740993');
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('the digits of this number would change').first().waitFor();
  expect(await account.inputValue()).toBe('9007199254740993');
  await account.fill('9007199254740991');
  const { parameters, options } = await runs(anna);
  expect(parameters).toEqual({ title: 'usual', rate: -0.5, account: 9_007_199_254_740_991 });
  expect(options).toMatchObject({ share: 0.05 });
});

test('a number in another form is not taken as another number, and its field says so', async () => {
  const { page } = await opensTheForm();
  const rate = page.getByRole('textbox', { name: 'rate' });
  await rate.pressSequentially('1e5');
  await page.getByText('e was not taken: a number is written with digits and a point only').waitFor();
  await rate.fill('');
  await rate.focus();
  await page.keyboard.insertText('1,234');
  await page.getByText('1,234 was not taken').waitFor();
  expect(await rate.inputValue()).toBe('');
  await rate.pressSequentially('100');
  await rate.press('Backspace');
  await page.getByText('was not taken').waitFor({ state: 'hidden' });
  expect(await rate.inputValue()).toBe('10');
});

test('times are typed in the zone that times are shown in, and are shown again for a run with changes', async () => {
  const anna = await opensTheForm();
  const { page } = anna;
  await page.getByLabel('day').fill('2026-04-01T09:30');
  expect((await runs(anna)).options).toMatchObject({ day: '2026-04-01T09:30:00+09:30' });
  await page.getByRole('button', { name: 'Run with changes…' }).click();
  expect(await page.getByLabel('day').inputValue()).toBe('2026-04-01T09:30');
  await anna.goes('/jobs/hourly?tab=slots');
  await page.getByLabel('From').fill('2026-01-05T09:30');
  await page.getByLabel('To', { exact: true }).fill('2026-01-05T10:29');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('1 slot: Mon 05 Jan, 09:30').waitFor();
});

test('the run that a dialog asks for is copied as a command and for curl', async () => {
  const { page, context } = await opensTheForm();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('textbox', { name: 'note' }).fill("it's");
  await page.getByRole('textbox', { name: 'rate' }).fill('1.5');
  const copiedBy = async (name: string): Promise<string> => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name }).waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  const parameters = '{"title":"usual","account":7,"rate":1.5}';
  expect(await copiedBy('Copy as command')).toBe(
    String.raw`carillon run asked --params '${parameters}' --option 'note=it'\''s'`,
  );
  expect(await copiedBy('Copy as curl')).toContain(`${new URL(page.url()).origin}/api/v1/jobs/asked/run`);
  await page.getByLabel('Parameters of this run, as JSON').fill('{');
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByRole('button', { name: 'Not valid' }).waitFor();
});

test('a click beside a dialog closes it, but not once something was typed', async () => {
  const anna = await opensTheForm();
  const { page } = anna;
  const dialog = page.getByRole('dialog');
  await page.mouse.click(20, 600);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run with…' }).click();
  await page.getByRole('textbox', { name: 'note' }).fill('much text');
  await page.mouse.click(20, 600);
  await page.getByRole('textbox', { name: 'share' }).fill('1');
  expect(await page.getByRole('textbox', { name: 'note' }).inputValue()).toBe('much text');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Users of the keyboard continue where they were.
  expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Run with…');
});

test('the document of a job says how the keyboard leaves it, because the tab key indents there', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/asked/edit');
  const text = page.getByRole('textbox', { name: 'The job as a document' });
  await text.click();
  const says = await page.evaluate<string>(
    "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText",
  );
  expect(says).toBe('The tab key indents. To leave the text, press Esc and then the tab key.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Save');
});

test('a double click runs a job once', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/long');
  await page.getByRole('button', { name: 'Run now' }).dblclick();
  await page.waitForURL(/runs/);
  // A second request would have been sent before the answer to the first.
  expect(await api.runs('long')).toHaveLength(1);
});

test('a long name is shown whole, and the other columns of its list stay within the window', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs');
  const overhang = `(() => { const { scrollWidth, clientWidth } = document.querySelector('.frame'); return scrollWidth - clientWidth })()`;
  await page.getByRole('link', { name: LONG_NAME }).waitFor();
  expect(await page.evaluate<number>(overhang)).toBe(0);
});

test('the form of a job asks how its web service is called, and the job is saved as it was typed', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/swept/edit');
  const call = page.getByRole('group', { name: 'HTTP call' });
  await call.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'PUT' }).click();
  await call.getByRole('textbox', { name: 'Body' }).fill('{"days": 7}');
  await call.getByRole('button', { name: 'Add to Statuses that mean success' }).click();
  await call.getByRole('textbox', { name: 'Statuses that mean success 1' }).fill('200-404');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/jobs\/swept$/);
  expect(await api.call('GET', '/jobs/swept')).toMatchObject({
    worker: 'other_webservice',
    answer: 'ends',
    http: { method: 'PUT', body: '{"days": 7}', success: ['200-404'] },
  });
  await page.getByText('PUT https://shop.example.test/sweep, whose answer ends the run').waitFor();
});

test('the form of a job asks whom it tells and for whom its tokens are, and the job shows who it is', async () => {
  await api.call('PATCH', '/tenants/team', { identityAudiences: ['vault'] });
  await api.call('POST', '/channels', { id: 'oncall', tenant: 'team', target: { type: 'ntfy', topic: 'team' } });
  const anna = await product.visitor();
  const { page } = anna;
  await anna.goes('/jobs/swept/edit');
  await page.getByRole('button', { name: 'Notices, identity…' }).click();
  await page.getByRole('button', { name: 'Add to Notices' }).click();
  const notices = page.getByRole('group', { name: 'Notices', exact: true });
  await notices.getByRole('combobox', { name: 'Events' }).click();
  for (const name of ['started', 'succeeded']) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await notices.getByRole('textbox', { name: 'Channel or address' }).fill('channel:oncall');
  await page.getByRole('button', { name: 'Add to Audience' }).click();
  await page.getByRole('textbox', { name: 'Audience 1' }).fill('vault');
  await anna.pictures('job-form-notices-identity');
  expect(await anna.hindrances()).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/jobs\/swept$/);
  const saved = z.looseObject({ identitySubject: z.string() }).parse(await api.call('GET', '/jobs/swept'));
  expect(saved).toMatchObject({
    notify: [{ on: ['started', 'succeeded'], webhook: 'channel:oncall' }],
    identity: { audience: ['vault'] },
  });
  await page.getByText(saved.identitySubject).first().waitFor();
  await anna.pictures('job-page-identity');
  expect(await anna.hindrances()).toEqual([]);
});

test('Vault lets in a job that was made by the form, and refuses one that was made by the command line with the same rights', async () => {
  const vault = await VaultServer.start();
  const { apiUrl, token } = product.quickstart.state();
  const cli = new CliUnderTest({ CARILLON_SERVER: new URL(apiUrl).origin, CARILLON_TOKEN: token });
  const logIn = `curl -sS -o /dev/null -w 'Vault answered %{http_code}' -d "$(printf '{"role":"report","jwt":"%s"}' "$(cat "$CARILLON_IDENTITY_TOKEN_FILE")")" ${vault.address}/v1/auth/jwt/login`;
  cli.write(
    'vault.yaml',
    [
      {
        kind: 'Worker',
        id: 'vault-user',
        name: 'The vault user',
        engine: 'process',
        command: ['sh', '-c', logIn],
        jobFields: ['identity'],
      },
      {
        kind: 'Job',
        id: 'other',
        tenant: 'team',
        name: 'Other',
        worker: 'vault-user',
        identity: { audience: ['vault'] },
      },
    ]
      .map((definition) => JSON.stringify(definition))
      .join('\n---\n'),
  );
  try {
    await api.call('PATCH', '/tenants/team', { identityAudiences: ['vault'] });
    expect(await cli.run('apply -f vault.yaml')).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('refused') as string,
    });

    const anna = await product.visitor();
    const { page } = anna;
    await anna.goes('/jobs/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Report');
    await page.getByRole('combobox', { name: 'Worker' }).click();
    await page.getByRole('option', { name: /The vault user/ }).click();
    await page.getByRole('button', { name: 'Notices, identity…' }).click();
    await page.getByRole('button', { name: 'Add to Audience' }).click();
    await page.getByRole('textbox', { name: 'Audience 1' }).fill('vault');
    await page.getByRole('button', { name: 'Create the job' }).click();
    await page.getByRole('heading', { name: 'Report' }).waitFor();
    const id = /jobs\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    const { identitySubject: boundSubject } = z
      .looseObject({ identitySubject: z.string() })
      .parse(await api.call('GET', `/jobs/${id}`));
    await page.getByText(boundSubject).first().waitFor();
    const discoveryUrl = new URL(apiUrl).origin;
    vault.jwtRoles.set('report', { discoveryUrl, boundAudiences: ['vault'], boundSubject, boundClaims: { job: id } });
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('log').getByText('Vault answered 200').waitFor();
    await anna.pictures('identity-let-in');

    const refused = await cli.run('run other --follow');
    expect(refused).toMatchObject({ code: 0, out: expect.stringContaining('Vault answered 400') as string });
    expect((await cli.run('describe job other')).out).toContain('team:');
  } finally {
    cli.dispose();
    await vault.close();
  }
});

test('a channel gets events of all runs, and its messages are written, shown and tried in its dialogs', async () => {
  const anna = await product.visitor();
  const { page } = anna;
  const dialog = page.getByRole('dialog');
  await anna.goes('/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await dialog.getByRole('textbox', { name: 'Id' }).fill('feed');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'CloudEvents' }).click();
  await dialog.getByLabel('Address for the ends of all runs').fill('http://127.0.0.1:9/events');
  await dialog.getByRole('textbox', { name: 'Title of messages' }).fill('${job.name}: ${on}');
  await anna.pictures('channel-cloudevents');
  expect(await anna.hindrances()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /feed/ });
  await row.getByRole('button', { name: 'Preview…' }).click();
  await dialog.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'succeeded' }).click();
  await dialog.getByRole('textbox', { name: 'Text of messages' }).fill('after ${run.reason}');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  const shown = dialog.getByRole('region', { name: 'Preview' });
  await shown.getByText(': succeeded').waitFor();
  await anna.pictures('channel-preview');
  expect(await anna.hindrances()).toEqual([]);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText('The channel did not accept the test message').waitFor();
  await anna.pictures('channel-test');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Send again…' }).click();
  await dialog.getByRole('textbox', { name: 'After' }).fill('2026-11-30T00:00:00Z');
  await anna.pictures('channel-replay');
  expect(await anna.hindrances()).toEqual([]);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await anna.pictures('channels');
});
