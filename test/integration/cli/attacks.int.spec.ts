/** Hostile files and servers against the command line: it writes nothing outside the folder, does not hang, and hides no text. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CliUnderTest } from './cli-under-test.js';

let cli: CliUnderTest;
let server: Server;
/** The server's answer to every list. */
let items: object[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ items, nextCursor: null }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  const { port } = server.address() as AddressInfo;
  cli = new CliUnderTest({
    CARILLON_SERVER: `http://127.0.0.1:${port}`,
    CARILLON_TOKEN: 'any',
    CARILLON_TENANT: 'acme',
  });
});
afterEach(() => {
  cli.dispose();
});

/** Eight levels of ten aliases each: a hundred million texts in a kilobyte. */
const bomb = [
  'a0: &a0 ["lol"]',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (n) =>
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(', ')}]`,
  ),
].join('\n');

describe.each(['import kubernetes', 'import lex', 'apply --dry-run -f', 'diff -f'])('%s', (command) => {
  test('aliases that would expand to very much are refused with their file and line', async () => {
    cli.write('bomb.yaml', `kind: Job\n${bomb}\n`);
    const said = await cli.run(`${command} bomb.yaml`);
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.err).toMatch(/bomb\.yaml:1: Excessive alias count/);
  });

  test('a value that contains itself is refused with its file and line', async () => {
    cli.write('loop.yaml', 'kind: Job\nparameters: &p { inner: [*p] }\n');
    const said = await cli.run(`${command} loop.yaml`);
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.err).toContain('loop.yaml:1: a value contains itself, by an alias');
  });

  test('a value that is nested very deeply is refused with its file', async () => {
    cli.write('deep.yaml', '['.repeat(50_000));
    const said = await cli.run(`${command} deep.yaml`);
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.err).toContain('deep.yaml');
    expect(said.err).not.toMatch(/\n\s+at /);
  });

  test('keys such as __proto__ change only their own object', async () => {
    const inner = '{"polluted": "yes", "toString": 1}';
    cli.write('keys.json', `{"kind": "Job", "__proto__": ${inner}, "constructor": {"prototype": ${inner}}}`);
    await cli.run(`${command} keys.json`);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.prototype.toString.call([])).toBe('[object Array]');
  });
});

test('a crontab of one very long line and of very many equal ones is read in a limited time', async () => {
  const names = `# ${'.-_'.repeat(200_000)}a\n`;
  cli.write('crontab', `HOME=/srv\n${names}0 3 * * * x\n${'0 3 * * * /bin/true\n'.repeat(5_000)}`);
  const said = await cli.run('import crontab crontab --timezone UTC -d out');
  expect(said.err).toBe('5001 jobs and 5001 workers\n');
  expect(readdirSync(join(cli.folder, 'out/jobs'))).toHaveLength(5_001);
});

test('variables of a crontab named like prototypes are variables, and nothing else', async () => {
  cli.write('crontab', '__proto__=polluted\nconstructor=c\n0 3 * * * /bin/true\n');
  const { out } = await cli.run('import crontab crontab --timezone UTC');
  expect(out).toMatch(/env:\n(?: {2}.*\n)* {2}__proto__: polluted\n {2}constructor: c\n/);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('quoted content of a file cannot control the terminal', async () => {
  cli.write('crontab', `\u001b]0;title\u0007\u001b[2J\u009b2Jnothing\n`);
  const { err } = await cli.run('import crontab crontab --timezone UTC', { isTerminal: true });
  expect(err).toContain('nothing');
  expect(err).not.toMatch(/[\u0007\u009b]|\u001b(?!\[[\d;]*m)/);
});

describe('a log whose lines command the terminal', () => {
  const BEL = '\u0007';
  const CONTROLS = new RegExp(`[${BEL}\u009b]|\u001b(?!\\[[\\d;]*m)`);
  const red = '\u001b[31mred\u001b[0m';
  const line = `10%\r20% ${red} \u001b]0;title${BEL}\u001b[2J\u001b]52;c;aGk=${BEL} end`;
  let logs: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    logs = createServer(({ url = '', headers }, response) => {
      if (!url.includes('/logs')) {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify({ tasks: [] }));
      } else if (headers.accept?.includes('event-stream') === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
        const data = JSON.stringify({ label: 'a', at: '2026-01-01T00:00:00Z', stream: 'stdout', text: line });
        response.end(`event: line\ndata: ${data}\n\nevent: end\ndata: {}\n\n`);
      } else {
        response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' });
        // Divided within a command to the terminal.
        const half = line.indexOf('[2J');
        response.write(line.slice(0, half));
        setTimeout(() => response.end(`${line.slice(half)}\nlast`), 50);
      }
    });
    await new Promise<void>((listening) => logs.listen(0, '127.0.0.1', listening));
    env = { CARILLON_SERVER: `http://127.0.0.1:${(logs.address() as AddressInfo).port}` };
  });
  afterAll(async () => {
    await new Promise((closed) => logs.close(closed));
  });

  test.each(['logs r1', 'logs r1 --follow'])(
    '%s passes only its colours to a terminal, and all to a pipe',
    async (command) => {
      const { code, out } = await cli.run(command, { env, isTerminal: true });
      expect(code).toBe(0);
      expect(out).toContain(`10%\r20% ${red} `);
      expect(out).toContain(' end\n');
      expect(out).not.toMatch(CONTROLS);
      const { out: piped } = await cli.run(command, { env });
      expect(piped).toBe(command === 'logs r1' ? `${line}\nlast` : `${line}\n`);
    },
  );
});

