import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { freePort, isFree } from '#embedded-servers';

const portsSchema = z.record(z.string(), z.number().int());

/**
 * Gives every part of the system a port of its own. A port is stored and used again at the next start if it is free, so
 * that addresses in stored definitions and in scripts stay valid.
 */
export class Ports {
  readonly #file: string;
  readonly #known: Record<string, number>;
  readonly #taken = new Set<number>();

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'ports.json');
    this.#known = existsSync(this.#file) ? portsSchema.parse(parseJson(readFileSync(this.#file, 'utf8'))) : {};
  }

  /** The remembered port of this part, else the wanted one, else any free one. */
  async take(name: string, wanted?: number): Promise<number> {
    for (const port of [this.#known[name], wanted]) {
      if (port !== undefined && !this.#taken.has(port) && (await isFree(port))) return this.#remember(name, port);
    }
    return this.#remember(name, await freePort(this.#taken));
  }

  /** Exactly this port; throws if another program has it. 0 means any free one. */
  async takeExactly(name: string, wanted: number): Promise<number> {
    if (wanted === 0) return this.#remember(name, await freePort(this.#taken));
    if (!(await isFree(wanted)))
      throw new Error(
        `port ${wanted} is in use by another program: choose another by --port, or any free one by --port 0`,
      );
    return this.#remember(name, wanted);
  }

  #remember(name: string, port: number): number {
    this.#taken.add(port);
    this.#known[name] = port;
    writeFileSync(this.#file, `${JSON.stringify(this.#known, null, 2)}\n`);
    return port;
  }
}
