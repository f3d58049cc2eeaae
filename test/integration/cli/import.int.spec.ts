/** Definitions of other schedulers: what they become, what is reported of the rest, and that a real api accepts them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;

beforeAll(async () => {
  // An issuer that strangers could trust.
  api = await startApi({ env: { PUBLIC_URL: 'https://carillon.test' } });
  obligingScheduler(api);
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: BOOTSTRAP, CARILLON_TENANT: 'acme' });
  await api.ask('POST', '/tenants', {
    body: { id: 'acme', groups: { research: 4 }, identityAudiences: ['https://shop.example.test/'] },
  });
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

test.each<[source: string, file: string, options: string]>([
  ['crontab', 'crontab', '--timezone Europe/Prague'],
  ['curl', 'curl', '--timezone Europe/Prague'],
  ['cloud-scheduler', 'cloud-scheduler.yaml', ''],
  ['eventbridge', 'eventbridge.yaml', ''],
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
    const env = {
      WORKER_CSVSERVICE_AUTHORIZATION: 'Basic abc',
      JOB_ACME_REPORTS_X_API_KEY: 'of-the-shop',
      JOB_ACME_HOURLY_X_API_KEY: 'of-the-shop',
      JOB_ACME_SHOP_EXAMPLE_TEST_CRON_URL: 'https://shop.example.test/cron?token=of-the-address',
      JOB_ACME_SHOP_EXAMPLE_TEST_CRON_AUTHORIZATION: 'Basic bWU6b2YtdGhlLXNob3A=',
    };
    const applied = await cli.run('apply -f -', { input: imported.out, env });
    expect(applied).toMatchObject({ code: 0, err: '' });
    const again = await cli.run('apply -f -', { input: imported.out, env });
    expect(again.out).toMatch(/^\d+ unchanged in /);
  },
);

test('a folder is written if one is named, and --strict fails if something was left out', async () => {
  cli.write('crontab', 'HOME=/srv\n0 3 * * * /bin/true\n');
  const strict = await cli.run('import crontab crontab -d out --strict');
  expect(strict).toMatchObject({ code: 1, out: '' });
  expect(strict.err).toContain('times are read as UTC');
  expect(readFileSync(join(cli.folder, 'out/jobs/acme-bin-true.yaml'), 'utf8')).toContain('cron: 0 3 * * *\n');
  expect((await cli.run('import crontab crontab -d out --strict --timezone UTC')).code).toBe(0);
});

test('objects of one name in two namespaces are two files', async () => {
  const object = (namespace: string, schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: { name: pull, namespace: ${namespace} }
spec: { schedule: '${schedule}', jobTemplate: { spec: { template: { spec: { containers: [{ name: c, image: 'a:1' }] } } } } }
`;
  cli.write('one.yaml', object('one', '0 2 * * *'));
  cli.write('two.yaml', object('two', '0 3 * * *'));
  expect(await cli.run('import kubernetes one.yaml two.yaml --timezone UTC -d both')).toMatchObject({ code: 0 });
  const cronOf = (id: string): string | undefined =>
    /cron: (.*)/.exec(readFileSync(join(cli.folder, `both/jobs/${id}.yaml`), 'utf8'))?.[1];
  expect(['acme-one-pull', 'acme-two-pull'].map(cronOf)).toEqual(['0 2 * * *', '0 3 * * *']);
});

test('what a server refuses is reported, and refused by it', async () => {
  const input = `apiVersion: batch/v1
kind: CronJob
metadata: { name: refused }
spec:
  schedule: 0 0 * * 8
  jobTemplate: { spec: { template: { spec: { hostNetwork: true, containers: [{ name: c, image: 'a:1' }] } } } }
`;
  const imported = await cli.run('import kubernetes - --timezone UTC --strict', { input });
  expect(imported.code).toBe(1);
  const worker = 'podTemplate.spec.hostNetwork is not allowed in a pod template';
  const job = 'cron day of week: 8 is not between 0 and 7';
  for (const problem of [worker, job]) expect(imported.err).toContain(`${problem}: a server refuses it`);
  expect((await cli.run('apply -f -', { input: imported.out })).err).toContain(worker);
  const withoutIt = imported.out.replace(/podTemplate:\n.*\n +hostNetwork: true\n/, '');
  expect((await cli.run('apply -f -', { input: withoutIt })).err).toContain(job);
});

test('an unreadable definition is reported with its file and line', async () => {
  cli.write('broken.yaml', 'kind: CronJob\n  a: [\n');
  expect(await cli.run('import kubernetes broken.yaml')).toMatchObject({ code: 2, out: '' });
  expect((await cli.run('import kubernetes nowhere.yaml')).err).toContain('nowhere.yaml: there is no such file');
  const nobody = await cli.run('import crontab broken.yaml', { env: { CARILLON_TENANT: '' } });
  expect(nobody.code).toBe(2);
});

test('--disabled writes jobs that do not start before they are enabled, from every source', async () => {
  cli.write('tab', 'HOME=/srv\n0 3 * * * /bin/true\n');
  const { out } = await cli.run('import crontab tab --disabled');
  expect(out.match(/^enabled: false$/gm)).toHaveLength(1);
  const documents = readFileSync(join(import.meta.dirname, 'sources', 'lex.json'), 'utf8');
  const lex = await cli.run('import lex - --disabled', { input: documents });
  expect(lex.out.match(/^enabled: false$/gm)).toHaveLength(1);
});

test('a file that is not UTF-8 is refused with its line, and nothing is written', async () => {
  writeFileSync(join(cli.folder, 'latin'), Buffer.from('# Z\xe1lohy\n0 3 * * * /bin/true\n', 'latin1'));
  writeFileSync(join(cli.folder, 'latin.yaml'), Buffer.from('kind: Job\nname: caf\xe9\n', 'latin1'));
  const lines = [
    ['import crontab latin -d of-latin', 'latin:1: is not UTF-8'],
    ['import kubernetes latin.yaml', 'latin.yaml:2: is not UTF-8'],
    ['import lex latin.yaml', 'latin.yaml:2: is not UTF-8'],
    ['apply -f latin.yaml', 'latin.yaml:2: is not UTF-8'],
    ['diff -f latin.yaml', 'latin.yaml:2: is not UTF-8'],
  ] as const;
  for (const [line, message] of lines) {
    const { code, out, err } = await cli.run(line);
    expect([line, code, out]).toEqual([line, 2, '']);
    expect(err).toContain(message);
  }
  expect(existsSync(join(cli.folder, 'of-latin'))).toBe(false);
});

test('a byte order mark and the line ends of Windows are read', async () => {
  cli.write('bom', '\uFEFF@daily /bin/true\r\n');
  expect((await cli.run('import crontab bom --timezone UTC')).out).toContain('cron: "@daily"\n');
  cli.write('bom.yaml', '\uFEFFkind: Calendar\r\nid: days\r\ndates: []\r\n');
  expect(await cli.run('apply -f bom.yaml')).toMatchObject({ code: 0 });
});

test('an id that cannot be a file name stops the import before a file is written', async () => {
  const documents = JSON.stringify([{ _id: '###', job: { tenant: 'acme', name: 'x', worker: 'w' } }]);
  const { code } = await cli.run('import lex - -d half', { input: documents });
  expect(code).toBe(2);
  expect(existsSync(join(cli.folder, 'half'))).toBe(false);
});

test('a backup of Cloudant, with a JSON value in each line, is read', async () => {
  const job = (id: string): object => ({ _id: id, job: { name: id, worker: 'w', cron: '0 3 * * *' } });
  const lines = [[job('acme-a'), { _id: 'w', worker: { name: 'W' } }], [job('acme-b')]].map((each) =>
    JSON.stringify(each),
  );
  const { code, err } = await cli.run('import lex -', { input: `${lines.join('\n')}\n` });
  expect({ code, first: err.split('\n')[0] }).toEqual({ code: 0, first: '2 jobs and 1 workers' });
});
