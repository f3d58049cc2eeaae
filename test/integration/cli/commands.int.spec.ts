/** Commands on jobs and runs, through the command line against a real api. */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { contracts } from '#common/messages/registry.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { until } from '#testing/until.js';
import { storeRun } from '../api/stored-runs.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest, normalized } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  const token = await api.tokenFor(['ibm', 'owner']);
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: token });
  await api.ask('POST', '/workers', { body: { id: 'web', name: 'Web', engine: 'webservice', url: 'http://web.test' } });
  const options = [
    { name: 'day', type: 'date', required: true, format: 'YYYY-MM-DD' },
    { name: 'customer', type: 'string' },
    { name: 'rows', type: 'number' },
  ];
  const jobs = [
    { id: 'ibm-report', name: 'Report', cron: '0 3 * * *', labels: { team: 'sales' } },
    { id: 'ibm-import', name: 'Import', parameters: { rows: 10 }, concurrency: { policy: 'Forbid' } },
    { id: 'ibm-asks', name: 'Asks', options },
  ];
  for (const job of jobs) await api.ask('POST', '/jobs', { body: { tenant: 'ibm', worker: 'web', ...job } });
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

const output = async (line: string, around = {}): Promise<string> => {
  const { code, out, err } = await cli.run(line, around);
  return normalized(`${out}${err}[${code}]`);
};

test('jobs are listed as tables, names, JSON and YAML, by filters of the server and of fields', async () => {
  expect(await output('get jobs')).toMatchSnapshot();
  expect(await output('get jobs -o wide --label team=sales')).toMatchSnapshot();
  expect(await output('list job -o name -q port')).toBe('ibm-import\nibm-report\n[0]');
  expect(await output('get jobs -o name --field concurrency.policy=Forbid')).toBe('ibm-import\n[0]');
  expect(await output('get jobs -o name --field concurrency.policy!=Forbid')).toBe('ibm-asks\nibm-report\n[0]');
  expect(await output('get jobs --limit 1 -o name')).toBe('ibm-asks\n[0]');
  expect(await output('get jobs --limit 1')).toMatch(/only the first 1 are shown; for all: --limit 0\n\[0\]$/);
  const { out } = await cli.run('get jobs ibm-report -o json');
  expect(JSON.parse(out)).toMatchObject([{ id: 'ibm-report', cron: '0 3 * * *' }]);
  expect((await cli.run('get jobs ibm-import -o yaml')).out).toContain('parameters:\n    rows: 10\n');
});

test('jobs that have not succeeded for long are listed, and an invalid time span is refused', async () => {
  expect(await output('stale')).toBe('no jobs without a recent success\n[0]');
  const lastSuccessFinish = Date.now() - 30 * 3_600_000;
  const books = { job: asJobId('ibm-report'), tenant: asTenantId('ibm'), lastSuccessFinish };
  await api.mongo.collection('jobs').updateOne({ _id: 'ibm-report' }, { $set: { createdAt: 0 } });
  await new SchedulesStore(api.mongo).insert(aSchedule({ cron: '0 3 * * *' }, Date.now(), books));
  expect(await output('stale --older-than 1d -o name')).toBe('ibm-report\n[0]');
  expect(await output('stale --label team=sales -o name')).toBe('ibm-report\n[0]');
  expect(await output('stale --label team=others -o name')).toBe('[0]');
  expect(await output('stale --older-than 2d')).toBe('no jobs without a recent success\n[0]');
  expect(await output('stale --older-than soon')).toMatch(/must be a duration such as 90m, 2h or 7d\n[^]*\[2\]$/);
});

