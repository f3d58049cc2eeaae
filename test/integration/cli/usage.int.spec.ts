/** `carillon usage`, through the command line against a real api. */
import { UsageStore } from '#common/mongo/usage.store.js';
import { monthOf } from '#common/usage/ledger.js';
import { startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { storeUsage } from '../api/stored-usage.js';
import { CliUnderTest } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;

const DAY_MS = 86_400_000;
const MONTH = monthOf(Date.now() - 40 * DAY_MS);
const JOBS = Array.from({ length: 501 }, (_, i) => `ibm-${String(i).padStart(3, '0')}`);
const HEAD = 'finished,failed,aborted,attempts,runSeconds,cpuSeconds,memoryGibSeconds,logBytes,storageBytes\r\n';

beforeAll(async () => {
  api = await startApi();
  for (const id of ['ibm', 'acme']) await api.ask('POST', '/tenants', { body: { id, name: id } });
  const token = await api.tokenFor(['ibm', 'viewer'], ['acme', 'viewer']);
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: token });
  const days = {
    '03': {
      finished: 2,
      failed: 1,
      attempts: 4,
      ms: 5_400_250,
      cpuMs: 2_700_125,
      logBytes: 1_572_864,
      storageBytes: 512,
    },
    '04': { aborted: 1, attempts: 1, ms: 1_800_000, memoryMibSeconds: 3_686_400, storageBytes: 1_536 },
  };
  await storeUsage(
    api.mongo,
    { tenant: 'ibm', month: MONTH, days },
    { tenant: 'acme', month: MONTH, days: { '04': { finished: 1, attempts: 1, ms: 500 } } },
    ...JOBS.map((job) => ({ tenant: 'ibm', job, month: MONTH, days: { '03': { finished: 1 } } })),
  );
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

const rowsOf = (text: string): string[] => text.replaceAll(/ {2,}/g, '|').trim().split('\n');

test('usage is a table of runs and hours for each tenant, and says how far runs are counted', async () => {
  const line = `usage --month ${MONTH}`;
  const uncounted = 'no run has been counted yet: a run is counted about two minutes after its end';
  expect(rowsOf((await cli.run(line)).out)).toEqual([
    'TENANT|RUNS|FAILED|ABORTED|ATTEMPTS|RUN HOURS|CPU HOURS|MEMORY GIB HOURS|LOG MIB|STORAGE KIB',
    'acme|1|0|0|1|0.00|0.00|0.00|0.00|0.00',
    'ibm|4|1|1|5|2.00|0.75|1.00|1.50|1.50',
    uncounted,
  ]);
  const since = Date.now() - 2 * DAY_MS;
  const through = Date.now() + DAY_MS;
  await new UsageStore(api.mongo).saveProgress({ since, through, window: null, rev: 1 });
  const { code, out } = await cli.run(line);
  expect(code).toBe(0);
  expect(rowsOf(out).at(-1)).toBe(
    `counted: runs that ended from ${new Date(since).toISOString()} until ${new Date(through).toISOString()}`,
  );
});

test('usage as CSV has the numbers of the API, and nothing but rows', async () => {
  const { code, out, err } = await cli.run(`usage --month ${MONTH} -o csv`);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(
    `month,tenant,${HEAD}${MONTH},acme,1,0,0,1,0.5,0,0,0,0\r\n${MONTH},ibm,2,1,1,5,7200.25,2700.125,3600,1572864,1536\r\n`,
  );
  const days = (await cli.run(`usage --month ${MONTH} --by day -o csv`)).out;
  expect(days).toBe(
    `month,day,tenant,${HEAD}${MONTH},${MONTH}-03,,2,1,0,4,5400.25,2700.125,0,1572864,512\r\n${MONTH},${MONTH}-04,,1,0,1,2,1800.5,0,3600,0,1536\r\n`,
  );
});

test('usage of one tenant is listed, by day and by job, of all pages', async () => {
  const days = (await cli.run(`usage --month ${MONTH} --by day --tenant acme`)).out;
  expect(rowsOf(days).slice(0, 2)).toEqual([
    'DAY|RUNS|FAILED|ABORTED|ATTEMPTS|RUN HOURS|CPU HOURS|MEMORY GIB HOURS|LOG MIB|STORAGE KIB',
    `${MONTH}-04|1|0|0|1|0.00|0.00|0.00|0.00|0.00`,
  ]);
  expect((await cli.run(`usage --month ${MONTH} --by job -o name`)).out.trim().split('\n')).toEqual(JOBS);
  expect((await cli.run(`usage --month ${MONTH} --by job --tenant acme -o name`)).out).toBe('');
  const found = JSON.parse((await cli.run(`usage --month ${MONTH} --by job -o json`)).out) as { job: string }[];
  expect(found.map(({ job }) => job)).toEqual(JOBS);
});

test('a month without usage is an empty list, and CSV then has its head alone', async () => {
  const { out } = await cli.run('usage');
  expect(out).toMatch(/^no usage in \d{4}-\d\d\ncounted: /);
  expect((await cli.run('usage -o csv')).out).toBe(`month,tenant,${HEAD}`);
});

test('a wrong month is refused by the server, and a wrong choice by the command line', async () => {
  const month = await cli.run('usage --month november');
  expect(month.code).toBe(5);
  expect(month.err).toContain('month');
  expect(month.err).toContain('must be a month such as 2026-11');
  const by = await cli.run('usage --by run');
  expect(by.code).toBe(2);
  expect(by.err).toContain('Allowed choices are tenant, job, day');
});

test('help and completion know the command, its choices and the form csv', async () => {
  expect((await cli.run('--help')).out).toMatch(/\n {2}usage \[options\] +show what tenants, jobs or days used/);
  expect((await cli.run('__complete -- usa')).out).toBe('usage\n');
  expect((await cli.run('__complete -- usage --by jo')).out).toBe('job\n');
  expect((await cli.run('__complete -- usage -o cs')).out).toBe('csv\n');
});
