/**
 * Carillon as an operator deploys it: an image, by the three commands of docs/installation.md and a small overlay of the operator's own, or
 * by other commands. MongoDB and NATS are servers of this machine, which pods reach at the node's address.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { delay } from '#common/clock/clock.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { startColdStore } from '#testing/cold-store.js';
import { freshDatabaseUri, ownNatsServer } from '#testing/servers.js';
import { TcpRelay, type Target } from '#testing/tcp-relay.js';
import { until } from '#testing/until.js';
import { Api } from '../../support/api.js';
import { typed } from '../../support/runbook.js';
import { API_SERVER, NODE_ADDRESS, whyNoTestbed, type Testbed } from './testbed.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const API_PORT = 18_080;
const STORE_PORT = 9_000;
/** Where the Service of the api is reached here, and its name in a cluster that has names. */
export const API_ADDRESS = `http://${NODE_ADDRESS}:${API_PORT}`;
export const API_SERVICE = 'http://api.carillon.svc:8080';
/** The network of the operator's web-service workers. */
const WORKERS_NETWORK = '10.244.0.0/20';
const CONFIG = {
  PUBLIC_URL: 'https://jobs.example.com',
  WEBSERVICE_ALLOW: `public,${WORKERS_NETWORK}`,
  // No Service has an address here.
  KUBERNETES_SERVICE_HOST: NODE_ADDRESS,
  KUBERNETES_SERVICE_PORT: String(API_SERVER.port),
};
const LOOK_MS = 500;
const MS_PER_SECOND = 1_000;
const READY_LIMIT_MS = 240_000;
/** Some lines replace all pods, several times. */
const PAGE_LIMIT_MS = 600_000;
const run = promisify(execFile);

/** The image that CARILLON_IMAGE names, or why nothing can be deployed. */
export function imageOrReason(): { readonly archive: string; readonly why: string | null } {
  const archive = process.env['CARILLON_IMAGE'] ?? '';
  const why = whyNoTestbed() ?? (existsSync(archive) ? null : 'CARILLON_IMAGE names no archive of npm run image');
  return { archive, why };
}

/** What an operator has at hand when he types. */
export interface Desk {
  /** His folder. */
  readonly folder: string;
  /** Addresses, accounts, kubectl. */
  readonly env: NodeJS.ProcessEnv;
  /** What docs/installation.md asks him to set of the services: his host, the network of his workers, and what this machine lacks. */
  readonly config: Readonly<Record<string, string>>;
}
/** What he types. */
export interface Commands {
  /** Makes keys for NATS, with the configuration of its server, in the folder `access`, and the Secrets. */
  readonly prepare: (desk: Desk) => Promise<unknown>;
  readonly install: (desk: Desk) => Promise<unknown>;
}

export class Deployed {
  readonly api: Api;
  private readonly folder = mkdtempSync(join(tmpdir(), 'carillon-deployed-'));
  private readonly closers: (() => Promise<void>)[] = [];
  private readonly stopping = new AbortController();
  /** Pods that serve the API, as its Service knows them. */
  private serving: readonly string[] = [];
  private turn = 0;
  private restartableAt = 0;
  private token = '';
  /** The addresses and accounts that the operator installed with. */
  private settings: Readonly<Record<string, string>> = {};

  private constructor(private readonly testbed: Testbed) {
    this.api = new Api(() => ({ apiUrl: `${API_ADDRESS}/api/v1`, token: this.token }));
  }

  /** Resolves when all services are ready. */
  static async start(testbed: Testbed, archive: string, commands = fromCheckout(testbed)): Promise<Deployed> {
    const deployed = new Deployed(testbed);
    try {
      await deployed.begin(archive, commands);
    } catch (error) {
      await deployed.stop();
      throw error;
    }
    return deployed;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const close of this.closers.reverse()) await close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Whatever this machine serves at its own address, for pods. */
  async reachable(port: number, target: () => Target | null): Promise<void> {
    const relay = await TcpRelay.start({ host: NODE_ADDRESS, port }, target);
    this.closers.push(() => relay.stop());
  }

  inCarillon(...args: readonly string[]): Promise<string> {
    return this.testbed.kubectl('-n', 'carillon', ...args);
  }

