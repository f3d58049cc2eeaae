/**
 * deploy/compose with a real Docker: try.sh from its beginning to its end, with the image that `npm run image` has built. No registry of
 * images is available here: instead of MongoDB a container forwards to that of the tests, and instead of NATS one runs Debian's.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVICES } from '#common/domain/service-name.js';
import { natsProgram } from '#embedded-servers';
import { freshDatabaseUri } from '#testing/servers.js';
import { DockerDaemon } from './support/docker-daemon.js';

const archive = process.env['CARILLON_IMAGE'] ?? '';
const why = !existsSync(archive)
  ? 'CARILLON_IMAGE names no archive of npm run image'
  : process.getuid?.() === 0
    ? null
    : 'Docker has to be started as root';
const LIMIT_MS = 300_000;
/** In the container: each connection is forwarded to the mounted socket. */
const RELAY = `require('net').createServer((from) => { const to = require('net').connect('/stand-in/mongo.sock'); from.pipe(to).pipe(from);
for (const each of [from, to]) each.on('error', () => { from.destroy(); to.destroy(); }); }).listen(27017)`;
const DIAL = `require('net').connect(27017).on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
const ASK = `fetch('http://127.0.0.1:8222/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
const AS_ROOT = { image: 'carillon', user: '0:0' };

const folder = mkdtempSync(join(tmpdir(), 'carillon-composed-'));
let docker: DockerDaemon;
let toMongo: Server | null = null;

/** A socket in the folder that forwards to the database of the tests; gives the address under which containers reach it. */
async function ledToMongo(): Promise<string> {
  const uri = new URL(freshDatabaseUri());
  const host = uri.hostname;
  const port = Number(uri.port);
  const server = createServer((from) => {
    const to = connect(port, host);
    from.pipe(to).pipe(from);
    for (const each of [from, to])
      each.on('error', () => {
        from.destroy();
        to.destroy();
      });
  });
  await new Promise<void>((done) => server.listen(join(folder, 'mongo.sock'), done));
  toMongo = server;
  uri.host = 'mongo:27017';
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  return uri.toString();
}

async function override(): Promise<string> {
  const environment = { MONGODB_URI: await ledToMongo() };
  const often = { interval: '1s', retries: 60 };
  const services = {
    ...Object.fromEntries(['migrate', ...SERVICES].map((name) => [name, { environment }])),
    mongo: {
      ...AS_ROOT,
      entrypoint: ['node', '-e', RELAY],
      command: [],
      volumes: [`${folder}:/stand-in`],
      healthcheck: { test: ['CMD', 'node', '-e', DIAL], ...often },
    },
    nats: {
      ...AS_ROOT,
      entrypoint: ['/stand-in/nats-server'],
      volumes: [`${await natsProgram({ log: () => undefined }, process.env)}:/stand-in/nats-server:ro`],
      healthcheck: { test: ['CMD', 'node', '-e', ASK], ...often },
    },
  };
  const path = join(folder, 'override.json');
  writeFileSync(path, JSON.stringify({ services }));
  return path;
}

beforeAll(async () => {
  if (why !== null) return;
  docker = await DockerDaemon.start();
}, LIMIT_MS);
afterAll(async () => {
  if (why === null) {
    await docker.stop();
    const server = toMongo;
    if (server !== null) await new Promise((done) => server.close(done));
  }
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

const title = 'deploy/compose with Docker';
(why === null ? describe : describe.skip)(why === null ? title : `${title} (skipped: ${why})`, () => {
  it(
    'is started by try.sh, runs jobs, also when an executor is killed, and leaves nothing',
    async () => {
      const loaded = await docker.run('load', '--quiet', '--input', archive);
      // The archive may name it more than once.
      const [, IMAGE] = /^Loaded image: (\S+)$/m.exec(loaded) ?? [];
      const env = { ...process.env, ...docker.env, IMAGE, OVERRIDE: await override(), TMPDIR: folder };
      const [command, ...args] = docker.within('bash', resolve('deploy/compose/try/try.sh'));
      const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      const code = await new Promise<number | null>((done) => child.once('close', done));
      expect([code, said]).toEqual([0, expect.stringContaining('all checks passed')]);
      expect(said.match(/hello from run/g)).toHaveLength(2);
      expect(await docker.run('ps', '--all', '--quiet')).toBe('');
      expect(await docker.run('volume', 'ls', '--quiet')).toBe('');
      expect(await docker.run('network', 'ls', '--format', '{{.Name}}')).not.toContain('carillon');
    },
    LIMIT_MS,
  );
});
