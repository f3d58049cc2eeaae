/** The compiled program at a real terminal (`script` makes one), in pipes, and behind proxies: what only the process itself shows. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { delimiter, dirname, join, resolve } from 'node:path';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

const MAIN = resolve('dist/apps/cli/src/main.js');

let api: ApiUnderTest;
let place: CliUnderTest;
let env: Record<string, string>;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  place = new CliUnderTest({});
  const bin = join(place.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'carillon'), `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`, { mode: 0o755 });
  env = {
    PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: place.folder,
    CARILLON_SERVER: api.url,
    CARILLON_TOKEN: BOOTSTRAP,
    CARILLON_CONFIG: place.env['CARILLON_CONFIG'] ?? '',
  };
  await api.ask('POST', '/tenants', { body: { id: 'ibm' } });
  await api.ask('POST', '/workers', { body: { id: 'w', name: 'W', engine: 'process', command: ['true'] } });
  for (const id of ['ibm-one', 'ibm-two'])
    await api.ask('POST', '/jobs', { body: { id, tenant: 'ibm', name: id, worker: 'w', labels: { team: 'a' } } });
}, 60_000);
afterAll(async () => {
  place.dispose();
  await api.stop();
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A shell runs the command line. */
async function run(line: string, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn('bash', ['-c', line], { cwd: place.folder, env: { ...env, ...more }, stdio: 'pipe' });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** Runs the command line at a terminal, and presses the keys once the text is shown. */
async function atTerminal(line: string, shows: string, keys: string): Promise<{ code: number | null; seen: string }> {
  const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: place.folder, env: { ...env, TERM: 'xterm' } });
  let seen = '';
  let isPressed = false;
  child.stdout.on('data', (text: Buffer) => {
    seen += text.toString();
    if (isPressed || !seen.includes(shows)) return;
    isPressed = true;
    child.stdin.write(keys);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, seen };
}

const CTRL_C = '\u0003';

describe('at a terminal', () => {
  test('Ctrl-C at a question ends the command as elsewhere, without an error', async () => {
    const line = `env -u CARILLON_TOKEN carillon login --server ${api.url}`;
    const { code, seen } = await atTerminal(line, 'Token:', CTRL_C);
    expect(code).toBe(130);
    expect(seen).not.toMatch(/error|at .*:\d+/);
  });

  test('a question is seen although the output goes into a file', async () => {
    const { code, seen } = await atTerminal('carillon delete jobs -l team=a -t ibm > answers', 'Remove 2', 'n\r');
    expect(code).toBe(1);
    expect(seen).toContain('Remove 2 with team=a: job/ibm-one, job/ibm-two?');
    expect(readFileSync(join(place.folder, 'answers'), 'utf8')).toBe('');
  });
});

describe('a server that accepts and never answers', () => {
  let silent: ReturnType<typeof createTcpServer>;
  let address: string;
  const open = new Set<Socket>();
  beforeAll(async () => {
    silent = createTcpServer((socket) => open.add(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => silent.close(closed));
  });

  test.each(['get jobs', 'get runs --watch', 'run ibm-one --follow', 'apply -f one.yaml', 'logs some'])(
    'Ctrl-C ends at once: %s',
    async (line) => {
      place.write('one.yaml', 'kind: Job\nid: one\ntenant: ibm\nname: One\nworker: w\n');
      const child = spawn(process.execPath, [MAIN, '--server', address, ...line.split(' ')], {
        cwd: place.folder,
        env,
      });
      await once(silent, 'connection');
      child.kill('SIGINT');
      const pressedAt = performance.now();
      const [code] = (await once(child, 'close')) as [number | null];
      expect([code, Math.floor((performance.now() - pressedAt) / 3_000)]).toEqual([130, 0]);
    },
  );

  test('a completion gives up soon', async () => {
    const startedAt = performance.now();
    expect(await run('carillon __complete -- describe job i', { CARILLON_SERVER: address })).toMatchObject({
      code: 0,
      out: '',
    });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});

test('a day without an offset begins where a time without one lies: in the zone of this machine', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('from') ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"nextCursor":null}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const there = {
    TZ: 'Asia/Shanghai',
    CARILLON_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  for (const from of ['2026-11-20', '2026-11-20T00:00', '2026-11-20T00:00Z'])
    expect((await run(`carillon get runs --from ${from}`, there)).code).toBe(0);
  server.close();
  expect(asked).toEqual(['2026-11-19T16:00:00.000Z', '2026-11-19T16:00:00.000Z', '2026-11-20T00:00:00.000Z']);
});

test('a file of contexts that cannot be written is told without a stack, and without a home nothing is left in the present folder', async () => {
  place.write('taken', '');
  mkdirSync(join(place.folder, 'inner'));
  const bare = 'env -u CARILLON_CONFIG carillon';
  const refused = await run(`${bare} login`, { XDG_CONFIG_HOME: join(place.folder, 'taken') });
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(
      /^error: .*taken\/carillon\/config\.yaml cannot be written: ENOTDIR.*\n→ .*CARILLON_CONFIG.*\n$/,
    ),
  ]);
  expect((await run(`cd inner && ${bare} context list`, { HOME: '' })).err).not.toContain('    at ');
  expect(await run(`cd inner && ${bare} login --name nowhere`, { HOME: 'taken/x' })).toMatchObject({ code: 0 });
  expect(readdirSync(join(place.folder, 'inner'))).toEqual([]);
});

