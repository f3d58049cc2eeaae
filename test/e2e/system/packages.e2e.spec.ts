/**
 * The packages as people get them: packed, installed in an empty folder without this repository, and used on each Node that they are for. The
 * services run on Node 24, which `carillon up` brings.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { freshDatabaseUri } from '#testing/servers.js';
import { eventually } from '../support/eventually.js';

const LIMIT_MS = 300_000;
const NODES = [20, 22, 24];
/** Of what `up` installs, beside Node. */
const MOST_PACKAGES = 80;
const MOST_BYTES = 120 * 1024 * 1024;

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'carillon-packages-'));
const packed = join(work, 'packed');
const project = join(work, 'project');
const cache = join(work, 'cache');
/** Where the servers for tests are installed. */
const servers = join(work, 'servers');
const temporary = join(work, 'temporary');
/** The exit code of every command that Ctrl-C ends. */
const INTERRUPTED = 130;
/** The state of a socket in /proc. */
const LISTENING = '0A';
const database = freshDatabaseUri();
let up: ChildProcess | undefined;

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));
const packageOf = (name: string): string => {
  const file = filesIn(packed).find((each) => new RegExp(`/${name}-\\d[^/]*$`).test(each));
  if (file === undefined) throw new Error(`there is no package ${name}`);
  return file;
};
const make = (folder: string): Promise<unknown> =>
  run(process.execPath, [join(root, 'scripts/packages.mjs'), folder], { cwd: root });
const install = (folder: string, ...specs: string[]): Promise<unknown> => {
  mkdirSync(folder, { recursive: true });
  return run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...specs], { cwd: folder });
};
const nodeFolder = (version: number): string => join(work, `node-${version}`, 'node_modules', 'node', 'bin');

