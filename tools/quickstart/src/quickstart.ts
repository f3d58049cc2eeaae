/**
 * Everything on one machine: NATS, MongoDB, the four services and the examples, each kept running until the end.
 * The order of the start is the order of dependence; the stop is its reverse.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '#client/client.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { type RunningServer, type ServerOptions, startMongo, startNats } from '#embedded-servers';
import { userEntries } from '../../nats-access/src/server-config.js';
import { loadServiceKeys } from '../../nats-access/src/service-keys.js';
import { DataFolder } from './data-folder.js';
import { loadExamples, readDefinitions } from './examples.js';
import { KeptPart } from './kept-part.js';
import { stopLeftoverWorkers } from './leftover-workers.js';
import { DEFAULT_PORT, type Options } from './options.js';
import { mayEverybodyRead } from './other-users.js';
import { Ports } from './ports.js';
import { startProgram } from './program.js';
import { untilReady } from './readiness.js';
import { loadSecrets, signingSecretOf } from './secrets.js';
import {
  addressOf,
  environmentFile,
  ownVariables,
  pathPrefixOf,
  serviceEnvironment,
  withDatabase,
  withoutCredentials,
} from './service-environment.js';
import { NODE_FLAGS, type Surroundings } from './service-environment.js';
import { ServiceLogs } from './service-log.js';
import { removeState, stateOf, writeState } from './state-file.js';

const START_LIMIT_MS = 90_000;
const SECRET_FILE_MODE = 0o600;
const SECRET_FOLDER_MODE = 0o700;

/** An administrator's way to the API. */
export interface ApiAccess {
  /** Its address without `/api/v1`. */
  readonly server: string;
  readonly token: string;
}

export class Quickstart {
  readonly #servers: KeptPart[] = [];
  readonly #services = new Map<ServiceName | 'examples', KeptPart>();
  readonly #end = new AbortController();
  readonly #began = performance.now();
  #logs: ServiceLogs | undefined;
  /** The lock of the folder, held until the process ends; without it nothing in the folder is changed. */
  #folder: DataFolder | undefined;

  constructor(
    /** The project's root: where dist/ and examples/ are. */
    private readonly root: string,
    private readonly options: Omit<Options, 'events'>,
    private readonly say: (line: string) => void,
  ) {}

