/**
 * The pods of attempts as this replica sees them. One watch per namespace, limited to the shards of this replica, reports changes of pods.
 * Pods that leave the watch are polled by name, and pods that are not known yet are found by their labels or names.
 */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { NamespaceReader } from '#common/kubernetes/namespace-reader.js';
import { PodWatches, type ShardView } from '#common/kubernetes/pod-watches.js';
import type { Logger } from '#common/logging/logger.js';
import type { Observation } from '../engine.js';
import { observedPod, type ObservedPod } from './core/observed-pod.js';
import { EndProver } from './end-prover.js';
import { PodApi } from './pod-api.js';
import { PodFinder } from './pod-finder.js';
import { PodGuard } from './pod-guard.js';
import { PodTracker } from './pod-tracker.js';

export interface ClusterViewParts {
  readonly instance: string;
  readonly nodeLostMs: number;
  readonly client: ApiClient;
  readonly shards: ShardView;
  /** Namespaces of tenants that have one of their own. */
  readonly tenantNamespaces: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_AGAIN_MS = 1_000;
/** The executor continues after this long without an answer of the API server: other engines have work to do. */
const FIRST_LIST_MS = 5_000;

export class ClusterView {
  readonly tracker: PodTracker;
  readonly finder: PodFinder;
  private readonly watches: PodWatches<ObservedPod>;
  private readonly prover: EndProver;
  private readonly guard: PodGuard;
  private readonly reader: NamespaceReader;
  private listener: (observation: Observation) => void = () => undefined;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly parts: ClusterViewParts) {
    const { instance, nodeLostMs, client, clock, shards, log } = parts;
    const api = new PodApi(client);
    this.tracker = new PodTracker({
      instance,
      nodeLostMs,
      now: () => clock.now(),
      tell: (observation) => {
        this.listener(observation);
      },
      attend: (tracked) => {
        this.guard.attend(tracked);
      },
    });
    this.guard = new PodGuard(api, this.tracker, { clock, log });
    this.watches = new PodWatches<ObservedPod>(client, this.tracker, { instance, shards, schema: observedPod, log });
    this.finder = new PodFinder(instance, {
      api,
      tracker: this.tracker,
      inAllNamespaces: (kind, read) => this.inAllNamespaces(kind, read),
      watchAll: () => this.watchAll(),
    });
    this.prover = new EndProver(client, this.tracker, log);
    this.reader = new NamespaceReader(clock, log);
  }

  /** Begins to watch; the client is open. */
  async open(listener: (observation: Observation) => void): Promise<void> {
    this.listener = listener;
    this.watches.open([this.parts.client.namespace, ...(await this.parts.tenantNamespaces())]);
    this.timer = setInterval(() => {
      this.tracker.lookAgain();
      this.prover.step();
      this.guard.step();
    }, LOOK_AGAIN_MS);
    if (!(await this.isListed())) this.parts.log.warn('the Kubernetes API server does not answer yet');
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.prover.close();
    this.guard.close();
    await this.watches.close();
  }

  /** Also watches this namespace from now on. */
  watch(namespace: string): void {
    this.watches.add([namespace]);
  }

  /** The same for the namespaces of all tenants: another replica may have started attempts in a namespace that is not known here yet. */
  async watchTenants(): Promise<void> {
    this.watches.add(await this.parts.tenantNamespaces());
  }

  /** Resolves when everything that exists was seen. Throws AppError UNAVAILABLE if the server does not answer in time. */
  async listed(): Promise<void> {
    if (!(await this.isListed())) throw new AppError('UNAVAILABLE', 'the Kubernetes API server does not answer');
  }

  /** Reads `kind` in every namespace that is watched. Throws ApiError. */
  inAllNamespaces<T>(kind: string, read: (namespace: string) => Promise<readonly T[]>): Promise<T[]> {
    return this.reader.readAll(kind, this.watches.known(), read);
  }

  private async watchAll(): Promise<void> {
    if (this.timer === null) throw new AppError('UNAVAILABLE', 'the cluster is not watched yet');
    await this.watchTenants();
  }

  private async isListed(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        resolve(false);
      }, FIRST_LIST_MS);
    });
    const listed = this.watches.listed().then(() => true);
    return Promise.race([listed, late]).finally(() => {
      clearTimeout(timer);
    });
  }
}
