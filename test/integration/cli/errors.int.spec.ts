/** Error groups through the command line: listed, muted, and redriven. */
import { asJobId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import type { PayloadOf } from '#common/messages/contract.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { storeErrorGroup } from '../api/stored-error-groups.js';
import { storeRun, T0 } from '../api/stored-runs.js';
import { CliUnderTest } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
const asked: PayloadOf<typeof contracts.changeErrorGroup>[] = [];

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  api.standIn(contracts.changeErrorGroup, (request) => {
    asked.push(request);
    return { ok: true as const };
  });
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: BOOTSTRAP, CARILLON_TENANT: 'ibm' });
  await api.ask('POST', '/workers', { body: { id: 'web', name: 'Web', engine: 'webservice', url: 'http://web.test' } });
  await api.ask('POST', '/jobs', { body: { id: 'orders', tenant: 'ibm', name: 'Orders', worker: 'web' } });
  await storeErrorGroup(api, 'lost', {
    job: 'orders',
    count: 3,
    line: 'order <n> is lost',
    lastAt: Date.now() - 60_000,
  });
  await storeErrorGroup(api, 'away', { job: 'orders', reason: 'Http503', line: 'the service is away' });
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

test('errors are listed, the latest or the most frequent first, with filters of the server', async () => {
  const { out, code } = await cli.run('get errors');
  expect(code).toBe(0);
  expect(out).toMatch(/ID +STATE +COUNT +REASON +JOBS +LAST LINE/);
  expect(out).toMatch(/lost +open +3 +ExitCode 1 +orders +order <n> is lost/);
  expect((await cli.run('get errors -o name')).out).toBe('away\nlost\n');
  expect((await cli.run('get errors --by-count -o name')).out).toBe('lost\naway\n');
  expect((await cli.run('get error -q order\\ <n> -o name')).out).not.toContain('away');
  expect((await cli.run('get errors --state quiet')).out).toContain('no errors');
  expect((await cli.run('describe error lost')).out).toContain('order <n> is lost');
  expect((await cli.run('get errors nothing')).code).toBe(5);
});

test.each([
  ['', { type: 'newVersion' }],
  ['--until-version 7', { type: 'version', version: 7 }],
  ['--until 2099-01-01T00:00:00Z', { type: 'time', at: Date.parse('2099-01-01T00:00:00Z') }],
  ['--forever', { type: 'forever' }],
])('an error is muted: %s', async (options, until) => {
  expect(await cli.run(`error mute lost ${options} --why known`)).toMatchObject({ code: 0 });
  expect(asked.at(-1)).toMatchObject({ group: 'lost', mute: { until, why: 'known' } });
});

test('an error is muted in one way only, and unmuted', async () => {
  const before = asked.length;
  expect((await cli.run('error mute lost --forever --until-version 2')).code).not.toBe(0);
  expect(asked).toHaveLength(before);
  expect(await cli.run('errors unmute lost')).toMatchObject({ code: 0 });
  expect(asked.at(-1)).toMatchObject({ group: 'lost', mute: null });
});

test('the failed runs of an error are counted, then run again, each once', async () => {
  const failed = { phase: 'Failed', job: asJobId('orders'), errorGroup: 'lost', finished: T0 + 1_000 } as const;
  for (const id of ['f1', 'f2']) await storeRun(api.mongo, id, failed);
  expect((await cli.run('error redrive lost --dry-run')).out).toContain('2 would be changed by redrive');
  expect(scheduler.admitted).toEqual([]);
  const done = await cli.run('error redrive lost');
  expect(done).toMatchObject({ code: 0 });
  expect(done.out).toContain('redrive of runs is Completed: 2 of 2 processed, 0 refused');
  expect(scheduler.admitted.map(({ rerunOf }) => rerunOf).toSorted()).toEqual(['f1', 'f2']);
  expect((await cli.run('bulk redrive runs --error-group lost --dry-run')).out).toContain('0 would be changed');
});
