import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { withFreshDatabase } from '#testing/databases.js';
import { freeze, type Frozen } from '#testing/freeze.js';
import { isAlive } from '../../../apps/executor/src/engines/process/process-table.js';
import { eventually } from './eventually.js';

const service = z.strictObject({ pid: z.number().int().positive(), metricsUrl: z.url() });
const stateSchema = z.strictObject({
  apiUrl: z.url(),
  uiUrl: z.url(),
  token: z.string().min(1),
  services: z.strictObject({ api: service, scheduler: service, executor: service, 'log-collector': service }),
  mongoUri: z.string().startsWith('mongodb://'),
  natsUrl: z.string().startsWith('nats://'),
});
const spooled = z.object({ pid: z.number(), startTime: z.string().nullable() });
export type State = z.output<typeof stateSchema>;
export type ServiceName = keyof State['services'];

const ROOT = resolve(import.meta.dirname, '../../..');

/** A `npm run quickstart` of its own: free ports, own servers, a data folder under the system's temporary folder. */
export class QuickstartProcess {
  readonly output: string[] = [];
  #child: ChildProcess | undefined;
  /** Its own database on the server of MONGODB_URI; null: it has a server of its own. */
  readonly #mongo = process.env['MONGODB_URI'] ? withFreshDatabase(process.env['MONGODB_URI']) : null;

  private constructor(
    readonly dataDir: string,
    private env: Readonly<Record<string, string>>,
  ) {}

  /** `env`: variables of its environment beside ours. */
  static inNewFolder(env: Readonly<Record<string, string>> = {}): QuickstartProcess {
    return new QuickstartProcess(mkdtempSync(join(tmpdir(), 'carillon-e2e-')), env);
  }

  /** Resolves when everything is ready: a killed quickstart may have left its quickstart.json. */
  async start(...args: string[]): Promise<void> {
    const before = this.output.length;
    const child = this.#spawn(args, this.output);
    this.#child = child;
    const ready = eventually('the words that all is ready', () => {
      if (child.exitCode !== null) throw new Error('quickstart ended');
      return this.output.slice(before).some((line) => line.startsWith('ready after'));
    });
    await ready.catch((error: unknown) => {
      throw new Error(`quickstart did not get ready; it said:\n${this.output.slice(before).join('\n')}`, {
        cause: error,
      });
    });
  }

  /** Ends it as Ctrl-C does, and starts it on the same data, with these variables of its environment beside the present ones. */
  async restart(env: Readonly<Record<string, string>>): Promise<void> {
    await this.interrupt();
    this.env = { ...this.env, ...env };
    await this.start();
  }

  /** Starts another quickstart on the same data, which has to give up; gives its exit code and its output. */
  async startAnother(...args: string[]): Promise<{ code: number | null; said: string }> {
    const output: string[] = [];
    const child = this.#spawn(args, output);
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, said: output.join('\n') };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The main process stands still, until it is thawed. */
  async freeze(): Promise<Frozen> {
    return freeze(() => (this.pid === undefined ? [] : [this.pid]));
  }

  state(): State {
    return stateSchema.parse(JSON.parse(readFileSync(join(this.dataDir, 'quickstart.json'), 'utf8')));
  }

  /** Sends the signal of Ctrl-C; gives the exit code. */
  async interrupt(): Promise<number | null> {
    return this.#end('SIGINT');
  }

  /** Ends the main process with no chance to clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Kills one service and waits until another process serves in its place. */
  async killService(name: ServiceName): Promise<void> {
    const { pid } = this.state().services[name];
    process.kill(pid, 'SIGKILL');
    await eventually(`${name} runs again`, async () => {
      const { services } = this.state();
      return services[name].pid !== pid && (await isReady(services[name].metricsUrl));
    });
  }

  /** Kills one service and waits for nothing; false if it was not there. */
  strike(name: ServiceName): boolean {
    return killIfThere(this.state().services[name].pid);
  }

  /** Kills the processes of ours whose command line matches; gives how many there were. */
  killByCommand(pattern: RegExp): number {
    const found = this.processes().filter(({ command }) => pattern.test(command));
    return found.filter(({ pid }) => killIfThere(pid)).length;
  }

  /** Live processes of its workers. The spool of a killed quickstart names others, whose numbers are used again. */
  workers(): number[] {
    const spool = join(this.dataDir, 'spool');
    if (!existsSync(spool)) return [];
    return readdirSync(spool).flatMap((name) => {
      try {
        const mark = spooled.parse(JSON.parse(readFileSync(join(spool, name, 'process.json'), 'utf8')));
        return isAlive(mark) ? [mark.pid] : [];
      } catch {
        return []; // Not started yet, or over.
      }
    });
  }

  /** Every process that descends from this quickstart, also if its parents have ended; workers know nothing of it. */
  processes(): { pid: number; command: string }[] {
    const workers = new Set(this.workers());
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
          const ours =
            workers.has(Number(pid)) ||
            command.includes(this.dataDir) ||
            readFileSync(`/proc/${pid}/environ`, 'utf8').includes(this.dataDir);
          return ours && command !== '' ? [{ pid: Number(pid), command }] : [];
        } catch {
          return []; // Ended while we looked, or not ours to read.
        }
      });
  }

  /** Ends everything and removes the data. */
  async dispose(): Promise<void> {
    await this.#end('SIGINT');
    await eventually('nothing is left of quickstart', () => this.processes().length === 0).catch(() => {
      for (const { pid } of this.processes()) killIfThere(pid);
    });
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #spawn(args: readonly string[], output: string[]): ChildProcess {
    const { MONGODB_URI: _mongo, NATS_URL: _nats, ...env } = process.env;
    const entry = join(ROOT, 'dist/tools/quickstart/src/main.js');
    // Its own process group: a signal for the tests does not reach it.
    const child = spawn(process.execPath, [entry, '--data', this.dataDir, '--port', '0', ...args], {
      cwd: ROOT,
      env: {
        ...env,
        ...(this.#mongo && { MONGODB_URI: this.#mongo }),
        ...this.env,
        NODE_OPTIONS: '',
        CARILLON_E2E_DATA: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => output.push(line));
    }
    return child;
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    const ended = new Promise<void>((done) =>
      child.once('exit', () => {
        done();
      }),
    );
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }
}

/** A server's own children may end with it, before it is their turn. */
function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // Gone already.
  }
}

async function isReady(metricsUrl: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/readyz', metricsUrl));
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
