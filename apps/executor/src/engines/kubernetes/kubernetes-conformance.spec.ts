/**
 * The conformance tests of all engines for the kubernetes engine, with a fake API server and node; and once more with one that answers as
 * a server of today does, asks to wait, and forgets its history while it is watched.
 */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { systemClock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { everyShard } from '#testing/shards.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import { checkEngineConformance, type Behaviour, type EngineBench } from '#testing/conformance/engine-conformance.js';
import { asCurrentServer, TOO_MANY_REQUESTS, TOO_OLD } from '#testing/fake-api-server/current-server.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { FakeNode, type PodScript } from '#testing/fake-api-server/fake-node.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import type { ContainerLaunch } from '../engine.js';
import { type KubernetesEngine, kubernetesEngineOf } from './kubernetes-engine.js';

const NODE_LOST_MS = 60_000;
const FORGETS_EVERY_MS = 50;

const scriptOf = (behaviour: Behaviour): PodScript => {
  if (behaviour.type === 'exits') return { runMs: 20, exitCode: behaviour.code };
  return behaviour.type === 'runs' ? { onTerm: { exitCode: 143, afterMs: 5 } } : {};
};

class Cluster implements EngineBench<'kubernetes'> {
  readonly engine = 'kubernetes';
  readonly host = 'host';
  private readonly scripts = new Map<string, PodScript>();
  private readonly begun = new Map<string, number>();
  private readonly node: FakeNode;

  private forgetting: NodeJS.Timeout | null = null;

  private constructor(private readonly api: FakeApiServer) {
    this.node = new FakeNode(api, (pod) => this.play(pod));
    this.node.start();
  }

  static async start(): Promise<Cluster> {
    return new Cluster(await FakeApiServer.start());
  }

  /** One of today. */
  static async startCurrent(): Promise<Cluster> {
    const cluster = await Cluster.start();
    const { api } = cluster;
    api.written = asCurrentServer;
    api.bookmarkMs = FORGETS_EVERY_MS / 2;
    cluster.forgetting = setInterval(() => {
      api.store.forget();
      api.dropStreams();
      api.faults.add({ verb: 'watch' }, TOO_OLD);
    }, FORGETS_EVERY_MS);
    return cluster;
  }

  create(): KubernetesEngine {
    const settings = { kubeconfig: null, host: this.api.url, port: 443, token: 'secret-token', ca: null };
    const rest = { namespace: 'workers', requestsPerSecond: 0, instance: 'carillon', nodeLostMs: NODE_LOST_MS };
    const tools = { clock: systemClock, metrics: new Metrics('executor', '0'), random: () => 0 };
    const client = new ApiClient({ ...settings, ...rest }, tools);
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    const naming = { digest, tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)] };
    return kubernetesEngineOf(naming, {
      instance: 'carillon',
      nodeLostMs: NODE_LOST_MS,
      client,
      shards: { owned: () => everyShard, onChange: () => () => undefined },
      tenantNamespaces: () => Promise.resolve([]),
      clock: systemClock,
      log: pino({ level: 'silent' }),
    });
  }

  launch(attempt: AttemptId, behaviour: Behaviour): ContainerLaunch {
    this.scripts.set(attempt, scriptOf(behaviour));
    if (this.forgetting)
      for (const verb of ['create', 'patch', 'delete', 'get']) this.api.faults.add({ verb }, TOO_MANY_REQUESTS);
    return aContainerLaunch({}, parseAttemptId(attempt)!);
  }

  starts(attempt: AttemptId): Promise<number> {
    return Promise.resolve(this.begun.get(attempt) ?? 0);
  }

  async dispose(): Promise<void> {
    clearInterval(this.forgetting ?? undefined);
    this.node.stop();
    await this.api.close();
  }

  private play({ metadata }: KubeObject): PodScript {
    const attempt = metadata.annotations?.['carillon.dev/attempt-id'] ?? '';
    this.begun.set(attempt, (this.begun.get(attempt) ?? 0) + 1);
    return this.scripts.get(attempt) ?? {};
  }
}

describe('before an API server', () => {
  checkEngineConformance(() => Cluster.start(), { seesEnds: true });
});
describe('before an API server of today', () => {
  checkEngineConformance(() => Cluster.startCurrent(), { seesEnds: true });
});
