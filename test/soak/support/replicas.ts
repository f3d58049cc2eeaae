/** The whole product with several replicas of every service, each restarted after any end. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { shards } from '#testing/shards.js';
import type { ServiceName } from '#common/domain/service-name.js';
import {
  ReplicaSetRelay,
  type ElectionKind,
  type RunningServer,
  type ServerOptions,
  startMongo,
  startNats,
} from '#embedded-servers';
import { ownTreesOf } from '#testing/product/process-tree.js';
import { until } from '#testing/until.js';
import { userEntries } from '../../../tools/nats-access/src/server-config.js';
import { loadServiceKeys } from '../../../tools/nats-access/src/service-keys.js';
import { ApiClient } from '#testing/api-client.js';
import { KeptPart } from '../../../tools/quickstart/src/kept-part.js';
import { stopLeftoverWorkers } from '../../../tools/quickstart/src/leftover-workers.js';
import { Ports } from '../../../tools/quickstart/src/ports.js';
import { startProgram } from '../../../tools/quickstart/src/program.js';
import { untilReady } from '../../../tools/quickstart/src/readiness.js';
import { loadSecrets, type Secrets } from '../../../tools/quickstart/src/secrets.js';
import {
  NODE_FLAGS,
  addressOf,
  serviceEnvironment,
  withDatabase,
  type Surroundings,
} from '../../../tools/quickstart/src/service-environment.js';
import { ServiceLogs } from '../../../tools/quickstart/src/service-log.js';
import { LogRates } from './log-rates.js';

const START_LIMIT_MS = 180_000;
const DATABASE = /gateway\/main\.js|\bmongod\b/;
const NATS = /^\S*nats-server /;
const KIB_PER_MIB = 1_024;
const SAMPLE_MS = 1_000;
const EXPIRY_EVERY_MS = 20;
/** For a machine that is busy with the restart of killed processes. */
const SHARED_LIMIT_MS = 120_000;

/** An election; cursors that end as if nobody had read them for long; reads that take longer than their limit. */
export type DatabaseTrouble = ElectionKind | 'noCursors' | 'outOfTime';