test('colours are used for terminals, unless they are switched off', async () => {
  const escape = String.fromCharCode(27);
  expect((await cli.run('get jobs', { isTerminal: true })).out).toContain(`${escape}[`);
  expect((await cli.run('get jobs --no-color', { isTerminal: true })).out).not.toContain(escape);
  expect((await cli.run('get jobs', { isTerminal: true, env: { NO_COLOR: '1' } })).out).not.toContain(escape);
  expect((await cli.run('get jobs', { isTerminal: true, env: { NO_COLOR: '' } })).out).toContain(escape);
  expect((await cli.run('get jobs', { isTerminal: true, env: { TERM: 'dumb' } })).out).not.toContain(escape);
  expect((await cli.run('get jobs', { env: { FORCE_COLOR: '' } })).out).not.toContain(escape);
  expect((await cli.run('get jobs', { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain(escape);
  expect((await cli.run('get jobs', { env: { FORCE_COLOR: '1', TERM: 'dumb' } })).out).toContain(escape);
  const [shown, inFile, plain] = await Promise.all([
    cli.run('get job none', { isTerminal: true }),
    cli.run('get job none', { isTerminal: true, isErrorTerminal: false }),
    cli.run('get job none --no-color', { isTerminal: true }),
  ]);
  expect(shown.err).toContain(escape);
  expect(inFile.err).not.toContain(escape);
  expect(plain.err).not.toContain(escape);
  expect((await cli.run('get jobs')).out).not.toContain(escape);
});

test('a run is started with parameters that are parsed as JSON if they are JSON, and with options', async () => {
  expect(await output('run ibm-import -p rows=5 -p name=x -p list=[1,2]')).toMatchSnapshot();
  expect(scheduler.admitted.at(-1)).toMatchObject({ parameters: { rows: 5, name: 'x', list: [1, 2] } });
  await cli.run('run ibm-asks --option day=2026-02-09T12:00:00Z --policy Allow');
  expect(scheduler.admitted.at(-1)).toMatchObject({ options: { day: '2026-02-09T12:00:00Z' } });
  await cli.run('run ibm-asks --option day=2026-02-09T12:00:00Z --option customer=20200219 --option rows=8');
  expect(scheduler.admitted.at(-1)).toMatchObject({ options: { customer: '20200219', rows: 8 } });
  await cli.run('run ibm-import --params -', { input: '{"rows":7}' });
  expect(scheduler.admitted.at(-1)).toMatchObject({ parameters: { rows: 7 } });
  expect(await output('run ibm-asks')).toMatchSnapshot();
  expect(await output("run ibm-import --params '{rows}'")).toMatchSnapshot();
});

test('runs are listed, described and repeated', async () => {
  expect(await output('get runs --job ibm-import --state finished --from 2026-11-01')).toMatchSnapshot();
  const id = (await cli.run('get runs --job ibm-import --limit 1 -o name')).out.trim();
  expect(await output(`describe run ${id}`)).toMatchSnapshot();
  expect((await cli.run(`rerun ${id} -o name`)).out).toMatch(/^\S+\n$/);
  expect(await output(`abort ${id}`)).toMatch(/\(RUN_FINAL\)\n→ start the run again: carillon rerun <run>\n\[5\]$/);
});

test('a job is described, paused with a note, resumed and rolled back', async () => {
  expect(await output('pause ibm-report --note holidays')).toBe('job/ibm-report paused\n[0]');
  expect(await output('describe job ibm-report')).toMatchSnapshot();
  expect(await output('resume ibm-report')).toBe('job/ibm-report resumed\n[0]');
  await api.ask('PATCH', '/jobs/ibm-report', { body: { cron: '0 4 * * *' } });
  expect(await output('get versions ibm-report')).toMatchSnapshot();
  expect(await output('rollback ibm-report 1')).toMatchSnapshot();
});

test('a job that is a call is described with its address, what its answer means, the call and its notices', async () => {
  const http = { method: 'PUT', body: '{"days": 7}', success: ['200-299', 404], outputs: { rows: '/data/count' } };
  const notify = [{ on: ['failed', 'succeeded'], webhook: 'https://hooks.test/a?key=of-the-channel' }];
  const call = { worker: 'other_webservice', url: 'https://shop.test/cron', answer: 'ends', http, notify };
  await api.ask('POST', '/jobs', { body: { id: 'ibm-sweep', tenant: 'ibm', name: 'Sweep', ...call } });
  const said = await output('describe job ibm-sweep');
  expect(said).toMatch(/^Address: +https:\/\/shop\.test\/cron\nAnswer: +ends the run\n/m);
  expect(said).toMatch(/^Notices: +failed, succeeded to https:\/\/hooks\.test$/m);
  expect(said).not.toContain('of-the-channel');
  expect(said).toContain('Call\n  method: PUT\n');
  expect(said).toContain('rows: /data/count');
  await api.ask('DELETE', '/jobs/ibm-sweep');
});

test('slots are previewed, of a job or of an expression', async () => {
  expect(await output("slots --cron '0 3 * * 1' --timezone Europe/Prague --count 2 --from 2026-11-23 -o name")).toBe(
    '<time>\n<time>\n[0]',
  );
  expect(await output('slots ibm-report --count 2')).toMatchSnapshot();
  expect(await output('slots')).toMatchSnapshot();
});

test('a backfill is previewed', async () => {
  api.standIn(contracts.startBackfill, () => ({
    ok: true as const,
    backfill: null,
    slots: [Date.UTC(2026, 10, 1, 3), Date.UTC(2026, 10, 2, 3)],
  }));
  const line = 'backfill ibm-report --from 2026-11-01 --to 2026-11-02T12:00Z --dry-run';
  expect((await cli.run(line)).out).toBe(
    'SLOT\n2026-11-01T03:00:00.000Z\n2026-11-02T03:00:00.000Z\n2 slots would get a run\n',
  );
});

test('the audit is shown', async () => {
  expect(await output('audit -t ibm --object job/ibm-report --action pauseJob')).toMatchSnapshot();
});

test('refusals have their own exit codes and advice', async () => {
  expect(await output('get jobs nope')).toMatchSnapshot();
  expect(await output('get jobs', { env: { CARILLON_TOKEN: 'wrong' } })).toMatchSnapshot();
  expect(await output('delete worker web')).toMatch(/FORBIDDEN|NOT_FOUND/);
  expect(await output('get jobs -o xml')).toMatchSnapshot();
  expect(await output('get runs --from yesterday')).toMatchSnapshot();
  expect(await output('fly')).toMatchSnapshot();
  expect((await cli.run('get jobs', { env: { CARILLON_SERVER: 'http://127.0.0.1:1' } })).code).toBe(3);
});

test('a sign-in is stored in a file that only its owner can read, and used until another is chosen', async () => {
  const token = cli.env['CARILLON_TOKEN']!;
  const fresh = new CliUnderTest({});
  try {
    const say = async (line: string, around = {}): Promise<string> => {
      const { code, out, err } = await fresh.run(line, around);
      return normalized(`${out}${err}[${code}]`);
    };
    expect(await say('get jobs')).toMatchSnapshot();
    expect(
      await say(`login --server ${api.url}/ --token-stdin --name home`, { input: `${token}\n` }),
    ).toMatchSnapshot();
    expect(statSync(fresh.env['CARILLON_CONFIG']!).mode & 0o777).toBe(0o600);
    expect(readFileSync(fresh.env['CARILLON_CONFIG']!, 'utf8')).toContain(token);
    expect(await say('whoami')).toMatchSnapshot();
    expect(await say('get jobs -o name')).toContain('ibm-report');
    expect(await say('context list')).toMatchSnapshot();
    expect(await say('context use other')).toMatchSnapshot();
    expect(await say('logout')).toBe('the token of the context "home" was removed from this machine\n[0]');
    expect(await say('get jobs')).toMatchSnapshot();
    expect(await say('login --server nonsense --token x')).toMatchSnapshot();
  } finally {
    fresh.dispose();
  }
});

test('completion knows commands, options and possible values', async () => {
  expect((await cli.run('__complete -- get ru')).out).toBe('rules\nruns\n');
  expect((await cli.run('__complete -- re')).out).toBe('redeliver\nrerun\nrestart\nresume\n');
  expect((await cli.run('__complete -- run x --fo')).out).toBe('--follow\n');
  expect((await cli.run('__complete -- get jobs -o ya')).out).toBe('yaml\n');
  expect((await cli.run('__complete -- import -o json ku')).out).toBe('kubernetes\n');
  expect((await cli.run('__complete -- import kubernetes ku')).out).toBe('');
  expect((await cli.run('__complete -- get jobs -o jsonp')).out).toBe('jsonpath=\n');
  expect((await cli.run('__complete -- describe mo')).out).toBe('monitor\n');
  expect((await cli.run('completion bash')).out).toContain('complete -o default -F _carillon carillon');
  expect((await cli.run('completion tcsh')).code).toBe(2);
});

test('the difference between versions of a job is shown, secrets as ***', async () => {
  const job = { tenant: 'ibm', worker: 'web', name: 'Versions', cron: '0 3 * * *' };
  await api.ask('POST', '/jobs', { body: { id: 'ibm-versions', ...job } });
  const change = async (body: object): Promise<void> => {
    expect(await api.ask('PATCH', '/jobs/ibm-versions', { body })).toMatchObject({ status: 200 });
  };
  await change({ cron: '0 4 * * *' });
  await change({ secureParameters: { password: 'hunter2' } });
  expect(await output('diff job ibm-versions 1 2')).toMatch(/\n-cron: 0 3 \* \* \*\n\+cron: 0 4 \* \* \*\n[^]*\[1\]$/);
  expect(await output('diff job ibm-versions')).toMatch(/\n\+ {2}password: "?\*\*\*"?\n[^]*\[1\]$/);
  expect(await output('diff job ibm-versions 2 2')).toBe('[0]');
  expect(await output('diff job ibm-versions 1 9')).toContain('ibm-versions has no version 9');
  expect(await output('diff job ibm-versions one')).toContain('one is not the number of a version');
  expect(await output('diff')).toContain('give files by -f');
  expect(await output('diff job ibm-versions -f x')).toContain('give files by -f');
});

test('the doctor tells administrators what is wrong and what to do, the worst first', async () => {
  const env = { CARILLON_TOKEN: BOOTSTRAP };
  const { code, out, err } = await cli.run('doctor -o json', { env });
  expect(err).toBe('');
  const { status, findings } = JSON.parse(out) as { status: string; findings: { check: string; fix: string | null }[] };
  expect(code).toBe(status === 'error' ? 1 : 0);
  const said = await cli.run('doctor', { env });
  for (const { check, fix } of findings) {
    expect(said.out).toContain(` ${check}: `);
    expect(said.out).toContain(fix ?? '');
  }
  expect((await cli.run('doctor')).code).toBe(4);
});

test('completion knows the ids of what a command or an option names', async () => {
  const ids = async (words: string): Promise<string[]> =>
    (await cli.run(`__complete -- ${words}`)).out.trim().split('\n');
  const jobs = await ids('run ibm-');
  expect(jobs).toEqual(expect.arrayContaining(['ibm-asks', 'ibm-import', 'ibm-report']));
  for (const words of [
    'pause ibm-a ibm-',
    'get jobs ibm-',
    'describe job ibm-',
    'get runs --job ibm-',
    'storage set ibm-',
  ])
    expect(await ids(words)).toEqual(jobs);
  const [run = ''] = (await cli.run('get runs --limit 1 -o name')).out.trim().split('\n');
  for (const words of [`logs ${run.slice(0, -1)}`, `abort ${run.slice(0, -1)}`, `get attempts ${run.slice(0, -1)}`])
    expect(await ids(words)).toContain(run);
  expect(await ids("get jobs -t ''")).toContain('ibm');
  expect((await cli.run('__complete -- run ibm-', { env: { CARILLON_SERVER: 'http://127.0.0.1:1' } })).out).toBe('');
});

test('a watched list shows what has changed, until Ctrl-C', async () => {
  const stop = new AbortController();
  let shown = '';
  const watching = cli.run('get jobs ibm-report --watch -o jsonpath={.items[*].version}|', {
    signal: stop.signal,
    onOut: (text) => (shown += text),
  });
  const first = await until('the first list', () => /^(\d+)\|$/.exec(shown)?.[1]);
  await api.ask('PATCH', '/jobs/ibm-report', { body: { cron: '0 5 * * *' } });
  const changed = `${first}|${Number(first) + 1}|`;
  await until('the changed job', () => (shown === changed ? true : null));
  stop.abort();
  expect(await watching).toMatchObject({ code: 130, out: changed });
});

test('a watched list fits into the window, also when that changes', async () => {
  const stop = new AbortController();
  const screens: string[] = [];
  const window = { columns: 80, rows: 5 };
  const watching = cli.run('get jobs --watch', {
    isTerminal: true,
    window,
    signal: stop.signal,
    onOut: (text) => {
      if (text.startsWith('\u001b[H')) screens.push('');
      screens.push((screens.pop() ?? '') + text);
    },
  });
  const linesOf = (screen = ''): string[] => screen.split('\n');
  await until('a list', () => (linesOf(screens.at(-1)).length > 3 ? true : null));
  // The last line stays empty, because a line end there would move all others up.
  expect(linesOf(screens.at(-1)).length).toBeLessThanOrEqual(5);
  expect(screens.at(-1)).toMatch(/\d+ more: a higher window, or without --watch/);
  Object.assign(window, { columns: 400, rows: 500 });
  await until(
    'a whole list',
    () => screens.at(-1)?.endsWith('\u001b[?7h') === true && !/no room| more: /.test(screens.at(-1) ?? ''),
  );
  stop.abort();
  expect((await watching).code).toBe(130);
});

test.each<[address: string, hint: string]>([
  ['127.0.0.1:8282', 'begin it with https:// or http://, as in http://127.0.0.1:8282'],
  ['carillon.test', 'begin it with https:// or http://, as in http://carillon.test'],
  ['ftp://carillon.test', ''],
])('the address %s is refused before anything is sent', async (address, hint) => {
  const { code, out, err } = await cli.run('get jobs', { env: { CARILLON_SERVER: address } });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(
    `error: "${address}" is not an address such as https://carillon.example.com\n${hint === '' ? '' : `→ ${hint}\n`}`,
  );
});

test.each(['http://name:pass@127.0.0.1:8282', 'https://:pass@carillon.test/api/v1'])(
  'the address %s is refused, without its password',
  async (address) => {
    const { code, out, err } = await cli.run('get jobs', { env: { CARILLON_SERVER: address } });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^error: the address of the server contains a user or a password.*\n→ .* --server https?:\/\/[\w.:]+\n$/,
    );
    expect(err).not.toContain('pass@');
  },
);

test.each<[what: string, status: number, message: string]>([
  ['a page for every address', 200, 'the server answered 200 with a web page, but not as Carillon does'],
  ['its own error', 404, 'the server answered 404, but not as Carillon does'],
])('another web server that answers with %s is named as one', async (_what, status, message) => {
  const other = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const server = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { code, err } = await cli.run('get jobs', { env: { CARILLON_SERVER: server } });
    expect(code).toBe(5);
    expect(err).toContain(`error: ${message}: another server or a proxy has answered\n`);
  } finally {
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
  }
});

test('an id that does not exist does not hide the objects that do', async () => {
  const { code, out, err } = await cli.run('get jobs nosuch ibm-report -o name');
  expect({ code, out }).toEqual({ code: 5, out: 'ibm-report\n' });
  expect(err).toContain('nosuch');
  expect((await cli.run('get jobs nosuch neither -o name')).err).toMatch(/nosuch[^]*neither/);
});

test('every command that changes something prints JSON if it is asked for, and nothing else', async () => {
  for (const [line, expected] of [
    ['pause ibm-report --note holidays -o json', [{ id: 'ibm-report' }]],
    ['resume ibm-report -o json', { id: 'ibm-report' }],
    [
      `channel set ops '{"type":"slack","url":"https://hooks.slack.test/x"}' -t ibm -o json`,
      { message: 'the channel ops was saved' },
    ],
    ['delete job ibm-gone -o json', undefined],
  ] as const) {
    if (expected === undefined) await api.ask('POST', '/jobs', { body: GONE });
    const { code, out } = await cli.run(line);
    expect([line, code]).toEqual([line, 0]);
    const value: unknown = JSON.parse(out);
    expect(value).toMatchObject(expected ?? [{ kind: 'Job', name: 'job/ibm-gone', action: 'delete' }]);
  }
  // What was done before a failure is told, too.
  const half = await cli.run('pause ibm-report nosuch -o json');
  expect([half.code, JSON.parse(half.out)]).toEqual([5, [expect.objectContaining({ id: 'ibm-report' })]]);
  expect((await cli.run('resume ibm-report -o name')).out).toBe('job/ibm-report resumed\n');
});
const GONE = { id: 'ibm-gone', tenant: 'ibm', name: 'gone', worker: 'web' };

test.each([
  'export -o json',
  'import crontab - -o json',
  'diff job ibm-report 1 2 -o json',
  'logs some -o csv',
  'run ibm-report --follow -o name',
  'rerun some --follow -o json',
])('a form of output that a command does not have is refused before anything is sent: %s', async (line) => {
  const before = scheduler.admitted.length;
  const { code, out, err } = await cli.run(line, { input: '' });
  expect([code, out, scheduler.admitted.length]).toEqual([2, '', before]);
  expect(err).toContain('whatever -o asks for');
});

test.each(['tök€n', 'a\nb', 'a b', '“abc”'])('a token that cannot be sent is not shown: %j', async (token) => {
  const { code, out, err } = await cli.run('get jobs', { env: { CARILLON_TOKEN: token } });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^error: the token contains a character that no token has, at position \d\n/);
  expect((await cli.run('login --token-stdin', { input: token })).err).toContain('that no token has');
  expect(err).not.toContain(token);
});

test('Ctrl-C ends an apply between two changes, and what was made is told', async () => {
  const jobs = Array.from(
    { length: 400 },
    (_, n) => `kind: Job\nid: ibm-stop-${n}\ntenant: ibm\nname: Stop ${n}\nworker: web`,
  );
  cli.write('many.yaml', jobs.join('\n---\n'));
  const stop = new AbortController();
  const { code, out, err } = await cli.run('apply -f many.yaml', {
    signal: stop.signal,
    onOut: () => {
      stop.abort();
    },
  });
  const made = out.match(/created/g)?.length ?? 0;
  expect([code, made < 400]).toEqual([130, true]);
  expect(err).toBe(`interrupted when ${made} of 400 changes were made; apply again for the others\n`);
});

test('Ctrl-C while a log is followed is told by the exit code, though nothing has failed', async () => {
  await storeRun(api.mongo, 'lasting', { job: asJobId('ibm-report'), tenant: asTenantId('ibm'), phase: 'Running' });
  const stop = new AbortController();
  const following = cli.run('logs lasting --follow', { signal: stop.signal });
  setTimeout(() => {
    stop.abort();
  }, 500);
  expect((await following).code).toBe(130);
});
