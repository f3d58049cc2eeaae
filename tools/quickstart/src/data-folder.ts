import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the folder ours for the life of this process. The lock is a listening socket: unlike a file with a process id it
 * cannot be left behind by a killed process and mistaken for a living one. Throws if another quickstart runs there.
 */
export async function takeDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `carillon-${name}.sock`);
  if (await answers(path)) {
    throw new Error(`another quickstart runs on ${dataDir}: stop it, or choose another folder with --data`);
  }
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
}

async function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
