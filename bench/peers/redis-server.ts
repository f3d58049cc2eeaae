/** Redis or Valkey: the one on PATH, or Debian's, which the bench installs. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'redis';
import { findExecutable, freePort, type RunningServer, type ServerOptions, startGuarded } from '#embedded-servers';
import { installDebianPackage } from '#testing/debian-package.js';

const NAMES = ['redis-server', 'valkey-server'] as const;
/** The same program as the server, if it is called by the server's name; its package starts no service. */
const CHECKER = '/usr/bin/redis-check-rdb';

/**
 * Runs it on a free port of this machine, its data in `<dataDir>/redis`, with an append-only file that is synchronised each second, as
 * BullMQ's documents require. Throws when it is not available or does not start.
 */
export async function startRedis({ dataDir, log }: ServerOptions): Promise<RunningServer> {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const server = await startGuarded({
    command: program(folder),
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes'],
    cwd: folder,
    env: process.env,
    stopSignal: 'SIGTERM',
  });
  const url = `redis://127.0.0.1:${port}`;
  const died = server.died.then((reason) => `redis ended: ${reason}`);
  void died.then(log);
  try {
    const version = await Promise.race([
      versionOf(url),
      died.then((reason) => {
        throw new Error(reason);
      }),
    ]);
    return { url, kind: version, pids: [server.pid], stop: () => server.stop(), exited: died };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function program(folder: string): string {
  const onPath = NAMES.map((name) => findExecutable(name, process.env)).find((path) => path !== undefined);
  if (onPath !== undefined) return onPath;
  if (!existsSync(CHECKER)) installDebianPackage('redis-tools', 'the benchmarks with BullMQ');
  const link = join(folder, NAMES[0]);
  symlinkSync(CHECKER, link);
  return link;
}

/** Waits until it answers: the client repeats its tries to connect. */
async function versionOf(url: string): Promise<string> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? '';
  client.destroy();
  return `Redis ${version}`;
}
