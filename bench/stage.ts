/** Servers of the benchmark's own, and services as processes beside them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '#common/domain/service-name.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { Nats } from '#common/nats/nats.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { testSignatures } from '#testing/servers.js';
import { type RunningServer, startMongo, startNats } from '#embedded-servers';
import { Ports } from '../tools/quickstart/src/ports.js';
import { startProgram } from '../tools/quickstart/src/program.js';
import { untilReady } from '../tools/quickstart/src/readiness.js';
import { loadSecrets, type Secrets } from '../tools/quickstart/src/secrets.js';
import {
  addressOf,
  ownVariables,
  serviceEnvironment,
  withDatabase,
} from '../tools/quickstart/src/service-environment.js';

const START_LIMIT_MS = 300_000;
const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1_024;

export interface ServiceProcess {
  readonly pid: number;
  /** The replica's name among the members of its service. */
  readonly replica: string;
  /** From being spawned to being ready. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

export class Stage {
  private readonly running = new Set<ServiceProcess>();
  private readonly ports: Ports;
  private readonly secrets: Secrets;
  private apiPort = 0;
  private started = 0;

  readonly mongo: Mongo;
  readonly nats: Nats;

  private constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly servers: { readonly mongo: RunningServer; readonly nats: RunningServer },
    connections: { readonly mongo: Mongo; readonly nats: Nats },
  ) {
    this.ports = new Ports(folder);
    this.secrets = loadSecrets(folder);
    this.mongo = connections.mongo;
    this.nats = connections.nats;
  }

  static async prepare(root: string): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
    const options = { dataDir: folder, log: (line: string) => process.stderr.write(`${line}\n`) };
    const [mongo, nats] = await Promise.all([startMongo(options), startNats(options)]);
    const log = createLogger('bench', 'warn');
    const signatures = testSignatures(loadSecrets(folder).secretKeys);
    const connections = {
      mongo: await Mongo.connect(withDatabase(mongo.url), log),
      nats: await Nats.connect({ address: natsAddress(nats.url), name: 'bench', signatures }, log),
    };
    return new Stage(root, folder, { mongo, nats }, connections);
  }

  /** How the database was had. */
  get database(): string {
    return this.servers.mongo.kind;
  }

  /** Processor time of the database's processes so far, those that it has started included. */
  databaseCpuSeconds(): number {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (Number.isInteger(pid)) parents.set(pid, Number(statOf(pid)?.[1] ?? 0));
    }
    const own = new Set(this.servers.mongo.pids);
    const isOwn = (pid: number): boolean => own.has(pid) || (pid > 1 && isOwn(parents.get(pid) ?? 0));
    return [...parents.keys()].filter(isOwn).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  }

  /** Starts a replica of the service and waits until it is ready. */
  async start(name: ServiceName): Promise<ServiceProcess> {
    this.apiPort ||= await this.ports.take('api');
    const metricsPort = await this.ports.take(`${name}-metrics-${this.started++}`);
    const spoolDir = join(this.folder, 'spool');
    mkdirSync(spoolDir, { recursive: true });
    const common = serviceEnvironment(name, {
      mongoUri: withDatabase(this.servers.mongo.url),
      natsUrl: this.servers.nats.url,
      apiPort: this.apiPort,
      metricsPorts: { api: metricsPort, scheduler: metricsPort, executor: metricsPort, 'log-collector': metricsPort },
      secrets: this.secrets,
      pathPrefix: '',
      spoolDir,
      workDir: this.root,
      areWorkersOurs: false,
    });
    const env = { ...common, ...ownVariables(name, process.env) };
    const args = [join('dist', 'apps', name, 'src', 'main.js')];
    let replica = '';
    let stopping = false;
    const onLine = (line: string): void => {
      replica ||= /"replica":"([^"]+)"/.exec(line)?.[1] ?? '';
      if (!stopping && /"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
    };
    const began = performance.now();
    const part = await startProgram({ root: this.root, cacheDir: join(this.folder, 'compiled'), args, env, onLine });
    const limits = { limitMs: START_LIMIT_MS, ended: part.ended };
    await untilReady(name, `http://127.0.0.1:${metricsPort}/readyz`, limits);
    const service: ServiceProcess = {
      pid: part.pids[0] ?? 0,
      replica,
      readyAfterMs: Math.round(performance.now() - began),
      stop: async () => {
        stopping = true;
        this.running.delete(service);
        await part.stop();
      },
    };
    this.running.add(service);
    return service;
  }

  /** The api's answer to a GET below its base path, as text. */
  async ask(path: string): Promise<string> {
    return this.send('GET', path);
  }

  /** The api's answer, as text. Throws for one that is no success. */
  async send(method: string, path: string, body?: unknown): Promise<string> {
    const headers = {
      authorization: `Bearer ${this.secrets.adminToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = `${addressOf({ apiPort: this.apiPort, pathPrefix: '' })}/api/v1${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
    return text;
  }

  async close(): Promise<void> {
    for (const service of this.running) await service.stop();
    await Promise.all([this.mongo.close(), this.nats.close()]);
    await Promise.all([this.servers.mongo.stop(), this.servers.nats.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The memory of a process now and at its highest, and its processor time so far. */
export function usageOf(pid: number): { memoryMiB: number; peakMemoryMiB: number; cpuSeconds: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (field: string): number =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / KIB_PER_MIB);
  return { memoryMiB: mib('VmRSS'), peakMemoryMiB: mib('VmHWM'), cpuSeconds: cpuSecondsOf(pid) };
}

function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** What the kernel says of a process, from its state on; null where it has ended. */
function statOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