  /** Starts everything and writes quickstart.json. Throws if a part does not start. */
  async start(): Promise<ApiAccess> {
    const { dataDir, port } = this.options;
    const pathPrefix = pathPrefixOf(process.env);
    const folder = DataFolder.take(dataDir);
    this.#folder = folder;
    removeState(dataDir);
    // Errors of a service during its stop are only in its log.
    const logs = new ServiceLogs(join(dataDir, 'log'), (line) => {
      if (!this.#end.signal.aborted) this.say(line);
    });
    this.#logs = logs;
    const ports = new Ports(dataDir);
    const apiPort = await (port === undefined ? ports.take('api', DEFAULT_PORT) : ports.takeExactly('api', port));
    const around = await this.#surroundings(ports, { apiPort, pathPrefix, host: this.options.host }, logs);
    await Promise.all(SERVICES.map((name) => this.#startService(name, around, logs)));
    const access = { server: addressOf(around), token: around.secrets.adminToken };
    if (this.options.withExamples) await this.#startExamples(await ports.take('examples'), access, around, logs);
    for (const part of [...this.#servers, ...this.#services.values()]) part.keep();
    this.#writeState(around);
    folder.tell(`${addressOf(around)}/`);
    this.#greet(around);
    return access;
  }

  /** Stops everything in order; the data stays. */
  async stop(): Promise<void> {
    this.#end.abort();
    if (this.#folder === undefined) return;
    removeState(this.options.dataDir);
    await Promise.all([...this.#services.values()].map((service) => service.stop()));
    const ended = await stopLeftoverWorkers(this.#spoolDir());
    if (ended > 0) this.say(`ended ${ended} running worker ${ended === 1 ? 'process' : 'processes'}`);
    await Promise.all(this.#servers.map((server) => server.stop()));
    this.#logs?.close();
  }

  #spoolDir(): string {
    return join(this.options.dataDir, 'spool');
  }

  /** Tests start many installations: they share what is compiled. */
  #cacheDir(): string {
    return process.env['NODE_COMPILE_CACHE'] ?? join(this.options.dataDir, 'compile-cache');
  }

  async #surroundings(
    ports: Ports,
    address: Pick<Surroundings, 'apiPort' | 'pathPrefix' | 'host'>,
    logs: ServiceLogs,
  ): Promise<Surroundings> {
    const keys = loadServiceKeys(join(this.options.dataDir, 'nats-keys'));
    const startNatsForServices = async (options: ServerOptions): Promise<RunningServer> =>
      startNats({ ...options, users: userEntries(keys.publicKeys) });
    const [natsUrl, mongoUri] = await Promise.all([
      this.#startServer('nats', startNatsForServices, await ports.take('nats'), logs),
      this.#startServer('mongodb', startMongo, await ports.take('mongodb'), logs),
    ]);
    const metricsPorts = {
      api: await ports.take('api-metrics'),
      scheduler: await ports.take('scheduler-metrics'),
      executor: await ports.take('executor-metrics'),
      'log-collector': await ports.take('log-collector-metrics'),
    };
    const spoolDir = this.#spoolDir();
    mkdirSync(spoolDir, { recursive: true, mode: SECRET_FOLDER_MODE });
    const secrets = loadSecrets(this.options.dataDir);
    return {
      ...address,
      mongoUri: withDatabase(mongoUri),
      natsUrl,
      ...(process.env['NATS_URL'] ? {} : { natsKeys: keys.files }),
      metricsPorts,
      secrets,
      spoolDir,
      workDir: this.root,
      areWorkersOurs: !mayEverybodyRead(this.root) || !mayEverybodyRead(process.execPath),
    };
  }

  /** Returns the server's URL, which stays the same when it is started again. */
  async #startServer(
    name: string,
    start: (options: ServerOptions) => Promise<RunningServer>,
    port: number,
    logs: ServiceLogs,
  ): Promise<string> {
    const options: ServerOptions = {
      dataDir: this.options.dataDir,
      port,
      log: (line) => {
        logs.tell(name, line);
      },
    };
    let found: RunningServer | undefined;
    const part = new KeptPart({
      name,
      start: async () => {
        const server = await start(options);
        found ??= server;
        return { pids: server.pids, ended: server.exited, stop: () => server.stop() };
      },
      say: this.say,
    });
    this.#servers.push(part);
    await part.start();
    this.#report(name, `${withoutCredentials(found?.url ?? '')}  (${found?.kind ?? ''})`);
    return found?.url ?? '';
  }

  async #startService(name: ServiceName, around: Surroundings, logs: ServiceLogs): Promise<void> {
    const env = { ...serviceEnvironment(name, around), ...ownVariables(name, process.env) };
    const args = [...NODE_FLAGS, join('dist', 'apps', name, 'src', 'main.js')];
    const envFile = this.#writeEnvironment(name, env);
    const byHand = `cd ${this.root} && node_modules/.bin/node --env-file=${envFile} ${args.join(' ')}`;
    const onLine = (line: string): void => {
      logs.take(name, line);
    };
    const part = new KeptPart({
      name,
      start: () => startProgram({ root: this.root, cacheDir: this.#cacheDir(), args, env, onLine }),
      onRestart: () => {
        this.#writeState(around);
      },
      insteadOfRestart: this.options.restart ? undefined : `To start it again: ${byHand}`,
      say: this.say,
    });
    this.#services.set(name, part);
    await part.start();
    const url = `http://127.0.0.1:${around.metricsPorts[name]}/readyz`;
    try {
      await untilReady(name, url, { limitMs: START_LIMIT_MS, ended: part.ended });
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : ''}; see its log ${logs.fileOf(name)}`, {
        cause: error,
      });
    }
    this.#report(name, `pid ${part.pids.join(', ')}`);
  }

  #writeEnvironment(name: string, env: Record<string, string>): string {
    const folder = join(this.options.dataDir, 'env');
    mkdirSync(folder, { recursive: true, mode: SECRET_FOLDER_MODE });
    const file = join(folder, `${name}.env`);
    writeFileSync(file, environmentFile(env), { mode: SECRET_FILE_MODE });
    return file;
  }

  async #startExamples(port: number, access: ApiAccess, around: Surroundings, logs: ServiceLogs): Promise<void> {
    const serviceUrl = `http://127.0.0.1:${port}`;
    const signingSecret = signingSecretOf(around.secrets);
    const part = new KeptPart({
      name: 'examples',
      start: () =>
        startProgram({
          root: this.root,
          cacheDir: this.#cacheDir(),
          args: ['examples/web-service/server.mjs'],
          env: {
            PORT: String(port),
            SIGNING_SECRET: signingSecret,
            STATE_FOLDER: join(this.options.dataDir, 'web-service'),
          },
          onLine: (line) => {
            logs.take('examples', line);
          },
        }),
      say: this.say,
    });
    this.#services.set('examples', part);
    await part.start();
    await untilReady('examples', `${serviceUrl}/healthz`, { limitMs: START_LIMIT_MS, ended: part.ended });
    const wanted = readDefinitions(join(this.root, 'examples', 'definitions.json'), { serviceUrl, signingSecret });
    const { created } = await loadExamples(createClient(access), wanted);
    const what = created.length === 0 ? 'as they were left' : `new: ${created.join(', ')}`;
    this.#report('examples', `${serviceUrl}  (${what})`);
  }

  #writeState(around: Surroundings): void {
    if (this.#end.signal.aborted) return;
    writeState(
      this.options.dataDir,
      stateOf(around, (name) => this.#services.get(name)?.pids[0] ?? 0),
    );
  }

  #report(name: string, what: string): void {
    this.say(`  ${name.padEnd(14)}${this.#elapsed().padStart(7)}  ${what}`);
  }

  #elapsed(): string {
    return `${((performance.now() - this.#began) / 1000).toFixed(1)} s`;
  }

  #greet(around: Surroundings): void {
    const address = addressOf(around);
    this.say(`ready after ${this.#elapsed()}

  UI      ${address}/
  API     ${address}/api/v1  (described at ${address}/docs)
  token   ${around.secrets.adminToken}  (administrator)
  data    ${this.options.dataDir}

Ctrl-C stops everything and keeps the data.
`);
  }
}
