/**
 * Runs of the reference tables on a cluster: what `CaseRun` decides becomes pods, and what they share, by the engine and the
 * sweeps of the executor, against the stand-in of an API server.
 */
import { createHash } from 'node:crypto';
import { systemClock } from '#common/clock/clock.js';
import { parseAttemptId, type RunId } from '#common/domain/ids.js';
import { everyShard } from '#testing/shards.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { createLogger } from '#common/logging/logger.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { plainTenant } from '#common/mongo/tenants.store.js';
import {
  type KubernetesEngine,
  kubernetesEngineOf,
} from '../../apps/executor/src/engines/kubernetes/kubernetes-engine.js';
import type { Decision } from '../../apps/executor/src/run/reconcile.js';
import {
  type ContainerLaunch,
  type Observation,
  type StartResult,
  Engines,
} from '../../apps/executor/src/engines/engine.js';
import { siteNames, type SiteNames } from '../../apps/executor/src/engines/kubernetes/core/pod-name.js';
import { launchOf } from '../../apps/executor/src/launch/launch.js';
import { SiteKeeper } from '../../apps/executor/src/loop/site-keeper.js';
import { OrphanSweep } from '../../apps/executor/src/sweeps/orphan-sweep.js';
import type { RunBasis } from '../../apps/executor/src/loop/run-loader.js';
import type { CaseRun, Where } from './case-run.js';
import { FakeApiServer } from './fake-api-server/fake-api-server.js';
import { FakeNode, type PodScript } from './fake-api-server/fake-node.js';
import type { KubeObject } from './fake-api-server/kube-object.js';
import { until } from './until.js';

const NODE_LOST_MS = 60_000;
const START_LIMIT_MS = 60_000;
/** Its tenant has claims and priority classes of its own, and so a namespace of its own. */
const NAMESPACE = 'workers';
const SHARED_NAMESPACE = 'shared';
const log = createLogger('test', 'silent');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = {
  digest,
  tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)],
};

/** Of a container or a pod, as far as cases look at it. */
export type Part = Readonly<Record<string, unknown>>;

export class CaseCluster {
  /** What pods do from now on; by default they run until they are removed. */
  script: PodScript = {};
  /** The reports about attempts since the executor began. */
  heard: Observation[] = [];
  private readonly node: FakeNode;
  private readonly runs = new Map<RunId, CaseRun>();
  private readonly known = new Map<RunId, Run>();
  private readonly started = new Set<string>();
  private engine: KubernetesEngine;

  private constructor(readonly api: FakeApiServer) {
    this.node = new FakeNode(api, () => this.script);
    this.node.start();
    this.engine = this.makeEngine();
  }

  /** A cluster for one case, removed when it ends. */
  static async during(use: (cluster: CaseCluster) => Promise<void>): Promise<void> {
    const cluster = new CaseCluster(await FakeApiServer.start());
    try {
      await cluster.engine.open((observation) => cluster.heard.push(observation));
      await use(cluster);
    } finally {
      await cluster.engine.close();
      cluster.node.stop();
      await cluster.api.close();
    }
  }

  /** Performs the results of the run's present state: starts new attempts, removes ended ones, updates the site. */
  async follow(run: CaseRun): Promise<this> {
    const before = this.known.get(run.run.id) ?? run.run;
    this.runs.set(run.run.id, run);
    this.known.set(run.run.id, run.run);
    const keeper = this.keeper();
    keeper.observe({ before, decision: { next: run.run } as Decision, basis: basisOf(run), repeatEffects: false });
    await keeper.drain();
    for (const live of run.run.live) if (!this.started.has(live.id)) await this.launch(run, live);
    await this.sweep();
    return this;
  }

  /** Starts the attempt that is live there. */
  async start(run: CaseRun, where: Where): Promise<StartResult> {
    return this.launch(run, run.liveAt(where));
  }

  /** The run is deleted, and nothing else happens. */
  forget(run: CaseRun): void {
    this.runs.delete(run.run.id);
  }

  /** The executor dies, and another one begins, which remembers nothing. */
  async restart(): Promise<void> {
    await this.engine.close();
    this.heard = [];
    this.engine = this.makeEngine();
    await this.engine.open((observation) => this.heard.push(observation));
  }

  /** The work that the executor does every minute. */
  async sweep(): Promise<void> {
    await new OrphanSweep({ load: (ids) => this.load(ids) }, this.engines(), () => everyShard, log).step();
    await this.keeper().step();
  }

