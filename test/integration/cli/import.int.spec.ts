/** Definitions of other schedulers: what they become, what is reported of the rest, and that a real api accepts them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: BOOTSTRAP, CARILLON_TENANT: 'acme' });
  await api.ask('POST', '/tenants', { body: { id: 'acme', groups: { research: 4 } } });
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

test.each<[source: string, file: string, options: string]>([
  ['crontab', 'crontab', '--timezone Europe/Prague'],
  ['kubernetes', 'cronjob.yaml', ''],
  ['volcano', 'volcano.yaml', ''],
  ['furiko', 'furiko.yaml', ''],
  ['lex', 'lex.json', ''],
])(
  '%s definitions become definitions that a server accepts, and a report of the rest',
  async (source, file, options) => {
    const input = readFileSync(join(import.meta.dirname, 'sources', file), 'utf8');
    const imported = await cli.run(`import ${source} - ${options}`, { input });
    expect(imported).toMatchSnapshot();
    const env = { WORKER_CSVSERVICE_AUTHORIZATION: 'Basic abc' };
    const applied = await cli.run('apply -f -', { input: imported.out, env });
    expect(applied).toMatchObject({ code: 0, err: '' });
    const again = await cli.run('apply -f -', { input: imported.out, env });
    expect(again.out).toMatch(/^\d+ unchanged in /);
  },
);

test('a folder is written if one is named, and --strict fails if something was left out', async () => {
  cli.write('crontab', '0 3 * * * /bin/true\n');
  const strict = await cli.run('import crontab crontab -d out --strict');
  expect(strict).toMatchObject({ code: 1, out: '' });
  expect(strict.err).toContain('times are read as UTC');
  expect(readFileSync(join(cli.folder, 'out/jobs/acme-bin-true.yaml'), 'utf8')).toContain('cron: 0 3 * * *\n');
  expect((await cli.run('import crontab crontab -d out --strict --timezone UTC')).code).toBe(0);
});

test('an unreadable definition is reported with its file and line', async () => {
  cli.write('broken.yaml', 'kind: CronJob\n  a: [\n');
  expect(await cli.run('import kubernetes broken.yaml')).toMatchObject({ code: 2, out: '' });
  expect((await cli.run('import kubernetes nowhere.yaml')).err).toContain('nowhere.yaml: there is no such file');
  const nobody = await cli.run('import crontab broken.yaml', { env: { CARILLON_TENANT: '' } });
  expect(nobody.code).toBe(2);
});
