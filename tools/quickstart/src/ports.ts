import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const HOST = '127.0.0.1';
/** Free ports that the system is asked for until one is not promised to another part. */
const MAX_OFFERS = 20;
const portsSchema = z.record(z.string(), z.number().int());

/**
 * Gives every part of the system a port of its own. A port is remembered and taken again at the next start if it is
 * free, so that addresses in stored definitions and in scripts stay true.
 */
export class Ports {
  readonly #file: string;
  readonly #known: Record<string, number>;
  readonly #taken = new Set<number>();

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'ports.json');
    this.#known = existsSync(this.#file) ? portsSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8'))) : {};
  }

  /** The remembered port of this part, else the wanted one, else any free one. */
  async take(name: string, wanted?: number): Promise<number> {
    // The system may offer a port again that another part has got and does not listen on yet.
    const anyFree = new Array<number>(MAX_OFFERS).fill(0);
    for (const candidate of [this.#known[name], wanted, ...anyFree]) {
      const port = candidate === undefined ? undefined : await freePort(candidate);
      if (port !== undefined && !this.#taken.has(port)) return this.#remember(name, port);
    }
    throw new Error(`no free port for ${name}`);
  }

  /** Exactly this port; throws if somebody else has it. 0 is any free one. */
  async takeExactly(name: string, wanted: number): Promise<number> {
    const port = await freePort(wanted);
    if (port === undefined) throw new Error(`port ${wanted} is taken by another program`);
    return this.#remember(name, port);
  }

  #remember(name: string, port: number): number {
    this.#taken.add(port);
    this.#known[name] = port;
    writeFileSync(this.#file, `${JSON.stringify(this.#known, null, 2)}\n`);
    return port;
  }
}

/** The port if it can be listened on now (any free one for 0), otherwise undefined. */
async function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ host: HOST, port, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' ? address?.port : undefined;
      server.close(() => {
        resolve(found);
      });
    });
  });
}
