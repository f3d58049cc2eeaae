/**
 * The single-node cluster of the optional sibling folder `../shared/kube` (`CARILLON_KUBE_DIR` names another place): started
 * before a suite, stopped after it. Only one can run on a machine, so suites take turns.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay } from '#common/clock/clock.js';
import { kubectlFolder, kubectlIn } from '#testing/kubernetes-api/kubectl-program.js';
import { Kubectl, manifestAccount, type Account, type AccountName } from '#testing/manifest-account.js';
import { until } from '#testing/until.js';
import { ApiFront } from './api-front.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const folder = resolve(root, process.env['CARILLON_KUBE_DIR'] ?? '../shared/kube');
const kubeRoot = process.env['KUBE_ROOT'] ?? '/opt/kube';
const lock = join(tmpdir(), 'carillon-testbed.lock');

const OURS = 'carillon.dev/instance=carillon';

/** Unpacking and installing, the first time. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 60_000;
const READY_POLL_MS = 250;
const MAX_START_TRIES = 5;
export const TESTBED_LIMIT_MS = 300_000;
const LOCK_LIMIT_MS = 600_000;
const LOCK_POLL_MS = 500;
const STALE_LOCK_MS = 1_800_000;

/** A cluster that runs already, in which somebody has full rights. */
const GIVEN = process.env['CARILLON_KUBECONFIG'];

/** Why the cluster cannot be had here; null if it can. */
export function whyNoTestbed(): string | null {
  if (GIVEN !== undefined) return existsSync(GIVEN) ? null : `CARILLON_KUBECONFIG: there is no ${GIVEN}`;
  if (!existsSync(join(folder, 'kube-up.sh')))
    return `there is no ${folder}/kube-up.sh (CARILLON_KUBE_DIR names its folder)`;
  if (process.platform !== 'linux') return 'the test cluster needs Linux';
  return process.getuid?.() === 0 ? null : 'the test cluster has to be started as root';
}

const KUBECONFIG = GIVEN ?? join(kubeRoot, 'kubeconfig');
/** The node, as pods see it: an end of their bridge. */
export const NODE_ADDRESS = '10.244.0.1';
/** Where servers of this machine listen, the API server among them; pods do not reach it. */
export const API_SERVER = { host: '127.0.0.1', port: Number(process.env['API_PORT'] ?? 6443) };

export type NodeKind = 'kubelet' | 'instant';

/** With what commands are typed. */
interface Desk {
  /** The folder of kubectl. */
  readonly programs: string;
  readonly kubeconfig: string;
  readonly front: ApiFront | null;
}

interface TestbedWish {
  /** The kinds of node that will do, the best first. */
  readonly nodes?: readonly NodeKind[];
  /** Settings of kube-up.sh. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Testbed {
  /** Full rights, at the API server itself. */
  readonly kubeconfig = KUBECONFIG;
  /** For scripts: kubectl with full rights. */
  readonly kubectlCommand: string;
  private readonly control: Kubectl;

  private constructor(
    readonly nodes: NodeKind,
    private readonly isOurs: boolean,
    private readonly desk: Desk,
  ) {
    const { programs, kubeconfig } = desk;
    this.kubectlCommand = `${kubectlIn(programs)} --kubeconfig ${kubeconfig}`;
    this.control = new Kubectl(kubectlIn(programs), kubeconfig);
  }

  /**
   * A cluster whose node really runs pods; where the machine allows none, one whose node plays them. `CARILLON_KUBE_RUNNING`
   * (`kubelet` or `instant`) names one that runs already and is left running; so is that of `CARILLON_KUBECONFIG`.
   */
  static async start({ nodes = ['kubelet', 'instant'], env = {} }: TestbedWish = {}): Promise<Testbed> {
    const running = process.env['CARILLON_KUBE_RUNNING'] ?? (GIVEN === undefined ? undefined : 'kubelet');
    if (running !== undefined)
      return new Testbed(running === 'instant' ? 'instant' : 'kubelet', false, await Testbed.openDesk());
    await takeLock();
    const failures: unknown[] = [];
    for (const kind of nodes) {
      try {
        await run(join(folder, 'kube-up.sh'), [`--nodes=${kind}`], { limitMs: START_LIMIT_MS, env });
      } catch (error) {
        process.stderr.write(`no node of the kind ${kind} here: ${String(error)}\n`);
        failures.push(error);
        continue;
      }
      const desk = await Testbed.openDesk().catch(async (error: unknown) => {
        await stopCluster();
        throw error;
      });
      return new Testbed(kind, true, desk);
    }
    releaseLock();
    throw failures.at(-1);
  }