/** What a user has: an older Node on PATH, and the command in his project. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: '',
  PATH: [nodeFolder(20), join(project, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
  HOME: work,
  TMPDIR: temporary,
  XDG_CACHE_HOME: cache,
  npm_config_cache: join(work, 'npm'),
  MONGODB_URI: database,
  CARILLON_SERVER_PACKAGE: packageOf('carillon-server'),
});
const carillon = async (...args: string[]): Promise<string> =>
  (await run('carillon', args, { cwd: project, env: environment() })).stdout;
const failing = async (...args: string[]): Promise<{ readonly stderr: string }> =>
  run('carillon', args, { cwd: project, env: environment() }).then(
    ({ stdout }) => Promise.reject(new Error(`it has not failed:\n${stdout}`)),
    (error: unknown) => error as { stderr: string },
  );

beforeAll(async () => {
  mkdirSync(temporary);
  await make(packed);
  await install(project, packageOf('carillon'), packageOf('carillon-client'), packageOf('carillon-worker'));
  await install(servers, packageOf('carillon-embedded-servers'));
  for (const version of NODES) await install(join(work, `node-${version}`), `node@${version}`);
}, LIMIT_MS);

afterAll(async () => {
  await end(up);
  rmSync(work, { recursive: true, force: true });
});

test(
  'the command line and the libraries need no other package, and work on each Node that they are for',
  async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed.sort()).toEqual(['@carillon', 'carillon', 'openapi-fetch', 'openapi-typescript-helpers']);
    const use = `
    import { createClient, ApiError } from '@carillon/client';
    import { WebWorker, ownRun, saveStorageLine } from '@carillon/worker';
    const client = createClient({ server: 'http://127.0.0.1:9', token: 't' });
    new WebWorker({ folder: './state', secrets: [] }, async () => undefined);
    console.log(typeof client.GET, typeof ApiError, typeof ownRun, saveStorageLine({ row: 1 }));`;
    writeFileSync(join(project, 'use.mjs'), use);
    for (const each of NODES) {
      const node = join(nodeFolder(each), 'node');
      const said = await run(node, [join(project, 'node_modules/carillon/dist/carillon.mjs'), '--version']);
      expect([each, said.stdout]).toEqual([each, `${version}\n`]);
      const used = await run(node, ['use.mjs'], { cwd: project });
      expect([each, used.stdout]).toEqual([each, 'function function function [saveJobStorage] {"row":1}\n']);
    }
  },
  LIMIT_MS,
);

test(
  'the types of the libraries are complete by themselves',
  async () => {
    const folder = join(project, 'typed');
    mkdirSync(folder);
    const use = `
    import { createClient, dataOf, type Schemas } from '@carillon/client';
    import { WebWorker, type Handler } from '@carillon/worker';
    export const jobOf = (id: string): Promise<Schemas['Job']> =>
      dataOf(createClient({ server: 'http://x' }).GET('/jobs/{id}', { params: { path: { id } } }));
    const work: Handler = async (task) => {
      await task.log('reading');
      return { message: 'done' };
    };
    export const worker = new WebWorker({ folder: './state', secrets: [] }, work);`;
    writeFileSync(join(folder, 'use.ts'), use);
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, target: 'es2023' };
    const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, files: ['use.ts'] }),
    );
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder];
    const { stdout: problems } = await run(process.execPath, tsc).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(problems).toBe('');
  },
  LIMIT_MS,
);

test(
  'the servers for tests run from an empty folder, and end with Ctrl-C',
  async () => {
    const program = join(servers, 'node_modules/.bin/embedded-servers');
    const child = spawn(program, ['--data', join(servers, 'data')], {
      cwd: servers,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => output.push(line));
    const uri = await eventually('the address of the database', () => {
      if (child.exitCode !== null) throw new Error(`it has ended:\n${output.join('\n')}`);
      return output.flatMap((line) => /^MONGODB_URI=(\S+)/.exec(line)?.[1] ?? []).at(0);
    });
    const use = `
    import { MongoClient } from 'mongodb';
    import { freePort } from '@carillon/embedded-servers';
    const client = await MongoClient.connect(process.argv[2]);
    await client.db('d').collection('c').insertOne({ _id: 1, list: [1, 2] });
    console.log(await client.db('d').collection('c').countDocuments({ list: 2 }), (await freePort()) > 0);
    await client.close();`;
    writeFileSync(join(servers, 'use.mjs'), use);
    expect((await run(process.execPath, ['use.mjs', uri], { cwd: servers })).stdout).toBe('1 true\n');
    expect(await end(child)).toBe(0);
  },
  LIMIT_MS,
);

test(
  'carillon up starts a whole scheduler from an empty folder, in which jobs run, and ends with Ctrl-C',
  async () => {
    const output: string[] = [];
    up = start(output, '--port', '0');
    await eventually('the words that all is ready', () => {
      if (up?.exitCode !== null) throw new Error(`it has ended:\n${output.join('\n')}`);
      return output.some((line) => line.startsWith('ready after'));
    });
    expect(await carillon('get', 'jobs')).toContain('example-disk-report');
    expect(await carillon('run', 'example-disk-report', '--follow')).toContain('% full');
    expect(await end(up)).toBe(INTERRUPTED);
  },
  LIMIT_MS,
);

test(
  'carillon init and carillon up of its folder: each save is applied, all listens on this machine only, and Ctrl-C leaves nothing',
  async () => {
    const lines = [
      'npm install carillon',
      ...['init demo', 'up demo', 'run demo-hello --follow'].map((words) => `npx carillon ${words}`),
    ];
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    for (const line of lines) expect(readme).toMatch(new RegExp(`^${line} *(#.*)?$`, 'm'));
    await carillon('init', 'demo');
    expect((await failing('init', 'demo')).stderr).toContain('worker.yaml, ');
    const output: string[] = [];
    up = start(output, 'demo', '--port', '0');
    const said = async (text: string): Promise<unknown> =>
      eventually(`the words ${text}`, () => {
        if (up?.exitCode !== null) throw new Error(`it has ended:\n${output.join('\n')}`);
        return output.some((line) => line.includes(text));
      });
    await said('job/demo-hello created');
    expect(await carillon('run', 'demo-hello', '--follow')).toContain('Hello, world! It is');

    const job = join(project, 'demo', 'job.yaml');
    const text = readFileSync(job, 'utf8');
    writeFileSync(job, text.replace('world', 'Prague'));
    await said('job/demo-hello changed');
    expect(await carillon('run', 'demo-hello', '--follow')).toContain('Hello, Prague!');
    writeFileSync(job, text.replace('cron:', 'cron: ['));
    await said(`demo/job.yaml:8: `);
    writeFileSync(job, text.replace('*/10', '99').replace('world', 'nobody'));
    await said('job/demo-hello refused (demo/job.yaml:2): cron');
    expect(await carillon('get', 'job', 'demo-hello', '-o', 'yaml')).toContain('Prague');
    rmSync(job);
    await said('job/demo-hello is in no file any more');
    expect(await carillon('get', 'jobs')).toContain('demo-hello');

    expect((await failing('up', 'demo')).stderr).toMatch(/another Carillon \(process \d+, since .*http.*--data/);
    const port = /:(\d+)\/$/m.exec(output.find((line) => line.includes('UI  ')) ?? '')?.[1] ?? '';
    expect((await failing('up', '--data', 'other', '--port', port)).stderr).toContain(`port ${port} is in use`);

    const listening = processes().flatMap((pid) => listeningOf(pid));
    expect(listening).toContain(`127.0.0.1:${port}`);
    expect(listening.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
    expect(await end(up)).toBe(INTERRUPTED);
    expect(processes()).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  },
  LIMIT_MS,
);