test.each([
  ['CARILLON_SERVER', ''],
  ['CARILLON_TOKEN', ''],
  ['CARILLON_CONTEXT', ''],
  ['XDG_CONFIG_HOME', ''],
  ['CARILLON_CONFIG', ''],
  ['CARILLON_TENANT', 'ibm\r'],
])('%s as "%s" counts as if it were not set, and line ends are no part of it', async (name, value) => {
  const folder = join(place.folder, '.config', 'carillon');
  mkdirSync(folder, { recursive: true });
  const context = { server: api.url, token: BOOTSTRAP, tenant: 'ibm' };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify({ current: 'home', contexts: { home: context } }));
  const unset = 'env -u CARILLON_SERVER -u CARILLON_TOKEN -u CARILLON_CONFIG';
  expect(await run(`${unset} ${name}=$VALUE carillon get jobs -o name`, { VALUE: value })).toEqual({
    code: 0,
    out: 'ibm-one\nibm-two\n',
    err: '',
  });
});

test('a link to the file of contexts stays a link', async () => {
  const [real, link] = ['real.yaml', 'link.yaml'].map((name) => join(place.folder, name)) as [string, string];
  writeFileSync(real, '', { mode: 0o644 });
  symlinkSync(real, link);
  const { code } = await run('carillon login --name other', { CARILLON_CONFIG: link });
  expect([code, lstatSync(link).isSymbolicLink(), lstatSync(real).mode & 0o777]).toEqual([0, true, 0o600]);
  expect(readFileSync(real, 'utf8')).toContain('other');
});

test('sign-ins at the same time lose none of each other, and a lock that was left holds nobody up for long', async () => {
  const file = join(place.folder, 'busy.yaml');
  writeFileSync(`${file}.lock`, '');
  expect((await run('carillon login --name c0', { CARILLON_CONFIG: file })).code).toBe(0);
  const names = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
  const ended = await Promise.all(names.map((name) => run(`carillon login --name ${name}`, { CARILLON_CONFIG: file })));
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { out } = await run('carillon context list -o name', { CARILLON_CONFIG: file });
  expect(out.trim().split('\n').toSorted()).toEqual(['c0', ...names]);
});

test('output that nobody reads is no failure, and output that cannot be written is one', async () => {
  expect(await run('set -o pipefail; carillon export | head -c 1')).toMatchObject({ code: 0, err: '' });
  const full = await run('carillon get jobs > /dev/full');
  expect([full.code, full.err]).toEqual([2, expect.stringMatching(/^error: the output cannot be written: ENOSPC/)]);
});

describe('bash completes', () => {
  const COMPLETE = `source <(carillon completion bash); COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
    COMP_LINE=$LINE COMP_POINT=\${#LINE} COMP_TYPE=9; _carillon; printf '%s\\n' "\${COMPREPLY[@]}"`;
  test.each([
    ['carillon get ru', ['rules', 'runs']],
    ['carillon get runs --state FA', ['FAILED']],
    ['carillon get runs --state=FA', ['FAILED']],
    ['carillon --output=js', ['json', 'jsonpath=']],
    ['carillon get runs --job=ibm-o', ['ibm-one']],
    ['carillon --server=$SERVER get jo', ['jobs']],
    ['carillon "get" jo', ['jobs']],
    ['carillon run ibm-', ['ibm-one', 'ibm-two']],
    ['carillon get runs ibm-report --sta', ['--state']],
  ])('%s', async (line, expected) => {
    const { out } = await run(COMPLETE, { LINE: line.replace('$SERVER', api.url) });
    expect(out.trim().split('\n')).toEqual(expected);
  });
});

describe('behind a proxy', () => {
  let proxy: Server;
  const asked: string[] = [];
  const address = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  beforeAll(async () => {
    proxy = createServer().on('connect', ({ url = '' }, socket: Socket) => {
      asked.push(url);
      const there = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(there).pipe(socket);
      });
      for (const each of [socket, there]) each.on('error', () => undefined);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await once(proxy, 'close');
  });

  test.each(['HTTP_PROXY', 'http_proxy'])('%s leads to the server', async (name) => {
    asked.splice(0);
    const { code, out } = await run('carillon get jobs -o name', {
      [name]: address(),
      CARILLON_SERVER: 'http://carillon.invalid:8080',
    });
    expect([code, out, asked[0]]).toEqual([0, 'ibm-one\nibm-two\n', 'carillon.invalid:8080']);
  });

  test.each(['.invalid', 'invalid', 'carillon.invalid'])(
    'not to this machine, nor to what NO_PROXY=%s names',
    async (without) => {
      asked.splice(0);
      expect((await run('carillon get jobs -o name', { HTTP_PROXY: address() })).code).toBe(0);
      const server = 'http://carillon.invalid:8080';
      const direct = { HTTP_PROXY: address(), NO_PROXY: without, CARILLON_SERVER: server };
      expect((await run('carillon get jobs -o name', direct)).code).toBe(3);
      expect(asked).toEqual([]);
    },
  );

  test('that refuses is named, without its address', async () => {
    const refusing = createServer().on('connect', (_request, socket: Socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const { port } = refusing.address() as AddressInfo;
    const env = { HTTP_PROXY: `http://ada:geheim@127.0.0.1:${port}`, CARILLON_SERVER: 'http://carillon.invalid:8080' };
    const { code, err } = await run('carillon get jobs', env);
    refusing.close();
    expect(code).toBe(3);
    expect(err).toMatch(/the proxy answered 407:[^]*→ requests go through the proxy of HTTP_PROXY, except/);
    expect(err).not.toContain('geheim');
  });

  test('whose address cannot be read is named by its variable', async () => {
    expect(await run('carillon get jobs', { HTTPS_PROXY: 'proxy:8080' })).toEqual({
      code: 2,
      out: '',
      err: 'error: HTTPS_PROXY must be an http or https URL, such as http://proxy:8080\n',
    });
  });
});

test('the machine has the programs of these tests', () => {
  expect(spawnSync('script', ['--version']).status).toBe(0);
});