  /** A kubectl of today, by a front where the server is older than what is typed. */
  private static async openDesk(): Promise<Desk> {
    const programs = await kubectlFolder();
    const minor = await minorOf(new Kubectl(kubectlIn(programs), KUBECONFIG));
    if (!ApiFront.isNeeded(minor)) return { programs, kubeconfig: KUBECONFIG, front: null };
    const front = await ApiFront.start(KUBECONFIG, minor);
    const kubeconfig = join(mkdtempSync(join(tmpdir(), 'carillon-kubectl-')), 'config');
    writeFileSync(kubeconfig, front.kubeconfig);
    return { programs, kubeconfig, front };
  }

  async stop(): Promise<void> {
    await this.closeDesk();
    if (this.isOurs) await stopCluster();
  }

  private async closeDesk(): Promise<void> {
    const { front, kubeconfig } = this.desk;
    if (!front) return;
    await front.stop();
    rmSync(dirname(kubeconfig), { recursive: true });
  }

  /** Variables for whoever types: kubectl is on PATH, and has full rights. */
  get typing(): { readonly KUBECONFIG: string; readonly PATH: string } {
    const { programs, kubeconfig } = this.desk;
    return { KUBECONFIG: kubeconfig, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  }

  /** Runs kubectl with full rights; gives its output. */
  kubectl(...args: readonly string[]): Promise<string> {
    return this.control.run(...args);
  }

  /** Names of all objects of ours where workers run. */
  async left(): Promise<string> {
    return this.kubectl(
      '-n',
      'workers',
      'get',
      'pods,secrets,services,configmaps,networkpolicies,persistentvolumeclaims',
      '-l',
      OURS,
      '-o',
      'name',
    );
  }

  /** How many pods a tenant has. */
  async podsOf(tenant: string): Promise<number> {
    const names = await this.kubectl(
      '-n',
      'workers',
      'get',
      'pods',
      '-l',
      `carillon.dev/tenant=${tenant}`,
      '-o',
      'name',
    );
    return names.split('\n').filter(Boolean).length;
  }

  /** Names of all objects that we might leave in a namespace, whatever created them. */
  async everything(namespace: string): Promise<string> {
    const kinds = 'pods,secrets,services,configmaps,networkpolicies,persistentvolumeclaims';
    return this.kubectl('-n', namespace, 'get', kinds, '-o', 'name');
  }

  /** Creates the objects of a manifest. */
  apply(manifest: string): Promise<void> {
    return this.control.apply(manifest);
  }

  /** Makes the images of an archive known to the node, as `npm run image -- --archive` writes it. */
  async importImages(archive: string): Promise<void> {
    const socket = join(kubeRoot, 'run/containerd.sock');
    const args = ['--address', socket, '--namespace', 'k8s.io', 'images', 'import', archive];
    await run('ctr', args, { limitMs: START_LIMIT_MS });
  }

  /** The account of a service, with the rights that the manifests give it: tests act with exactly these. */
  account(name: AccountName): Promise<Account> {
    return manifestAccount(new Kubectl(kubectlIn(this.desk.programs), KUBECONFIG), root, name);
  }

  /**
   * Kills a server of the cluster with no chance to clean up, and starts it again as it was. One that ends by itself while it
   * starts, as an API server may that found no store or its port still taken, is started once more, as its node would do.
   */
  async killAndRestart(server: string): Promise<void> {
    const { pid, command } = this.processOf(server);
    process.kill(pid, 'SIGKILL');
    await until(`the end of ${server}`, () => !isAlive(pid), STOP_LIMIT_MS);
    for (let tries = 0; tries < MAX_START_TRIES; tries += 1) {
      const begun = startServer(server, command);
      const isUp = await until(
        `${server} to serve or to end`,
        async () => (!isAlive(begun) ? 'ended' : (await this.isServing()) ? 'serving' : null),
        START_LIMIT_MS,
        READY_POLL_MS,
      );
      if (isUp === 'serving') return;
    }
    throw new Error(`${server} ended ${MAX_START_TRIES} times while it started: see ${logOf(server)}`);
  }

  /** The node's kubelet stands still: it neither reports nor does anything, and running containers continue, until it is woken. */
  silenceNode(): void {
    process.kill(this.processOf('kubelet').pid, 'SIGSTOP');
  }

  /** Resolves when the node takes pods again. */
  async wakeNode(): Promise<void> {
    process.kill(this.processOf('kubelet').pid, 'SIGCONT');
    const fields = '{.items[0].status.conditions[?(@.type=="Ready")].status}{.items[0].spec.taints}';
    const isReady = async (): Promise<boolean> =>
      (await this.kubectl('get', 'nodes', '-o', `jsonpath=${fields}`)) === 'True';
    await until('the node to be ready again', isReady, START_LIMIT_MS, READY_POLL_MS);
  }

  /** Minor version of the API server itself, whatever a front says. */
  version(): Promise<number> {
    return minorOf(new Kubectl(kubectlIn(this.desk.programs), KUBECONFIG));
  }

  private processOf(server: string): { readonly pid: number; readonly command: readonly string[] } {
    const pid = Number(readFileSync(pidFileOf(server), 'utf8').split(' ')[0]);
    if (!isAlive(pid)) throw new Error(`${server} has ended by itself: see ${logOf(server)}`);
    return { pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1) };
  }

