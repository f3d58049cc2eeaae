/** An engine on the test cluster, its reports, and the state of the cluster itself. */
import { pino } from 'pino';
import { SecretBox } from '#common/crypto/secret-box.js';
import { systemClock } from '#common/clock/clock.js';
import { everyShard } from '#testing/shards.js';
import type { ClusterSettings } from '#common/kubernetes/cluster-env.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { Account } from '#testing/manifest-account.js';
import { until } from '#testing/until.js';
import {
  type KubernetesEngine,
  makeKubernetesEngine,
} from '../../../../apps/executor/src/engines/kubernetes/kubernetes-engine.js';
import type {
  AttemptRef,
  ContainerLaunch,
  Observation,
  StopRequest,
} from '../../../../apps/executor/src/engines/engine.js';
import type { Testbed } from './testbed.js';

/** A pod of the real node takes half a second of a core; the object of a deleted one may stay for a minute. */
export const POD_LIMIT_MS = 90_000;
const POLL_MS = 300;

export { everyShard } from '#testing/shards.js';

const NODE_LOST_MS = 300_000;

/** An engine that owns every shard; not opened yet. */
export function engineAs(
  { server, token, ca }: Account,
  nodeLostMs = NODE_LOST_MS,
  metrics = new Metrics('executor', '0'),
): KubernetesEngine {
  return engineWith({ kubeconfig: null, host: server, port: 443, token, ca }, nodeLostMs, metrics);
}

type Access = Pick<ClusterSettings, 'kubeconfig' | 'host' | 'port' | 'token' | 'ca'>;

function engineWith(settings: Access, nodeLostMs: number, metrics: Metrics): KubernetesEngine {
  const limits = { namespace: 'workers', requestsPerSecond: 100, instance: 'carillon', nodeLostMs };
  return makeKubernetesEngine(
    { ...settings, ...limits },
    {
      shards: { owned: () => everyShard, onChange: () => () => undefined },
      tenantNamespaces: () => Promise.resolve([]),
      secrets: new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]),
      clock: systemClock,
      metrics,
      log: pino({ level: 'silent' }),
    },
  );
}

type Of<T extends Observation['type']> = Extract<Observation, { type: T }>;

export class EngineHarness {
  private seen: Observation[] = [];
  private metrics = new Metrics('executor', '0');
  private current: KubernetesEngine | null = null;

  constructor(
    readonly testbed: Testbed,
    private readonly nodeLostMs = NODE_LOST_MS,
  ) {}

  get engine(): KubernetesEngine {
    if (!this.current) throw new Error('no engine is open');
    return this.current;
  }

  /** Starts again, as the next process does. */
  async open(): Promise<void> {
    this.metrics = new Metrics('executor', '0');
    await this.begin(engineAs(await this.testbed.account('executor'), this.nodeLostMs, this.metrics));
  }

  /** Starts again with full rights. */
  async openAsAdmin(): Promise<void> {
    const { kubeconfig } = this.testbed;
    this.metrics = new Metrics('executor', '0');
    const access = { kubeconfig, host: null, port: 443, token: null, ca: null };
    await this.begin(engineWith(access, this.nodeLostMs, this.metrics));
  }

  private async begin(engine: KubernetesEngine): Promise<void> {
    this.current = engine;
    this.seen = [];
    await engine.open((observation) => this.seen.push(observation));
  }

  async close(): Promise<void> {
    await this.current?.close();
    this.current = null;
  }

  /** Requests of the present engine so far, by verb. */
  async requests(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const { labels, value } of (await this.metrics.kubernetesRequests.get()).values)
      counts[String(labels.verb)] = (counts[String(labels.verb)] ?? 0) + value;
    return counts;
  }

  of<T extends Observation['type']>(type: T, { attempt }: ContainerLaunch): Of<T>[] {
    return this.seen.filter((one): one is Of<T> => one.type === type && one.attempt === attempt);
  }

  started(launch: ContainerLaunch): Promise<Of<'started'>> {
    return until('the start', () => this.of('started', launch)[0], POD_LIMIT_MS);
  }

  ended(launch: ContainerLaunch): Promise<Of<'ended'>> {
    return until('the end', () => this.of('ended', launch)[0], POD_LIMIT_MS);
  }

  /** The first wait whose reason fits. */
  waits(launch: ContainerLaunch, reason: RegExp): Promise<Of<'waiting'>> {
    return until(
      `a wait like ${String(reason)}`,
      () => this.of('waiting', launch).find((wait) => reason.test(wait.reason)),
      POD_LIMIT_MS,
    );
  }

  async podName({ key }: ContainerLaunch): Promise<string> {
    return (await this.inWorkers('get', 'pods', '-l', `carillon.dev/run=${key.run}`, '-o', 'name')).trim();
  }

  async podField(launch: ContainerLaunch, jsonPath: string): Promise<string> {
    return this.inWorkers('get', await this.podName(launch), '-o', `jsonpath={${jsonPath}}`);
  }

  async log(launch: ContainerLaunch): Promise<string> {
    return this.inWorkers('logs', await this.podName(launch));
  }

  /** There is no log before there is a container. */
  logShows(launch: ContainerLaunch, text: string): Promise<unknown> {
    const shows = (): Promise<boolean> =>
      this.log(launch).then(
        (log) => log.includes(text),
        () => false,
      );
    return until(`the log's ${text}`, shows, POD_LIMIT_MS, POLL_MS);
  }

  /** Names of all objects of ours. */
  async left(): Promise<string> {
    return (await this.testbed.left()).trim();
  }

  inWorkers(...args: readonly string[]): Promise<string> {
    return this.testbed.kubectl('-n', 'workers', ...args);
  }

  /** Objects that a failed test left behind do not disturb the next one. */
  async removeAll(): Promise<void> {
    for (const attempt of await this.engine.existing(everyShard)) await this.engine.cleanUp(attempt);
    await until('an empty namespace', async () => (await this.left()) === '', POD_LIMIT_MS, POLL_MS);
  }
}

export const refOf = ({ attempt }: ContainerLaunch, stoppedAt: number | null = null): AttemptRef => ({
  attempt,
  host: 'h',
  name: null,
  stoppedAt,
});

export const stopOf = (launch: ContainerLaunch, over: Partial<StopRequest> = {}): StopRequest => ({
  ...refOf(launch),
  force: false,
  graceSeconds: 20,
  reason: 'aborted',
  cancel: null,
  ...over,
});
