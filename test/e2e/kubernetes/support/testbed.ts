/**
 * The single-node cluster of the optional sibling folder `../shared/kube` (`CARILLON_KUBE_DIR` names another place): started
 * before a suite, stopped after it. Only one can run on a machine, so suites take turns.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { delay } from '#common/clock/delay.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const folder = resolve(root, process.env['CARILLON_KUBE_DIR'] ?? '../shared/kube');
const kubeRoot = process.env['KUBE_ROOT'] ?? '/opt/kube';
const lock = join(tmpdir(), 'carillon-testbed.lock');

/** Unpacking and installing, the first time. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 60_000;
export const TESTBED_LIMIT_MS = 300_000;
const LOCK_LIMIT_MS = 600_000;
const LOCK_POLL_MS = 500;
const STALE_LOCK_MS = 1_800_000;

/** Why the cluster cannot be had here; null if it can. */
export function whyNoTestbed(): string | null {
  if (!existsSync(join(folder, 'kube-up.sh')))
    return `there is no ${folder}/kube-up.sh (CARILLON_KUBE_DIR names its folder)`;
  if (process.platform !== 'linux') return 'the test cluster needs Linux';
  return process.getuid?.() === 0 ? null : 'the test cluster has to be started as root';
}

export type NodeKind = 'kubelet' | 'instant';

export class Testbed {
  /** Full rights. */
  readonly kubeconfig = join(kubeRoot, 'kubeconfig');

  private constructor(
    readonly nodes: NodeKind,
    private readonly isOurs: boolean,
  ) {}

  /**
   * A cluster whose node really runs pods; where the machine allows none, one whose node plays them. `CARILLON_KUBE_RUNNING`
   * (`kubelet` or `instant`) names one that runs already and is left running.
   */
  static async start(): Promise<Testbed> {
    const running = process.env['CARILLON_KUBE_RUNNING'];
    if (running !== undefined) return new Testbed(running === 'instant' ? 'instant' : 'kubelet', false);
    await takeLock();
    try {
      return await Testbed.begin('kubelet');
    } catch (error) {
      process.stderr.write(`no node for real pods here: ${String(error)}\n`);
    }
    try {
      return await Testbed.begin('instant');
    } catch (error) {
      releaseLock();
      throw error;
    }
  }

  private static async begin(nodes: NodeKind): Promise<Testbed> {
    await run(join(folder, 'kube-up.sh'), [`--nodes=${nodes}`], START_LIMIT_MS);
    return new Testbed(nodes, true);
  }

  async stop(): Promise<void> {
    if (!this.isOurs) return;
    try {
      await run(join(folder, 'kube-down.sh'), [], STOP_LIMIT_MS);
    } finally {
      releaseLock();
    }
  }

  /** Runs kubectl with full rights; gives what it prints. */
  async kubectl(...args: readonly string[]): Promise<string> {
    const kubectl = join(kubeRoot, 'bin/kubectl');
    const { stdout } = await promisify(execFile)(kubectl, ['--kubeconfig', this.kubeconfig, ...args]);
    return stdout;
  }

  /** Makes what a manifest describes. */
  async apply(manifest: string): Promise<void> {
    const kubectl = spawn(join(kubeRoot, 'bin/kubectl'), ['--kubeconfig', this.kubeconfig, 'apply', '-f', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];
    kubectl.stderr.on('data', (part: Buffer) => errors.push(part));
    kubectl.stdin.end(manifest);
    const code = await new Promise((done) => kubectl.once('close', done));
    if (code !== 0) throw new Error(`kubectl apply: ${Buffer.concat(errors).toString()}`);
  }

  /** Ends or continues a server of the cluster, such as `kube-apiserver`, by a signal. */
  signal(server: string, signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(kubeRoot, 'run', `${server}.pid`), 'utf8').split(' ')[0]), signal);
  }
}

async function run(program: string, args: readonly string[], limitMs: number): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
