/**
 * NATS as a cluster of three, from the configuration that `npm run nats-access` writes, while jobs fire every second: the server that leads
 * a stream is killed, then one stands still, then one is lost for good. Nothing is lost, and nothing is done twice.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { z } from 'zod';
import { type RunningServer, startOwnNats } from '#embedded-servers';
import { freeze } from '#testing/freeze.js';
import { connectionOptions } from '#testing/servers.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { EverySecond } from '../support/every-second.js';
import { eventually } from '../support/eventually.js';
import { QuickstartProcess } from '../support/quickstart-process.js';

const LIMIT_MS = 400_000;
/** Addresses of this machine that no other test uses. */
const HOSTS = ['127.0.77.1', '127.0.77.2', '127.0.77.3'] as const;
const PASSWORD = 'of-this-test';
const LOGIN = `carillon:${PASSWORD}`;
/** NATS elects another leader after 4 to 9 s; on a busy machine later. */
const ELECTION_MS = 20_000;
const serverAnswer = z.looseObject({ server: z.looseObject({ name: z.string() }) });
const STREAM = 'DISPATCH';

const folder = mkdtempSync(join(tmpdir(), 'carillon-nats-cluster-'));
const natsUrl = HOSTS.map((host) => `nats://${LOGIN}@${host}:4222`).join(',');
const quickstart = QuickstartProcess.inNewFolder({ NATS_URL: natsUrl, NATS_REPLICAS: '3', NATS_STORAGE: 'file' });
const worker = new EchoWorker();
const api = new Api(() => quickstart.state());
const everySecond = new EverySecond(api, worker);
const servers = new Map<string, RunningServer>();

/** The written file, with addresses of one machine, and a user for all services: quickstart gives all of them the same login. */
function configOf(host: string): string {
  const path = join(folder, `${host}.conf`);
  const text = readFileSync(join(folder, 'access', 'nats.conf'), 'utf8')
    .replace('jetstream { store_dir: "/data" }\n', '')
    .replace('http: "127.0.0.1:8222"', `http: "${host}:8222"`)
    .replace('  port: 6222', `  listen: "${host}:6222"`)
    .replace('  users: [', `  users: [\n    { user: carillon, password: "${PASSWORD}" }`);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

async function startServer(host: string): Promise<void> {
  const { NATS_URL: _ignored, ...around } = process.env;
  const options = { dataDir: join(folder, host), log: () => undefined, port: 4222, config: configOf(host) };
  servers.set(host, await startOwnNats({ ...options, args: ['-a', host] }, { ...around, NATS_SERVER_NAME: host }));
}

/** The host of the server that leads the stream, while more than half of the servers answer. */
/** What the servers say about the stream; null while fewer than half of them answer, or there is no stream yet. */
async function streamNow(): Promise<StreamInfo | null> {
  const connection = await connect({ ...connectionOptions(natsUrl), timeout: 2_000 }).catch(() => null);
  if (connection === null) return null;
  try {
    return await (await jetstreamManager(connection)).streams.info(STREAM);
  } catch {
    return null;
  } finally {
    await connection.close();
  }
}

/** The host of the server that leads the stream, while more than half of the servers answer. */
const leader = async (): Promise<string> =>
  eventually(`a leader of ${STREAM}`, async () => (await streamNow())?.cluster?.leader ?? null);

async function kill(host: string): Promise<void> {
  const server = servers.get(host);
  for (const pid of server?.pids ?? []) process.kill(pid, 'SIGKILL');
  await server?.exited;
}

beforeAll(async () => {
  const hosts = ['--cluster', HOSTS.join(',')];
  execFileSync(process.execPath, ['dist/tools/nats-access/src/main.js', '--out', join(folder, 'access'), ...hosts]);
  await Promise.all(HOSTS.map(startServer));
  await quickstart.start('--empty');
  await everySecond.begin();
}, LIMIT_MS);

afterAll(async () => {
  await worker.close();
  await quickstart.dispose();
  await Promise.all([...servers.values()].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'the streams have three replicas, as NATS_REPLICAS says',
  async () => {
    await everySecond.moreRunsFinish();
    // A new cluster may need some seconds for its first election; until then there are no streams, and sweeps do the work.
    const replicas = await eventually('three replicas of the stream', async () => {
      const info = await streamNow();
      return info?.config.num_replicas === 3 ? info.cluster?.replicas : null;
    });
    expect(replicas).toHaveLength(2);
  },
  LIMIT_MS,
);

test('the operator sees all servers with the written key', async () => {
  const seed = readFileSync(join(folder, 'access', 'operator.nk')).subarray(0, -1);
  const servers = HOSTS.map((host) => `${host}:4222`);
  const operator = await connect({ servers, authenticator: nkeyAuthenticator(seed) });
  const answers = await operator.requestMany('$SYS.REQ.SERVER.PING', '', { maxMessages: 3, maxWait: 5_000 });
  const names: string[] = [];
  for await (const answer of answers) names.push(serverAnswer.parse(answer.json()).server.name);
  await operator.close();
  expect(names.sort()).toEqual([...HOSTS]);
});

test(
  'the server that leads a stream is killed, and comes back',
  async () => {
    const host = await leader();
    await kill(host);
    expect(await leader()).not.toBe(host);
    await everySecond.moreRunsFinish();
    await startServer(host);
    await everySecond.moreRunsFinish();
  },
  LIMIT_MS,
);

test(
  'the server that leads a stream stands still for longer than an election takes',
  async () => {
    const host = await leader();
    const { thaw } = await freeze(() => servers.get(host)?.pids ?? []);
    try {
      const until = performance.now() + ELECTION_MS;
      await everySecond.moreRunsFinish();
      await eventually('the time to pass', () => performance.now() > until);
    } finally {
      thaw();
    }
    await everySecond.moreRunsFinish();
    expect(HOSTS).toContain(await leader());
  },
  LIMIT_MS,
);

test(
  'a server is lost for good: in the end each slot has one run, and each output is there once',
  async () => {
    await kill(await leader());
    await everySecond.moreRunsFinish();
    expect(await everySecond.faults()).toEqual([]);
    expect(await everySecond.latestStart()).toBeLessThan(ELECTION_MS);
    expect([...worker.done.values()].filter((times) => times !== 1)).toEqual([]);
  },
  LIMIT_MS,
);
