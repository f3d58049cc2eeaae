/** A control plane of the sibling folder `../shared/kube` with a node that plays pods at once, and a native Job on it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KUBE_ROOT = process.env['KUBE_ROOT'] ?? '/opt/kube';
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface Limits {
  /** Requests a second of the controller; 0 is no limit. */
  readonly requestsPerSecond: number;
}

/** As good as none: the controller takes no zero. */
const UNLIMITED = 5_000;

export class BenchCluster {
  readonly kubeconfig = join(KUBE_ROOT, 'kubeconfig');
  private readonly folder: string;

  constructor(root: string) {
    this.folder = resolve(root, process.env['CARILLON_KUBE_DIR'] ?? '../shared/kube');
    if (!existsSync(join(this.folder, 'kube-up.sh')))
      throw new Error(`there is no ${this.folder}/kube-up.sh (CARILLON_KUBE_DIR names its folder)`);
  }

  /** The scheduler's own limit is none of either side. */
  async start({ requestsPerSecond }: Limits): Promise<void> {
    const qps = String(requestsPerSecond || UNLIMITED);
    const env = { ...process.env, KCM_QPS: qps, KCM_BURST: qps, SCHED_QPS: '5000', SCHED_BURST: '5000' };
    // Its servers keep the pipes of whoever starts them.
    await run('bash', ['-c', '"$0" --nodes=instant >/dev/null 2>&1', join(this.folder, 'kube-up.sh')], { env });
  }

  async stop(): Promise<void> {
    await run('bash', ['-c', '"$0" >/dev/null 2>&1', join(this.folder, 'kube-down.sh')]);
  }

  /** Seconds that the native controller takes for a Job of so many pods. */
  async nativeJob(pods: number): Promise<{ seconds: number; perSecond: number }> {
    const { stdout } = await this.bench('job', `--completions=${pods}`, `--parallelism=${pods}`);
    await this.bench('clean');
    const { seconds, perSecond } = JSON.parse(stdout) as { seconds: number; perSecond: number };
    return { seconds, perSecond };
  }

  /** How many of our pods are there. */
  async podsLeft(): Promise<number> {
    const args = ['--kubeconfig', this.kubeconfig, '-n', 'workers', 'get', 'pods', '-o', 'name'];
    const { stdout } = await run(join(KUBE_ROOT, 'bin/kubectl'), args, { maxBuffer: MAX_OUTPUT_BYTES });
    return stdout.split('\n').filter((line) => line !== '').length;
  }

  private bench(...args: readonly string[]): Promise<{ stdout: string }> {
    const env = { ...process.env, KUBECONFIG: this.kubeconfig };
    return run('node', [join(this.folder, 'bench.mjs'), ...args], { env });
  }
}