test('what carillon up installs is small beside Node', () => {
  const [server] = filesIn(join(cache, 'carillon')).filter((folder) => /server-[0-9a-f]+$/.test(folder));
  const modules = join(String(server), 'node_modules');
  const isNode = (name: string): boolean => name === 'node' || name.startsWith('node-');
  const names = readdirSync(modules).filter((name) => !name.startsWith('.') && !isNode(name));
  const folders = names.flatMap((name) =>
    name.startsWith('@') ? filesIn(join(modules, name)) : [join(modules, name)],
  );
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.length).toBeLessThanOrEqual(MOST_PACKAGES);
  expect(folders.reduce((sum, folder) => sum + sizeOf(folder), 0)).toBeLessThanOrEqual(MOST_BYTES);
});

test('the wheel holds the module, and its record the hash of each file', () => {
  const files = unzipSync(readFileSync(packageOf('carillon_worker')));
  const [name = ''] = Object.keys(files).filter((file) => file.endsWith('/RECORD'));
  const textOf = (file: string): string => Buffer.from(files[file] ?? []).toString();
  const recorded = textOf(name).trim().split('\n');
  const hashOf = (file: string): string => createHash('sha256').update(textOf(file)).digest('base64url');
  const expected = Object.keys(files)
    .filter((file) => file !== name)
    .map((file) => `${file},sha256=${hashOf(file)},${files[file]?.length}`);
  expect(recorded).toEqual([...expected, `${name},,`]);
  expect(textOf('carillon_worker.py')).toContain('def save_storage(');
});

/** Processes of this test: they know its folder by their environment. */
function processes(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const isOurs = textAt(`/proc/${name}/environ`).includes(`XDG_CACHE_HOME=${cache}\0`);
    return /^\d+$/.test(name) && isOurs ? [Number(name)] : [];
  });
}

/** Where a process listens by TCP, such as `127.0.0.1:8080`; an address of version 6 stays in hexadecimal form. */
function listeningOf(pid: number): string[] {
  const inodes = new Set(
    filesIn(`/proc/${pid}/fd`).flatMap((file) => /^socket:\[(\d+)\]$/.exec(linkAt(file))?.[1] ?? []),
  );
  return ['tcp', 'tcp6'].flatMap((protocol) =>
    textAt(`/proc/${pid}/net/${protocol}`)
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === LISTENING && inodes.has(inode))
      .map(([, address = '']) => addressOf(address)),
  );
}

function addressOf(hexadecimal: string): string {
  const [address = '', port = ''] = hexadecimal.split(':');
  const bytes = address.length === 8 ? Buffer.from(address, 'hex').reverse().join('.') : address;
  return `${bytes}:${Number.parseInt(port, 16)}`;
}

/** Empty for a process that has ended meanwhile. */
function textAt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkAt(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function start(output: string[], ...args: string[]): ChildProcess {
  const child = spawn('carillon', ['up', ...args], {
    cwd: project,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => output.push(line));
  return child;
}

/** Ends it as Ctrl-C does; gives its exit code. */
async function end(child: ChildProcess | undefined): Promise<number | null> {
  if (child?.exitCode !== null) return child?.exitCode ?? null;
  const ended = new Promise<number | null>((done) => child.once('close', done));
  child.kill('SIGINT');
  return ended;
}

function sizeOf(path: string): number {
  const { size } = statSync(path);
  return statSync(path).isDirectory() ? filesIn(path).reduce((sum, each) => sum + sizeOf(each), 0) : size;
}