  private async isServing(): Promise<boolean> {
    return this.kubectl('get', '--raw', '/readyz').then(
      () => true,
      () => false,
    );
  }
}

async function stopCluster(): Promise<void> {
  try {
    await run(join(folder, 'kube-down.sh'), [], { limitMs: STOP_LIMIT_MS });
  } finally {
    releaseLock();
  }
}

async function minorOf(kubectl: Kubectl): Promise<number> {
  const { minor } = JSON.parse(await kubectl.run('get', '--raw', '/version')) as { readonly minor: string };
  return parseInt(minor, 10);
}

const pidFileOf = (server: string): string => join(kubeRoot, 'run', `${server}.pid`);
const logOf = (server: string): string => join(kubeRoot, 'log', `${server}.log`);
/** A process that has ended and was not yet reaped has no program any more. */
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/exe`);

function startServer(server: string, [program = '', ...args]: readonly string[]): number {
  const log = openSync(logOf(server), 'a');
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env: serverEnv() });
  closeSync(log);
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  // As kube-down.sh knows it: the process and when it was started.
  const startTime = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')[19];
  writeFileSync(pidFileOf(server), `${pid} ${startTime ?? ''}\n`);
  return pid;
}

/** The mark of a test's processes does not apply to those of the cluster. */
function serverEnv(): NodeJS.ProcessEnv {
  const { CARILLON_TEST_MARK: _mark, ...env } = process.env;
  return env;
}

async function run(
  program: string,
  args: readonly string[],
  { limitMs, env = {} }: { readonly limitMs: number; readonly env?: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const output: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => output.push(part));
  child.stderr.on('data', (part: Buffer) => output.push(part));
  const limit = setTimeout(() => child.kill('SIGTERM'), limitMs);
  const code = await new Promise((done) => child.once('exit', done));
  clearTimeout(limit);
  // The servers keep the pipes; nothing more is to be read from them.
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0)
    throw new Error(`${program}: exit code ${String(code)}: ${Buffer.concat(output).toString().slice(-500)}`);
}

async function takeLock(): Promise<void> {
  for (const deadline = Date.now() + LOCK_LIMIT_MS; Date.now() < deadline;) {
    try {
      mkdirSync(lock);
      return;
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > STALE_LOCK_MS) releaseLock();
    }
    await delay(LOCK_POLL_MS);
  }
  throw new Error(`another test cluster is running (${lock})`);
}

function releaseLock(): void {
  if (existsSync(lock)) rmdirSync(lock);
}
