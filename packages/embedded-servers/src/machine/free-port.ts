/**
 * Ports for programs that get their port as a setting, and open it some seconds after it was found free. They are below the ephemeral
 * ports of operating systems (from 32,768 in Linux, from 49,152 elsewhere), so that no other program gets one meanwhile.
 */
import { randomInt } from 'node:crypto';
import net from 'node:net';

const FIRST = 20_000;
const END = 32_000;
const MAX_TRIES = 50;
const HOST = '127.0.0.1';

/** A port that is free at this moment, and none of these. Throws an Error where none is found. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const port = randomInt(FIRST, END);
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${END}`);
}

/** Whether it is free at this moment. */
export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
