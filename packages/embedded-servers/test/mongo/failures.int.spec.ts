import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { missingForDocumentDb, type RunningServer, startDocumentDb } from '../../src/index.js';
import { eventually, isExternal, together } from './support/target.js';

const CLI = join(dirname(fileURLToPath(import.meta.url)), '../../../../dist/packages/embedded-servers/src/main.js');
/** Only our own server may be killed, and only DocumentDB is kept running by us. */
const ownServers = isExternal || missingForDocumentDb() !== undefined ? describe.skip : describe;
/** Kernel and init: the ancestors of all processes. */
const FIRST_USER_PID = 2;

interface Entry {
  _id: string;
  n?: number;
}

const folders: string[] = [];
const servers: RunningServer[] = [];

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-conformance-'));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, port = 0): Promise<RunningServer> {
  const server = await startDocumentDb({ dataDir, port, log: () => undefined }, process.env);
  servers.push(server);
  return server;
}

const portOf = (server: RunningServer): number => Number(new URL(server.url).port);

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** The server's processes with their descendants: PostgreSQL's sessions are processes too. */
function familyOf(pids: number[]): number[] {
  if (pids.length === 0 || pids.some((pid) => pid < FIRST_USER_PID))
    throw new Error(`no processes of ours: ${pids.join(', ')}`);
  const family = new Set(pids);
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [[Number(name), Number(parent)] as const];
      } catch {
        return [];
      }
    });
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

function kill(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
}

/** The last of a server's processes ends a moment after it, when it notices that nothing is left to supervise. */
async function expectGone(family: number[]): Promise<void> {
  const alive = await eventually(
    () => Promise.resolve(family.filter(isAlive)),
    (left) => left.length === 0,
  );
  expect(alive).toEqual([]);
}

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

ownServers('a server of our own', () => {
  it('loses and duplicates nothing when its database is killed under load, and clients see no error', async () => {
    const server = await start(freshFolder());
    const client = await MongoClient.connect(server.url);
    const entries = client.db('kill').collection<Entry>('entries');
    const counters = client.db('kill').collection<Entry>('counters');
    await counters.insertMany(Array.from({ length: 8 }, (_, at) => ({ _id: `c${at}`, n: 0 })));
    const [, database] = server.pids;
    if (database === undefined) throw new Error('the server has no database process');
    let killed = false;
    let restarted = false;
    const acknowledged = await together(8, async (writer) => {
      let done = 0;
      for (let after = 0; after < 30; done++) {
        await entries.insertOne({ _id: `${writer}-${done}` });
        await counters.updateOne({ _id: `c${writer}` }, { $inc: { n: 1 } });
        if (done === 30 && !killed) {
          killed = true;
          kill(familyOf([database]));
        }
        restarted ||= killed && server.pids[1] !== database;
        if (restarted) after++;
      }
      return done;
    });
    expect(await entries.countDocuments()).toBe(acknowledged.reduce((sum, count) => sum + count, 0));
    const counted = (await counters.find().sort({ _id: 1 }).toArray()).map(({ n }) => n);
    expect(counted).toEqual(acknowledged);
    await client.close();
  });

  it('reports the death of its front end, and serves clients and data again after a restart', async () => {
    const dataDir = freshFolder();
    const first = await start(dataDir);
    const client = await MongoClient.connect(first.url);
    const entries = client.db('front').collection<Entry>('entries');
    await entries.insertOne({ _id: 'before' });
    const family = familyOf(first.pids);
    kill(first.pids.slice(0, 1));
    await expect(first.exited).resolves.toContain('SIGKILL');
    const second = await start(dataDir, portOf(first));
    await entries.insertOne({ _id: 'after' });
    expect((await entries.find().toArray()).map(({ _id }) => _id).sort()).toEqual(['after', 'before']);
    await expectGone(family);
    await client.close();
    await second.stop();
  });

  it('keeps its data over a stop, leaves no process, and starts again quickly', async () => {
    const dataDir = freshFolder();
    const first = await start(dataDir);
    const client = await MongoClient.connect(first.url);
    await client.db('stop').collection<Entry>('entries').insertOne({ _id: 'kept' });
    await client.close();
    const family = familyOf(first.pids);
    await first.stop();
    await expectGone(family);
    const second = await start(dataDir);
    const again = await MongoClient.connect(second.url);
    expect(await again.db('stop').collection<Entry>('entries').findOne()).toEqual({ _id: 'kept' });
    await again.close();
  });

  it('is stopped in order, with all its processes, when its parent is killed', async () => {
    const dataDir = freshFolder();
    const parent = spawn(process.execPath, [CLI, '--data', dataDir], { stdio: ['ignore', 'pipe', 'ignore'] });
    const printed: string[] = [];
    createInterface({ input: parent.stdout }).on('line', (line) => printed.push(line));
    await eventually(
      () => Promise.resolve(printed.length),
      (lines) => lines >= 2,
      90_000,
    );
    const family = familyOf([parent.pid ?? 0]);
    expect(family.length).toBeGreaterThan(4);
    kill([parent.pid ?? 0]);
    await expectGone(family);
    const server = await start(dataDir);
    expect(server.kind).not.toBe('MONGODB_URI');
  }, 120_000);

  it('runs beside another server with other data', async () => {
    const [one, two] = await Promise.all([start(freshFolder()), start(freshFolder())]);
    const clients = await Promise.all([one.url, two.url].map((url) => MongoClient.connect(url)));
    await clients[0]!.db('beside').collection<Entry>('entries').insertOne({ _id: 'one' });
    expect(await clients[1]!.db('beside').collection<Entry>('entries').countDocuments()).toBe(0);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('reports that its port is in use', async () => {
    const taken = await start(freshFolder());
    await expect(start(freshFolder(), portOf(taken))).rejects.toThrow(/EADDRINUSE|in use/);
  });
});
