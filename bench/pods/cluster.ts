/** A control plane of the sibling folder `../shared/kube` with a node that plays pods at once, and a native Job on it. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Kubectl, manifestAccount, type Account, type AccountName } from '#testing/manifest-account.js';

const run = promisify(execFile);
const KUBE_ROOT = process.env['KUBE_ROOT'] ?? '/opt/kube';

export interface Limits {
  /** Requests a second of the controller; 0 is no limit. */
  readonly requestsPerSecond: number;
}

/** As good as none: the controller takes no zero. */
const UNLIMITED = 5_000;

/** A page of one, and how many more there are. */
const podPage = z.object({
  items: z.array(z.unknown()),
  metadata: z.object({ remainingItemCount: z.number().default(0) }),
});

const ACCOUNTS = [
  ['executor', 'EXECUTOR'],
  ['log-collector', 'LOG_COLLECTOR'],
] as const;

export class BenchCluster {
  private readonly kubeconfig = join(KUBE_ROOT, 'kubeconfig');
  private readonly kubectl = new Kubectl(join(KUBE_ROOT, 'bin/kubectl'), this.kubeconfig);
  private readonly folder: string;

  constructor(private readonly root: string) {
    this.folder = resolve(root, process.env['CARILLON_KUBE_DIR'] ?? '../shared/kube');
    if (!existsSync(join(this.folder, 'kube-up.sh')))
      throw new Error(`there is no ${this.folder}/kube-up.sh (CARILLON_KUBE_DIR names its folder)`);
  }

  /** The scheduler's own limit does not count for either side. */
  async start({ requestsPerSecond }: Limits): Promise<void> {
    const qps = String(requestsPerSecond || UNLIMITED);
    const env = { ...process.env, KCM_QPS: qps, KCM_BURST: qps, SCHED_QPS: '5000', SCHED_BURST: '5000' };
    // Its servers keep the pipes of the process that starts them.
    await run('bash', ['-c', '"$0" --nodes=instant >/dev/null 2>&1', join(this.folder, 'kube-up.sh')], { env });
  }

  async stop(): Promise<void> {
    await run('bash', ['-c', '"$0" >/dev/null 2>&1', join(this.folder, 'kube-down.sh')]);
  }

  /** Seconds that the native controller takes for a Job of so many pods. */
  async nativeJob(pods: number): Promise<{ seconds: number; perSecond: number }> {
    const { stdout } = await this.bench('job', `--completions=${pods}`, `--parallelism=${pods}`);
    const { seconds, perSecond } = JSON.parse(stdout) as { seconds: number; perSecond: number };
    return { seconds, perSecond };
  }

  async removeJobs(): Promise<void> {
    await this.bench('clean');
  }

  /** The rights of a service by the manifests. */
  account(name: AccountName): Promise<Account> {
    return manifestAccount(this.kubectl, this.root, name);
  }

  /** The environment of the services, each with the rights that the manifests give it. Certificates are put into `folder`. */
  async environment(folder: string): Promise<Record<string, string>> {
    const env: Record<string, string> = {};
    for (const [name, prefix] of ACCOUNTS) {
      const { server, token, ca } = await this.account(name);
      const caFile = join(folder, `${name}.pem`);
      writeFileSync(caFile, ca);
      const own = { KUB_HOST: server, KUB_TOKEN: token, KUB_CA: caFile, KUB_NAMESPACE: 'workers' };
      for (const [key, value] of Object.entries(own)) env[`${prefix}__${key}`] = value;
    }
    return env;
  }

  /** The number of our pods that exist. */
  async podsLeft(): Promise<number> {
    const page = await this.kubectl.run('get', '--raw', '/api/v1/namespaces/workers/pods?limit=1');
    const { items, metadata } = podPage.parse(JSON.parse(page));
    return items.length + metadata.remainingItemCount;
  }

  private bench(...args: readonly string[]): Promise<{ stdout: string }> {
    const env = { ...process.env, KUBECONFIG: this.kubeconfig };
    return run('node', [join(this.folder, 'bench.mjs'), ...args], { env });
  }
}
