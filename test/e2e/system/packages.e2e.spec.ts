/**
 * The packages as people get them: packed, installed in an empty folder without this repository, and used on each Node that they are for. The
 * services run on Node 24, which `carillon up` brings.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  XDG_CACHE_HOME: cache,
  npm_config_cache: join(work, 'npm'),
  MONGODB_URI: database,
  CARILLON_SERVER_PACKAGE: packageOf('carillon-server'),
});
const carillon = async (...args: string[]): Promise<string> =>
  (await run('carillon', args, { cwd: project, env: environment() })).stdout;

beforeAll(async () => {
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
    up = start(output);
    await eventually('the words that all is ready', () => {
      if (up?.exitCode !== null) throw new Error(`it has ended:\n${output.join('\n')}`);
      return output.some((line) => line.startsWith('ready after'));
    });
    expect(await carillon('get', 'jobs')).toContain('example-disk-report');
    expect(await carillon('run', 'example-disk-report', '--follow')).toContain('% full');
    expect(await end(up)).toBe(0);
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

function start(output: string[]): ChildProcess {
  const child = spawn('carillon', ['up', '--port', '0'], {
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
