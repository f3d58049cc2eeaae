/** What the command line makes of answers that a running api does not give: of proxies, of failures in the middle, of another clock. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CliUnderTest } from './cli-under-test.js';

const HOUR_MS = 3_600_000;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let cli: CliUnderTest;
let answer: Answer;
let asked: string[];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  answer(request, response);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cli = new CliUnderTest({ CARILLON_SERVER: address, CARILLON_TOKEN: 't' });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  cli.dispose();
  server.closeAllConnections();
  server.close();
});

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const runOf = (id: string): object => ({
  id,
  job: 'one',
  jobName: 'One',
  tenant: 'ibm',
  trigger: 'manual',
  state: 'RUNNING',
  phase: 'Running',
  reason: 'AttemptStarted',
  createdAt: new Date(Date.now() + HOUR_MS - 5_000).toISOString(),
  started: null,
  finished: null,
  tasks: [{ name: 'main', indexes: 1 }],
  tries: [],
  totals: { pending: 0, running: 1, succeeded: 0, failed: 0, terminating: 0, unknown: 0 },
});

describe('a list whose second page fails', () => {
  beforeEach(() => {
    answer = (request, response) => {
      if (request.url?.includes('cursor') === true) json(response, 500, { code: 'INTERNAL', detail: 'it broke' });
      else json(response, 200, { items: [runOf('r1')], nextCursor: 'c' });
    };
  });

  test.each(['json', 'yaml', 'csv', 'jsonpath={.items[*].id}'])('is no document of the form %s', async (form) => {
    const { code, out, err } = await cli.run(`get runs --limit 0 -o ${form}`);
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('it broke');
  });

  test('is shown to a person as far as it was read', async () => {
    const { code, out } = await cli.run('get runs --limit 0');
    expect(code).toBe(5);
    expect(out).toContain('r1');
  });
});

test('a refusal does not keep the command from the other objects, and is told with its exit code', async () => {
  answer = (request, response) => {
    const [, id] = /jobs\/(\w+)\//.exec(request.url ?? '') ?? [];
    if (id?.startsWith('no') === true) json(response, 404, { code: 'NOT_FOUND', detail: `there is no job ${id}` });
    else json(response, 200, { id });
  };
  const { code, out, err } = await cli.run('pause one nosuch two nother three');
  expect(out.split('\n')).toEqual(['job/one paused', 'job/two paused', 'job/three paused', '']);
  expect(err).toMatch(/^error: there is no job nosuch \(NOT_FOUND\)\nerror: there is no job nother \(NOT_FOUND\)\n/);
  expect(code).toBe(5);
});

test('a token that is not valid ends a command for several objects at once', async () => {
  answer = (_request, response) => {
    json(response, 401, { code: 'UNAUTHENTICATED', detail: 'the token is not valid' });
  };
  expect((await cli.run('abort one two three')).code).toBe(4);
  expect(asked).toHaveLength(1);
});

test('a watched list goes on while a proxy answers for the server, and ends when the server refuses', async () => {
  let looks = 0;
  answer = (_request, response) => {
    looks += 1;
    if (looks === 1) json(response, 200, { items: [runOf('r1')], nextCursor: null });
    else if (looks <= 7) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    else if (looks === 8) json(response, 200, { items: [runOf('r2')], nextCursor: null });
    else json(response, 403, { code: 'FORBIDDEN', detail: 'you may not list runs' });
  };
  const { out, err, code } = await cli.run('get runs -w -o name');
  expect([out, code]).toEqual(['r1\nr2\n', 4]);
  expect(err).toContain('the server answered 502; the command tries again\n');
}, 60_000);

test('an answer of a proxy whose server is away counts as none', async () => {
  answer = (_request, response) => {
    response.writeHead(504, { 'content-type': 'text/plain' }).end('upstream request timeout');
  };
  const { err, code } = await cli.run('get jobs');
  expect(code).toBe(3);
  expect(err).toContain(
    'the server answered 504: what stands before the server, such as a proxy, gets no answer from it',
  );
}, 60_000);

test.each([
  ['--field stat=FAILED', ['stat']],
  ['--field stat!=FAILED --field totals.runing=1', ['stat', 'totals.runing']],
  ['--field state=FALED', []],
  ['--field started=2026 --field totals.running=1', []],
])('with %s the fields that no object has are named', async (options, fields) => {
  answer = (_request, response) => {
    json(response, 200, { items: [runOf('r1'), runOf('r2')], nextCursor: null });
  };
  const { err, code } = await cli.run(`get runs ${options}`);
  expect([err, code]).toEqual([fields.map((path) => `--field: none of the runs has the field ${path}\n`).join(''), 0]);
});

test.each([
  ...['get jobs', 'get runs -o json', 'audit', 'usage', 'stale -o name', 'export jobs', 'doctor -o json', 'whoami'],
  ...['bulk pause jobs --dry-run', 'bulk abort runs', 'pause one', 'herd'],
])('a command of a tenant that does not exist says so: %s', async (line) => {
  const bulk = { id: 'b', action: 'pause', kind: 'jobs', state: 'Completed', message: '', refusals: [], total: 0 };
  answer = (request, response) => {
    if (request.url === '/api/v1/tenants/nosuch') json(response, 404, { code: 'NOT_FOUND', detail: 'no tenant' });
    else if (request.url === '/api/v1/tenants/ibm') json(response, 200, { id: 'ibm' });
    else if (request.url === '/api/v1/bulk')
      json(response, 200, {
        bulk: line.includes('dry') ? null : { ...bulk, done: 0, refused: 0 },
        total: 0,
        first: [],
      });
    else
      json(response, 200, {
        items: [],
        nextCursor: null,
        month: '2026-11',
        since: null,
        findings: [],
        crowded: [],
        suggestions: [],
        peak: null,
        frequent: 0,
        isPartial: false,
        name: 'me',
        roles: [],
      });
  };
  expect(await cli.run(`${line} -t nosuch`)).toMatchObject({
    code: 0,
    err: 'there is no tenant nosuch, or you have no role in it\n',
  });
  expect((await cli.run(`${line} -t ibm`)).err).toBe('');
  expect((await cli.run(line)).err).toBe('');
});

test('a tenant that is no id is none', async () => {
  answer = (request, response) => {
    const isTenant = request.url === '/api/v1/tenants/No%20Such';
    json(response, isTenant ? 400 : 200, isTenant ? { code: 'VALIDATION_FAILED' } : { items: [], nextCursor: null });
  };
  expect((await cli.run("get workers -t 'No Such'")).err).toMatch(/^there is no tenant No Such, or/);
});

test('what is not found in a tenant that does not exist says so, and a list of objects asks for no tenant', async () => {
  const asked: string[] = [];
  answer = (request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.includes('nosuch') === true) json(response, 404, { code: 'NOT_FOUND', detail: 'there is none' });
    else json(response, 200, { items: [runOf('r1')], nextCursor: null });
  };
  expect(await cli.run('describe job nosuch -t nosuch')).toMatchObject({
    code: 5,
    err: expect.stringMatching(
      /^error: there is none[^]*\nthere is no tenant nosuch, or you have no role in it\n$/,
    ) as unknown,
  });
  asked.length = 0;
  await cli.run('get runs -t ibm');
  expect(asked).toEqual([expect.stringContaining('/api/v1/runs?')]);
});

test.each([
  ['get runs --job nosuch', 'there is no job nosuch\n'],
  ['get errors --job nosuch -o json', 'there is no job nosuch\n'],
  ['get jobs --worker nosuch', 'there is no worker nosuch\n'],
  ['get incidents --monitor nosuch', 'there is no monitor nosuch\n'],
  ['get runs --job one', ''],
  ['bulk pause jobs --worker nosuch --dry-run', 'there is no worker nosuch\n'],
  ['bulk abort runs --job nosuch --dry-run', 'there is no job nosuch\n'],
])('an empty list of what does not exist says so: %s', async (line, note) => {
  answer = (request, response) => {
    if (request.url?.endsWith('/nosuch') === true) json(response, 404, { code: 'NOT_FOUND', detail: 'there is none' });
    else if (request.url?.endsWith('/one') === true) json(response, 200, { id: 'one' });
    else json(response, 200, { items: [], nextCursor: null, bulk: null, total: 0, first: [] });
  };
  expect(await cli.run(line)).toMatchObject({ code: 0, err: note });
});

test.each([
  ['rollback one x', /'x' is invalid for argument 'version'. must be a whole number/],
  ['storage restore one -- -1', /'-1' is invalid for argument 'version'/],
  ['bulk abort runs --state RUNNING --worker w', /--worker chooses jobs, and abort runs has no such choice/],
  ['bulk abort jobs --label a=b --state RUNNING', /--state chooses runs, and abort jobs has no such choice/],
  ['bulk pause jobs --error-group e', /--error-group chooses runs/],
  ['bulk pause jobs -l a', /must be name=value/],
  ['slots one --timezone Europe/Prague', /a job has its own/],
  ['get jobs --enabled --disabled', /'--enabled' cannot be used with option '--disabled'/],
  ['get runs --from 2026-12-01 --to 2026-11-01', /--from 2026-1\S* is after --to 2026-1/],
  ['audit --from 1h --to 2h', /--from \S* is after --to/],
  ["apply -f ''", /--filename is empty/],
  ["export jobs -d ''", /--directory is empty/],
  ["validate ''", /<path> is empty/],
  ["import crontab ''", /<files> is empty/],
  ["init ''", /<folder> is empty/],
  ['apply -f https://example.test/a.yaml', /is an address, [^]*curl -fsSL https:\/\/example.test\/a.yaml \|/],
  ['import crontab https://example.test/a -t ibm', /is an address, and files are read only from this machine/],
  [`run one --params {a:1,b:2}`, /not valid JSON: \{a:1,b:2\} \(Expected property[^]*with - in its place/],
  [`storage set one ${'x'.repeat(99)}`, /not valid JSON: x{30}… \(/],
  ['bulk delete jobs -l a=b --from 1h', /--from chooses runs/],
  [`get jobs --token '"abc"'`, /the token is in quotation marks/],
  [`get jobs --server '"http://other.test"'`, /leave its quotation marks out: http:\/\/other.test/],
  ['get jobs --context a --server http://other.test', /give --server or --context, not both/],
  ['logout --context nosuch', /there is no context "nosuch"/],
])('what would be left out in silence, or done to something else, is refused: %s', async (line, message) => {
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.url);
    json(response, 200, { name: 'me', roles: [], items: [], nextCursor: null });
  };
  expect(await cli.run(line)).toMatchObject({
    code: 2,
    err: expect.stringMatching(message) as unknown,
  });
  expect(asked.filter((url) => url !== '/api/v1/me')).toEqual([]);
});

test.each([
  ['get attempts one --task nosuch', 'the run has nothing of task nosuch\n'],
  ['get attempts one --task main --index 99 -o json', 'the run has nothing of task main, index 99\n'],
  ['get indexes one --task nosuch', 'the run has nothing of task nosuch\n'],
  ['get attempts one', ''],
])('a part of a run that has nothing says so: %s', async (line, err) => {
  answer = (_request, response) => {
    json(response, 200, { items: [], nextCursor: null });
  };
  expect(await cli.run(line)).toMatchObject({ code: 0, err });
});

test.each([
  'get jobs',
  'run one',
  'whoami',
  'export',
  'usage',
  'logs one -f',
  'doctor',
  'describe job one',
  'get runs -w',
])('another program that answers each address with its own JSON, or with nothing, is told apart: %s', async (line) => {
  for (const status of [200, 204]) {
    answer = (_request, response) => {
      if (status === 200) json(response, 200, { status: 'ok' });
      else response.writeHead(204).end();
    };
    expect(await cli.run(line)).toMatchObject({
      code: 5,
      out: '',
      err: expect.stringMatching(
        /^error: the server has answered, but not as Carillon does: another server/,
      ) as unknown,
    });
  }
});

test('what a command has made is named by its id alone, where a script asks for that', async () => {
  const bulk = { id: 'b1', action: 'abort', kind: 'runs', state: 'Running', message: '', refusals: [] };
  answer = (request, response) => {
    if (request.url === '/api/v1/bulk') json(response, 200, { bulk: { ...bulk, done: 0, total: 1, refused: 0 } });
    else json(response, 200, { dependents: [] });
  };
  expect(await cli.run('bulk abort runs --job one --no-wait -o name')).toEqual({ code: 0, out: 'b1\n', err: '' });
  expect(await cli.run('run-dependents r1 -o name')).toEqual({ code: 0, out: '', err: '' });
});

test('a log that is cut off is told without a stack', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('one\ntwo\n');
    setTimeout(() => response.destroy(), 50);
  };
  const { code, out, err } = await cli.run('logs r');
  expect([code, out]).toEqual([3, 'one\ntwo\n']);
  expect(err).toMatch(/^error: the log was cut off: http\S+ cannot be reached: [^\n]+\n$/);
});

test('without a terminal a question names the option that answers it', async () => {
  answer = (_request, response) => {
    json(response, 200, { bulk: null, total: 1, first: ['one'] });
  };
  expect((await cli.run('bulk delete jobs -l a=b')).err).toContain('→ give the answer by the option --yes\n');
  const { err } = await new CliUnderTest({}).run(`login --server ${cli.env['CARILLON_SERVER'] ?? ''}`);
  expect(err).toContain('→ give the answer by the option --token-stdin\n');
});

test('attempts are in the order of indexes, which that of the server is not, and the audit is read whole', async () => {
  const of = (index: number): object => ({ id: `r/0/main/${index}/1`, generation: 0, task: 'main', index, attempt: 1 });
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.url);
    json(response, 200, { items: [0, 1, 10, 2].map(of), nextCursor: null });
  };
  expect(JSON.parse((await cli.run('get attempts r -o json')).out)).toMatchObject(
    [0, 1, 2, 10].map((index) => ({ index })),
  );
  await cli.run('audit --limit 0 -o json');
  expect(asked.at(-1)).toBe('/api/v1/audit?limit=200');
});

test('nobody is signed in to another program', async () => {
  answer = (_request, response) => {
    json(response, 200, { status: 'ok' });
  };
  const line = `login --server ${cli.env['CARILLON_SERVER'] ?? ''} --token t -t ibm`;
  expect(await cli.run(line)).toMatchObject({
    code: 5,
    err: expect.stringContaining('not as Carillon does') as unknown,
  });
});

describe('a context that is chosen', () => {
  let own: CliUnderTest;
  beforeEach(async () => {
    own = new CliUnderTest({});
    answer = (_request, response) => {
      json(response, 200, { name: 'me', roles: [] });
    };
    for (const name of ['a', 'b'])
      await own.run(`login --server ${cli.env['CARILLON_SERVER'] ?? ''} --token ${name} --name ${name}`);
  });
  afterEach(() => {
    own.dispose();
  });

  test.each<[env: Record<string, string>, overruling: string]>([
    [{}, ''],
    [{ CARILLON_CONTEXT: 'b' }, 'CARILLON_CONTEXT'],
    [{ CARILLON_CONTEXT: 'a' }, ''],
    [{ CARILLON_SERVER: 'http://other.test' }, 'CARILLON_SERVER'],
    [{ CARILLON_TOKEN: 'other' }, 'CARILLON_TOKEN'],
    [{ CARILLON_TOKEN: 'a' }, ''],
    [{ CARILLON_SERVER: 'http://other.test', CARILLON_TOKEN: 'other' }, 'CARILLON_SERVER and CARILLON_TOKEN'],
    [{ CARILLON_TENANT: 'ibm' }, ''],
  ])('with %j names the variables that take precedence', async (env, overruling) => {
    const note = overruling === '' ? '' : `the context "a" counts less than ${overruling} of the environment\n`;
    const server = `--server ${cli.env['CARILLON_SERVER'] ?? ''}`;
    expect(await own.run('context use a', { env })).toMatchObject({ code: 0, err: note });
    expect(await own.run('context list', { env })).toMatchObject({ code: 0, err: note });
    expect(await own.run(`login ${server} --token a --name a`, { env })).toMatchObject({ code: 0, err: note });
  });

  test('and that an option names is asked with its own token, and logged out of by its variable', async () => {
    const asked: (string | undefined)[] = [];
    answer = (request, response) => {
      asked.push(request.headers.authorization);
      json(response, 200, { items: [], nextCursor: null });
    };
    const env = { CARILLON_SERVER: 'http://other.test', CARILLON_TOKEN: 'other' };
    expect(await own.run('get jobs --context a', { env })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['Bearer a']);
    expect((await own.run('logout', { env: { CARILLON_CONTEXT: 'a' } })).out).toContain('context "a"');
  });

  test('is asked by its own variables, too: an address of the environment has no token of the context', async () => {
    const env = { CARILLON_SERVER: cli.env['CARILLON_SERVER'] ?? '' };
    expect((await own.run('context use a', { env })).err).toContain('less than CARILLON_SERVER of');
    expect((await own.run('context use a', { env: { ...env, CARILLON_TOKEN: 'a' } })).err).toBe('');
  });
});

const CUT = /^only the first (\d+) are shown; for all: --limit 0\n$/;

test.each(['table', 'wide', 'json', 'yaml', 'csv', 'name', 'jsonpath={.items[0].id}'])(
  'a list that is cut in the form %s says so, unless a program asked for that many',
  async (form) => {
    answer = (_request, response) => {
      json(response, 200, { items: Array.from({ length: 101 }, (_, i) => runOf(`r${i}`)), nextCursor: null });
    };
    expect((await cli.run(`get runs -o ${form}`)).err).toMatch(CUT);
    expect((await cli.run(`audit -o ${form}`)).err).toMatch(CUT);
    expect((await cli.run(`deliveries one -o ${form.replace('csv', 'json')}`)).err).toMatch(CUT);
    expect((await cli.run(`get runs --limit 101 -o ${form}`)).err).toBe('');
    expect((await cli.run(`get runs --limit 7 -o ${form}`)).err === '').toBe(form !== 'table' && form !== 'wide');
  },
);

describe('a stored sign-in', () => {
  let stored: CliUnderTest;
  const until = (ms: number): void => {
    const home = { server: cli.env['CARILLON_SERVER'], token: 't', expiresAt: new Date(Date.now() + ms).toISOString() };
    stored.write('config.yaml', JSON.stringify({ current: 'home', contexts: { home } }));
  };
  beforeEach(() => {
    stored = new CliUnderTest({});
  });
  afterEach(() => {
    stored.dispose();
  });

  test('that the server takes is not refused by the clock of this machine', async () => {
    answer = (_request, response) => {
      json(response, 200, { items: [], nextCursor: null });
    };
    until(HOUR_MS / 2);
    expect(await stored.run('get jobs', { now: () => Date.now() + HOUR_MS })).toMatchObject({ code: 0, err: '' });
  });

  test('that the server refuses is said to have ended if it has, by its clock', async () => {
    answer = (_request, response) => {
      json(response, 401, { code: 'UNAUTHENTICATED', detail: 'the token is not valid' });
    };
    until(-HOUR_MS / 2);
    const ended = await stored.run('get jobs', { now: () => Date.now() - HOUR_MS });
    expect(ended.err).toMatch(
      /the sign-in of the context "home" ended at .*\n.*sign in again: carillon login --server/,
    );
    expect(ended.code).toBe(4);
    until(HOUR_MS / 2);
    const revoked = await stored.run('get jobs', { now: () => Date.now() + HOUR_MS });
    expect(revoked.err).toContain('the token is not valid');
    expect(revoked.code).toBe(4);
  });
});

describe('a server whose clock is an hour ahead of that of this machine', () => {
  beforeEach(() => {
    answer = (request, response) => {
      response.setHeader('date', new Date(Date.now() + HOUR_MS).toUTCString());
      if (request.url?.startsWith('/api/v1/me') === true) json(response, 200, { name: 'me' });
      else json(response, 200, { items: [runOf('r1')], nextCursor: null });
    };
  });

  test('ages are reckoned by it', async () => {
    expect((await cli.run('get runs')).out).toMatch(/ \d+(\.\d)?m?s ago /);
  });

  test('a span of the command line begins at it', async () => {
    await cli.run('get runs --from 10m');
    const from = new URLSearchParams(asked.at(-1)?.replace(/^.*\?/, '')).get('from');
    expect(Math.abs(Date.parse(from ?? '') - (Date.now() + HOUR_MS - 600_000))).toBeLessThan(10_000);
    expect(asked[0]).toBe('GET /api/v1/me');
  });

  test('a backfill without an end goes up to it', async () => {
    const others = answer;
    const bodies: string[] = [];
    answer = (request, response) => {
      if (request.method === 'GET') others(request, response);
      else
        void text(request).then((body) => {
          bodies.push(body);
          json(response, 202, { backfill: null, slots: [] });
        });
    };
    expect((await cli.run('backfill one --from 2026-01-01T00:00Z --dry-run')).code).toBe(0);
    const { from, to } = JSON.parse(bodies[0] ?? '') as { from: string; to: string };
    expect(from).toBe('2026-01-01T00:00:00.000Z');
    expect(Math.abs(Date.parse(to) - (Date.now() + HOUR_MS))).toBeLessThan(10_000);
  });

  test('a time is taken as it is typed, without a question before', async () => {
    await cli.run('get runs --from 2026-12-01T10:00:00Z');
    expect(asked).toEqual([expect.stringContaining('from=2026-12-01T10%3A00%3A00.000Z')]);
  });
});

test.each([
  ['bogus --help', 'bogus'],
  ['get bogus --help', 'bogus'],
  ['--server http://x.test context bogus -h', 'bogus'],
  ['help bogus', 'bogus'],
  ['help get bogus', 'bogus'],
])('no help is shown for the unknown command in: %s', async (line, command) => {
  const { code, out, err } = await cli.run(line);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(`error: unknown command '${command}'`);
});

test.each(['--help', 'help', 'get --help', 'help get', 'get runs -h', 'help get runs', 'context help use'])(
  'help is shown for: %s',
  async (line) => {
    const { code, out, err } = await cli.run(line);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: carillon/);
  },
);

test('a part of a run without a line is named', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end();
  };
  expect(await cli.run('logs r1 --task build --attempt 9')).toEqual({
    code: 0,
    out: '',
    err: 'no such line was written by task build, attempt 9 of the run r1\n',
  });
  expect((await cli.run('logs r1')).err).toBe('');
});

test('what is printed for a program is one document', async () => {
  answer = (_request, response) => {
    json(response, 200, { items: [], nextCursor: null });
  };
  cli.write('one.yaml', 'kind: Job\nid: one\ntenant: ibm\nname: One\nworker: w\n');
  const outs = await Promise.all(
    ['delete -f one.yaml --yes', 'validate one.yaml', 'init first'].map(async (line) => cli.run(`${line} -o json`)),
  );
  expect(outs.map(({ out }) => JSON.parse(out) as unknown)).toEqual([
    [],
    { definitions: 1, problems: [] },
    { message: 'a worker and a job are in first; next: carillon up first' },
  ]);
});

test.each(['?x=1', '/#/jobs'])('the address of a page, which ends with %s, is refused by name', async (end) => {
  const { code, err } = await cli.run(`get jobs --server ${cli.env['CARILLON_SERVER']}${end}`);
  expect(code).toBe(2);
  expect(err).toContain(`the address of the server ends with ${end.replace('/', '')}`);
});

describe('new jobs, which one request creates', () => {
  const two = ['one', 'two']
    .map((id) => `kind: Job\nid: ibm-${id}\ntenant: ibm\nname: ${id}\nworker: w\n`)
    .join('---\n');
  const unlessListed =
    (creates: Answer): Answer =>
    (request, response) => {
      if (request.method === 'GET') json(response, 200, { items: [], nextCursor: null });
      else creates(request, response);
    };
  const created = (): string[] => asked.filter((line) => line.startsWith('POST'));

  beforeEach(() => {
    cli.write('two.yaml', two);
  });

  test('are created one by one where the server does not know that request', async () => {
    answer = unlessListed((request, response) => {
      if (request.url === '/api/v1/jobs:batch') json(response, 404, { code: 'NOT_FOUND', detail: 'no such path' });
      else json(response, 201, {});
    });
    expect(await cli.run('apply -f two.yaml')).toMatchObject({ code: 0 });
    expect(created()).toEqual(['POST /api/v1/jobs:batch', 'POST /api/v1/jobs', 'POST /api/v1/jobs']);
  });

  test('are each reported as the server has answered for them', async () => {
    answer = unlessListed((_request, response) => {
      const refused = { status: 409, code: 'ALREADY_EXISTS', detail: 'there is a job called "two" already' };
      json(response, 200, { created: 1, refused: 1, items: [{ status: 201, id: 'ibm-one' }, refused] });
    });
    const said = await cli.run('apply -f two.yaml');
    expect(said.code).toBe(1);
    expect(said.out).toContain('job/ibm-one created');
    expect(said.err).toContain('there is a job called "two" already');
    expect(created()).toEqual(['POST /api/v1/jobs:batch']);
  });

  test('that the answer leaves out are not reported as created', async () => {
    answer = unlessListed((_request, response) => {
      json(response, 200, { created: 1, refused: 0, items: [{ status: 201, id: 'ibm-one' }] });
    });
    const said = await cli.run('apply -f two.yaml');
    expect(said.code).toBe(1);
    expect(said.out).not.toContain('ibm-two created');
    expect(said.err).toContain('the server has not told whether it was created');
  });
});
