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

test.each(['get jobs', 'get runs -o json', 'audit', 'usage', 'stale -o name'])(
  'an empty list of a tenant that does not exist says so: %s',
  async (line) => {
    answer = (request, response) => {
      if (request.url === '/api/v1/tenants/nosuch') json(response, 404, { code: 'NOT_FOUND', detail: 'no tenant' });
      else if (request.url === '/api/v1/tenants/ibm') json(response, 200, { id: 'ibm' });
      else json(response, 200, { items: [], nextCursor: null, month: '2026-11', since: null });
    };
    expect((await cli.run(`${line} -t nosuch`)).err).toBe('there is no tenant nosuch, or you have no role in it\n');
    expect((await cli.run(`${line} -t ibm`)).err).toBe('');
    expect((await cli.run(line)).err).toBe('');
  },
);

test.each([
  ['get runs --job nosuch', 'there is no job nosuch\n'],
  ['get errors --job nosuch -o json', 'there is no job nosuch\n'],
  ['get jobs --worker nosuch', 'there is no worker nosuch\n'],
  ['get incidents --monitor nosuch', 'there is no monitor nosuch\n'],
  ['get runs --job one', ''],
])('an empty list of what does not exist says so: %s', async (line, note) => {
  answer = (request, response) => {
    if (request.url?.endsWith('/nosuch') === true) json(response, 404, { code: 'NOT_FOUND', detail: 'there is none' });
    else if (request.url?.endsWith('/one') === true) json(response, 200, { id: 'one' });
    else json(response, 200, { items: [], nextCursor: null });
  };
  expect(await cli.run(line)).toMatchObject({ code: 0, err: note });
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