  /**
   * A command line of the runbook, about a pod of the scheduler. Its whole pipe runs; what is looked for may not be there. Gives the output.
   * More replicas are taken back at once: this machine has no room for them.
   */
  async type(command: string): Promise<string> {
    // The newest: an older one may be going, after a restart.
    const newest = ['--sort-by=.metadata.creationTimestamp', '-o', 'jsonpath={.items[-1:].metadata.name}'];
    const running = ['-l', 'app.kubernetes.io/name=scheduler', '--field-selector=status.phase=Running'];
    const POD = await this.inCarillon('get', 'pods', ...running, ...newest);
    const variables = { HOME: this.folder, POD, ...this.testbed.typing };
    // A restart is named by its second: kubectl refuses the next one of the same deployment within it.
    await until('the next second', () => Date.now() >= this.restartableAt);
    const output = await typed(withFindings(command), variables);
    if (command.includes('rollout restart')) this.restartableAt = Date.now() + MS_PER_SECOND;
    const [, scaled] = /^replicas (\S+) /.exec(command) ?? [];
    if (scaled !== undefined) await typed(`replicas ${scaled} 1`, variables);
    return output;
  }

  /** Lines of a page, in the folder in which the operator installed, with what he gave then; gives the output. */
  typeHere(lines: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const { folder: cwd, token } = this;
    const { PATH, ...typing } = this.testbed.typing;
    const access = { API: `${API_ADDRESS}/api/v1`, TOKEN: token, CARILLON_SERVER: API_ADDRESS, CARILLON_TOKEN: token };
    const environment = {
      HOME: cwd,
      ...access,
      ...this.settings,
      ...typing,
      PATH: `${join(cwd, 'bin')}:${PATH}`,
      ...variables,
    };
    return typed(lines, environment, { cwd, limitMs: PAGE_LIMIT_MS });
  }

  /** Ends the program of a container, and resolves when its pod is ready with the next one. */
  async endContainer(service: ServiceName): Promise<void> {
    const before = await this.restarts();
    const command = ['node', '-e', 'process.kill(1)'];
    // A process that ends it from within ends with it.
    await this.inCarillon('exec', `deploy/${service}`, '--', ...command).catch(() => undefined);
    await until('another container', async () => (await this.restarts()) > before, READY_LIMIT_MS, LOOK_MS);
    await this.rolledOut();
  }

  /** Resolves when the newest pods of every service are ready, and the former ones are removed. */
  async rolledOut(): Promise<void> {
    for (const service of SERVICES)
      await this.inCarillon('rollout', 'status', `deployment/${service}`, `--timeout=${READY_LIMIT_MS}ms`);
    // A roll-out counts as done while former pods still end: `kubectl exec` may choose one of them, and is killed with it.
    await until('former pods to be gone', async () => (await this.ending()) === '', READY_LIMIT_MS);
  }

  /** The names of pods that are about to end. */
  private async ending(): Promise<string> {
    const path = '{range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name} {end}';
    return (await this.inCarillon('get', 'pods', '-o', `jsonpath=${path}`)).trim();
  }

  /** The addresses of the pods of a service that are not going. */
  async addressesOf(service: ServiceName): Promise<string[]> {
    const path = '{range .items[?(@.status.phase=="Running")]}{.status.podIP} {end}';
    const selector = `app.kubernetes.io/name=${service}`;
    return (await this.inCarillon('get', 'pods', '-l', selector, '-o', `jsonpath=${path}`)).trim().split(' ');
  }

  /** How often containers of the services were started again. */
  async restarts(): Promise<number> {
    const path = '{.items[*].status.containerStatuses[*].restartCount}';
    const counts = (await this.inCarillon('get', 'pods', '-o', `jsonpath=${path}`)).trim().split(' ');
    return counts.reduce((sum, count) => sum + Number(count), 0);
  }

  private async begin(archive: string, commands: Commands): Promise<void> {
    const { folder, testbed } = this;
    await testbed.importImages(archive);
    const mongo = new URL(freshDatabaseUri());
    const MONGODB_URI = Object.assign(new URL(mongo), { host: `${NODE_ADDRESS}:27017` }).toString();
    this.settings = { MONGODB_URI, NATS_URL: `nats://${NODE_ADDRESS}:4222`, ...(await this.objectStore()) };
    mkdirSync(join(folder, 'bin'));
    const cli = `#!/bin/sh\nexec ${process.execPath} ${join(ROOT, 'dist/apps/cli/src/main.js')} "$@"\n`;
    writeFileSync(join(folder, 'bin/carillon'), cli, { mode: 0o755 });
    const env = { ...process.env, ...testbed.typing, HOME: folder, ...this.settings, KUBECTL: testbed.kubectlCommand };
    const desk = { folder, env, config: CONFIG };
    await commands.prepare(desk);
    await this.servers(mongo);
    const secret = await this.inCarillon('get', 'secret', 'carillon-api', '-o', 'jsonpath={.data.BOOTSTRAP_TOKEN}');
    this.token = Buffer.from(secret, 'base64').toString();
    await commands.install(desk);
    this.follow();
    await this.rolledOut();
    await until('an api behind its Service', () => this.serving.length > 0, READY_LIMIT_MS);
  }

