/**
 * Ports for programs that are told where to listen, and do so some seconds after their port was found free. They lie below those that
 * operating systems give to programs which ask for any free one (from 32,768 in Linux, from 49,152 elsewhere), so that no such program
 * gets one meanwhile.
 */
import { randomInt } from 'node:crypto';
import net from 'node:net';

const FIRST = 20_000;
const END = 32_000;
const MAX_TRIES = 50;
const HOST = '127.0.0.1';

/** A port that nobody listens on at this moment, and none of these. Throws an Error where none is found. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const port = randomInt(FIRST, END);
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${END}`);
}

/** Whether one can listen on it at this moment. */
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