export class Replicas {
  readonly rates = new LogRates();
  /** The greatest memory that any process of a part had, in MiB. */
  readonly peakMemoryMiB = new Map<string, number>();
  readonly apis: ApiClient[] = [];
  mongoUri = '';
  private natsUrl = '';
  /** As in production: each service may publish and subscribe only to what it needs. */
  private natsKeys: Surroundings['natsKeys'];
  private set: ReplicaSetRelay | undefined;
  private readonly servers: KeptPart[] = [];
  private readonly services = new Map<string, KeptPart>();
  private readonly logs: ServiceLogs;
  private readonly ports: Ports;
  private readonly secrets: Secrets;
  private sampling: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly metricsPorts = new Map<string, number>();

  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly wanted: {
      readonly replicas: number;
      readonly services: readonly ServiceName[];
      /** In front of the database, which then is a set that holds elections; `chance` decides as there. */
      readonly elections?: { readonly chance: () => number };
      /** How long the database builds an index of a collection with documents. */
      readonly indexBuildMs?: number;
    },
    private readonly say: (line: string) => void,
  ) {
    this.logs = new ServiceLogs(join(folder, 'log'), () => undefined);
    this.ports = new Ports(folder);
    this.secrets = loadSecrets(folder);
    mkdirSync(this.spoolDir, { recursive: true });
  }

  get spoolDir(): string {
    return join(this.folder, 'spool');
  }

  /** Every part that may be frozen or killed: `database`, `nats`, and the replicas as `<service>-<n>`. */
  get names(): string[] {
    return ['database', 'nats', ...this.services.keys()];
  }

  async startServers(): Promise<void> {
    const keys = loadServiceKeys(join(this.folder, 'nats-keys'));
    if (!process.env['NATS_URL']) this.natsKeys = keys.files;
    const startOwnNats = async (options: ServerOptions): Promise<RunningServer> =>
      startNats({ ...options, users: userEntries(keys.publicKeys) });
    const [mongo, nats] = await Promise.all([
      this.startServer('database', startMongo, await this.ports.take('mongodb')),
      this.startServer('nats', startOwnNats, await this.ports.take('nats')),
    ]);
    const { elections } = this.wanted;
    if (elections) this.set = await ReplicaSetRelay.start(mongo, elections.chance);
    this.mongoUri = withDatabase(this.set?.uri ?? mongo);
    this.natsUrl = nats;
  }

  /** The database has this trouble for so long; an election ends with another primary. */
  async trouble(kind: DatabaseTrouble, ms: number): Promise<void> {
    const { set } = this;
    if (kind === 'noCursors') {
      const end = performance.now() + ms;
      while (performance.now() < end) {
        set?.expireCursors();
        await delay(EXPIRY_EVERY_MS);
      }
    } else if (kind === 'outOfTime') {
      if (set) set.isOutOfTime = () => true;
      await delay(ms);
      if (set) set.isOutOfTime = () => false;
    } else await set?.elect(kind, ms);
  }

  /** What became of requests during troubles of the database. */
  get databaseTroubles(): Readonly<Record<string, number>> {
    return this.set?.troubles ?? {};
  }

  async startServices(): Promise<void> {
    const { replicas, services } = this.wanted;
    const numbers = Array.from({ length: replicas }, (_, number) => number);
    const apiPorts: number[] = [];
    for (const number of numbers) apiPorts.push(await this.ports.take(`api-${number}`));
    await Promise.all(
      numbers.flatMap((number) => services.map((service) => this.startService(service, number, apiPorts[number] ?? 0))),
    );
    for (const port of apiPorts)
      this.apis.push(new ApiClient(`${addressOf({ apiPort: port, pathPrefix: '' })}/api/v1`, this.secrets.adminToken));
    for (const part of [...this.servers, ...this.services.values()]) part.keep();
    this.sampling = setInterval(() => {
      this.sample();
    }, SAMPLE_MS);
  }

  /**
   * Waits until each shard has one owner among the replicas of the service, none of which has more than an even share, rounded up.
   * Gives how many each has; throws when that does not come.
   */
  async untilShared(service: ServiceName): Promise<readonly number[]> {
    const most = Math.ceil(shards.count / this.wanted.replicas);
    const areShared = async (): Promise<number[] | null> => {
      const owned = await this.shardsOwned(service);
      const all = owned.reduce((sum, shards) => sum + shards, 0);
      return all === shards.count && owned.every((shards) => shards <= most) ? owned : null;
    };
    return until(`the shards to be shared by each ${service}`, areShared, SHARED_LIMIT_MS, SAMPLE_MS);
  }

  /** How many runs have ended so, as the executors count since their start. */
  async endedRuns(state: string): Promise<number> {
    const counts = await this.metricOf(
      'executor',
      new RegExp(`^carillon_runs_total\\{.*state="${state}".*\\} (\\d+)`, 'gm'),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** As the replicas themselves report; 0 for one that does not answer. */
  private shardsOwned(service: ServiceName): Promise<number[]> {
    return this.metricOf(service, /^carillon_shards_owned(?:\{.*\})? (\d+)$/gm);
  }

  /** The sum of the samples that match, for each replica. */
  private async metricOf(service: ServiceName, sample: RegExp): Promise<number[]> {
    const ports = [...this.metricsPorts].filter(([name]) => name.startsWith(`${service}-`)).map(([, port]) => port);
    return Promise.all(
      ports.map(async (port) => {
        const signal = AbortSignal.timeout(SAMPLE_MS);
        const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).then(
          async (answer) => answer.text(),
          () => '',
        );
        return [...text.matchAll(sample)].reduce((sum, [, value]) => sum + Number(value), 0);
      }),
    );
  }

  /** The processes of the part as they are now. */
  pidsOf(name: string): number[] {
    if (name === 'database') return ownTreesOf(DATABASE).map(({ pid }) => pid);
    if (name === 'nats') return ownTreesOf(NATS).map(({ pid }) => pid);
    return [...(this.services.get(name)?.pids ?? [])];
  }

  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    clearInterval(this.sampling);
    await Promise.all([...this.services.values()].map((part) => part.stop()));
    await stopLeftoverWorkers(this.spoolDir);
    await this.set?.stop();
    await Promise.all(this.servers.map((part) => part.stop()));
    this.logs.close();
  }

  private async startServer(
    name: string,
    start: (options: ServerOptions) => Promise<RunningServer>,
    port: number,
  ): Promise<string> {
    const options: ServerOptions = {
      dataDir: this.folder,
      port,
      ...(this.wanted.indexBuildMs !== undefined && { indexBuildMs: this.wanted.indexBuildMs }),
      log: (line) => {
        this.logs.take(name, line);
      },
    };
    let url = '';
    const part = new KeptPart({
      name,
      start: async () => {
        const server = await start(options);
        url = server.url;
        return { pids: server.pids, ended: server.exited, stop: () => server.stop() };
      },
      say: this.say,
    });
    this.servers.push(part);
    await part.start();
    return url;
  }

  private async startService(service: ServiceName, number: number, apiPort: number): Promise<void> {
    const name = `${service}-${number}`;
    const metricsPort = await this.ports.take(`${name}-metrics`);
    this.metricsPorts.set(name, metricsPort);
    const env = serviceEnvironment(service, {
      mongoUri: this.mongoUri,
      natsUrl: this.natsUrl,
      ...(this.natsKeys && { natsKeys: this.natsKeys }),
      apiPort,
      pathPrefix: '',
      metricsPorts: { api: metricsPort, scheduler: metricsPort, executor: metricsPort, 'log-collector': metricsPort },
      secrets: this.secrets,
      spoolDir: this.spoolDir,
      workDir: this.root,
      // They keep a ledger where only we may write.
      areWorkersOurs: true,
    });
    const args = [...NODE_FLAGS, join('dist', 'apps', service, 'src', 'main.js')];
    const onLine = (line: string): void => {
      this.logs.take(name, line);
      this.rates.take(name, line);
    };
    const cacheDir = join(this.folder, 'compile-cache');
    const part = new KeptPart({
      name,
      start: () => startProgram({ root: this.root, cacheDir, args, env, onLine }),
      say: this.say,
    });
    this.services.set(name, part);
    await part.start();
    const limits = { limitMs: START_LIMIT_MS, ended: part.ended };
    await untilReady(name, `http://127.0.0.1:${metricsPort}/readyz`, limits);
  }

  private sample(): void {
    for (const [name, { pids }] of this.services) {
      const peak = Math.max(0, ...pids.map(peakMiB));
      this.peakMemoryMiB.set(name, Math.max(peak, this.peakMemoryMiB.get(name) ?? 0));
    }
  }
}

function peakMiB(pid: number): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(found?.[1] ?? 0) / KIB_PER_MIB);
  } catch {
    return 0; // It has ended.
  }
}