  private async servers(mongo: URL): Promise<void> {
    const config = join(this.folder, 'access/nats.conf');
    // The arguments of our server name its store, and nobody reads its monitoring.
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/^(http:|jetstream ).*$/gm, ''));
    const nats = await ownNatsServer({ config });
    this.closers.push(nats.stop);
    const targetOf = ({ hostname, port }: URL): Target => ({ host: hostname, port: Number(port) });
    const mongoTarget = targetOf(mongo);
    const natsTarget = targetOf(new URL(nats.url));
    await this.reachable(27_017, () => mongoTarget);
    await this.reachable(4_222, () => natsTarget);
    await this.reachable(API_SERVER.port, () => API_SERVER);
    await this.reachable(API_PORT, () => this.nextApi());
  }

  /** Where backups are kept: at a port that their network policy allows. */
  private async objectStore(): Promise<Record<string, string>> {
    const { settings, stop } = await startColdStore();
    this.closers.push(stop);
    const { hostname, port } = new URL(settings.url);
    await this.reachable(STORE_PORT, () => ({ host: hostname, port: Number(port) }));
    return {
      BACKUP_STORE_URL: `http://${NODE_ADDRESS}:${STORE_PORT}`,
      BACKUP_STORE_BUCKET: settings.bucket,
      BACKUP_STORE_REGION: settings.region,
      BACKUP_STORE_KEY: settings.accessKeyId,
      BACKUP_STORE_SECRET: settings.secretAccessKey,
    };
  }

  /** Stands in for kube-proxy. */
  private follow(): void {
    const { signal } = this.stopping;
    const path = 'jsonpath={.subsets[*].addresses[*].ip}';
    const looking = (async (): Promise<void> => {
      while (!signal.aborted) {
        const addresses = await this.inCarillon('get', 'endpoints', 'api', '-o', path).catch(() => '');
        this.serving = addresses.split(' ').filter(Boolean);
        await delay(LOOK_MS, signal).catch(() => undefined);
      }
    })();
    this.closers.push(() => looking);
  }

  private nextApi(): Target | null {
    this.turn += 1;
    const host = this.serving[this.turn % Math.max(1, this.serving.length)];
    return host === undefined ? null : { host, port: 8_080 };
  }
}

/** The three commands, with the backup of each night. */
const fromCheckout = (testbed: Testbed): Commands => ({
  prepare: async ({ folder, env }) => {
    symlinkSync(join(ROOT, 'deploy'), join(folder, 'deploy'));
    const access = join(folder, 'access');
    await run(process.execPath, [join(ROOT, 'dist/tools/nats-access/src/main.js'), '--out', access], { cwd: ROOT });
    await run(join(ROOT, 'deploy/kubernetes/make-secrets.sh'), [access], { env });
  },
  install: ({ folder, config }) => testbed.kubectl('apply', '-k', ownOverlay(folder, config)),
});

function ownOverlay(folder: string, config: Readonly<Record<string, string>>): string {
  const overlay = join(folder, 'overlay');
  mkdirSync(overlay);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [relative(overlay, join(ROOT, 'deploy/kubernetes/overlays/small'))],
    components: [relative(overlay, join(ROOT, 'deploy/kubernetes/components/backup'))],
    configMapGenerator: [
      {
        name: 'carillon',
        namespace: 'carillon',
        behavior: 'merge',
        literals: Object.entries(config).map(([name, value]) => `${name}=${value}`),
      },
    ],
  };
  writeFileSync(join(overlay, 'kustomization.yaml'), JSON.stringify(kustomization));
  return overlay;
}

/**
 * The command, which also succeeds where `grep` finds nothing, and where `head` has read enough (141). What runs in the background, as a
 * port forward does, is ended.
 */
const withFindings = (command: string): string => `set +e +o pipefail
trap 'kill $(jobs -p) 2>/dev/null' EXIT
${command}
statuses=("\${PIPESTATUS[@]}")
for status in "\${statuses[@]:0:1}"; do [ "$status" -eq 0 ] || [ "$status" -eq 141 ] || exit "$status"; done
for status in "\${statuses[@]:1}"; do [ "$status" -le 1 ] || [ "$status" -eq 141 ] || exit "$status"; done`;