test.each([
  ['../../outside', 'outside'],
  ['..', null],
  ['/tmp/outside', 'tmp-outside'],
  ['a/../../outside', 'a-..-..-outside'],
  ['a\u0000b', 'a-b'],
  ['x'.repeat(300), 'x'.repeat(63)],
  ['', null],
])('an id of the source is not a path: %j', async (id, file) => {
  const job = { tenant: 'acme', name: 'n', worker: 'w', cron: '0 3 * * *' };
  cli.write('inner/lex.json', JSON.stringify([{ _id: id, job }]));
  rmSync(join(cli.folder, 'inner/out'), { recursive: true, force: true });
  const { code } = await cli.run('import lex inner/lex.json -d inner/out');
  const jobs = join(cli.folder, 'inner/out/jobs');
  const written = existsSync(jobs) ? readdirSync(jobs) : [];
  expect({ code, written }).toEqual(file === null ? { code: 2, written: [] } : { code: 0, written: [`${file}.yaml`] });
  expect(existsSync(join(cli.folder, 'outside.yaml')) || existsSync(join(cli.folder, 'inner/outside.yaml'))).toBe(
    false,
  );
});

test.each([
  { id: '../../outside', tenant: 'acme', name: 'n' },
  { id: 'job', tenant: '../../..', name: 'n' },
])('a text from a server is not a path: %j', async (item) => {
  items = [item];
  const said = await cli.run('export calendars -d inner/out');
  expect(said).toMatchObject({ code: 2 });
  expect(said.err).toContain('cannot be a file name');
  expect(readdirSync(cli.folder).filter((name) => name.endsWith('.yaml'))).toEqual([]);
});

test('devices, pipes and broken links are not read as files', async () => {
  cli.write('zero/a.txt', '');
  symlinkSync('/dev/zero', join(cli.folder, 'zero/a.yaml'));
  cli.write('pipe/a.txt', '');
  execFileSync('mkfifo', [join(cli.folder, 'pipe/a.yaml')]);
  cli.write('gone/a.txt', '');
  symlinkSync('/nowhere', join(cli.folder, 'gone/a.yaml'));
  for (const folder of ['zero', 'pipe', 'gone']) {
    const said = await cli.run(`apply --dry-run -f ${folder}`);
    expect([said.code, said.err]).toEqual([2, expect.stringContaining(`${folder}/a.yaml is not a file`)]);
  }
});

test('a link to a folder is not followed, and not passed over in silence: what lies in it would be pruned', async () => {
  cli.write('files/a.yaml', 'kind: Calendar\nid: a\nname: A\ntimezone: UTC\n');
  symlinkSync('.', join(cli.folder, 'files/all'));
  for (const line of ['apply --dry-run -f', 'validate', 'diff -f']) {
    const said = await cli.run(`${line} files`);
    expect([said.code, said.err]).toEqual([2, expect.stringMatching(/files\/all is a link to a folder/)]);
  }
});

test('an exported text contains what the server sent, whatever it looks like, and no more', async () => {
  const name = 'a: b\n---\nkind: Worker\nid: evil\n\u001b[2J';
  items = [{ id: 'job', tenant: 'acme', name }];
  const { out } = await cli.run('export calendars');
  expect(out).not.toContain('\u001b');
  expect(parse(out.replace('---\n', ''))).toMatchObject({ id: 'job', name });
});