  objects(kind: string): KubeObject[] {
    return this.api.store.list({ resource: kind, namespace: NAMESPACE, labelSelector: '' });
  }

  /** The pod of the attempt that is live there. */
  pod(run: CaseRun, where: Where): Part {
    const { id } = run.liveAt(where);
    const pod = this.api.pods().find(({ metadata }) => metadata.annotations?.['carillon.dev/attempt-id'] === id);
    if (!pod) throw new Error(`there is no pod of ${id}`);
    return pod;
  }

  /** Resolves when so many pods are left. */
  async podsLeft(count: number): Promise<void> {
    await until(`${count} pods`, () => this.api.pods().length === count);
  }

  namesOf({ run: { id, tenant, job }, basis }: CaseRun): SiteNames {
    return siteNames({ run: id, tenant, job, slug: basis.spec.job.name.toLowerCase().replace(' ', '-') }, naming);
  }

  private async launch(run: CaseRun, live: LiveAttempt): Promise<StartResult> {
    this.started.add(live.id);
    const launch = launchIn(run, live);
    return this.engine.start({ ...launch, startBy: Date.now() + START_LIMIT_MS });
  }

  private keeper(): SiteKeeper {
    return new SiteKeeper({
      engines: this.engines(),
      plans: {
        of: ({ id }) => {
          const run = this.runs.get(id);
          return Promise.resolve(run ? basisOf(run) : null);
        },
      },
      runs: { load: (ids) => this.load(ids) },
      owned: () => everyShard,
      log,
    });
  }

  private engines(): Engines {
    return new Engines({ kubernetes: this.engine });
  }

  private load(ids: readonly RunId[]): Promise<Map<RunId, Run>> {
    return Promise.resolve(new Map([...this.runs].flatMap(([id, { run }]) => (ids.includes(id) ? [[id, run]] : []))));
  }

  private makeEngine(): KubernetesEngine {
    const account = { kubeconfig: null, host: this.api.url, port: 443, token: 'secret-token', ca: null };
    const settings = {
      namespace: SHARED_NAMESPACE,
      requestsPerSecond: 0,
      instance: 'carillon',
      nodeLostMs: NODE_LOST_MS,
    };
    const tools = { clock: systemClock, metrics: new Metrics('executor', '0'), random: () => 0 };
    return kubernetesEngineOf(naming, {
      instance: 'carillon',
      nodeLostMs: NODE_LOST_MS,
      client: new ApiClient({ ...account, ...settings }, tools),
      shards: { owned: () => everyShard, onChange: () => () => undefined },
      tenantNamespaces: () => Promise.resolve([NAMESPACE]),
      clock: systemClock,
      log,
    });
  }
}

/** With the namespace of its tenant. */
const basisOf = ({ basis, run }: CaseRun): RunBasis => ({
  ...basis,
  tenant: { ...plainTenant(run.tenant, 0), namespace: NAMESPACE },
});

/** The attempt as the executor hands it to the engine. */
function launchIn({ run, basis: { spec, plan } }: CaseRun, live: LiveAttempt): ContainerLaunch {
  const key = parseAttemptId(live.id)!;
  const task = plan.tasks.find(({ name }) => name === live.task)!;
  const nothing = { jobStorage: null, lastSuccess: null, secureParameters: undefined, options: [] };
  const launch = launchOf({ run, spec, key, task, tasks: plan.tasks, ...nothing }, live, {
    vcapServices: null,
    workerSecrets: [],
    callback: { base: 'https://callback.example', token: 'token' },
    headers: {},
    namespace: NAMESPACE,
    allowedHosts: null,
    templatePaths: null,
    clusterAccess: { persistentVolumeClaims: { names: ['input'] }, priorityClasses: { names: ['high'] } },
  });
  if ('problem' in launch) throw new Error(launch.problem);
  // The cluster of a case is its tenant's alone, so that objects in it may be granted.
  return { ...(launch as ContainerLaunch), hasOwnObjects: false };
}

/** Every container of a pod, also init containers. */
export function containersOf(pod: Part): readonly Part[] {
  const { containers, initContainers = [] } = pod['spec'] as Record<string, Part[]>;
  return [...containers!, ...initContainers];
}

/** The variables of a container. */
export function variablesIn(container: Part): Readonly<Record<string, unknown>> {
  const list = (container['env'] ?? []) as { name: string; value?: string; valueFrom?: unknown }[];
  return Object.fromEntries(list.map(({ name, value, valueFrom }) => [name, value ?? valueFrom]));
}
